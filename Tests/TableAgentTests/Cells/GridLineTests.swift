import TableAgent
import TableAgentTesting
import Testing

@Suite struct GridLineTests {
    private func cells(_ write: (inout GridLine) -> Void) -> [RecordedCell] {
        var line = GridLine()
        write(&line)
        return RecordedCell.cells(of: line)
    }

    @Test func `Each kind of value is written as a cell of that kind`() {
        let written = cells { line in
            line.text("Ada")
            line.integer(12)
            line.decimal(1.5)
            line.boolean(true)
            line.boolean(false)
            line.date("2024-02-29")
            line.empty()
            line.json("[1, {}]")
            line.missing()
        }
        #expect(
            written == [
                RecordedCell(.text, "Ada"), RecordedCell(.integer, "12"), RecordedCell(.decimal, "1.5"),
                RecordedCell(.boolean, "true"), RecordedCell(.boolean, "false"),
                RecordedCell(.date, "2024-02-29"), RecordedCell(.empty, ""), RecordedCell(.json, "[1, {}]"),
                RecordedCell(.missing, ""),
            ])
    }

    @Test func `A cell can have a displayed text that differs from its value`() {
        let written = cells { line in
            line.text("ada@example.org", shown: "Ada")
            line.integer(1000, shown: "1,000")
            line.decimal(0.5, shown: "50 %")
            line.boolean(true, shown: "yes")
            line.date("2024-02-29", shown: "29 February")
            line.empty(shown: "Total")
            line.text("hidden", shown: "")
        }
        #expect(written.map(\.shown) == ["Ada", "1,000", "50 %", "yes", "29 February", "Total", ""])
        #expect(
            written.map(\.value) == ["ada@example.org", "1000", "0.5", "true", "2024-02-29", "", "hidden"])
    }

    @Test(arguments: GridRole.allCases)
    func `A cell of any kind keeps its role`(_ role: GridRole) {
        let written = cells { line in
            line.text("a", role: role)
            line.integer(1, role: role)
            line.integer(UInt64.max, role: role)
            line.decimal(1.5, role: role)
            line.boolean(true, role: role)
            line.date("2024", role: role)
            line.empty(role: role)
            line.text(nil, role: role)
            "b".utf8Buffer { line.text(utf8: $0, role: role) }
            "1".utf8Buffer { line.decimal(utf8: $0, role: role) }
        }
        #expect(written.map(\.role) == Array(repeating: role, count: 10))
    }

    @Test func `A missing value makes an empty cell, which can have a displayed text`() {
        let written = cells { line in
            line.text(nil, shown: "–", role: .muted)
            line.integer(Int?.none, shown: "–", role: .muted)
            line.decimal(Double?.none, shown: "–", role: .muted)
            line.boolean(nil, shown: "–", role: .muted)
            line.date(nil, shown: "–", role: .muted)
        }
        #expect(written == Array(repeating: RecordedCell(.empty, "", shown: "–", role: .muted), count: 5))
        #expect(cells { $0.text(nil) } == [RecordedCell(.empty, "")])
    }

    @Test func `Only integers and decimals are numbers`() {
        var line = GridLine()
        line.text("1")
        line.integer(1)
        line.decimal(1.0)
        line.date("2024")
        line.boolean(true)
        line.empty()
        #expect(line.cells.map(\.isNumber) == [false, true, true, false, false, false])
    }

    @Test func `A reused line contains nothing of the previous row`() {
        var line = GridLine()
        line.text("former", shown: "shown")
        line.removeAll()
        #expect(line.cells.isEmpty)
        #expect(line.shown(at: 0) == "")
        line.integer(5)
        #expect(RecordedCell.cells(of: line) == [RecordedCell(.integer, "5")])
    }

    @Test func `A reused line keeps its memory`() throws {
        var line = GridLine()
        line.text(String(repeating: "x", count: 1000))
        let address = line.withValue(of: line.cells[0], \.baseAddress)
        line.removeAll()
        line.text(String(repeating: "y", count: 1000))
        #expect(line.withValue(of: line.cells[0], \.baseAddress) == address)
    }

    @Test func `Writing to a line does not change its copy`() {
        var line = GridLine()
        line.text("kept")
        let copy = line
        line.removeAll()
        line.text("lost")
        line.text(String(repeating: "x", count: 1000))
        #expect(RecordedCell.cells(of: copy) == [RecordedCell(.text, "kept")])
    }

    @Test(arguments: [1, 2, 20, 21, 22, 255, 256, 257, 511, 513])
    func `Cells are read back from a line of any length`(_ length: Int) {
        let text = String(repeating: "x", count: length)
        let written = cells { line in
            for number in 0..<10 {
                line.text(text, shown: "\(number)")
                line.integer(Int.min + number)
                text.utf8Buffer { line.text(utf8: $0) }
            }
        }
        let expected = (0..<10).flatMap { number in
            [
                RecordedCell(.text, text, shown: "\(number)"),
                RecordedCell(.integer, "\(Int.min + number)"), RecordedCell(.text, text),
            ]
        }
        #expect(written == expected)
    }

    @Test(arguments: [-1, 1, 99])
    func `A cell that was not written is empty`(_ index: Int) {
        var line = GridLine()
        line.text("only")
        #expect(line.value(at: index) == "")
        #expect(line.shown(at: index) == "")
    }

    @Test(arguments: ["", " ", "a\tb\r\nc", "\u{0}", "漢字", "👩‍👩‍👧‍👦", "e\u{301}", "\u{301}", "\u{FEFF}", "\\\"'"])
    func `Text is read back unchanged`(_ text: String) {
        let written = cells { line in
            line.text(text)
            line.text("x", shown: text)
            text.utf8Buffer { line.text(utf8: $0) }
            line.date(text)
        }
        let scalars = Array(text.unicodeScalars)
        #expect(Array(written[0].value.unicodeScalars) == scalars)
        #expect(Array(written[1].shown.unicodeScalars) == scalars)
        #expect(Array(written[2].value.unicodeScalars) == scalars)
        #expect(Array(written[3].value.unicodeScalars) == scalars)
    }

    @Test func `The bytes of a cell are lent, and the closure's error is rethrown`() {
        var line = GridLine()
        line.text("ab", shown: "c")
        line.text("dé")
        line.empty()
        #expect(line.cells.map { line.withValue(of: $0, Array.init) } == [[97, 98], [100, 195, 169], []])
        #expect(line.cells.map { line.withShown(of: $0, Array.init) } == [[99], [100, 195, 169], []])
        #expect(line.cells.map(\.value.count) == [2, 3, 0])
        #expect(line.cells.map(\.shown.count) == [1, 3, 0])
        #expect(throws: Refused()) { try line.withValue(of: line.cells[0]) { _ in throw Refused() } }
        #expect(throws: Refused()) { try line.withShown(of: line.cells[0]) { _ in throw Refused() } }
    }

    @Test func `A cell index outside the line stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var line = GridLine()
            line.text("a long text")
            let cell = line.cells[0]
            line.removeAll()
            _ = line.withValue(of: cell, Array.init)
        }
        await #expect(processExitsWith: .failure) {
            var line = GridLine()
            line.text("", shown: "a long text")
            let cell = line.cells[0]
            line.removeAll()
            _ = line.withShown(of: cell, Array.init)
        }
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xC3], "\u{FFFD}"), ([0xED, 0xA0, 0x80], nil),
            ([0xF5, 0x80], nil), ([], ""), ([0xC3, 0xA9], "é"),
            (Array("seven b".utf8) + [0xFF], "seven b\u{FFFD}"),
            (Array("eight by".utf8) + [0xFF], "eight by\u{FFFD}"),
        ] as [([UInt8], String?)])
    func `Invalid UTF-8 becomes replacement characters, and the line stays valid`(
        _ bytes: [UInt8], _ text: String?
    ) {
        var line = GridLine()
        bytes.withUnsafeBufferPointer { line.text(utf8: $0, shown: "s") }
        bytes.withUnsafeBufferPointer { line.decimal(utf8: $0) }
        let isValid = line.withValue(of: line.cells[0]) { String(validating: $0, as: UTF8.self) != nil }
        #expect(isValid)
        #expect(line.value(at: 0) == line.value(at: 1))
        #expect(line.shown(at: 0) == "s")
        if let text {
            #expect(line.value(at: 0) == text)
        } else {
            #expect(line.value(at: 0).contains("\u{FFFD}"))
        }
    }
}

extension String {
    /// Passes the text to a closure as bytes.
    func utf8Buffer(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        Array(utf8).withUnsafeBufferPointer(body)
    }
}
