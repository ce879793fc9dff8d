import TableAgent
import TableAgentTesting
import Testing

@_spi(Internals) @testable import TableBrowser

/// An action on the marked rows.
struct MarkedActionsTests {
    private func rows(_ ids: [Int], tags first: Int = 0) -> [TaggedRow] {
        ids.enumerated().map { TaggedRow(id: $1, tag: first + $0) }
    }

    /// Marks the first and the second row of the first section.
    private func marked(_ ids: [Int]) -> BrowserState {
        var state = BrowserState(.tagged([rows(ids)]))
        state.type("jmm")
        #expect(state.pickedTags == [0, 1])
        return state
    }

    /// The positions of the rows whose action is performed; `nil` for a row that is left out.
    private func performed(_ effects: [BrowserEffect], in state: BrowserState) -> [Int?] {
        guard case .performMany(let actions, _)? = effects.first else { return [] }
        return actions.map { action, _, sender in
            #expect(action.title == "Archive")
            guard case .row(let row)? = sender else { return nil }
            return state.table.tag(of: row)
        }
    }

    @Test func `The menu counts the marked rows, and y performs the action on all of them`() {
        var state = marked([1, 2, 3])
        #expect(state.type("a").count == 1)
        let menu = state.paintedLines().suffix(3)
        #expect(menu.first == "  Actions of 2 marked (1, 2)")
        #expect(menu.dropFirst().first?.contains("1  Archive 2…") == true, "\(menu)")
        #expect(state.type("\n\n\n x").count == 1)
        #expect(state.paintedLines().suffix(2).first == "  Archive 2 marked (1, 2)?")
        #expect(performed(state.type("y"), in: state) == [0, 1])
        // The marks are removed, so the keys again concern the row of the cursor.
        #expect(state.pickedTags == [2])
    }

    @Test func `A row that has gone meanwhile is left out, and the others are found again`() throws {
        var state = marked([1, 2, 3])
        state.type("a\n")
        try state.edit { try $0.removeRow(.id(1)) }
        #expect(performed(state.type("y"), in: state) == [nil, 1])
    }

    @Test func `Marked rows with equal ids are left out, since nobody can tell which is which`() {
        var state = marked([1, 1, 3])
        state.type("a\n")
        #expect(performed(state.type("y"), in: state) == [nil, nil])
    }

    @Test func `Without an action for several rows, the menu is that of the cursor's row`() {
        var state = BrowserState(.orders((0..<4).map { SampleOrder($0) }, sections: 1))
        state.type("mma")
        #expect(state.paintedLines().contains("  Actions of 2"))
    }

    @Test func `Listeners receive all rows at once, with the data that they have now`() throws {
        let agent = try Agent(RecordingContainer(), rawData: rows([1, 2, 3])) { TableInfo.tagged([$0]) }
        var received: [[Int]] = []
        agent.on(.archive, ofMany: TaggedRow.self) { received.append($0.map(\.tag)) }
        let model = BrowserModel()
        model.panel = agent.panel
        model.state = BrowserState(agent.tableInfo)
        model.state.type("jmma\n")
        try agent.edit { try $0.replaceData(ofRow: .id(2), with: TaggedRow(id: 2, tag: 7)) }
        for effect in model.state.type("y") { model.perform(effect) }
        #expect(received == [[0, 7]] && model.state.message == "Archive 2/2: done.")
    }
}
