import TableAgent
import Testing

@_spi(Internals) @testable import TableBrowser

/// The keys that change business data.
struct BrowserEventTests {
    private func effects(_ effects: [BrowserEffect]) -> [String] {
        effects.map { effect in
            switch effect {
            case .select(let place): "select \(place.name)"
            case .post(let name, let place): "post \(name.text) \(place.name)"
            case .perform(let action, let offer, let inputs, let place):
                "perform \(action.title) \(offer) \(inputs.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }) \(place.name)"
            case .performMany(let actions, _): "perform \(actions.count)"
            case .setCollapsed(let sections, let isCollapsed):
                "collapsed \(sections.map(\.name).joined(separator: " ")) \(isCollapsed)"
            case .copy(let text): "copy \(String(decoding: text, as: UTF8.self))"
            case .dropTypedKeys: "drop"
            case .program(let key): "program \(key)"
            case .answer(let text): "answer \(text)"
            case .work: "work"
            case .repaint: "repaint"
            case .suspend: "suspend"
            case .leave: "leave"
            }
        }
    }

    private func state(_ count: Int = 8, sections: Int = 2) -> BrowserState {
        BrowserState(.orders((0..<count).map { SampleOrder($0) }, sections: sections))
    }

    @Test func `Enter selects a row, and folds the section of a head`() {
        var state = state()
        #expect(effects(state.handle(.enter)) == ["collapsed 0 true"])
        #expect(effects(state.type("jj\n")) == ["select row 0, 1"])
    }

    @Test func `Space folds the section of a row`() {
        var state = state()
        #expect(effects(state.type("G ")) == ["collapsed 1 true"])
    }

    @Test func `c folds the sections that are not folded, and e unfolds the others`() throws {
        var state = state(12, sections: 3)
        try state.edit { try $0.collapseSection(.at(1)) }
        #expect(effects(state.type("c")) == ["collapsed 0 2 true"])
        #expect(effects(state.type("e")) == ["collapsed 1 false"])
    }

    @Test func `A section without a head is not folded`() {
        var state = state(sections: 1)
        #expect(state.type(" ").isEmpty)
        #expect(state.message == "There is no section to fold here.")
    }

    @Test func `An action without a question is performed by Enter in the menu`() {
        var state = state()
        #expect(effects(state.type("jja")) == ["drop"])
        #expect(effects(state.handle(.enter)) == ["perform Pay menu [] row 0, 1", "drop"])
    }

    @Test func `A second Enter after an action does not select the row`() {
        var state = state()
        state.type("jja\n")
        #expect(state.type("\n").isEmpty)
        #expect(state.message == "Press Enter again to select the row.")
        #expect(effects(state.type("\n")) == ["select row 0, 1"])
    }

    @Test func `An action with a confirmation is performed only by y`() {
        var state = state()
        #expect(effects(state.type("jja3\n")) == ["drop", "drop"])
        let lines = state.paintedLines().suffix(3)
        #expect(lines == ["  Delete: 1", "  Delete order 1?", "y performs, Esc cancels"])
        #expect(state.type("\n\n x").isEmpty)
        #expect(effects(state.type("y")) == ["perform Delete menu [] row 0, 1", "drop"])
    }

    @Test func `An action checks its input, and asks before it is performed`() {
        var state = state()
        state.type("jja2\n99\n")
        #expect(state.message.hasPrefix("“Amount” must be a number from 0.01 to 10.00"))
        _ = state.handle(.control("U"))
        state.type("2.50\n")
        let lines = state.paintedLines().suffix(4)
        #expect(lines == ["  Refund: 1", "  Amount: 2.50", "  Refund 1?", "y performs, Esc cancels"])
        #expect(effects(state.type("y")) == ["perform Refund menu [\"cents=2.50\"] row 0, 1", "drop"])
    }

    @Test(arguments: [BrowserKey.escape, .control("C"), "n", "q"])
    func `A question is cancelled without an event`(key: BrowserKey) {
        var state = state()
        state.type("jja3\n")
        #expect(state.handle(key).isEmpty)
        #expect(effects(state.type("y")) == ["copy 1"])
    }

    @Test func `A disabled action is not performed`() {
        var state = state()
        #expect(effects(state.type("jja4\n")) == ["drop"])
        #expect(state.message == "“Archive” is not possible now.")
    }

    @Test func `A menu closes if its row is removed`() throws {
        var state = state()
        state.type("jja")
        var table = state.table
        let old = table
        try table.edit { try $0.removeRow(.at(RowPosition(section: 0, row: 1))) }
        state.update(TableChanges(from: old, to: table), to: table)
        #expect(state.message == "The row is gone. Nothing was done.")
        #expect(state.type("\n").isEmpty)
    }

    @Test func `A menu stays with its row if the row moves`() throws {
        var state = state()
        state.type("jja")
        var table = state.table
        let old = table
        try table.edit { try $0.insert(Rows([SampleOrder(50)], as: SampleLine.self), at: 0, in: .at(0)) }
        state.update(TableChanges(from: old, to: table), to: table)
        #expect(effects(state.type("\n")) == ["perform Pay menu [] row 0, 2", "drop"])
    }

    @Test(arguments: ["\n", "a"])
    func `A key for a row that was removed an instant before has no effect on the next row`(key: String)
        throws
    {
        var state = state()
        state.type("jj")
        var table = state.table
        let old = table
        try table.edit { try $0.removeRow(.at(RowPosition(section: 0, row: 1))) }
        state.update(TableChanges(from: old, to: table), to: table)
        #expect(state.type(key).isEmpty)
        #expect(state.message == "This is another line now. Press the key again for it.")
        #expect(!state.type(key).isEmpty)
    }

    /// Applies an edit that no frame has shown yet.
    private func edit(_ state: inout BrowserState, _ change: (inout TableEdit) throws -> Void) throws {
        let old = state.table
        var table = old
        try table.edit(change)
        state.update(TableChanges(from: old, to: table), to: table)
    }

    @Test(arguments: ["\n", " ", "y", "a"])
    func `A key for a head whose section was removed an instant before has no effect on the next section`(
        key: String
    ) throws {
        var state = state()
        try edit(&state) { try $0.removeSection(.at(0)) }
        #expect(state.cursorLine == BrowserLine(section: 0, part: .head))
        #expect(state.type(key).isEmpty)
        #expect(state.message == "This is another line now. Press the key again for it.")
        if key != "a" { #expect(!state.type(key).isEmpty) }
    }

    @Test func `A second key at once does not reach the line that replaced the cursor's line`() throws {
        var state = state()
        state.type("jj")
        try edit(&state) { try $0.removeRow(.at(RowPosition(section: 0, row: 1))) }
        #expect(state.type("\n\n\n").isEmpty)
        #expect(effects(state.type("\n")) == ["select row 0, 1"])
    }

    @Test func `A key before the first row was painted has no effect`() {
        var state = BrowserState()
        state.update(nil, to: TableInfo())
        state.wasPainted()
        state.update(nil, to: .orders([SampleOrder(1)]))
        #expect(state.handle(.enter).isEmpty)
        state.wasPainted()
        #expect(effects(state.handle(.enter)) == ["select row 0, 0"])
    }

    @Test func `A key for a line that came to the cursor's way unpainted has no effect`() throws {
        var state = state(sections: 1)
        state.type("j")
        try edit(&state) { try $0.insert(Rows([SampleOrder(50)], as: SampleLine.self), at: 2, in: .at(0)) }
        #expect(state.type("j\n").isEmpty)
        #expect(effects(state.type("\n")) == ["select row 0, 2"])
        // The cursor's row is the one that was painted there.
        try edit(&state) { try $0.insert(Rows([SampleOrder(51)], as: SampleLine.self), at: 0, in: .at(0)) }
        #expect(effects(state.type("\n")) == ["select row 0, 3"])
    }

    @Test func `A click on an unpainted line only moves the cursor`() throws {
        var state = state(sections: 1)
        try edit(&state) { try $0.insert(Rows([SampleOrder(50)], as: SampleLine.self), at: 2, in: .at(0)) }
        #expect(state.handle(.click(column: 0, line: 3)).isEmpty)
        #expect(state.handle(.enter).isEmpty)
        state.wasPainted()
        #expect(effects(state.handle(.enter)) == ["select row 0, 2"])
    }

    @Test func `A key has no effect on a row that replaced the cursor's row at the followed end`() throws {
        var state = state()
        state.type("F")
        var table = state.table
        let old = table
        try table.edit { try $0.setFoot(nil, of: .at(1)) }
        state.update(TableChanges(from: old, to: table), to: table)
        #expect(state.type("\n").isEmpty)
        #expect(effects(state.type("\n")) == ["select row 1, 3"])
    }

    @Test func `A row of a table that is not the newest one is found in the newest one`() throws {
        var state = state()
        state.type("jjp")
        var table = state.table
        let old = table
        try table.edit { try $0.insert(Rows([SampleOrder(50)], as: SampleLine.self), at: 0, in: .at(0)) }
        state.update(TableChanges(from: old, to: table), to: table)
        #expect(state.isBehind)
        #expect(effects(state.type("\n")) == ["select row 0, 2"])
        state.type("p")
        #expect(!state.isBehind)
        #expect(effects(state.type("\n")) == ["select row 0, 2"])
    }

    @Test func `A key posts an event of the business`() {
        var state = state()
        state.bindings["r"] = .post(.archive)
        #expect(effects(state.type("jjr")) == ["post archive row 0, 1"])
    }

    @Test func `Pasted text is not keys`() {
        var state = state()
        state.type("jj")
        #expect(state.handle(.paste("a\ny")).isEmpty)
        #expect(effects(state.type("\n")) == ["select row 0, 1"])
        _ = state.handle("/")
        _ = state.handle(.paste("gra\nce"))
        state.type("\n")
        #expect(state.cursorLine?.position == RowPosition(section: 1, row: 3))
    }

    @Test func `The current cell and the marked rows are copied`() {
        var state = state()
        #expect(effects(state.type("jjly")) == ["copy grace"])
        #expect(effects(state.type("mjmy")) == ["copy 1\tgrace\t9.19\topen\n3\t株式会社さくら商店\t7.57\tpaid\n"])
        #expect(state.pickedRows.map(\.id) == [AnyID(1), AnyID(3)])
    }

    @Test func `Without marks, the cursor's row is picked`() {
        var state = state()
        #expect(state.pickedRows.isEmpty)
        state.type("jj")
        #expect(state.pickedRows.map(\.id) == [AnyID(1)])
    }
}

extension EventSender {
    /// The position of the row.
    fileprivate var name: String {
        for section in 0..<3 {
            for number in 0..<60 {
                if self == .row(.at(section: section, row: number)) { return "row \(section), \(number)" }
            }
        }
        return "\(self)"
    }
}

extension SectionReference {
    /// The index of the section.
    fileprivate var name: String {
        (0..<3).first { self == .at($0) }.map { "\($0)" } ?? "\(self)"
    }
}
