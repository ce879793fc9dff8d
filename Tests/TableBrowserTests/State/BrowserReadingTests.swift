import TableAgent
import Testing

@_spi(Internals) @testable import TableBrowser

/// Moving, searching, filtering, and sorting.
struct BrowserReadingTests {
    private func state(_ count: Int = 40, sections: Int = 4) -> BrowserState {
        BrowserState(.orders((0..<count).map { SampleOrder($0) }, sections: sections))
    }

    @Test func `The head of the section stays at the top`() {
        var state = state()
        state.type(":8\n")
        _ = state.handle(.pageDown)
        let lines = state.paintedLines()
        #expect(lines[0] == "  Order  Customer            Amount  Status")
        #expect(lines[1].hasPrefix("  ▾ Batch"))
        #expect(lines.contains { $0.hasPrefix(">") })
    }

    @Test func `Bars follow their numbers, and a series is a chart whose words the details show`() {
        let lines: [[Double]] = [[4, 1], [8, -1], [2, 7]]
        let table = TableInfo(columns: [GridColumn("N", bar: .automatic), "Trend"]) {
            TableSection(id: "all") { Rows(byPosition: lines, as: TrendLine.self) }
        }
        var state = BrowserState(table)
        #expect(
            state.paintedLines().prefix(4) == [
                "  N             Trend", "> 4 ━━━━━       ▇▂",
                "  8 ━━━━━━━━━━  2 values, from -1 to 8, last -1",
                "  2 ━━╸         ▂▇",
            ])
        state.type("o")
        #expect(state.paintedLines().contains { $0.hasSuffix("2 values, from 1 to 4, last 1") })
    }

    private enum TrendLine: GridLineItem {
        static func fill(_ line: inout GridLine, with values: [Double]) {
            line.integer(Int(values[0]))
            line.series(values)
        }
    }

    private enum ShortLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: SampleOrder) {
            line.text(order.customer)
            line.decimal(order.cents, scale: 2)
        }
    }

    private enum LongLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: SampleOrder) {
            line.integer(order.id)
            line.text(order.customer)
            line.text("secret")
            line.decimal(order.cents, scale: 2)
        }
    }

    @Test func `Columns for programs are nowhere on the screen`() {
        let orders = (0..<40).map { SampleOrder($0) }
        func table<Item: TableItem<SampleOrder, GridLine>>(_ columns: [GridColumn], _ item: Item.Type)
            -> TableInfo where Item.Context == Void
        {
            TableInfo(columns: columns) {
                TableSection(id: 0) {
                    Head("Orders", as: GridTitle.self)
                    Rows(orders, as: item)
                }
            }
        }
        let amount = GridColumn("Amount", alignment: .decimal, bar: .automatic)
        var reduced = BrowserState(table(["Customer", amount], ShortLine.self))
        var hidden = BrowserState(
            table(
                [
                    GridColumn("Id", audience: .programs), "Customer",
                    GridColumn("Secret", audience: .programs),
                    amount,
                ], LongLine.self))
        for keys in ["", "j", "o", "ls", "s", "/Linus\n", "/secret\n", "&Ada\n", "y"] {
            #expect(hidden.type(keys).count == reduced.type(keys).count)
            let lines = hidden.paintedLines()
            #expect(lines == reduced.paintedLines(), "after \(keys)")
        }
        #expect(hidden.spokenLine == reduced.spokenLine)
    }

    @Test func `A column that is cut has no bars`() {
        let table = TableInfo(columns: [GridColumn("N", bar: .range(0...10))]) {
            TableSection(id: "all") { Rows(byPosition: [[4.0]], as: TrendLine.self) }
        }
        var state = BrowserState(table)
        state.resize(width: 10, height: 10)
        #expect(!state.paintedLines().joined().contains("━"))
    }

    @Test(arguments: [
        ("G", 47), ("Gg", 0), (":17\n", 16), (":0\n", 0), (":999\n", 47), ("jjjk", 2),
    ])
    func `Keys move to lines`(keys: String, line: Int) {
        var state = state()
        state.type(keys)
        #expect(state.cursorLine == state.lines[line])
    }

    @Test func `The cursor moves to a column by its index, but not to a hidden or a missing column`() {
        var state = state(sections: 1)
        func copied(_ keys: String) -> String? {
            guard case .copy(let text)? = state.type(keys).first else { return nil }
            return String(decoding: text, as: UTF8.self)
        }
        state.browsed.moveCursor(toColumn: 2)
        #expect(copied("Gy") == "8.41")
        for missing in [4, -1, .max] { state.browsed.moveCursor(toColumn: missing) }
        #expect(copied("y") == "8.41")
        state.type("-")
        state.browsed.moveCursor(toColumn: 0)
        #expect(copied("y") == "39")
        state.browsed.moveCursor(toColumn: 2)
        #expect(copied("y") == "paid")
    }

    @Test func `A search wraps around, and goes in both directions`() {
        var state = state()
        var visited: [BrowserLine?] = []
        for keys in ["/ada\n", "n", "N", "N", "?ada\n", "n"] {
            state.type(keys)
            visited.append(state.cursorLine)
        }
        let ada = (0..<40).filter { $0 % 6 == 0 }.map {
            BrowserLine(section: $0 / 10, part: .row($0 % 10))
        }
        #expect(visited == [ada[0], ada[1], ada[0], ada[6], ada[5], ada[4]])
    }

    @Test(arguments: [
        ("ADA", 0), ("adá", 0), ("söhne müller", 2), ("MULLER", 2), ("さくら", 3), ("7.57 paid", 3),
        ("adb", nil),
    ])
    func `A search finds the line with all words, in any case and with any accents`(text: String, row: Int?) {
        var state = state(sections: 1)
        state.type("G/\(text)\n")
        #expect(state.cursorLine == BrowserLine(section: 0, part: .row(row ?? 39)))
        #expect(state.message.contains("was not found") == (row == nil))
    }

    @Test func `A search of one column skips the others`() {
        var state = state(sections: 1)
        _ = state.type("/")
        _ = state.handle(.tab)
        state.type("3\n")
        #expect(state.cursorLine == BrowserLine(section: 0, part: .row(3)))
        state.type("l/")
        _ = state.handle(.tab)
        #expect(state.paintedLines().last == "/[Customer]  text to find, Tab: this column only")
        state.type("9\n")
        #expect(state.message == "“9” was not found.")
    }

    @Test func `A filter shows matching rows of sections with matches, with their sums`() {
        var state = state()
        state.type("&株\n")
        #expect(
            state.lines.all.map(\.part) == [
                .head, .row(3), .row(9), .foot, .head, .row(5), .foot, .head, .row(1), .row(7), .foot,
                .head, .row(3), .row(9), .foot,
            ])
        let sum = [3, 9].map { SampleOrder($0).cents }.reduce(0, +)
        #expect(state.lines.text(of: state.lines[3], column: 2) == "\(sum / 100).\(sum % 100)")
        #expect(state.lines.text(of: state.lines[0], column: 0) == "Batch 0 (2)")
        #expect(state.paintedLines().last?.hasPrefix("2/15  7 of 40 rows, Esc: back  &株") == true)
        _ = state.handle(.escape)
        #expect(state.lines.count == 48)
    }

    @Test func `A filter stays if the same columns and further ones have other alignments`() {
        var state = state(sections: 1)
        state.type("&paid\n")
        var table = state.table
        table.columns = ["Order", "Customer", GridColumn("Amount", alignment: .right), "Status", "Note"]
        state.update(nil, to: table)
        state.type("")
        #expect(state.lines.count == 14)
        table.columns = ["Order", "Name", "Amount", "Status", "Note"]
        state.update(nil, to: table)
        state.type("")
        #expect(state.lines.count == 40)
    }

    @Test func `Filters are added up, and Escape removes the last one, and never the marks`() {
        var state = state(sections: 1)
        state.type("mmG*")
        #expect(state.paintedLines().last?.contains("1 of 40 rows, Esc: back  Order = 39") == true)
        _ = state.handle(.escape)
        state.type("lll*l&")
        _ = state.handle(.tab)
        state.type("ada\n")
        #expect(state.lines.count == 0)
        #expect(state.paintedLines().last?.contains("Status ~ ada  Status = paid") == true)
        _ = state.handle(.escape)
        state.type("hh&")
        _ = state.handle(.tab)
        state.type("a\n")
        let visible = (0..<40).filter { $0 % 3 == 0 && SampleOrder($0).customer.lowercased().contains("a") }
        #expect(state.lines.all.compactMap(\.position?.row) == visible)
        #expect(state.paintedLines().last?.contains("Customer ~ a  Status = paid  2 marked") == true)
        for count in [14, 40] {
            _ = state.handle(.escape)
            state.type("")
            #expect(state.lines.count == count)
        }
        _ = state.handle(.escape)
        #expect(state.paintedLines().last?.contains("2 marked") == true)
        state.type("M")
        #expect(state.paintedLines().last?.contains("marked") == false)
    }

    @Test func `A second sort orders equal rows, and the titles show the places`() {
        var state = state(sections: 1)
        state.type("llls")
        #expect(state.paintedLines()[0].hasSuffix("Status↑"))
        state.type("hh+hl")
        #expect(
            state.paintedLines()[0].contains("Status↑1") && state.paintedLines()[0].contains("Customer↑2"))
        func visible() -> [Int] { state.lines.all.compactMap(\.position?.row) }
        let customers = ["Ada", "Barbara", "grace", "Linus", "Müller & Söhne", "株式会社さくら商店"]
        func sorted(descending: Bool) -> [Int] {
            let orders = (0..<40).map { SampleOrder($0) }
            return [false, true].flatMap { isPaid in
                (descending ? customers.reversed() : customers).flatMap { customer in
                    orders.filter { $0.isPaid == isPaid && $0.customer == customer }.map(\.id)
                }
            }
        }
        #expect(visible() == sorted(descending: false))
        state.type("+")
        #expect(visible() == sorted(descending: true))
        state.type("S")
        #expect(visible() == Array(0..<40))
    }

    @Test func `A filter finds each word in a row or in the head of its section`() {
        var state = state()
        func positions(_ isFound: (Int) -> Bool) -> [RowPosition] {
            (0..<40).filter(isFound).map { RowPosition(section: $0 / 10, row: $0 % 10) }
        }
        func contains2(_ id: Int) -> Bool { "\(id) \(SampleOrder(id).cents)".contains("2") }
        state.type("&2 batch\n")
        #expect(state.lines.all.compactMap(\.position) == positions { $0 / 10 == 2 || contains2($0) })
        // A second filter hides no row with its words.
        state.type("&ada\n")
        #expect(
            state.lines.all.compactMap(\.position)
                == positions { ($0 / 10 == 2 || contains2($0)) && $0 % 6 == 0 })
    }

    @Test func `Many short sections are filtered in slices`() {
        let table = TableInfo(columns: TableInfo.orderColumns) {
            for number in 0..<40_000 {
                TableSection(id: number) { Rows([SampleOrder(number)], as: SampleLine.self) }
            }
        }
        var state = BrowserState(table)
        _ = state.handle("s")
        var slices = 1
        while state.work(for: .milliseconds(1)) { slices += 1 }
        #expect(slices > 5 && state.lines.count == 40_000)
    }

    @Test func `A filter without matches says so`() {
        var state = state()
        state.type("&nobody\n")
        #expect(state.paintedLines()[1] == "  No rows")
        #expect(state.paintedLines().last?.hasPrefix("0  nothing matches, Esc: back") == true)
    }

    @Test func `Only rows with the value of the cell are visible`() {
        var state = state(sections: 1)
        state.type("llls*")
        #expect(state.lines.count == 14)
        #expect(state.lines.all.allSatisfy { $0.position.map { $0.row % 3 == 0 } == true })
    }

    @Test(arguments: [
        [
            "-10", "-3", "-0", "0.5", "9", "10", "1e3", "9007199254740992", "9007199254740993",
            "9007199254740994", "18446744073709551616", "18446744073709551617", "100000000000000000000", nil,
        ],
        ["-0", "0.5", "9", "10", "ä", "Alpha", "alphabet soup 2", "alphabet soup 10", "beta", nil],
    ])
    func `A column has one order, and empty cells are last in both directions`(sorted: [String?]) {
        enum Line: GridLineItem {
            static func fill(_ line: inout GridLine, with value: String?) {
                guard let value else { return line.empty() }
                var text = value
                text.withUTF8 { line.decimal(utf8: $0) }
            }
        }
        let values = sorted.enumerated().sorted { $0.offset * 7 % 11 < $1.offset * 7 % 11 }.map(\.element)
        var state = BrowserState(
            TableInfo(columns: ["Value"]) {
                TableSection(id: 0) { Rows(byPosition: values, as: Line.self) }
            })
        func visible() -> [String?] {
            state.lines.all.compactMap(\.position).map {
                state.table.row(.at($0))?.data(as: String?.self) ?? nil
            }
        }
        state.type("s")
        #expect(visible() == sorted)
        state.type("s")
        #expect(visible() == sorted.dropLast().reversed() + [nil])
        state.type("S")
        #expect(visible() == values)
    }

    @Test func `Many rows with long equal beginnings are sorted in slices`() {
        let names = (0..<40_000).map { "A name with a long beginning \(($0 &* 7919) % 40_000)" }
        enum Line: GridLineItem {
            static func fill(_ line: inout GridLine, with name: String) { line.text(name) }
        }
        var state = BrowserState(
            TableInfo(columns: ["Name"]) {
                TableSection(id: 0) { Rows(byPosition: names, as: Line.self) }
            })
        _ = state.handle("s")
        var slices = 1
        while state.work(for: .milliseconds(1)) { slices += 1 }
        #expect(slices > 1)
        let visible = state.lines.all.compactMap(\.position).map { names[$0.row] }
        #expect(visible == (0..<40_000).map { "A name with a long beginning \($0)" })
    }

    @Test func `A key ends a search and a sort`() {
        var state = state()
        state.type("l")
        _ = state.handle("s")
        #expect(state.hasWork)
        _ = state.handle(.escape)
        #expect(!state.hasWork && state.message == "Stopped.")
        #expect(state.lines.count == 48)
    }

    @Test func `Hidden and frozen columns change what is visible`() {
        var state = state(sections: 1)
        state.type("l-")
        #expect(state.paintedLines()[0] == "  Order  Amount  Status")
        state.resize(width: 14, height: 10)
        state.type("l")
        #expect(state.paintedLines()[0] == " ‹Order  Stat…")
        state.type("z0\n")
        state.type("h")
        #expect(state.paintedLines()[0] == " ‹Amount  Sta…")
        state.resize(width: 80, height: 10)
        state.type("z\n")
        #expect(state.paintedLines()[0] == "  Order  Customer            Amount  Status")
    }

    @Test func `A table without columns, rows, or sections is shown`() {
        var state = BrowserState(TableInfo(caption: "Nothing", columns: ["A"]))
        #expect(state.paintedLines()[0] == "Nothing")
        for key in "jkhlGgs&x\n/x\n a\nomy*-zcenNF" {
            _ = state.handle(key == "\n" ? .enter : .character(key))
        }
        #expect(state.paintedLines()[2] == "  No rows")
    }

    @Test func `Paused updates are counted, and shown at the end of the pause`() throws {
        var state = state()
        state.type("p")
        var table = state.table
        for number in 0..<3 {
            let old = table
            try table.edit {
                try $0.insert(Rows([SampleOrder(100 + number)], as: SampleLine.self), at: 0, in: .at(0))
            }
            state.update(TableChanges(from: old, to: table), to: table)
        }
        state.settle()
        #expect(state.lines.count == 48)
        #expect(state.paintedLines().last?.contains("paused, 3 updates to show") == true)
        state.type("p")
        #expect(state.lines.count == 51)
    }

    @Test func `Rows that arrive above the screen are counted until the person reaches them`() throws {
        var state = state()
        state.type("G")
        var table = state.table
        let old = table
        try table.edit {
            try $0.insert(Rows([SampleOrder(100), SampleOrder(101)], as: SampleLine.self), at: 0, in: .at(0))
        }
        state.update(TableChanges(from: old, to: table), to: table)
        #expect(state.paintedLines().last?.contains("2 new above") == true)
        state.type("g")
        #expect(state.paintedLines().last?.contains("new above") == false)
    }

    @Test func `A sorted table stays sorted after a reload with many changes`() {
        var state = state(2_000, sections: 1)
        state.type("lls")
        let orders = (1_500..<6_000).map { SampleOrder($0) }
        state.update(nil, to: .orders(orders))
        state.type("")
        let cents = state.lines.all.compactMap {
            state.table.row(.at($0.position ?? .init(section: 9, row: 0)))?.data(as: SampleOrder.self)?.cents
        }
        #expect(cents == orders.map(\.cents).sorted())
    }

    @Test func `Hostile text is shown by symbols`() {
        enum Line: GridLineItem {
            static func fill(_ line: inout GridLine, with text: String) { line.text(text) }
        }
        var state = BrowserState(
            TableInfo(columns: [GridColumn("A\u{1B}[2J")]) {
                TableSection(id: 0) { Rows(byPosition: ["x\u{1B}]0;title\u{7}y", "a\nb"], as: Line.self) }
            })
        state.message = "\u{1B}[31m"
        var screen = TerminalScreen(width: 80, height: 24)
        state.paint(&screen)
        let text = String(decoding: screen.repaint(), as: UTF8.self)
        #expect(!text.contains("\u{1B}]") && !text.contains("\u{1B}[31m") && text.contains("x␛]0;title␇y"))
        #expect(state.paintedLines()[2] == "  a↵b")
    }

    @Test func `The details show whole texts`() {
        var state = state(sections: 1)
        state.resize(width: 30, height: 16)
        state.type("jjjo")
        #expect(
            state.paintedLines().suffix(7) == [
                "Details, o hides them", "Order     3", "Customer  株式会社さくら商店", "Amount    7.57",
                "Status    paid", "", "4/40           q quit  F1 help",
            ])
    }

    @Test func `A line of speech has the titles, and the place of the line`() {
        var state = state()
        state.type("jm")
        #expect(state.spokenLine == "3 of 48. Order: 1, Customer: grace, Amount: 9.19, Status: open")
        state.type("k")
        #expect(state.spokenLine.hasPrefix("2 of 48. marked Order: 0, Customer: Ada"))
        state.type("a")
        #expect(
            state.spokenLine
                == "Actions of 0; 1  Pay; 2  Refund…; 3  Delete…; 4  Archive. The current one is 1. Enter performs, Esc cancels"
        )
    }
}

extension BrowserReadingTests {
    @Test(arguments: ["lls", "/zzz\n", "&paid\n", "lls\u{1B}"])
    func `A new table that is being sorted is not lost by another command`(keys: String) {
        var state = BrowserState(.orders((0..<2_000).map { SampleOrder($0) }))
        state.type("ls")
        state.update(nil, to: .orders((0..<5_000).map { SampleOrder($0) }))
        state.settle()
        #expect(state.hasWork && state.isBehind)
        for key in keys {
            let keys: [Character: BrowserKey] = ["\n": .enter, "\u{1B}": .escape]
            _ = state.handle(keys[key] ?? .character(key))
        }
        state.type("")
        #expect(state.table.rowCount == 5_000)
        #expect(!state.isBehind)
    }
}
