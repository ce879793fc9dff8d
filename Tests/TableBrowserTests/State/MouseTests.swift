import RandomTesting
import TableAgent
import Testing

@_spi(Internals) @testable import TableBrowser

/// Clicks and the wheel, which arrive as keys.
struct MouseTests {
    private func state(_ count: Int = 40, sections: Int = 1) -> BrowserState {
        var state = BrowserState(.orders((0..<count).map { SampleOrder($0) }, sections: sections))
        _ = state.paintedLines()
        return state
    }

    /// Clicks on a line of the screen, and returns the row that is selected.
    private func click(
        _ line: Int, column: Int = 3, _ state: inout BrowserState, isPainted: Bool = true
    ) -> EventSender? {
        let effects = state.handle(.click(column: column, line: line))
        if isPainted { _ = state.paintedLines() }
        if case .select(let sender)? = effects.first { return sender }
        #expect(effects.isEmpty)
        return nil
    }

    // MARK: Lines

    @Test(arguments: [false, true])
    func `A second click on the same place selects the row`(isPainted: Bool) {
        var state = state()
        #expect(click(4, &state, isPainted: isPainted) == nil)
        #expect(state.cursorLine == BrowserLine(section: 0, part: .row(3)))
        #expect(click(4, &state) == .row(.at(section: 0, row: 3)))
        #expect(click(4, &state) == nil)
    }

    @Test func `A click on another place, a key, and a pause start again`() {
        var state = state()
        #expect(click(4, &state) == nil)
        #expect(click(5, &state) == nil)
        #expect(click(5, column: 4, &state) == nil)
        _ = state.handle(.wheel(0))
        _ = state.paintedLines()
        #expect(click(5, column: 4, &state) == nil)
        state.keyTime += .milliseconds(501)
        #expect(click(5, column: 4, &state) == nil)
        #expect(click(5, column: 4, &state) == .row(.at(section: 0, row: 4)))
    }

    @Test func `A second click is for the row of the first one, which has moved`() throws {
        var state = state()
        #expect(click(4, &state) == nil)
        try state.edit { try $0.insert(Rows([SampleOrder(50)], as: SampleLine.self), at: 0, in: .at(0)) }
        #expect(click(4, &state) == .row(.at(section: 0, row: 4)))
    }

    @Test func `A second click is not for the row that replaced that of the first one`() throws {
        var state = state()
        #expect(click(4, &state) == nil)
        try state.edit { try $0.removeRow(.at(section: 0, row: 3)) }
        _ = state.paintedLines()
        #expect(click(4, &state) == nil)
        #expect(state.message == "This is another line now. Press the key again for it.")
    }

    @Test func `Two clicks do not select a row that came under them before the first one`() throws {
        var state = state()
        try state.edit { try $0.insert(Rows([SampleOrder(50)], as: SampleLine.self), at: 0, in: .at(0)) }
        #expect(click(4, &state) == nil)
        #expect(click(4, &state) == nil)
        #expect(click(4, &state) == .row(.at(section: 0, row: 4)))
    }

    @Test func `Two clicks do not select a row that the wheel brought under them unpainted`() {
        var state = state()
        _ = state.handle(.wheel(3))
        #expect(click(4, &state) == nil)
        #expect(click(4, &state) == nil)
    }

    @Test func `The head at the top covers a line, which a click does not choose`() {
        var state = state(sections: 2)
        state.type("G")
        state.type("kkkkkk")
        _ = state.handle(.wheel(-1))
        let painted = state.paintedLines()
        #expect(painted[1].contains("▾"))
        let line = state.cursorLine
        for _ in 0..<2 { #expect(click(1, &state) == nil) }
        #expect(state.cursorLine == line && state.paintedLines() == painted)
    }

    @Test func `Two clicks on a head fold its section`() {
        var state = state(sections: 4)
        #expect(click(1, &state) == nil)
        guard case .setCollapsed(let section, true)? = state.handle(.click(column: 3, line: 1)).first else {
            Issue.record("The section is not folded.")
            return
        }
        #expect(section == [.at(0)])
    }

    @Test func `A second click is the command of Enter`() {
        var state = state()
        state.bindings[.enter] = .mark
        _ = click(4, &state)
        _ = click(4, &state)
        #expect(state.pickedRows.map(\.id) == [AnyID(3)])
    }

    // MARK: Titles

    @Test func `A click on a title sorts by its column, and a second click in the other direction`() {
        var state = state()
        for sign in ["↑", "↓"] {
            _ = state.handle(.click(column: 10, line: 0))
            state.type("")
            #expect(state.paintedLines()[0].contains("Customer\(sign)"))
            #expect(state.browsed.columns.cursor == 1)
        }
    }

    @Test func `A click beside the titles, or on the status line, does nothing`() {
        var state = state()
        let painted = state.paintedLines()
        for (column, line) in [(0, 0), (7, 0), (79, 0), (5, 23)] {
            #expect(state.handle(.click(column: column, line: line)).isEmpty)
            #expect(state.paintedLines() == painted)
        }
    }

    // MARK: Pages and prompts

    @Test(arguments: ["/", "&", ":", "|", "z"])
    func `In a prompt, the wheel scrolls the table, and clicks neither type nor close`(key: String) {
        var state = state()
        state.type(key)
        let prompt = state.paintedLines().last
        let top = state.paintedLines()[1]
        for click in [BrowserKey.click(column: 3, line: 4), .click(column: 3, line: 4), .wheel(3)] {
            #expect(state.handle(click).isEmpty)
            #expect(state.paintedLines().last == prompt)
        }
        #expect(state.paintedLines()[1] != top)
        _ = state.handle(.escape)
        #expect(state.handle(.click(column: 3, line: 4)).isEmpty)
    }

    @Test(arguments: ["a", "a2\n", "a3\n"])
    func `In the dialog, clicks and the wheel do nothing`(keys: String) {
        var state = state()
        _ = click(4, &state)
        state.type(keys)
        let painted = state.paintedLines()
        for y in 0..<24 {
            for key in [BrowserKey.click(column: 3, line: y), .click(column: 3, line: y), .wheel(3)] {
                #expect(state.handle(key).isEmpty)
            }
        }
        #expect(state.paintedLines() == painted)
    }

    @Test(arguments: ["O", "F1"])
    func `On a page, the wheel scrolls, and two clicks select no row`(key: String) {
        var state = state()
        state.resize(width: 80, height: 4)
        _ = state.paintedLines()
        _ = state.handle(key == "O" ? "O" : .f1)
        let top = state.paintedLines()[0]
        _ = state.handle(.wheel(1))
        #expect(state.paintedLines()[0] != top)
        for _ in 0..<2 { #expect(click(1, &state) == nil) }
    }

    // MARK: Random clicks

    @Test(arguments: SeededGenerator.seeds(4))
    func `Random clicks select only the row that was painted under the first one`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var state = state(60, sections: 3)
        var nextID = 1_000
        var selectedCount = 0
        for _ in 0..<300 {
            let painted = state.paintedLines()
            let y = Int.random(in: 1..<22, using: &random)
            let isUpdated = Int.random(in: 0..<3, using: &random) == 0
            let updates = { (state: inout BrowserState) in
                nextID += 1
                let order = Rows([SampleOrder(nextID)], as: SampleLine.self)
                try state.edit { try $0.insert(order, at: 0, in: .at(0)) }
            }
            if Int.random(in: 0..<4, using: &random) == 0 { try updates(&state) }
            if Int.random(in: 0..<4, using: &random) == 0 { _ = state.handle(.wheel(2)) }
            let first = state.handle(.click(column: 3, line: y))
            if Bool.random(using: &random) { _ = state.paintedLines() }
            if isUpdated { try updates(&state) }
            if Bool.random(using: &random) { _ = state.paintedLines() }
            let second = state.handle(.click(column: 3, line: y))
            for effect in first + second {
                guard case .select(let sender) = effect else { continue }
                selectedCount += 1
                let id = state.table.sections.enumerated().flatMap { index, section in
                    section.rows.indices.filter { sender == .row(.at(section: index, row: $0)) }
                        .map { section.rows[$0].id }
                }
                #expect(painted[y].split(separator: " ").contains { "\($0)" == "\(id[0])" }, "seed \(seed)")
            }
            _ = state.handle(.wheel(Int.random(in: -9...9, using: &random)))
        }
        #expect(selectedCount > 20, "seed \(seed)")
    }
}

/// Clicks and `^C` in a session.
struct TypedSessionTests {
    /// Types a text on a new browser of rows, and returns the browser and the ids of the selected rows.
    @MainActor
    private func browse(_ input: [(text: String, milliseconds: Int)]) async throws -> (TableBrowser, [Int]) {
        let browser = TableBrowser { _, _ in TypedTerminal(input) }
        browser.isPlain = false
        let agent = try Agent(
            browser, rawData: TableInfo.orders((0..<40).map { SampleOrder($0) }), reformer: UnchangedTable())
        var selected: [Int] = []
        agent.on(.select, of: SampleOrder.self) { selected.append($0.id) }
        try await browser.run()
        return (browser, selected)
    }

    private static let click = "\u{1B}[<0;4;5M\u{1B}[<0;4;5m"

    @MainActor
    @Test(arguments: [(0, true), (500, true), (501, false), (2_000, false)])
    func `A second click within half a second selects the row`(milliseconds: Int, isSelected: Bool)
        async throws
    {
        let (_, selected) = try await browse([(Self.click, 0), (Self.click, milliseconds)])
        #expect(selected == (isSelected ? [3] : []))
    }

    @MainActor
    @Test func `Two clicks that arrive together select the row, and a third one does not`() async throws {
        #expect(try await browse([(Self.click + Self.click, 0)]).1 == [3])
        #expect(try await browse([(Self.click + Self.click + Self.click, 0)]).1 == [3])
    }

    @MainActor
    @Test func `The second of two slow clicks is the first one of the next two`() async throws {
        #expect(try await browse([(Self.click, 0), (Self.click, 600), (Self.click, 900)]).1 == [3])
    }

    @MainActor
    @Test(arguments: [("\u{3}", true), ("q", false), ("/\u{3}q", false), ("/absent\r\u{3}q", false)])
    func `A browser knows whether the person has left with ^C`(text: String, isInterrupted: Bool) async throws
    {
        #expect(try await browse([(text, 0)]).0.wasInterrupted == isInterrupted)
    }
}
