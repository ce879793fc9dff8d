import RandomTesting
import TableAgent
import Testing

@_spi(Internals) @testable import TableBrowser

/// The widths of columns: when they change, and how columns share a screen.
struct ColumnWidthTests {
    /// A line of texts, or of numbers if the text of a cell has only digits.
    private enum Line: GridLineItem {
        static func fill(_ line: inout GridLine, with cells: [String]) {
            for var cell in cells {
                if cell.allSatisfy(\.isNumber) {
                    cell.withUTF8 { line.decimal(utf8: $0) }
                } else {
                    line.text(cell)
                }
            }
        }
    }

    private func table(_ rows: [[String]], columns: [GridColumn] = ["A", "B"]) -> TableInfo {
        TableInfo(columns: columns) { TableSection(id: 0) { Rows(byPosition: rows, as: Line.self) } }
    }

    /// Rows of two columns whose second cells are short, but for one.
    private func rows(_ count: Int, wideAt wide: Int) -> [[String]] {
        (0..<count).map { ["x", $0 == wide ? "a wide cell" : "y"] + ["end"] }
    }

    private func state(_ rows: [[String]], width: Int = 80) -> BrowserState {
        var state = BrowserState(table(rows, columns: ["A", "B", "C"]), width: width, height: 10)
        _ = state.paintedLines()
        return state
    }

    /// The first terminal column of the last title.
    private func start(_ state: inout BrowserState) -> Int {
        Array(state.paintedLines()[0]).firstIndex(of: "C") ?? -1
    }

    // MARK: Changes of the widths

    @Test(arguments: [1_501, 2_999])
    func `Moves, scrolling, and a search keep the widths, and a cell that is wider is cut`(wide: Int) {
        var state = state(rows(5_000, wideAt: wide))
        #expect(start(&state) == 8)
        for keys in [":\(wide + 1)\n", "j", "g/wide\n"] {
            state.type(keys)
            #expect(start(&state) == 8, "\(keys)")
        }
        #expect(state.paintedLines().contains { $0.hasPrefix(">") && $0.contains("  …  end") })
        _ = state.handle(.wheel(3))
        #expect(start(&state) == 8)
        state.type("o")
        #expect(state.paintedLines().contains { $0.hasSuffix("a wide cell") })
    }

    @Test(arguments: [0, 150, 199, 1_500, 4_995])
    func `The first lines, and lines from all parts of the table, determine the widths`(wide: Int) {
        var state = state(rows(5_000, wideAt: wide))
        #expect(start(&state) == 18)
    }

    @Test func `Each line of a table that the sample contains determines the widths`() {
        var state = state(rows(1_200, wideAt: 777))
        #expect(start(&state) == 18)
    }

    @Test(arguments: ["&wide\n", "ls"])
    func `A filter and a sort make columns wide enough for the lines on the screen`(keys: String) {
        var state = state(rows(5_000, wideAt: 1_501))
        state.type(keys)
        #expect(start(&state) == 18)
        _ = state.handle(.escape)
        state.type("S")
        #expect(start(&state) == 18)
    }

    @Test func `A fold makes columns wide enough for the lines on the screen`() throws {
        let list = rows(5_000, wideAt: 1_501)
        var state = BrowserState(
            TableInfo(columns: ["A", "B", "C"]) {
                TableSection(id: 0) {
                    Head("First", as: GridTitle.self)
                    Rows(byPosition: Array(list[..<1_500]), as: Line.self)
                }
                TableSection(id: 1) { Rows(byPosition: Array(list[1_500...]), as: Line.self) }
            }, height: 10)
        #expect(start(&state) == 8)
        try state.edit { try $0.collapseSection(.at(0)) }
        #expect(start(&state) == 18)
    }

    @Test func `A reload makes columns wide enough for the lines on the screen`() {
        var state = state(rows(5_000, wideAt: -1))
        state.type(":1502\n")
        state.update(nil, to: table(rows(5_000, wideAt: 1_501), columns: ["A", "B", "C"]))
        #expect(start(&state) == 18)
    }

    @Test func `A reload under a filter is measured when its rows are visible`() {
        var state = state(rows(5_000, wideAt: -1))
        state.type("&y\n")
        _ = state.paintedLines()
        state.update(nil, to: table([["x", "a wide yacht", "end"]], columns: ["A", "B", "C"]))
        #expect(start(&state) == 8)
        state.type("")
        #expect(start(&state) == 19)
    }

    @Test func `New rows are measured when the table has doubled`() throws {
        var state = state(rows(300, wideAt: -1))
        let wide = Rows(byPosition: [["x", "a wide cell", "end"]], as: Line.self)
        try state.edit { try $0.insert(wide, at: 0, in: .at(0)) }
        #expect(start(&state) == 8)
        let more = Rows(byPosition: rows(299, wideAt: -1), as: Line.self)
        try state.edit { try $0.append(more, to: .at(0)) }
        #expect(start(&state) == 18)
    }

    @Test func `Each row of a table that the screen shows completely is measured`() throws {
        var state = state(rows(4, wideAt: -1))
        let wide = Rows(byPosition: [["x", "a wide cell", "end"]], as: Line.self)
        try state.edit { try $0.append(wide, to: .at(0)) }
        #expect(start(&state) == 18)
        try state.edit { try $0.removeRow(.at(section: 0, row: 4)) }
        #expect(start(&state) == 18)
    }

    // MARK: Room

    private static let long = "A long text that is wider than forty terminal columns, as a note is"

    @Test(arguments: [
        (40, "> 1  A long text that is wider than …  9"),
        (60, "> 1  A long text that is wider than forty terminal colum…  9"),
        (120, "> 1  A long text that is wider than forty terminal columns, as a note is  9"),
    ])
    func `A long column gives way to the columns behind it, and takes all room`(width: Int, line: String) {
        var state = state([["1", Self.long, "9"]], width: width)
        #expect(state.paintedLines()[1] == line)
    }

    @Test(arguments: [
        (40, "> A long text that is wider than for…  1"), (80, "> \(long)  1"),
    ])
    func `A long first column is cut only as much as the others need`(width: Int, line: String) {
        var state = BrowserState(table([[Self.long, "1"]]), width: width, height: 10)
        #expect(state.paintedLines()[1] == line)
    }

    @Test(arguments: ["", "l", "ll", "lll", "llllll", "llllllhhh"], [40, 60, 80, 120, 200])
    func `No terminal column is free at the right while a visible column is cut`(keys: String, width: Int) {
        let cells = [Self.long, Self.long, "b", String(Self.long.prefix(30)), Self.long, "123", Self.long]
        var state = BrowserState(
            table([cells], columns: ["A", "B", "C", "D", "E", "F", "G"]), width: width, height: 10)
        state.type(keys)
        let line = state.paintedLines()[1]
        let spans = state.browsed.columns.spans(onWidth: width)
        let end = spans.last?.range.upperBound ?? 0
        #expect(!line.contains("…") || end == width, "\(line)")
        #expect(spans.contains { $0.column == state.browsed.columns.cursor })
    }

    @Test(arguments: [GridColumn.Alignment.automatic, .right, .decimal])
    func `A number that does not fit ends with an ellipsis`(alignment: GridColumn.Alignment) {
        let columns = [GridColumn("A"), GridColumn("B", alignment: alignment)]
        let number = "12345678901234567890"
        var state = BrowserState(table([["name", number]], columns: columns), width: 24, height: 10)
        #expect(state.paintedLines()[1] == "> name  \(number.prefix(15))…")
        let list = (0..<5_000).map { ["name", $0 == 1_501 ? "123456" : "12"] }
        state = BrowserState(table(list, columns: columns), width: 24, height: 10)
        _ = state.paintedLines()
        state.type(":1502\n")
        #expect(state.paintedLines().contains("> name  1…"))
    }

    @Test(arguments: [("long", "long"), ("note", "…"), ("t", "ttttt…"), ("absent", "")])
    func `A match behind the end of a cut cell is marked at the ellipsis`(text: String, marked: String) {
        var state = state([["1", Self.long, "9"]], width: 40)
        state.type("l/\(text)\n")
        var screen = TerminalScreen(width: 40, height: 10)
        state.paint(&screen)
        let line = Array(screen.text(ofLine: 1))
        let cells = screen.cells[40..<80].enumerated().filter { $1.style.isMatch }
        #expect(String(cells.map { line[$0.offset] }) == marked)
    }

    @Test func `The sign of further columns covers no letter of a title`() {
        let columns = ["A", "Sum", "C"].map { GridColumn($0) }
        var state = BrowserState(
            table([["name", "123456", Self.long]], columns: columns), width: 14, height: 10)
        #expect(state.paintedLines().prefix(2) == ["  A       Sum›", "> name  123456"])
    }

    @Test func `Numbers stay whole where texts are cut`() {
        var state = state([[Self.long, "12345678901234567890", Self.long]], width: 60)
        #expect(state.paintedLines()[1].contains("  12345678901234567890  "))
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Random columns share the screen without overlap, and the cursor's column is on it`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let count = Int.random(in: 1...9, using: &random)
            let cells = (0..<count).map { _ in
                String(
                    repeating: Bool.random(using: &random) ? "7" : "x",
                    count: .random(in: 1...70, using: &random))
            }
            let width = Int.random(in: 8...130, using: &random)
            let columns = (0..<count).map { GridColumn("\($0)") }
            var state = BrowserState(table([cells], columns: columns), width: width, height: 10)
            for key in "llhl$^zl2l-ll" {
                state.type(String(key))
                if key == "z" { _ = state.handle("2") }
                if key == "z" { _ = state.handle(.enter) }
                _ = state.paintedLines()
                let spans = state.browsed.columns.spans(onWidth: width)
                let comment: Comment = "seed \(seed), \(cells), width \(width), key \(key), \(spans)"
                #expect(spans.contains { $0.column == state.browsed.columns.cursor }, comment)
                #expect(spans.allSatisfy { $0.width > 0 && $0.range.upperBound <= width }, comment)
                for (span, next) in zip(spans, spans.dropFirst()) {
                    #expect(next.start == span.range.upperBound + 2, comment)
                }
                let isCut = spans.contains { $0.width < cells[$0.column].count }
                // A number that would be cut waits for room.
                let end = spans.last.map(\.range.upperBound) ?? 0
                let columns = state.browsed.columns
                let waits = (0..<count).contains { $0 > spans.last?.column ?? 0 && columns.isNumeric($0) }
                #expect(!isCut || end >= width - 2 || waits, comment)
            }
        }
    }
}
