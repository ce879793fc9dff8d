import TableAgent
import TableSurfaces
import Testing

struct HTMLFormatTests {
    typealias Token = HTMLReader.Token

    private func tokens(_ columns: [GridColumn], _ rows: [[SampleCell]]) throws -> [Token] {
        try HTMLReader.tokens(HTMLFormat().string(of: TableInfo(columns, rows: rows)))
    }

    /// Returns the tags and texts of a table's only cell, including the cell's tag.
    private func cell(_ cell: SampleCell) throws -> [Token] {
        try Array(tokens([""], [[cell]]).drop { $0 != .open("tr", [:]) }.dropFirst().dropLast(3))
    }

    private func text(_ tokens: [Token]) -> String {
        tokens.map { token in
            switch token {
            case .text(let text): text
            case .open("br", _): "\n"
            case .open, .close: ""
            }
        }.joined()
    }

    @Test func `Each section is a body, with its head as a row heading and its foot last`() throws {
        #expect(
            try HTMLFormat().string(of: .store) == """
                <table>
                <colgroup><col><col class="right"></colgroup>
                <thead>
                <tr><th scope="col" dir="auto">Item</th><th scope="col" class="right" dir="auto">Count</th></tr>
                </thead>
                <tbody>
                <tr class="head"><th scope="rowgroup" colspan="2" dir="auto">Fruit</th></tr>
                <tr><th scope="row" dir="auto">Apple</th><td class="right">3</td></tr>
                <tr><th scope="row" dir="auto">Fig</th><td class="right">12</td></tr>
                <tr class="foot"><th scope="row" dir="auto">Total</th><td class="right">15</td></tr>
                </tbody>
                <tbody>
                <tr><th scope="row" dir="auto">Nail</th><td class="right">100</td></tr>
                </tbody>
                </table>

                """)
    }

    @Test func `A foot of one cell spans all columns`() throws {
        let table = TableInfo(columns: ["A", "B", "C"], sections: [TableSection(0, foot: ["over all"])])
        let tokens = try HTMLReader.tokens(HTMLFormat().string(of: table))

        #expect(tokens.contains(.open("tr", ["class": "foot"])))
        #expect(tokens.contains(.open("td", ["colspan": "3", "dir": "auto"])))
    }

    @Test func `A head of several cells fills the columns, and its first cell is the heading`() throws {
        let table = TableInfo(
            columns: ["A", "B"], sections: [TableSection(0, head: ["x", 1], rows: [["a", 2]])])

        #expect(
            try HTMLFormat().string(of: table).contains(
                """
                <tr class="head"><th scope="rowgroup" dir="auto">x</th><td class="right">1</td></tr>
                """))
    }

    @Test func `The heading of a foot is its first displayed text without data`() throws {
        let table = TableInfo(
            columns: ["A", "B", "C"],
            sections: [TableSection(0, rows: [["a", 1, "b"]], foot: [nil, .word("Sum"), .word("none")])])

        #expect(
            try HTMLFormat().string(of: table).contains(
                """
                <tr class="foot"><td></td><th scope="row" class="right" dir="auto">Sum</th>\
                <td dir="auto">none</td></tr>
                """))
    }

    @Test func `The foot of a table is its tfoot`() throws {
        let sections = [SampleSection(id: "a", head: ["x"], rows: [["a", 15]])]
        let table = TableInfo(["A", "B"], sections, foot: [.word("Total"), 15])

        let html = try HTMLFormat().string(of: table)

        #expect(
            html.hasSuffix(
                """
                </tbody>
                <tfoot>
                <tr class="foot"><th scope="row" dir="auto">Total</th><td class="right">15</td></tr>
                </tfoot>
                </table>

                """))
    }

    @Test(
        arguments: [
            { [TableSection("all", foot: ["x"])] },
            { [TableSection(0, foot: ["x"]), TableSection(1, rows: [["a"]])] },
            { [TableSection(0), TableSection(1, rows: [["a"]], foot: ["x"])] },
            { [TableSection(0), TableSection(1, head: ["h"], foot: ["x"])] },
            { [TableSection(0), TableSection(1, rows: [["a"]], foot: ["x"], isCollapsed: true)] },
            { [TableSection(0), TableSection(1)] },
            { [TableSection(0), TableSection(1, foot: ["x"])] },
        ] as [@Sendable () -> [TableSection]])
    func `Each section is a body`(sections: @Sendable () -> [TableSection]) throws {
        let sections = sections()
        let html = try HTMLFormat().string(of: TableInfo(columns: ["A"], sections: sections))

        #expect(!html.contains("<tfoot>"))
        #expect(html.matches(of: /<tbody>/).count == sections.count)
    }

    @Test func `A head never spans columns that are otherwise empty, because HTML forbids them`() throws {
        let table = TableInfo(columns: ["", ""], sections: [TableSection(0, head: ["x"], foot: ["y"])])

        #expect(
            try HTMLFormat().string(of: table) == """
                <table>
                <colgroup><col><col></colgroup>
                <tbody>
                <tr class="head"><th scope="rowgroup" dir="auto">x</th><td></td></tr>
                <tr class="foot"><td dir="auto">y</td><td></td></tr>
                </tbody>
                </table>

                """)
    }

    @Test func `An empty row has a cell, which HTML requires`() throws {
        #expect(try tokens([], [[]]).contains(.open("td", [:])))
    }

    @Test func `Cells that a row does not write are blank`() throws {
        let tokens = try tokens(["A", "B"], [["a"], []])

        #expect(tokens.count { $0 == .close("td") } == 3 && tokens.count { $0 == .close("th") } == 3)
    }

    @Test func `Without titles, the table has no head`() throws {
        #expect(try !tokens(["", ""], [["a", "b"]]).contains(.open("thead", [:])))
        #expect(try tokens(["", "B"], [["a", "b"]]).contains(.open("thead", [:])))
        #expect(try !tokens([], [["a", "b"]]).contains(.open("thead", [:])))
    }

    @Test func `An empty table is still a table`() throws {
        #expect(
            try HTMLReader.tokens(HTMLFormat().string(of: TableInfo())) == [
                .open("table", [:]), .close("table"),
            ])
    }

    @Test func `Rows of collapsed sections are omitted`() throws {
        let table = TableInfo(
            columns: ["A"],
            sections: [TableSection(0, head: ["shown"], rows: [["hidden"]], isCollapsed: true)])
        let html = try HTMLFormat().string(of: table)

        #expect(html.contains("shown"))
        #expect(!html.contains("hidden"))
    }

    @Test(
        arguments: [
            (SampleCell.text("x"), ["dir": "auto"]), (1, ["class": "right"]), (true, [:]), (nil, [:]),
            (.text("x", role: .warning), ["class": "warning", "dir": "auto"]),
            (SampleCell(.integer(1), role: .negative), ["class": "right negative"]),
            (.text("x", role: .strong), ["class": "strong", "dir": "auto"]),
            (SampleCell(.integer(1), shown: "1 pc"), ["class": "right", "dir": "auto"]),
            (SampleCell(.date("2026-01-31")), ["dir": "auto"]), (.word("none"), ["dir": "auto"]),
        ] as [(SampleCell, [String: String])])
    func `Classes of a cell contain its alignment and role, and text has its own direction`(
        sample: SampleCell, attributes: [String: String]
    ) throws {
        #expect(try cell(sample).first == .open("td", attributes))
    }

    @Test(
        arguments: [(GridColumn.Alignment.center, "center"), (.right, "right"), (.left, nil)]
            as [(GridColumn.Alignment, String?)])
    func `A title has the alignment of its column`(alignment: GridColumn.Alignment, name: String?) throws {
        var attributes = ["scope": "col", "dir": "auto"]
        attributes["class"] = name
        let tokens = try tokens([GridColumn("t", alignment: alignment)], [])

        #expect(tokens.contains(.open("th", attributes)))
    }

    @Test(arguments: [TablePart.head, .foot])
    func `A head or foot that spans all columns has its role, too`(kind: TablePart) throws {
        let cells: [SampleCell] = [.text("x", role: .warning)]
        let table = TableInfo(
            columns: ["A", "B"],
            sections: [TableSection(0, head: kind == .head ? cells : nil, foot: kind == .foot ? cells : nil)])

        #expect(try HTMLFormat().string(of: table).firstMatch(of: /class="[^"]*\bwarning\b/) != nil)
    }

    @Test func `The text of a cell is its displayed text`() throws {
        #expect(try text(cell(.decimal("1.5", shown: "€ 1.50"))) == "€ 1.50")
    }
}
