import TableAgent
import TableSurfaces
import Testing

@_spi(Internals) @testable import TableBrowser

/// Keys of a hurried person, small screens, and updates at a bad moment.
struct BrowserSafetyTests {
    private func orders(_ count: Int) -> [SampleOrder] { (0..<count).map { SampleOrder($0) } }

    private func state(_ count: Int = 8, sections: Int = 2) -> BrowserState {
        BrowserState(.orders(orders(count), sections: sections))
    }

    private func remove(_ row: Int, _ section: Int = 0, from state: inout BrowserState) throws {
        var table = state.table
        let old = table
        try table.edit { try $0.removeRow(.at(RowPosition(section: section, row: row))) }
        state.update(TableChanges(from: old, to: table), to: table)
    }

    private func finish(_ state: inout BrowserState) {
        while state.work(for: .seconds(1)) {}
        state.settle()
        while state.work(for: .seconds(1)) {}
    }

    private func types(_ text: String, _ state: inout BrowserState) -> [BrowserEffect] {
        text.flatMap { state.handle($0 == "\n" ? .enter : .character($0)) }
    }

    private func place(_ effects: [BrowserEffect]) -> EventSender? {
        for effect in effects {
            switch effect {
            case .select(let place), .post(_, let place), .perform(_, _, _, let place): return place
            default: break
            }
        }
        return nil
    }

    // MARK: Money

    @Test func `A search that ends while a question is open does not move the question to another row`() {
        var state = state(40, sections: 1)
        _ = types("j/Barbara\n", &state)  // the search has not run yet
        _ = types("a3\n", &state)
        #expect(state.paintedLines().contains("  Delete order 1?"))
        while state.work(for: .seconds(1)) {}
        let place = place(types("y", &state))
        #expect(place == nil || place == .row(.at(section: 0, row: 1)))
    }

    @Test func `A filter that ends while a question is open does not move the question to another row`() {
        var state = state(40, sections: 1)
        _ = types("j&Barbara\n", &state)
        _ = types("a3\n", &state)
        while state.work(for: .seconds(1)) {}
        let place = place(types("y", &state))
        #expect(place == nil || place == .row(.at(section: 0, row: 1)))
    }

    @Test func `A key ends a search, as the article says`() {
        var state = state(40, sections: 1)
        _ = types("/Barbara\nj", &state)
        #expect(!state.hasWork)
        while state.work(for: .seconds(1)) {}
        #expect(place(types("\n", &state)) == .row(.at(section: 0, row: 1)))
    }

    @Test func `A search after a filter begins when the rows are filtered`() {
        var state = state(40, sections: 1)
        _ = types("&open\n/Barbara\n", &state)
        finish(&state)
        #expect(state.lines.count < 40 && state.lines.query.filters.count == 1)
        let found = state.cursorLine.flatMap { state.lines.row(of: $0)?.data(as: SampleOrder.self) }
        #expect(found?.customer == "Barbara")
        _ = types("&grace\n/Barbara\nG", &state)
        finish(&state)
        #expect(state.lines.query.filters.count == 2 && state.message.isEmpty)
    }

    @Test func `Filters that Escape stops for a new table can be taken back`() {
        var state = state(40, sections: 1)
        state.type("&paid\n")
        state.type("&Ada\n")
        let names = state.lines.query.filters.map(\.name)
        state.update(nil, to: .orders(orders(2_000), sections: 1))
        state.settle()
        #expect(state.hasWork)
        _ = state.handle(.escape)
        #expect(state.table.rowCount == 2_000 && state.lines.query.isEmpty)
        state.type("u")
        #expect(state.lines.query.filters.map(\.name) == names)
    }

    @Test func `A key during a filter is not for the row that the filter moves under the cursor`() {
        var state = state(40, sections: 1)
        _ = types("j&Barbara\n", &state)
        _ = types("o", &state)
        while state.work(for: .seconds(1)) {}
        #expect(state.cursorLine?.position != RowPosition(section: 0, row: 1))
        #expect(place(types("\n", &state)) == nil)
    }

    @Test func `A business key has no effect on the row that replaced the cursor's row`() throws {
        var state = state()
        state.bindings["r"] = .post(.archive)
        state.type("jj")
        try remove(1, from: &state)
        #expect(place(types("r", &state)) == nil)
    }

    @Test func `m does not mark the row that replaced the cursor's row`() throws {
        var state = state()
        state.type("jj")
        try remove(1, from: &state)
        state.type("m")
        #expect(state.paintedLines().last?.contains("marked") == false)
    }

    @Test func `A move and Enter typed at once do not select a row below the one that was seen`() throws {
        var state = state()
        state.type("jj")  // The person sees 1 under the cursor and 2 below it, and types "j" and Enter.
        try remove(1, from: &state)
        let place = place(types("j\n", &state))
        #expect(place == nil || place == .row(.at(section: 0, row: 1)))
    }

    @Test(arguments: ["S", "s", "n", "&x\n", "*"])
    func `A key while a new table is sorted does not lose the new table`(keys: String) {
        var state = state(20, sections: 1)
        state.type("/grace\n")
        state.type("lls")
        // More changes than are applied one by one.
        let new = TableInfo.orders((5_000..<8_000).map { SampleOrder($0) } + orders(20))
        state.update(nil, to: new)
        state.settle()
        #expect(state.hasWork && state.isBehind)
        _ = types(keys, &state)
        #expect(state.isBehind || state.table.sections[0].rows.count == 3_020)
        finish(&state)
        #expect(state.isBehind || state.table.sections[0].rows.count == 3_020)
    }

    @Test func `An update between the end of a pause and the next frame is not applied to the old table`()
        throws
    {
        var state = state(8, sections: 1)
        _ = types("p", &state)
        let first = state.table
        var second = first
        try second.edit {
            try $0.insert(Rows([SampleOrder(50), SampleOrder(51)], as: SampleLine.self), at: 0, in: .at(0))
        }
        state.update(TableChanges(from: first, to: second), to: second)
        _ = types("p", &state)
        var third = second
        try third.edit { try $0.insert(Rows([SampleOrder(60)], as: SampleLine.self), at: 0, in: .at(0)) }
        state.update(TableChanges(from: second, to: third), to: third)
        finish(&state)
        #expect(!state.isBehind)
        #expect(state.table.sections[0].rows.count == 11)
        #expect(state.lines.count == 11)
    }

    @Test func `An update between the end of a filter and the next frame is not replaced by an older one`()
        throws
    {
        var state = state(8, sections: 1)
        state.type("&grace\n")
        let first = state.table
        var second = first
        try second.edit { try $0.insert(Rows([SampleOrder(50)], as: SampleLine.self), at: 0, in: .at(0)) }
        state.update(TableChanges(from: first, to: second), to: second)
        _ = state.handle(.escape)
        var third = second
        try third.edit { try $0.insert(Rows([SampleOrder(60)], as: SampleLine.self), at: 0, in: .at(0)) }
        state.update(TableChanges(from: second, to: third), to: third)
        finish(&state)
        #expect(!state.isBehind)
        #expect(state.table.sections[0].rows.count == 10)
        #expect(state.lines.count == 10)
    }

    @Test func `The end of a pause shows the table that waits`() throws {
        var state = state(8, sections: 1)
        _ = types("p", &state)
        try remove(0, from: &state)
        _ = types("p", &state)
        #expect(!state.isPaused && state.isBehind)
        state.settle()
        #expect(!state.isBehind && state.lines.count == 7)
    }

    @Test(arguments: [3, 5])
    func `An action that no line shows is not performed`(height: Int) {
        var state = BrowserState(.orders(orders(8)), height: height)
        _ = types("a", &state)
        if height == 5 { _ = types("jjj", &state) }
        let lines = state.paintedLines()
        let effects = types("\n", &state)
        let name = height == 5 ? "Archive" : "Pay"
        #expect(place(effects) == nil || lines.contains { $0.contains(name) }, "\(lines)")
        if height == 3 { #expect(state.message == "The window is too small for the question.") }
    }

    @Test(arguments: [80, 50])
    func `The text of an input is visible while it is typed`(width: Int) {
        var state = BrowserState(.orders(orders(8)), width: width)
        state.type("a2\n99\n")
        _ = state.handle(.control("U"))
        state.type("2.57")
        let line = state.paintedLines().last ?? ""
        #expect(line.contains("2.57"), "\(line)")
    }

    @Test func `A narrow screen does not hide the amount that y confirms`() {
        var state = BrowserState(.orders(orders(8)), width: 20)
        state.type("a2\n")
        _ = state.handle(.control("U"))
        state.type("2.57")
        #expect(state.paintedLines().last?.contains("2.57") == true)
        state.type("\n")
        let lines = state.paintedLines()
        #expect(lines.contains { $0.contains("2.57") }, "\(lines)")
    }

    @Test func `The question whose confirmation changed is not answered by y`() throws {
        var state = BrowserState(
            TableInfo(columns: ["A"]) {
                TableSection(id: 0) { Rows([Quoted(id: 1, text: "Pay 5?")], as: QuotedLine.self) }
            })
        _ = types("a1\n", &state)
        #expect(state.paintedLines().contains("  Pay 5?"))
        var table = state.table
        let old = table
        try table.edit {
            try $0.replaceData(
                ofRow: .at(RowPosition(section: 0, row: 0)), with: Quoted(id: 1, text: "Pay 500?"))
        }
        state.update(TableChanges(from: old, to: table), to: table)
        guard case .perform(let action, let offer, _, _)? = types("y", &state).first else { return }
        // This is the check of `TableBrowser.perform`.
        #expect(table.row(.at(RowPosition(section: 0, row: 0)))?.currentAction(action, at: offer) == nil)
    }

    @Test func `Enter picks nothing else if all marked rows were removed`() throws {
        var state = state(8, sections: 1)
        state.type("m")
        try remove(0, from: &state)
        #expect(state.pickedRows.isEmpty)
        #expect(state.paintedLines().last?.contains("1 marked") == false)
    }

    @Test func `After an action, a says what to press`() {
        var state = state()
        state.type("jja\n")
        _ = types("a", &state)
        #expect(!state.message.contains("Enter"))
    }

    // MARK: Traps

    @Test func `The smallest line number is no trap`() async {
        await #expect(processExitsWith: .success) {
            var state = BrowserState(.orders((0..<8).map { SampleOrder($0) }))
            state.type(":-9223372036854775808\n")
        }
    }

    // MARK: Results

    @Test func `Expanded rows are not counted as new`() throws {
        var state = BrowserState(.orders(orders(400), sections: 8), height: 6)
        state.type("G")
        func collapse(_ isCollapsed: Bool) throws {
            var table = state.table
            let old = table
            try table.edit { edit in
                for index in 0..<7 {
                    try isCollapsed ? edit.collapseSection(.at(index)) : edit.expandSection(.at(index))
                }
            }
            state.update(TableChanges(from: old, to: table), to: table)
        }
        try collapse(true)
        try collapse(false)
        #expect(
            state.paintedLines().last?.contains("new above") == false, "\(state.paintedLines().last ?? "")")
    }

    @Test func `A search that finds a row ends following`() throws {
        var state = state(40, sections: 1)
        state.type("F/grace\n")
        let found = state.cursorLine
        var table = state.table
        let old = table
        try table.edit { try $0.append(Rows([SampleOrder(50)], as: SampleLine.self), to: .at(0)) }
        state.update(TableChanges(from: old, to: table), to: table)
        #expect(state.cursorLine == found)
    }

    @Test func `The cell of the cursor is visible among more frozen columns than fit`() {
        var state = BrowserState(.orders(orders(8)), width: 24)
        state.type("z4\nlll")
        #expect(state.paintedLines()[0].contains("Status"))
    }

    @Test func `A found text is visible in its column`() {
        var state = BrowserState(.orders(orders(8)), width: 24)
        state.type("/paid\n")
        #expect(state.paintedLines().dropLast().contains { $0.contains("paid") })
    }

    @Test func `The classic mouse report is not keys`() {
        var parser = KeyParser()
        #expect(parser.add("\u{1B}[M a!".utf8).isEmpty)
    }

    @Test func `Alt and an arrow is not Escape`() {
        var parser = KeyParser()
        #expect(!parser.add("\u{1B}\u{1B}[A".utf8).contains(.escape))
    }

    @Test func `A search ends in a table with rows of another view`() {
        var state = BrowserState()
        state.update(
            nil, to: TableInfo { TableSection(id: 0) { Rows(byPosition: [1, 2], as: OtherItem.self) } })
        _ = types("/x\n", &state)
        for _ in 0..<100 { _ = state.work(for: .milliseconds(1)) }
        #expect(!state.hasWork)
    }
}

private struct Quoted: Identifiable, Equatable, Sendable {
    let id: Int
    var text: String
}

private enum QuotedLine: GridLineItem, EventItem {
    static func fill(_ line: inout GridLine, with data: Quoted) { line.text(data.text) }
    static func actions(_ place: RowAction.Placement, for data: Quoted) -> [RowAction] {
        place == .menu ? [RowAction("Pay", .archive, confirmation: data.text)] : []
    }
}

private final class OtherView {}

private enum OtherItem: TableItem {
    static func fill(_ view: inout OtherView, with data: Int) {}
}
