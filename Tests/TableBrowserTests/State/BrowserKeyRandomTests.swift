import RandomTesting
import TableAgent
import Testing

@_spi(Internals) @testable import TableBrowser

/// Random keys, updates, and frames, beside a person who knows lines by what was painted and rows by their tags.
struct BrowserKeyRandomTests {
    @Test(arguments: SeededGenerator.seeds(4), [false, true])
    func `A key acts only on the line that was painted, and a mark stays on its row`(
        seed: UInt64, hasEqualIDs: Bool
    ) throws {
        var counts = (keys: 0, actions: 0)
        for round in 0..<3 as Range<UInt64> {
            var person = try Person(
                SeededGenerator(seed: seed &* 1_000 &+ round), hasEqualIDs: hasEqualIDs,
                place: "seed \(seed), round \(round)")
            for _ in 0..<40 { try person.browse() }
            counts.keys += person.keyCount
            counts.actions += person.actionCount
        }
        // Otherwise, a browser that ignores all keys would pass.
        #expect(counts.actions * 4 > counts.keys, "\(counts)")
    }
}

/// A line as a person knows it: a head by the number in its title, and a row by its tag.
private enum SeenLine: Hashable {
    case head(Int)
    case row(Int)
}

/// A row of a table with the id of its section.
private struct KnownRow {
    let section: Int
    let row: TaggedRow
    let position: RowPosition

    var key: [Int] { [section, row.id] }
    var text: String { "\(section).\(row.id): \(row.tag), \(row.amount)" }
}

extension TableInfo {
    /// All rows, also hidden ones.
    fileprivate var knownRows: [KnownRow] {
        sections.enumerated().flatMap { index, section in
            section.rows.enumerated().compactMap { number, row in
                row.data(as: TaggedRow.self).map {
                    KnownRow(
                        section: section.number, row: $0, position: RowPosition(section: index, row: number))
                }
            }
        }
    }

    /// The visible lines.
    fileprivate func seenLines(isSorted: Bool) -> [SeenLine] {
        sections.flatMap { section in
            let tags = section.visibleRows.compactMap { $0.data(as: TaggedRow.self)?.tag }
            return [SeenLine.head(section.number)] + (isSorted ? tags.sorted() : tags).map { .row($0) }
        }
    }
}

extension TableSection {
    fileprivate var number: Int { Int("\(id)") ?? -1 }
}

extension String {
    /// The line that a painted text shows.
    fileprivate var seenLine: SeenLine? {
        let words = drop { ">*▾▸ ".contains($0) }.split(separator: " ")
        let numbers = words.compactMap { Int($0) }
        if words.first == "Section" { return numbers.first.map { .head($0) } }
        return numbers.count > 1 ? .row(numbers[1]) : nil
    }
}

private struct Person {
    private var random: SeededGenerator
    private let hasEqualIDs: Bool
    private let place: String
    private var state: BrowserState
    private let isSorted: Bool
    /// The newest table, and the visible one, which is older during a pause, and until the next frame of a sorted table.
    private var newest: TableInfo
    private var visible: TableInfo
    private var marks: Set<Int> = []
    private var nextNumber = 100
    private(set) var keyCount = 0
    private(set) var actionCount = 0

    init(_ random: SeededGenerator, hasEqualIDs: Bool, place: String) throws {
        self.random = random
        self.hasEqualIDs = hasEqualIDs
        self.place = place
        isSorted = Bool.random(using: &self.random)
        newest = TableInfo()
        visible = newest
        state = BrowserState(newest, width: 60, height: 14)
        var lists: [[TaggedRow]] = []
        for _ in 0..<number(in: 1...4) {
            let count = number(in: 0...12)
            lists.append((0..<count).map { _ in newRow() })
        }
        newest = .tagged(lists)
        visible = newest
        state.update(nil, to: newest)
        // The second column has the tags.
        state.type(isSorted ? "ls" : "l")
    }

    /// Whether updates wait.
    private var isHeld: Bool { state.isPaused || isSorted }

    private mutating func number(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    private mutating func newRow() -> TaggedRow {
        nextNumber += 1
        return TaggedRow(id: hasEqualIDs ? number(in: 0...4) : nextNumber, tag: nextNumber)
    }

    // MARK: Browsing

    /// Looks at a frame, sees updates and presses keys before the next frame, and checks the last key.
    mutating func browse() throws {
        state.type(number(in: 0...9) == 0 ? "p" : "")
        if !state.isPaused { tableWasShown() }
        let painted = state.paintedLines()
        check(stars: painted)
        // The lines that the person may mean; those with a certain identity only.
        var meant = Set([painted.first { $0.hasPrefix(">") }?.seenLine].compactMap(\.self))
        var isStale = false
        for _ in 0..<number(in: 0...3) {
            if number(in: 0...1) == 0 {
                let old = newest
                try update()
                guard !isHeld else { continue }
                isStale = true
                meant = Set(meant.flatMap { successors(of: $0, from: old, to: newest) })
            } else {
                let isDown = number(in: 0...2) > 0
                _ = state.handle(isDown ? .down : .up)
                meant = isStale ? [] : Set(meant.compactMap { neighbor(of: $0, isDown: isDown) })
            }
        }
        try press(meant)
    }

    private func neighbor(of line: SeenLine, isDown: Bool) -> SeenLine? {
        let lines = visible.seenLines(isSorted: isSorted)
        guard let index = lines.firstIndex(of: line) else { return nil }
        return lines[max(0, min(index + (isDown ? 1 : -1), lines.count - 1))]
    }

    /// Presses a key that acts on a line, and checks its effect.
    private mutating func press(_ seen: Set<SeenLine>) throws {
        let key = ([.enter, .enter, " ", "y", "Y", "m", "m", "m", "c", "M"] as [BrowserKey])[
            number(in: 0...9)]
        let oldMarks = markedTags
        let effects = state.handle(key)
        let toggled = markedTags.symmetricDifference(oldMarks)
        // An event is for the row of the newest table, which a pause may hold back.
        let meant = Set(seen.flatMap { successors(of: $0, from: visible, to: newest) })
        keyCount += 1
        actionCount += effects.isEmpty && toggled.isEmpty ? 0 : 1
        let comment: Comment = "\(place): \(key) for \(seen) had the effects \(effects), marks \(toggled)"
        if key == "M" {
            #expect(markedTags.isEmpty && effects.isEmpty, comment)
        } else {
            #expect(toggled.isEmpty || key == "m" && toggled.count == 1, comment)
            #expect(toggled.allSatisfy { seen.contains(.row($0)) }, comment)
        }
        marks = markedTags
        for effect in effects {
            switch effect {
            case .select(let sender):
                let row = newest.knownRows.first { sender == .row(.at($0.position)) }
                #expect(row.map { meant.contains(.row($0.row.tag)) } == true, comment)
            case .setCollapsed(let folded, let isCollapsed):
                let indices = newest.sections.indices.filter { folded.contains(.at($0)) }
                let numbers = indices.map { newest.sections[$0].number }
                #expect(!state.isPaused && indices.count == folded.count, comment)
                #expect(key == "c" || numbers.allSatisfy { sections(of: meant).contains($0) }, comment)
                var table = newest
                try table.edit { for index in indices { try $0.setCollapsed(index, isCollapsed) } }
                try show(table, TableChanges(from: newest, to: table))
            case .copy(let text):
                let text = String(decoding: text, as: UTF8.self)
                let title =
                    key == "y" || text.hasPrefix("Section")
                    ? "" : marks.isEmpty ? "Tag\n" : "ID\tTag\tAmount\n"
                #expect(text.hasPrefix(title), comment)
                check(copied: String(text.dropFirst(title.count)), seen, comment)
            default: Issue.record(comment)
            }
        }
    }

    /// Returns the sections of lines in the painted table and in the newest one.
    private func sections(of lines: Set<SeenLine>) -> [Int] {
        lines.flatMap { line in
            switch line {
            case .head(let number): [number]
            case .row(let tag):
                (visible.knownRows + newest.knownRows).filter { $0.row.tag == tag }.map(\.section)
            }
        }
    }

    private func check(copied text: String, _ seen: Set<SeenLine>, _ comment: Comment) {
        guard marks.isEmpty else {
            let rows = visible.knownRows.filter { marks.contains($0.row.tag) }
            let texts = Dictionary(
                uniqueKeysWithValues: rows.map {
                    ($0.position, "\($0.row.id)\t\($0.row.tag)\t\($0.row.amount)")
                })
            let copied = text.split(separator: "\n").map { String($0) }
            #expect(copied.sorted() == texts.values.sorted(), comment)
            // Rows of folded sections are among them.
            let shown = (0..<state.lines.count).compactMap { state.lines[$0].position.flatMap { texts[$0] } }
            #expect(copied.filter { shown.contains($0) } == shown, comment)
            return
        }
        let isSeen = seen.contains { line in
            switch line {
            case .head(let number): text.hasPrefix("Section \(number) ")
            case .row(let tag): text == "\(tag)"
            }
        }
        #expect(isSeen, comment)
    }

    // MARK: Updates

    /// Changes the newest table, and tells the browser so.
    private mutating func update() throws {
        if number(in: 0...5) == 0 { return try reload() }
        let count = number(in: 1...4)
        var table = newest
        try table.edit { edit in
            for _ in 0..<count { try self.edit(&edit) }
        }
        try show(table, TableChanges(from: newest, to: table))
    }

    private mutating func show(_ table: TableInfo, _ changes: TableChanges?) throws {
        newest = table
        state.update(number(in: 0...3) == 0 ? nil : changes, to: newest)
        if !isHeld { tableWasShown() }
    }

    /// Makes the table of new arrays, some of whose rows are new, moved, or missing.
    private mutating func reload() throws {
        let isShuffled = number(in: 0...3) == 0
        var sections: [TableSection] = []
        for section in newest.sections {
            var rows = section.rows.compactMap { $0.data(as: TaggedRow.self) }
            rows.removeAll { _ in number(in: 0...9) == 0 }
            if isShuffled { rows.shuffle(using: &random) }
            if number(in: 0...2) == 0 { rows.insert(newRow(), at: number(in: 0...rows.count)) }
            sections.append(
                TableSection(
                    id: section.number, head: Head("Section \(section.number)", as: OrderTitle.self),
                    rows: Rows(rows), isCollapsed: section.isCollapsed))
        }
        let table = TableInfo(columns: newest.columns, sections: sections)
        try show(table, TableChanges(from: newest, to: table))
    }

    private mutating func edit(_ edit: inout TableEdit) throws {
        let sections = edit.table.sections
        guard sections.count > 1 else { return appendSection(&edit) }
        let section = number(in: 0...sections.count - 1)
        let other = number(in: 0...sections.count - 1)
        let rows = sections[section].rows
        let row = number(in: 0...rows.count)
        let position = RowPosition(section: section, row: row)
        switch number(in: 0...12) {
        case 0...2: try edit.insert(Rows([newRow()]), at: row, in: .at(section))
        case 3...4 where row < rows.count: try edit.removeRow(.at(position))
        case 5...6 where row < rows.count:
            guard var data = rows[row].data(as: TaggedRow.self) else { return }
            data.amount += 1
            try edit.replaceData(ofRow: .at(position), with: data)
        case 7...8 where row < rows.count: try edit.moveRow(.at(position), toEndOf: .at(other))
        case 9: try edit.toggleSection(.at(section))
        case 10: try edit.moveSection(.at(section), before: .at(other))
        case 11: try edit.removeSection(.at(section))
        case 12: appendSection(&edit)
        default: break
        }
    }

    private mutating func appendSection(_ edit: inout TableEdit) {
        nextNumber += 1
        edit.append(
            TableSection(
                id: nextNumber, head: Head("Section \(nextNumber)", as: OrderTitle.self),
                rows: Rows([newRow(), newRow()])))
    }

    // MARK: Identity

    /// Returns the lines of a new table that may count as a line of an old one. These are the line itself, and a row with the
    /// same ids that looks the same.
    private func successors(of line: SeenLine, from old: TableInfo, to new: TableInfo) -> [SeenLine] {
        let oldRows = old.knownRows
        guard case .row(let tag) = line, let row = oldRows.first(where: { $0.row.tag == tag }) else {
            return [line]
        }
        var result = [line]
        let newRows = new.knownRows
        let sameID = newRows.filter { $0.row.id == row.row.id }
        if sameID.count == 1, oldRows.filter({ $0.row.id == row.row.id }).count == 1 {
            result.append(.row(sameID[0].row.tag))
        }
        // Of the rows with its ids, only the row has left or changed, and only one row came or changed.
        let gone = oldRows.filter { $0.key == row.key }.map(\.row)
        let came = newRows.filter { $0.key == row.key }.map(\.row)
        let others = came.filter { !gone.contains($0) }
        if gone.filter({ !came.contains($0) }) == [row.row], others.count == 1 {
            result.append(.row(others[0].tag))
        }
        return result
    }

    private var markedTags: Set<Int> {
        let rows = state.table.knownRows
        return Set(
            state.browsed.view.markedPositions.compactMap { position in
                rows.first { $0.position == position }?.row.tag
            })
    }

    /// Checks the marks after the visible table was replaced by the newest one.
    private mutating func tableWasShown() {
        let oldRows = visible.knownRows
        let newRows = newest.knownRows
        let tags = Set(newRows.map(\.row.tag))
        let allowed = Set(
            marks.flatMap { successors(of: .row($0), from: visible, to: newest) }
                .compactMap { if case .row(let tag) = $0 { tag } else { nil } }
        ).intersection(tags)
        let actual = markedTags
        #expect(
            actual.isSubset(of: allowed), "\(place): \(oldRows.map(\.text)) became \(newRows.map(\.text))")
        // Marks may go only if ids are equal and rows with the id came, left, moved, or changed.
        let required = marks.intersection(tags).filter { tag in
            guard let id = oldRows.first(where: { $0.row.tag == tag })?.row.id else { return false }
            let old = oldRows.filter { $0.row.id == id }
            let new = newRows.filter { $0.row.id == id }
            return old.count == 1 && new.count == 1
                || old.map(\.position) == new.map(\.position) && old.map(\.row) == new.map(\.row)
        }
        #expect(actual.isSuperset(of: required), "\(place): \(required.subtracting(actual)) have gone")
        if !hasEqualIDs { #expect(actual == marks.intersection(tags), "\(place)") }
        marks = actual
        visible = newest
    }

    /// Checks the painted marks.
    private func check(stars painted: [String]) {
        for line in painted.dropLast() {
            guard case .row(let tag)? = line.seenLine, ">* ".contains(line.prefix(1)) else { continue }
            #expect(line.dropFirst().hasPrefix("*") == marks.contains(tag), "\(place): \(line)")
        }
    }
}

extension TableEdit {
    /// Collapses or expands a section.
    fileprivate mutating func setCollapsed(_ section: Int, _ isCollapsed: Bool) throws {
        if isCollapsed { try collapseSection(.at(section)) } else { try expandSection(.at(section)) }
    }
}
