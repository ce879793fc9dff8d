import TableAgent
import Testing

@_spi(Internals) @testable import TableBrowser

/// Marks and keys in tables whose rows move, and whose ids are equal.
struct MarkedRowsTests {
    /// The tags of the first section are 0, 1, 2, and so on.
    private func rows(_ ids: [Int], tags first: Int = 0) -> [TaggedRow] {
        ids.enumerated().map { TaggedRow(id: $1, tag: first + $0) }
    }

    /// Marks the second row of the first section.
    private func marked(_ sections: [[TaggedRow]]) -> BrowserState {
        var state = BrowserState(.tagged(sections))
        state.type("jjm")
        #expect(state.pickedTags == [1])
        return state
    }

    private func sender(_ effects: [BrowserEffect]) -> EventSender? {
        if case .select(let sender)? = effects.first { sender } else { nil }
    }

    // MARK: Marks

    @Test func `A mark follows its row to another section`() throws {
        var state = marked([rows([1, 2, 3]), rows([4], tags: 3)])
        try state.edit { try $0.moveRow(.id(2), toEndOf: .at(1)) }
        #expect(state.pickedTags == [1])
        let markedLines = state.paintedLines().filter { $0.dropFirst().hasPrefix("*") }
        #expect(markedLines.map { $0.split(separator: " ").dropFirst().first } == ["2"], "\(markedLines)")
    }

    @Test func `A mark follows a row with an equal id that an edit moves to another section`() throws {
        var state = marked([rows([1, 1, 1]), rows([1, 4], tags: 3)])
        try state.edit { try $0.moveRow(.at(section: 0, row: 1), toEndOf: .at(1)) }
        #expect(state.pickedTags == [1])
    }

    @Test func `A mark follows a row with an equal id that moves and changes in its section`() throws {
        var state = marked([rows([1, 1, 2])])
        try state.edit {
            try $0.moveRow(.at(section: 0, row: 1), toEndOf: .at(0))
            try $0.replaceData(ofRow: .at(section: 0, row: 2), with: TaggedRow(id: 1, tag: 1, amount: 5))
        }
        #expect(state.pickedTags == [1])
    }

    @Test func `A mark follows its row to a section that was collapsed, new, or moved`() throws {
        var state = marked([rows([1, 2, 3]), rows([4], tags: 3)])
        try state.edit {
            try $0.collapseSection(.at(1))
            try $0.moveRow(.id(2), toEndOf: .at(1))
        }
        #expect(state.pickedTags == [1])
        try state.edit {
            $0.append(TableSection(id: 7) { Rows(rows([5], tags: 5)) })
            try $0.moveRow(.id(2), toEndOf: .id(7))
        }
        #expect(state.pickedTags == [1])
        try state.edit { try $0.moveSection(.id(7), before: .at(0)) }
        #expect(state.pickedTags == [1])
        try state.edit {
            try $0.moveRow(.id(2), toEndOf: .id(0))
            try $0.removeSection(.id(7))
        }
        #expect(state.pickedTags == [1])
    }

    @Test func `A mark stays while its section is collapsed and other rows of the section change`() throws {
        var state = marked([rows([1, 2, 3]), rows([4], tags: 3)])
        try state.edit { try $0.collapseSection(.at(0)) }
        try state.edit { try $0.insert(Rows(rows([8, 9], tags: 8)), at: 0, in: .at(0)) }
        try state.edit { try $0.removeRow(.id(1)) }
        #expect(state.pickedTags == [1])
        try state.edit { try $0.expandSection(.at(0)) }
        #expect(state.pickedTags == [1])
    }

    @Test func `A mark stays on its row among equal ids when 200 rows are inserted above`() throws {
        var state = marked([rows([1, 1, 1])])
        try state.edit { try $0.insert(Rows(rows(Array(100..<300), tags: 100)), at: 0, in: .at(0)) }
        #expect(state.pickedTags == [1])
        let table = state.table.sections[0].rows.compactMap { $0.data(as: TaggedRow.self) }
        state.update(nil, to: .tagged([rows(Array(400..<600), tags: 400) + table]))
        #expect(state.pickedTags == [1])
    }

    @Test func `A mark among equal ids goes if nobody can tell which row it was on`() throws {
        var state = marked([rows([1, 1, 1])])
        state.update(nil, to: .tagged([rows([1, 1], tags: 1)]))
        #expect(state.pickedTags == [])
        state = marked([rows([1, 1, 1])])
        state.update(nil, to: .tagged([rows(Array(repeating: 1, count: 200), tags: 10) + rows([1, 1, 1])]))
        #expect(state.pickedTags.allSatisfy { $0 == 1 })
    }

    @Test func `A mark follows an id that is unique through a reload`() {
        var state = marked([rows([1, 2, 3]), rows([4], tags: 3)])
        let moved = TaggedRow(id: 2, tag: 1, amount: 5)
        state.update(nil, to: .tagged([rows([1]), rows(Array(100..<400), tags: 100) + [moved]]))
        #expect(state.pickedTags == [1])
    }

    @Test func `A mark goes with its row, and does not come back`() throws {
        var state = marked([rows([1, 2, 3])])
        try state.edit { try $0.removeRow(.id(2)) }
        try state.edit { try $0.insert(Rows(rows([2], tags: 9)), at: 1, in: .at(0)) }
        #expect(state.pickedTags == [])
        #expect(state.paintedLines().last?.contains("marked") == false)
        state.type("M")
        #expect(state.pickedTags.count == 1)
    }

    @Test(arguments: ["", "p", "&2\n", "lls", "&2\nlls"])
    func `A mark follows all updates of a pause, a filter, or a sort`(keys: String) throws {
        var state = marked([rows([1, 2, 3]), rows([4], tags: 3)])
        state.type(keys)
        var table = state.table
        for _ in 0..<3 {
            let old = table
            try table.edit {
                let section = $0.table.position(of: .id(2))?.section ?? 0
                try $0.moveRow(.id(2), toEndOf: .at(1 - section))
                try $0.insert(Rows(rows([old.rowCount + 10], tags: 50)), at: 0, in: .at(0))
            }
            state.update(TableChanges(from: old, to: table), to: table)
        }
        state.type(keys == "p" ? "p" : "")
        #expect(!state.isBehind)
        #expect(state.pickedTags == [1])
    }

    @Test func `y asks before it copies a cell in place of marked rows that are gone`() throws {
        var state = marked([rows([1, 2, 3])])
        _ = state.handle(.up)
        state.wasPainted()
        try state.edit { try $0.removeRow(.id(2)) }
        #expect(state.handle("y").isEmpty)
    }

    // MARK: Keys

    @Test func `A menu closes when its row gives way to a row with an equal id`() throws {
        var state = BrowserState(.tagged([rows([1, 1, 1])]))
        state.type("ja")
        #expect(state.paintedLines().contains { $0.contains("Archive") })
        try state.edit { try $0.removeRow(.at(section: 0, row: 0)) }
        #expect(state.type("\n").isEmpty)
        #expect(state.paintedLines().allSatisfy { !$0.contains("Archive") })
    }

    @Test func `A menu stays when its row moves to another section`() throws {
        var state = BrowserState(.tagged([rows([1, 2, 3]), rows([4], tags: 3)]))
        state.type("ja")
        try state.edit { try $0.moveRow(.id(1), toEndOf: .at(1)) }
        guard case .perform(_, _, _, let sender)? = state.type("\n").first else {
            Issue.record("The menu is closed.")
            return
        }
        #expect(sender == .row(.at(section: 1, row: 1)))
    }

    @Test func `Enter in a paused table selects the chosen one of several rows with equal ids`() throws {
        var state = BrowserState(.tagged([rows([1, 1, 1])]))
        state.type("jjp")
        let old = state.table
        var new = old
        try new.edit { try $0.insert(Rows(rows([5, 6], tags: 5)), at: 0, in: .at(0)) }
        state.update(TableChanges(from: old, to: new), to: new)
        #expect(sender(state.type("\n")) == .row(.at(section: 0, row: 3)))
        try new.edit { try $0.removeRow(.at(section: 0, row: 3)) }
        state.update(nil, to: new)
        #expect(sender(state.type("\n")) == nil)
        #expect(state.message == "The row is gone.")
    }

    @Test func `Enter does not select another row with an equal id after a reload`() {
        var state = BrowserState(.tagged([rows([1, 1, 1])]))
        state.type("jj")
        state.update(nil, to: .tagged([rows([1, 1], tags: 1)]))
        #expect(state.handle(.enter).isEmpty)
    }
}
