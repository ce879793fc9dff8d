import TableAgent
import TableSurfaces

/// What an update changes in the lines of a live table, with the new lines.
struct LiveStep: Sendable {
    /// What changes in a section that stays.
    struct Section: Sendable {
        /// The line of a row that comes to an index: a new one, or that of a row of the old section.
        enum Source: Sendable {
            case new(LiveLine)
            case old(row: Int)
        }

        /// The index of the section in the new table, and in the old one.
        let (index, oldIndex): (Int, Int)
        /// The rows of the old section that are gone, ascending.
        var removals: [Int] = []
        /// The rows of the new section that are new or moved, ascending.
        var arrivals: [(row: Int, source: Source)] = []
        /// The other rows with a new line, with their index in the old section.
        var updates: [(row: Int, oldRow: Int, line: LiveLine)] = []
        /// The new lines of the head and the foot; `nil` for one that is gone.
        var headAndFoot: [(part: GridPart, line: LiveLine?)] = []

        init(_ index: Int, old oldIndex: Int) { (self.index, self.oldIndex) = (index, oldIndex) }

        /// The rows of the old section that are gone or moved, ascending.
        var departures: [Int] {
            let moved = arrivals.compactMap { arrival in
                if case .old(let row) = arrival.source { row } else { nil }
            }
            return (removals + moved).sorted()
        }

        /// Finds where rows of the new section were in the old one.
        ///
        /// - Parameter rows: Rows that are not new, ascending.
        /// - Complexity: O(rows + arrivals + departures).
        func oldRows(of rows: [Int]) -> [Int] {
            let departures = departures
            var (arrived, departed) = (0, 0)
            return rows.map { row in
                while arrived < arrivals.count, arrivals[arrived].row < row { arrived += 1 }
                if arrived < arrivals.count, arrivals[arrived].row == row,
                    case .old(let oldRow) = arrivals[arrived].source
                {
                    return oldRow
                }
                // The number of the row among those that keep their order.
                let number = row - arrived
                while departed < departures.count, departures[departed] <= number + departed { departed += 1 }
                return number + departed
            }
        }
    }

    /// Sections of the old table, ascending.
    let sectionDeletes: [Int]
    /// Sections of the new table, ascending.
    private(set) var sectionInserts: [(index: Int, element: LiveLines.Section)] = []
    /// Sections that stay and change.
    private(set) var sections: [Section] = []

    /// The counts of all lines after the step.
    private(set) var counts: HTMLCounts
    /// The keys of sections and rows that are gone, and those that are new.
    private(set) var (removedKeys, insertedKeys): ([UInt64], [UInt64]) = ([], [])
    /// The bytes by which the markup grows.
    private(set) var growth = 0
    /// The bytes that are gone from a buffer that lines share.
    private(set) var lostSharedBytes = 0

    /// Writes the new lines of an update.
    ///
    /// - Parameter counts: The counts of all old lines, which decide how lines look.
    /// - Throws: An error if a line can't be written.
    init(
        _ changes: TableChanges, from old: TableInfo, to new: TableInfo, in format: HTMLFormat,
        _ counts: HTMLCounts
    ) throws {
        self.counts = counts
        sectionDeletes = changes.sectionDeletes
        var writer = HTMLLineWriter(format, new, counts)
        for index in changes.sectionInserts {
            sectionInserts.append((index, try writer.section(at: index, of: new)))
        }
        try writeSections(changes, from: old, to: new, &writer)
    }

    /// Writes what changes in the sections that stay.
    private mutating func writeSections(
        _ changes: TableChanges, from old: TableInfo, to new: TableInfo, _ writer: inout HTMLLineWriter
    ) throws {
        let stays = SectionIndices(changes, old: old.sections.count, new: new.sections.count)
        var sections: [Int: Section] = [:]
        func change(_ index: Int, _ body: (inout Section) throws -> Void) rethrows {
            try body(&sections[index, default: Section(index, old: stays.oldIndex(of: index))])
        }
        func line(_ position: RowPosition) throws -> LiveLine {
            let row = new.sections[position.section].rows[position.row]
            return LiveLine(try writer.line(row, .row, at: position))
        }
        for row in changes.rowDeletes {
            change(stays.newIndex(of: row.section)) { $0.removals.append(row.row) }
        }
        var inserts = changes.rowInserts
        for move in changes.rowMoves {
            let index = stays.newIndex(of: move.from.section)
            if index == move.to.section {
                change(index) { $0.arrivals.append((move.to.row, .old(row: move.from.row))) }
            } else {
                // In another section, the row has another key.
                change(index) { $0.removals.append(move.from.row) }
                inserts.append(move.to)
            }
        }
        for row in inserts { try change(row.section) { $0.arrivals.append((row.row, .new(try line(row)))) } }
        for index in sections.keys { change(index) { $0.arrivals.sort { $0.row < $1.row } } }

        let isNew = Set(inserts)
        let updates = Dictionary(grouping: changes.rowUpdates.filter { !isNew.contains($0) }, by: \.section)
        for (index, rows) in updates {
            try change(index) { section in
                let oldRows = section.oldRows(of: rows.map(\.row))
                section.updates = try zip(rows, oldRows).map { ($0.row, $1, try line($0)) }
            }
        }
        for (part, indices) in [(GridPart.head, changes.headUpdates), (.foot, changes.footUpdates)] {
            for index in indices {
                let row = part == .head ? new.sections[index].head : new.sections[index].foot
                let position = RowPosition(section: index, row: 0)
                let line = try row.map { LiveLine(try writer.line($0, part, at: position)) }
                change(index) { $0.headAndFoot.append((part, line)) }
            }
        }
        self.sections = sections.values.sorted { $0.index < $1.index }
    }

    /// Compares the step with the old lines: leaves out lines that stay the same, and counts the others.
    ///
    /// - Complexity: O(changes).
    mutating func measure(on lines: LiveLines) {
        for index in sectionDeletes {
            let section = lines.sections.elements[index]
            growth -= section.tagByteCount
            removedKeys.append(section.stableHash)
            for line in section.lines.elements { remove(line) }
        }
        for (_, section) in sectionInserts {
            growth += section.tagByteCount
            insertedKeys.append(section.stableHash)
            for line in section.lines.elements { insert(line) }
        }
        for index in sections.indices {
            let old = lines.sections.elements[sections[index].oldIndex]
            sections[index].updates.removeAll { $0.line.html.bytes == old.row($0.oldRow).html.bytes }
            sections[index].headAndFoot.removeAll {
                $0.line?.html.bytes == old.headOrFoot($0.part)?.html.bytes
            }
            for row in sections[index].removals { remove(old.row(row)) }
            for arrival in sections[index].arrivals {
                if case .new(let line) = arrival.source { insert(line) }
            }
            for (_, oldRow, line) in sections[index].updates {
                remove(old.row(oldRow))
                insert(line)
            }
            for (part, line) in sections[index].headAndFoot {
                if let line = old.headOrFoot(part) { remove(line) }
                if let line { insert(line) }
            }
        }
    }

    private mutating func remove(_ line: LiveLine) {
        counts.add(line.html.part, line.html.facts, by: -1)
        growth -= line.html.markup.count
        if line.isShared { lostSharedBytes += line.html.bytes.count }
        if line.html.part == .row { removedKeys.append(StableHash.hash(line.html.key)) }
    }

    private mutating func insert(_ line: LiveLine) {
        counts.add(line.html.part, line.html.facts, by: 1)
        growth += line.html.markup.count
        if line.html.part == .row { insertedKeys.append(StableHash.hash(line.html.key)) }
    }
}

extension HTMLLineWriter {
    /// Writes a section of a table.
    fileprivate mutating func section(at index: Int, of table: TableInfo) throws -> LiveLines.Section {
        let section = table.sections[index]
        var lines: [LiveLine] = []
        func append(_ row: Row, _ part: GridPart, _ number: Int = 0) throws {
            lines.append(LiveLine(try line(row, part, at: RowPosition(section: index, row: number))))
        }
        if let head = section.head { try append(head, .head) }
        for (number, row) in section.visibleRows.enumerated() { try append(row, .row, number) }
        if let foot = section.foot { try append(foot, .foot) }
        return LiveLines.Section(tags(ofSection: index), lines)
    }
}

/// The indices of the sections that stay, in the old table and in the new one.
private struct SectionIndices {
    /// Empty if all sections stay.
    private var (old, new): ([Int: Int], [Int: Int]) = ([:], [:])

    init(_ changes: TableChanges, old oldCount: Int, new newCount: Int) {
        guard !changes.sectionDeletes.isEmpty || !changes.sectionInserts.isEmpty else { return }
        let (deleted, inserted) = (Set(changes.sectionDeletes), Set(changes.sectionInserts))
        for (old, new) in zip(
            (0..<oldCount).lazy.filter { !deleted.contains($0) },
            (0..<newCount).lazy.filter { !inserted.contains($0) })
        {
            (self.old[new], self.new[old]) = (old, new)
        }
    }

    func oldIndex(of new: Int) -> Int { old[new] ?? new }

    func newIndex(of old: Int) -> Int { new[old] ?? old }
}
