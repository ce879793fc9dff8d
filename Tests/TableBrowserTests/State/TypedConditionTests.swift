import TableAgent
import TableSurfaces
import Testing

@_spi(Internals) @testable import TableBrowser

/// Conditions at the prompt of a filter.
struct TypedConditionTests {
    private static let orders = (0..<40).map { SampleOrder($0) }

    /// The orders that a state shows after a filter, from the top.
    private func visible(_ text: String, column: Int = 0) -> [Int] {
        var state = BrowserState(.orders(Self.orders))
        state.type(String(repeating: "l", count: column) + "&" + text + "\n")
        return (0..<state.lines.count).compactMap { index in
            let line = state.lines[index]
            return state.lines.row(of: line)?.data(as: SampleOrder.self)?.id
        }
    }

    private static let conditions: [(String, @Sendable (SampleOrder) -> Bool)] = [
        ("Amount > 5", { $0.cents > 500 }),
        ("amount>=5.64 and status = paid", { $0.cents >= 564 && $0.isPaid }),
        ("Status in open, other", { !$0.isPaid }), ("status not in (open)", { $0.isPaid }),
        ("Customer ~ müll", { $0.customer == "Müller & Söhne" }),
        ("Customer =~ ^[a-z]", { $0.customer == "grace" }),
        ("Order < 3 or Order > 37", { $0.id < 3 || $0.id > 37 }),
        ("Customer = 'Müller & Söhne'", { $0.id % 6 == 2 }), ("Customer != ''", { _ in true }),
        ("Customer = ''", { _ in false }),
    ]

    @Test(arguments: conditions)
    func `A condition shows the rows that meet it, whatever the case of the column`(
        text: String, isMet: @Sendable (SampleOrder) -> Bool
    ) {
        #expect(visible(text) == Self.orders.filter(isMet).map(\.id))
    }

    @Test func `A condition without a name is one of the column of the cursor`() {
        #expect(visible("> 5", column: 2) == Self.orders.filter { $0.cents > 500 }.map(\.id))
        #expect(visible("> 5") == Array(6..<40))
    }

    @Test func `Spaces around a title are ignored`() {
        var table = TableInfo.orders(Self.orders)
        table.columns[2].title = " Amount "
        var state = BrowserState(table)
        state.type("&amount > 5\n")
        #expect(state.lines.count == Self.orders.count { $0.cents > 500 })
    }

    @Test func `A filter keeps its meaning when a value of another kind comes`() throws {
        var state = BrowserState(.orders(Self.orders))
        state.type("ll&> 5\n")
        let count = state.lines.count
        var table = state.table
        try table.edit { try $0.append(Rows([NoAmount()], as: NoAmountLine.self), to: .at(0)) }
        state.update(nil, to: table)
        state.type("")
        #expect(state.table.rowCount == 41)
        #expect(count > 0 && state.lines.count == 0)
        let status = state.paintedLines().last ?? ""
        #expect(
            status.hasPrefix("0  nothing matches, Esc: back  Amount has texts now  Amount > 5"), "\(status)")
        state.type("s")
        #expect(state.lines.count == 0)
    }

    @Test func `A filter keeps its meaning when another one is added`() throws {
        var state = BrowserState(.orders(Self.orders))
        state.type("ll&> 5\n")
        var table = state.table
        try table.edit { try $0.append(Rows([NoAmount()], as: NoAmountLine.self), to: .at(0)) }
        state.update(nil, to: table)
        state.type("")
        state.type("&order >= -1\n")
        #expect(state.lines.count == 0)
        state.type("u")
        #expect(state.lines.count == 0)
        state.type("u")
        #expect(state.lines.count == 41)
    }

    @Test func `An excluded number does not come back with a text in its column`() throws {
        var state = BrowserState(.orders(Self.orders))
        state.type("&amount != 0\n")
        #expect(state.lines.count == 39)
        var table = state.table
        try table.edit { try $0.append(Rows([NoAmount()], as: NoAmountLine.self), to: .at(0)) }
        state.update(nil, to: table)
        state.type("")
        #expect(state.table.rowCount == 41 && state.lines.count == 0)
    }

    private struct NoAmount: Identifiable { let id = -1 }

    private enum NoAmountLine: GridLineItem {
        static func fill(_ line: inout GridLine, with data: NoAmount) {
            line.integer(-1)
            line.text("nobody")
            line.text("n/a")
            line.text("open")
        }
    }

    @Test func `Under a sort, a filter that hides the cursor's row moves to the next row of the sort`() {
        var state = BrowserState(.orders(Self.orders))
        for keys in ["lls", "gjjj"] { state.type(keys) }
        let order = Self.orders.sorted { ($0.cents, $0.id) < ($1.cents, $1.id) }
        let next = order[3...].first { $0.isPaid }
        state.type("&paid\n")
        #expect(state.cursorLine.flatMap { state.lines.row(of: $0)?.data(as: SampleOrder.self) } == next)
    }

    @Test func `Marked rows are chosen and copied in the order of the screen`() {
        var state = BrowserState(.orders(Self.orders))
        for keys in ["lls", "s", "gmmm"] { state.type(keys) }
        let order = Self.orders.sorted { ($1.cents, $0.id) < ($0.cents, $1.id) }.prefix(3)
        #expect(state.pickedRows.compactMap { $0.data(as: SampleOrder.self)?.id } == order.map(\.id))
        guard case .copy(let text)? = state.type("y").first else {
            Issue.record("Nothing was copied.")
            return
        }
        let ids = String(decoding: text, as: UTF8.self).split(separator: "\n").map {
            $0.prefix { $0 != "\t" }
        }
        #expect(ids == order.map { "\($0.id)"[...] })
    }

    @Test func `Without a sort, marked rows have the order of the table, also those that a filter hides`() {
        var state = BrowserState(.orders(Self.orders))
        state.type("mmm")
        state.type("&order > 1\n")
        #expect(state.pickedRows.compactMap { $0.data(as: SampleOrder.self)?.id } == [0, 1, 2])
    }

    @Test func `A filter without rows does not lose the line of the cursor`() {
        var state = BrowserState(.orders(Self.orders))
        state.type("jjjjj&absent\n")
        #expect(state.lines.count == 0)
        state.type("u")
        #expect(state.cursorLine?.position == RowPosition(section: 0, row: 5))
    }

    @Test func `The first column is shown with those after it`() {
        var state = BrowserState(.orders(Self.orders), width: 20)
        let first = state.paintedLines()[0]
        state.type("$")
        #expect(state.paintedLines()[0] != first)
        state.type("^")
        #expect(state.paintedLines()[0] == first)
    }

    @Test func `Hidden and frozen columns stay when the alignment of another column changes`() {
        var state = BrowserState(.orders(Self.orders))
        state.type("l-")
        var table = state.table
        table.columns[2] = GridColumn("Amount")
        table.columns.append("Note")
        state.update(nil, to: table)
        state.type("")
        #expect(state.browsed.columns.hidden == [1])
    }

    @Test func `Words, and anything in quotes, are no condition`() {
        #expect(visible("paid ada") == Self.orders.filter { $0.isPaid && $0.customer == "Ada" }.map(\.id))
        #expect(visible("'Status'") == [])
        #expect(visible("\"paid Ada\"") == visible("paid ada"))
        #expect(visible("Ada in paid") == [])
        #expect(visible(" in open", column: 3) == visible("'in open'"))
    }

    @Test(arguments: [
        ("Amount > x", "“x”; the column has numbers"), ("Price > 3", "No single column is named “Price”"),
        ("Status >", "“Status”"), ("Customer =~ (", "no regular expression"),
        ("Order = 1 and Order = 2 or Order = 3", "& Order = 1 and then & Order = 2 or Order = 3"),
        ("Amount > 5 and < 9", "needs a column, too"),
        ("Status = open or paid", "'in A, B'"), ("Order in 1,5", "comma between two digits"),
    ])
    func `A condition that can't be answered leaves the rows and says why`(text: String, message: String) {
        var state = BrowserState(.orders(Self.orders), width: 200)
        state.type("&\(text)\n")
        #expect(state.lines.count == 40 && state.browsed.view.query.isEmpty)
        let screen = state.paintedLines().joined(separator: "\n")
        #expect(
            screen.contains(message) || text == "Status >" && state.message.contains("value"),
            "\(state.message)")
    }

    @Test func `Each condition has its name in the status line, with its column`() {
        var state = BrowserState(.orders(Self.orders), width: 120)
        state.type("&order > 3\n")
        state.type("ll&<5\n")
        state.type("&ada\n")
        let status = state.paintedLines().last ?? ""
        #expect(status.contains("&ada  Amount <5  order > 3"), "\(status)")
    }

    @Test func `A message that the status line can't hold has lines of its own until the next key`() {
        var state = BrowserState(.orders(Self.orders), width: 60, height: 12)
        state.type("G&Price > 3\n")
        let lines = state.paintedLines()
        #expect(lines[9].hasPrefix("No single column is named “Price”. To look for the words,"), "\(lines)")
        #expect(lines[10] == "put them in quotes.")
        #expect(lines[8].hasPrefix(">"))
        state.type("k")
        #expect(state.paintedLines()[9].hasPrefix(">"))
    }

    @Test func `The values of a condition are read as the program reads its columns`() {
        var state = BrowserState(.orders(Self.orders))
        state.browsed.conditionValues = { _, column, values throws(TableError) in
            guard column == 2, values.bound != nil else { throw TableError(.invalidQuery, "Other values.") }
            return values.texts.map { $0.replacing(",", with: ".") }
        }
        state.type("&Amount > 5,00\n")
        #expect(state.lines.count == Self.orders.count { $0.cents > 500 })
        state.type("&Status = paid\n")
        #expect(state.message == "Other values.")
    }

    @Test func `The commands of a program precede the keys of the browser, and are in the help`() {
        var state = BrowserState(.orders(Self.orders), height: 60)
        state.programKeys = ["j": "jump"]
        guard case .program("j")? = state.handle("j").first else {
            Issue.record("The key is no command of the program.")
            return
        }
        _ = state.handle(.f1)
        #expect(state.paintedLines().contains { $0.hasPrefix("j ") && $0.hasSuffix("jump") })
    }

    @Test func `A command of a program waits for the rows that the person asked for`() {
        func filtered(_ count: Int) -> BrowserState {
            var state = BrowserState(.orders((0..<count).map { SampleOrder($0) }))
            state.programKeys = ["w": "write", .escape: "stop"]
            _ = "&ada\n".map { state.handle($0 == "\n" ? .enter : .character($0)) }
            return state
        }
        var small = filtered(40)
        #expect(small.hasWork && !small.handle("w").isEmpty && small.lines.count == 7)
        var large = filtered(400_000)
        #expect(large.handle("w").isEmpty && large.message == BrowserWords.Messages().stillOrdering)
        #expect(!large.handle(.escape).isEmpty)
        while large.work(for: .seconds(1)) {}
        #expect(large.lines.count < 400_000 && !large.handle("w").isEmpty)
    }

    @Test func `The answer to a question of a program is its text, and Escape is no answer`() {
        var state = BrowserState(.orders(Self.orders))
        state.ask(.question("File?", hint: "a name"))
        #expect(state.paintedLines().last == "File?  a name")
        state.type("a.csv")
        guard case .answer("a.csv")? = state.handle(.enter).first else {
            Issue.record("There is no answer.")
            return
        }
        state.ask(.question("File?", hint: ""))
        #expect(state.handle(.escape).isEmpty)
        #expect(state.lines.count == 40)
    }
}
