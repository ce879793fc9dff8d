import RandomTesting
import TableAgent
import Testing

@_spi(Internals) @testable import TableBrowser

/// Steps that a person takes back with `u`.
struct BrowserHistoryTests {
    private func state(_ count: Int = 8, sections: Int = 2) -> BrowserState {
        BrowserState(.orders((0..<count).map { SampleOrder($0) }, sections: sections))
    }

    /// All that steps change: the ids of the marked rows, the ids of the folded sections, and the query.
    private struct Snapshot: Equatable {
        var marks: Set<AnyID>
        let folded: Set<AnyID>
        let query: BrowserQuery

        init(_ state: BrowserState) {
            let table = state.table
            marks = Set(state.browsed.view.markedPositions.compactMap { table.row(.at($0))?.id })
            folded = Set(table.sections.filter(\.isCollapsed).map(\.id))
            query = state.browsed.view.query
        }

        /// Returns the snapshot without the rows that a table lacks.
        func restricted(to table: TableInfo) -> Snapshot {
            var snapshot = self
            snapshot.marks.formIntersection(table.sections.flatMap { $0.rows.map(\.id) })
            return snapshot
        }
    }

    @Test func `Nothing to take back is said`() throws {
        var state = state()
        try state.typeAndFold("jlku")
        #expect(state.message == "There is nothing to take back.")
        try state.typeAndFold("Mu")
        #expect(state.message == "There is nothing to take back.")
    }

    @Test(arguments: [
        ["j "], ["c"], ["c", "\n", "e"], ["jjm"], ["jjm", "km", "km"], ["jjm", "m", "M"], ["&ada\n"],
        ["&ada\n", "&paid\n", "\u{1B}"], ["jjl*"], ["lls", "s", "h+"], ["lls", "S"], ["c", "/Linus\n", "m"],
    ])
    func `The last step is taken back`(keys: [String]) throws {
        var state = state()
        var steps = [Snapshot(state)]
        for key in keys {
            try state.typeAndFold(key)
            #expect(Snapshot(state) != steps.last)
            steps.append(Snapshot(state))
        }
        for step in steps.dropLast().reversed() {
            try state.typeAndFold("u")
            #expect(Snapshot(state) == step)
        }
        try state.typeAndFold("u")
        #expect(state.message == "There is nothing to take back.")
    }

    @Test func `A hundred steps are taken back`() throws {
        var state = state(300, sections: 1)
        for _ in 0..<150 { _ = state.handle("m") }
        for _ in 0..<100 { _ = state.handle("u") }
        #expect(state.pickedRows.count == 50)
        try state.typeAndFold("u")
        #expect(state.pickedRows.count == 50)
        #expect(state.message == "There is nothing to take back.")
    }

    @Test func `A fold is not taken back during a pause, but after it`() throws {
        var state = state()
        try state.typeAndFold("j pu")
        #expect(state.message == "Updates are paused. End the pause before you fold.")
        try state.typeAndFold("pu")
        #expect(state.table.sections.allSatisfy { !$0.isCollapsed })
    }

    @Test func `Filters and sorts are not taken back in a table with other columns`() throws {
        var state = state(sections: 1)
        try state.typeAndFold("m&paid\nlls")
        let rows = Rows((0..<8).map { SampleOrder($0) }, as: SampleLine.self)
        state.update(nil, to: TableInfo(columns: ["Other"]) { TableSection(id: 0) { rows } })
        state.type("")
        try state.typeAndFold("u")
        #expect(state.browsed.view.query.isEmpty && state.browsed.view.marks.count == 0)
    }

    @Test func `Marks that an action has removed do not come back`() throws {
        let rows = [TaggedRow(id: 1, tag: 1), TaggedRow(id: 2, tag: 2)]
        var state = BrowserState(.tagged([rows]))
        state.type("jmmka\ny")
        #expect(state.browsed.view.marks.count == 0)
        try state.typeAndFold("u")
        #expect(state.browsed.view.marks.count == 0)
    }

    @Test func `Escape never removes marks, and removes the text of a search after the last filter`() throws {
        var state = state(sections: 1)
        try state.typeAndFold("m&a\n/grace\n")
        func status() -> String { state.paintedLines().last ?? "" }
        #expect(status().contains("&a  1 marked  /grace"))
        try state.typeAndFold("\u{1B}")
        #expect(!status().contains("&a") && status().contains("1 marked  /grace"))
        try state.typeAndFold("\u{1B}\u{1B}")
        #expect(status().contains("1 marked") && !status().contains("/grace"))
    }

    @Test func `A filter hides the text of an older search until n or N`() throws {
        var state = state(40, sections: 1)
        func matchCount() -> Int {
            var screen = TerminalScreen(width: 80, height: 24)
            state.paint(&screen)
            return screen.cells.count { $0.style.isMatch }
        }
        try state.typeAndFold("/open\nlll*")
        #expect(state.browsed.searchName == "" && matchCount() == 0)
        try state.typeAndFold("N")
        #expect(state.browsed.searchName == "/open" && matchCount() > 0)
        try state.typeAndFold("?paid\n")
        #expect(state.browsed.searchName == "?paid")
    }

    @Test func `The status names the column of a search`() {
        var state = state()
        state.type("lll/")
        _ = state.handle(.tab)
        state.type("op\n")
        #expect(state.paintedLines().last?.contains("/Status ~ op") == true)
    }

    @Test func `The help lists the keys, and no text is cut on 80 columns`() {
        var state = state()
        state.resize(width: 80, height: 40)
        _ = state.handle(.f1)
        let lines = state.paintedLines()
        for (key, text) in [
            ("u", "take back the last fold, mark, filter, or sort"),
            ("m  M", "mark the row, remove all marks"),
            ("/  ?", "search down or up, ignoring case and accents"),
            ("&  *", "rows with words or where price > 30, with this value"),
        ] {
            #expect(lines.contains { $0.hasPrefix("\(key) ") && $0.hasSuffix(" \(text)") }, "\(lines)")
        }
        #expect(lines.allSatisfy { !$0.contains("…") })
    }

    @Test(arguments: SeededGenerator.seeds(6))
    func `Random steps are taken back in any order with edits`(seed: UInt64) throws {
        let keys = [
            "m", "m", "m", "M", " ", "c", "e", "ls", "h+", "S", "*", "&paid\n", "&a\n", "\u{1B}", "j", "G",
            "g", "/ada\n",
            "u", "u", "u",
        ]
        for round in 0..<4 as Range<UInt64> {
            var random = SeededGenerator(seed: seed &+ round)
            let comment: Comment = "seed \(seed), round \(round)"
            var state = state(
                Int.random(in: 5...40, using: &random), sections: Int.random(in: 1...4, using: &random))
            var steps: [Snapshot] = []
            for number in 0..<80 {
                if Int.random(in: 0..<4, using: &random) == 0 { try edit(&state, 1_000 + number, &random) }
                let old = Snapshot(state)
                let key = keys.randomElement(using: &random) ?? "u"
                try state.typeAndFold(key)
                guard key == "u" else {
                    if Snapshot(state) != old { steps.append(old) }
                    continue
                }
                var expected = old
                while expected == old, let step = steps.popLast() {
                    expected = step.restricted(to: state.table)
                }
                #expect(Snapshot(state) == expected, comment)
                #expect((state.message == "There is nothing to take back.") == (expected == old), comment)
            }
        }
    }

    /// Inserts, moves, or removes a row.
    private func edit(_ state: inout BrowserState, _ id: Int, _ random: inout SeededGenerator) throws {
        let sections = state.table.sections
        let section = Int.random(in: 0..<sections.count, using: &random)
        let target = Int.random(in: 0..<sections.count, using: &random)
        let row = sections[section].rows.indices.randomElement(using: &random)
        let kind = Int.random(in: 0..<3, using: &random)
        try state.edit { edit in
            guard let row, kind > 0 else {
                return try edit.insert(Rows([SampleOrder(id)], as: SampleLine.self), at: 0, in: .at(section))
            }
            let position = RowPosition(section: section, row: row)
            if kind == 1 {
                try edit.removeRow(.at(position))
            } else {
                try edit.moveRow(.at(position), toEndOf: .at(target))
            }
        }
    }
}
