import TableAgent
import Testing

@_spi(Internals) @testable import TableBrowser

/// The signs of rows that an update changed or added.
struct ChangeMarksTests {
    private func rows(_ ids: Range<Int>, amount: Int = 0) -> [TaggedRow] {
        ids.map { TaggedRow(id: $0, tag: $0, amount: amount) }
    }

    private func state(_ sections: [[TaggedRow]], duration: Duration? = .seconds(1_000)) -> BrowserState {
        var state = BrowserState()
        state.browsed.view.changes.duration = duration
        state.update(nil, to: .tagged(sections))
        state.wasPainted()
        return state
    }

    /// The signs and the ids of the lines on the screen that have a sign.
    private func signs(_ state: inout BrowserState) -> [String] {
        state.paintedLines().compactMap { line in
            let sign = line.dropFirst().prefix(1)
            let id = line.dropFirst(2).split(separator: " ").first ?? ""
            return ["~", "+", "*"].contains(sign) ? "\(sign)\(id)" : nil
        }
    }

    private func change(_ amount: Int, of id: Int, in state: inout BrowserState) throws {
        try state.edit {
            try $0.replaceData(ofRow: .id(id), with: TaggedRow(id: id, tag: id, amount: amount))
        }
    }

    @Test func `Changed and new rows have signs, but not the rows of the first table`() throws {
        var state = state([rows(0..<4)])
        #expect(signs(&state) == [])
        try state.edit { edit in
            try edit.replaceData(ofRow: .id(1), with: TaggedRow(id: 1, tag: 1, amount: 5))
            try edit.insert(Rows(rows(8..<9)), at: 0, in: .at(0))
            try edit.removeRow(.id(3))
        }
        #expect(signs(&state) == ["+8", "~1"])
    }

    @Test func `Other browsers have no signs`() throws {
        var state = state([rows(0..<4)], duration: nil)
        try change(5, of: 1, in: &state)
        #expect(signs(&state) == [])
    }

    @Test func `The texts that changed are underlined`() throws {
        var state = state([rows(0..<4)])
        try change(5, of: 1, in: &state)
        var screen = TerminalScreen(width: 40, height: 10)
        state.paint(&screen)
        let line = screen.cells[40 * 3..<40 * 4]
        #expect(line.map(\.style.isUnderlined) == (0..<40).map { 11..<17 ~= $0 })
    }

    @Test func `The signs disappear after their time, without a key`() throws {
        var state = state([rows(0..<4)], duration: .zero)
        try change(5, of: 1, in: &state)
        #expect(signs(&state) == ["~1"])
        #expect(signs(&state) == [])
    }

    @Test func `During a pause, an update has no signs, and those that are visible stay`() throws {
        var state = state([rows(0..<4)], duration: .zero)
        try change(5, of: 1, in: &state)
        #expect(signs(&state) == ["~1"])
        state.type("p")
        let old = state.table
        var new = old
        try new.edit { try $0.replaceData(ofRow: .id(2), with: TaggedRow(id: 2, tag: 2, amount: 5)) }
        state.update(TableChanges(from: old, to: new), to: new)
        #expect(signs(&state) == ["~1"])
        _ = state.handle("p")
        state.settle()
        #expect(signs(&state) == ["~2"])
    }

    @Test func `The next update replaces the signs, unless the rows changed again`() throws {
        var state = state([rows(0..<4)])
        try change(5, of: 1, in: &state)
        try state.edit { try $0.insert(Rows(rows(8..<9)), at: 0, in: .at(0)) }
        #expect(signs(&state) == ["+8"])
        try state.edit { try $0.removeRow(.id(0)) }
        #expect(signs(&state) == [])
    }

    @Test func `Unknown changes have no signs`() throws {
        var state = state([rows(0..<4)])
        try change(5, of: 1, in: &state)
        state.update(nil, to: .tagged([rows(0..<4, amount: 9)]))
        #expect(signs(&state) == [])
    }

    @Test func `Folding keeps the signs, and shows no row as a new one`() throws {
        var state = state([rows(0..<2), rows(4..<6)])
        try change(5, of: 4, in: &state)
        try state.edit { try $0.collapseSection(.at(0)) }
        #expect(signs(&state) == ["~4"])
        try state.edit { try $0.expandSection(.at(0)) }
        #expect(signs(&state) == ["~4"])
    }

    @Test func `A row of another section has changed, and the rows of a new section are new`() throws {
        var state = state([rows(0..<2), rows(4..<6)])
        try state.edit { try $0.moveRow(.id(0), toEndOf: .at(1)) }
        #expect(signs(&state) == ["~0"])
        try state.edit {
            $0.append(TableSection(id: 7) { Rows(rows(8..<9)) })
            try $0.moveRow(.id(1), toEndOf: .id(7))
        }
        #expect(signs(&state) == ["+8", "~1"])
        try state.edit { try $0.moveSection(.id(7), before: .at(0)) }
        #expect(signs(&state) == [])
    }

    @Test func `The sign of a marked row is that of the mark`() throws {
        var state = state([rows(0..<4)])
        state.type("jm")
        try change(5, of: 0, in: &state)
        #expect(signs(&state) == ["*0"])
    }

    @Test(arguments: ["", "F", "&0\n", "lls"])
    func `Rows have signs while the end is followed, and in a filtered or sorted table`(keys: String) throws {
        var state = state([rows(0..<4)])
        state.type(keys)
        try state.edit { try $0.append(Rows(rows(10..<11)), to: .at(0)) }
        state.type("")
        #expect(signs(&state) == ["+10"])
    }
}
