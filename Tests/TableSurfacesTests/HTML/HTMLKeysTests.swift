import RandomTesting
import TableAgent
import TableSurfaces
import Testing

struct HTMLKeysTests {
    private func table(_ sections: [(AnyID, [AnyID])]) -> TableInfo {
        TableInfo(
            columns: ["A"],
            sections: sections.map { id, rows in
                TableSection(
                    id: id, rows: Rows(rows.map { SampleActionRow(id: $0) }, as: SampleActionLine.self))
            })
    }

    @Test func `Bodies, rows, heads, and feet have keys on request`() throws {
        var table = table([("july", [4711, "4711"])])
        table.sections[0].setHead(Head(["h"], as: SampleLine.self))
        table.sections[0].setFoot(Foot([.word("Total")], as: SampleLine.self))
        table.sections.append(TableSection("a<b>\"/%", foot: ["f"]))
        table.setFoot(Foot(["all"] as [SampleCell], as: SampleLine.self))

        #expect(
            try HTMLFormat(isKeyed: true).string(of: table) == """
                <table>
                <colgroup><col></colgroup>
                <thead>
                <tr><th scope="col" dir="auto">A</th></tr>
                </thead>
                <tbody data-section="july">
                <tr class="head" data-head="july"><th scope="rowgroup" aria-label="h" dir="auto"><input type="checkbox" class="fold" aria-label="Hide the rows: h">h</th></tr>
                <tr data-row="july/4711"><td dir="auto">x</td></tr>
                <tr data-row="july/%34711"><td dir="auto">x</td></tr>
                <tr class="foot" data-foot="july"><td dir="auto">Total</td></tr>
                </tbody>
                <tbody data-section="a&lt;b&gt;&quot;%2F%25">
                <tr class="foot" data-foot="a&lt;b&gt;&quot;%2F%25"><td dir="auto">f</td></tr>
                </tbody>
                <tfoot>
                <tr class="foot"><td dir="auto">all</td></tr>
                </tfoot>
                </table>

                """)
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Each row is found by its key, which names its section and row`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "/", "%", "1", "-", "a", "\n", "\0", "é", "e\u{301}", "\u{FFFE}", "\u{9F}", "\"", " ",
        ]
        for _ in 0..<50 {
            func ids() -> [AnyID] {
                let ids = (0..<8).map { _ in
                    Bool.random(using: &random)
                        ? AnyID(random.text(of: pieces)) : AnyID(Int.random(in: -12...12, using: &random))
                }
                return ids.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            }
            let table = table(ids().map { ($0, ids()) })
            let html = try HTMLFormat(isKeyed: true).string(of: table)
            let written = try HTMLReader.tokens(html).compactMap { token in
                if case .open("tr", let attributes) = token { attributes["data-row"] } else { nil }
            }
            var expected: [String] = []
            for (number, section) in table.sections.enumerated() {
                for (row, data) in section.rows.enumerated() {
                    let key = HTMLFormat.key(ofRow: data.id, inSection: section.id)
                    let position = RowPosition(section: number, row: row)
                    let line = HTMLFormat.line(withKey: key, in: table)
                    #expect(line?.sender == .row(.at(position)), "\(key), seed \(seed)")
                    #expect(line?.row.id == data.id, "\(key), seed \(seed)")
                    #expect(key.unicodeScalars.count { $0 == "/" } == 1, "seed \(seed)")
                    expected.append(key)
                }
            }
            #expect(written == expected, "seed \(seed)")
            #expect(Set(written).count == table.rowCount, "seed \(seed)")
        }
    }

    @Test(arguments: [
        "", "/", "july", "july/", "july/0", "/4711", "july/4711/", "july/4711/x", "july%2F4711", "July/4711",
        "july/%head", "july/%foot", "july/%row", "/%tableFoot",
    ])
    func `A key without a row finds nothing`(key: String) {
        #expect(HTMLFormat.line(withKey: key, in: table([("july", [4711])])) == nil)
    }

    @Test func `A row is found even if its id begins with a mark that joins the slash before it`() {
        let table = table([("\u{301}", ["\u{301}a", "a"]), ("b", ["\u{301}a"])])
        let key = HTMLFormat.key(ofRow: "\u{301}a", inSection: "b")

        let line = HTMLFormat.line(withKey: key, in: table)
        #expect(line?.sender == .row(.at(RowPosition(section: 1, row: 0))))
    }

    @Test func `A head, a foot, and the foot of the table have keys that no row has`() throws {
        var table = table([("s", ["%head", "%foot", "%tableFoot", "%row"]), ("s", ["x"])])
        for row in table.sections[0].rows {
            let key = HTMLFormat.key(ofRow: row.id, inSection: "s")
            #expect(try #require(HTMLFormat.line(withKey: key, in: table)).row.id == row.id)
        }
        table.sections[1].setHead(Head(["h"], as: SampleLine.self))
        table.sections[1].setFoot(Foot(["f"], as: SampleLine.self))
        table.setFoot(Foot(["t"], as: SampleLine.self))
        let parts: [(TablePart, EventSender)] = [
            (.head, .head(.at(1))), (.foot, .foot(.at(1))), (.tableFoot, .tableFoot),
        ]
        for (part, sender) in parts {
            let key = HTMLFormat.key(of: part, inSectionWithKey: "s")
            #expect(HTMLFormat.line(withKey: key, in: table)?.sender == sender)
            #expect(HTMLFormat.rowID(inKey: key, as: String.self) == nil)
        }
        #expect(HTMLFormat.line(withKey: "s/%row", in: table) == nil)
    }

    @Test func `A row is found by its key at its new position, unless its section is collapsed`() {
        let key = HTMLFormat.key(ofRow: "b", inSection: "s")
        var table = table([("r", ["b"]), ("s", ["a", "b"])])

        #expect(key == "s/b")
        let line = HTMLFormat.line(withKey: key, in: table)
        #expect(line?.sender == .row(.at(RowPosition(section: 1, row: 1))))
        table.sections[1].isCollapsed = true
        #expect(HTMLFormat.line(withKey: key, in: table) == nil)
        #expect(
            HTMLFormat.key(ofSection: Substring("1")) == "%31"
                && HTMLFormat.key(ofSection: Character("1")) == "%31")
        #expect(HTMLFormat.key(ofSection: "a/b") == "a%2Fb")
    }

    @Test(arguments: ["1", "a/b", "é%", "-", "x\u{0}y", ""])
    func `The key of a row has the row's id`(_ id: String) {
        #expect(HTMLFormat.rowID(inKey: HTMLFormat.key(ofRow: id, inSection: "a/b")) == id)
        #expect(HTMLFormat.rowID(inKey: HTMLFormat.key(ofRow: -17, inSection: id)) == -17)
        #expect(HTMLFormat.rowID(inKey: HTMLFormat.key(ofRow: id, inSection: 1), as: Int.self) == nil)
    }

    @Test(arguments: ["", "1", "s/", "s/+1", "s/01", "s/1/2", "s/%31", "s/ 1", "s/%"])
    func `A text that is not the key of a row with a number has no id`(_ key: String) {
        #expect(HTMLFormat.rowID(inKey: key, as: Int.self) == nil)
    }

    @Test func `A stream has no keys`() throws {
        let sink = MemorySink()
        try HTMLFormat(isKeyed: true, actions: HTMLActions(address: "/events", title: "Do")).write(
            [SampleActionRow(id: 1)], as: SampleActionLine.self, columns: ["A"], to: sink)

        #expect(!sink.text.contains("data-"))
        #expect(!sink.text.contains("Do"))
        #expect(sink.text.contains("<colgroup><col></colgroup>"))
    }
}
