import RandomTesting
import TableAgent
import TableSurfaces
import Testing

@_spi(Internals) @testable import TableBrowser

/// The single line of a folded section, and searches that unfold sections.
struct FoldedSectionTests {
    /// Returns a state whose sections are folded, but for some.
    private func state(
        _ table: TableInfo = .orders((0..<8).map { SampleOrder($0) }, sections: 2), except open: Set<Int> = []
    ) throws -> BrowserState {
        var state = BrowserState(table)
        try state.edit { edit in
            for section in table.sections.indices where !open.contains(section) {
                try edit.collapseSection(.at(section))
            }
        }
        state.type("")
        return state
    }

    private enum Line: GridLineItem {
        static func fill(_ line: inout GridLine, with texts: [String?]) {
            for text in texts {
                guard let text else {
                    line.empty()
                    continue
                }
                var number = text
                text == "Total" ? line.empty(shown: text) : number.withUTF8 { line.decimal(utf8: $0) }
            }
        }
    }

    /// Returns the line of a folded section with a row, of three columns.
    private func paintedLine(head: [String?], foot: [String?], width: Int = 40) throws -> String {
        let table = TableInfo(columns: ["A", "B", GridColumn("C", alignment: .decimal)]) {
            TableSection(id: 0) {
                Head(head, as: Line.self)
                Row(["a row", "b", "1"], id: 0, as: Line.self)
                Foot(foot, as: Line.self)
            }
        }
        var state = try state(table)
        state.resize(width: width, height: 5)
        #expect(state.lines.count == 1)
        return String(state.paintedLines()[1].dropFirst(2))
    }

    // MARK: The line

    @Test func `A folded section is one line with its totals in their columns`() throws {
        var state = try state(except: [1])
        let lines = state.paintedLines()
        #expect(lines[0] == "  Order  Customer            Amount  Status")
        #expect(lines[1] == "> ▸ Batch 0 (4)               25.14")
        #expect(lines[2] == "  ▾ Batch 1 (4)")
        #expect(lines[7] == "  Total                       22.18")
        #expect(state.lines.count == 7)
        #expect(state.spokenLine == "1 of 7. Batch 0 (4), Amount: 25.14")
        state.type("o")
        let details = state.paintedLines().drop { !$0.hasPrefix("Details") }
        #expect(details.dropFirst().prefix(3) == ["Order   Batch 0 (4)", "Amount  25.14", ""])
    }

    @Test(arguments: [
        (["Title"], ["Total", nil, "5"], "▸ Title   5"), (["Title"], ["Total", "7", "5"], "▸ Title  7  5"),
        (["Title"], [nil, "Total", "5"], "▸ Title       5"), (["Title"], ["9", nil, "5"], "▸ Title   5"),
        (["Title"], ["Total"], "▸ Title  Total"), (["Title"], ["Total", nil], "▸ Title"),
        (["T", nil], ["Total", "7", "5"], "T      7  5"),
        (["T", "2", "3"], ["Total", "7", "5"], "T      2  3"),
    ])
    func `A head has the room before the first total, and its own cells`(
        head: [String?], foot: [String?], line: String
    ) throws {
        #expect(try paintedLine(head: head, foot: foot) == line)
    }

    @Test func `A long title ends before the first total`() throws {
        let title = String(repeating: "long ", count: 20)
        let line = try paintedLine(head: [title], foot: [nil, nil, "5"])
        #expect(line.hasPrefix("▸ long long long ") && line.hasSuffix("…  5"), "\(line)")
        #expect(try paintedLine(head: [title], foot: [], width: 20) == "▸ long long long …")
    }

    @Test func `A column is as wide as the totals of folded sections`() throws {
        #expect(try paintedLine(head: ["T"], foot: ["Total", nil, "1234567.89"]) == "▸ T       1234567.89")
    }

    @Test func `The cursor copies a total in its column, and else the title`() throws {
        var state = try state()
        let copied = ["y", "ly", "ly", "ly"].map { keys -> String in
            guard case .copy(let text)? = state.type(keys).first else { return "" }
            return String(decoding: text, as: UTF8.self)
        }
        #expect(copied == ["Batch 0 (4)", "Batch 0 (4)", "25.14", "Batch 0 (4)"])
    }

    @Test func `The cursor moves from a foot to the head of a section that an edit folds`() throws {
        var state = try state(except: [0, 1])
        state.type("g:6\n")
        #expect(state.cursorLine == BrowserLine(section: 0, part: .foot))
        try state.edit { try $0.collapseSection(.at(0)) }
        #expect(state.cursorLine == BrowserLine(section: 0, part: .head))
        #expect(state.handle(.enter).isEmpty)
        #expect(state.message == "This is another line now. Press the key again for it.")
    }

    // MARK: Searches

    @Test func `A search finds a total of a folded section, which stays folded`() throws {
        var state = try state()
        try state.typeAndFold("/22.18\n")
        #expect(state.cursorLine == BrowserLine(section: 1, part: .head) && state.lines.count == 2)
        #expect(state.browsed.columns.cursor == 2)
        var screen = TerminalScreen(width: 80, height: 24)
        state.paint(&screen)
        #expect(screen.cells.count { $0.style.isMatch } == 5)
    }

    @Test func `A search does not find the label of a total that a folded section does not show`() throws {
        var state = try state()
        try state.typeAndFold("/total\n")
        #expect(state.message == "“total” was not found.")
    }

    @Test func `A match in a folded section unfolds it`() throws {
        var state = try state()
        try state.typeAndFold("/Linus\n")
        #expect(state.cursorLine == BrowserLine(section: 1, part: .row(0)))
        #expect(state.table.sections.map(\.isCollapsed) == [true, false])
        try state.typeAndFold("u")
        #expect(state.table.sections.map(\.isCollapsed) == [true, true])
    }

    @Test func `A match is not for a key before its row was painted`() throws {
        var state = try state()
        for key in "/Linus\n" { _ = state.handle(key == "\n" ? .enter : .character(key)) }
        let effects = state.advance(for: .seconds(10)) ?? []
        guard case .setCollapsed(let sections, false)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(sections == [.at(1)])
        try state.edit { try $0.expandSection(.at(1)) }
        #expect(state.cursorLine == BrowserLine(section: 1, part: .row(0)))
        #expect(state.handle(.enter).isEmpty)
    }

    @Test func `A key keeps the cursor from going to a match whose section is unfolded later`() throws {
        var state = try state()
        state.type("/Linus\n")
        state.type("k")
        try state.edit { try $0.expandSection(.at(1)) }
        #expect(state.cursorLine == BrowserLine(section: 0, part: .head))
    }

    @Test func `A pause keeps a section with a match folded, and says so`() throws {
        var state = try state()
        try state.typeAndFold("lp/Barbara\n")
        #expect(state.message == "The next match is in a folded section. End the pause to see it.")
        #expect(state.cursorLine == BrowserLine(section: 0, part: .head) && state.browsed.columns.cursor == 1)
        try state.typeAndFold("pn")
        #expect(state.cursorLine == BrowserLine(section: 1, part: .row(1)))
    }

    @Test func `A match in a section without lines unfolds the section`() throws {
        var state = try state(.orders((0..<8).map { SampleOrder($0) }))
        #expect(state.lines.count == 0)
        try state.edit { $0.append(TableSection(id: 5) { Rows([SampleOrder(50)], as: SampleLine.self) }) }
        try state.typeAndFold("/Linus\n")
        #expect(state.cursorLine == BrowserLine(section: 0, part: .row(4)))
    }

    @Test(arguments: SeededGenerator.seeds(6), ["", "&paid\n", "lls", "&paid\nlls"])
    func `A search goes through all matches in order, each once, in open and folded sections`(
        seed: UInt64, reading: String
    ) throws {
        for round in 0..<4 as Range<UInt64> {
            var random = SeededGenerator(seed: seed &+ round)
            let comment: Comment = "seed \(seed), round \(round)"
            let orders = (0..<Int.random(in: 20...80, using: &random)).map { SampleOrder($0) }
            let table = TableInfo.orders(orders, sections: Int.random(in: 2...6, using: &random))
            var open = BrowserState(table)
            open.type(reading)
            var state = try state(
                table, except: Set(table.sections.indices.filter { _ in Bool.random(using: &random) }))
            try state.typeAndFold(reading)
            try state.typeAndFold(":\(Int.random(in: 1...20, using: &random))\n")
            let start = open.lines.index(of: try #require(state.cursorLine))
            let isForward = Bool.random(using: &random)
            let count = open.lines.count
            let order = (1...count).map { (start + (isForward ? $0 : count - $0)) % count }
            let matches = order.map { open.lines[$0] }.filter {
                $0.position != nil && open.lines.text(of: $0, column: 1) == "Ada"
            }
            try state.typeAndFold(isForward ? "/ada\n" : "?ada\n")
            for match in matches + matches {
                #expect(state.cursorLine == match, comment)
                try state.typeAndFold("n")
            }
        }
    }
}
