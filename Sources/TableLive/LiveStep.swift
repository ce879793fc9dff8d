import TableAgent
import TableSurfaces

/// The changes that an update makes to the lines of a live table, with the new lines.
struct LiveStep: Sendable {
    /// The changes in a section that remains.
    struct Section: Sendable {
        /// The source of a row's line: a new line, or the line of a row of the old section.
        enum Source: Sendable {
            case new(LiveLine)
            case old(row: Int)
        }

        /// The index of the section in the new table and in the old table.
        let (index, oldIndex): (Int, Int)
        /// The removed rows of the old section: those that no section has any more, ascending, and then those
        /// that moved to another section.
        var removals: [Int] = []
        /// The new and moved rows of the new section, ascending.
        var arrivals: [(row: Int, source: Source)] = []
        /// The rows of the old section with a new line, with their index in the old section.
        var updates: [(row: Int, oldRow: Int, line: LiveLine)] = []
        /// The updated head and foot with their new lines. The line of a removed head or foot is `nil`.
        var headAndFoot: [(part: GridPart, line: LiveLine?)] = []

        init(_ index: Int, old oldIndex: Int) { (self.index, self.oldIndex) = (index, oldIndex) }

        /// The removed and moved rows of the old section, ascending.
        var departures: [Int] {
            let moved = arrivals.compactMap { if case .old(let row) = $0.source { row } else { nil } }
            return (removals + moved).sorted()
        }
    }

    /// The removed sections of the old table, ascending.
    let sectionDeletes: [Int]
    /// The new sections of the new table, ascending.
    private(set) var sectionInserts: [(index: Int, element: LiveLines.Section)] = []
    /// The changed sections that are neither deleted nor inserted, by their index in the new table, ascending.
    private(set) var sections: [Section] = []
    /// Whether the foot of the table is new, changed or removed.
    private(set) var updatesFoot: Bool
    /// The new foot of the table, if it is updated.
    private(set) var foot: LiveLine?

    /// The counts of all lines. ``measure(on:)`` changes them from the old lines to the new lines.
    private(set) var counts: LineCounts
    /// The keys of removed sections and rows, and the keys of new sections and rows.
    private(set) var (removedKeys, insertedKeys): ([UInt64], [UInt64]) = ([], [])
    /// The size of the new markup minus the size of the old markup, in bytes.
    private(set) var growth = 0
    /// The size of removed lines in shared buffers, and the size of new lines in shared buffers, in bytes.
    private(set) var (lostSharedBytes, newSharedBytes) = (0, 0)

    /// Writes the new lines of an update.
    ///
    /// - Parameter counts: The counts of all old lines, on which the markup of each line depends.
    /// - Throws: An error if a line can't be written.
    init(
        _ changes: TableChanges, from old: TableInfo, to new: TableInfo, in format: HTMLFormat,
        _ counts: LineCounts
    ) throws {
        self.counts = counts
        (sectionDeletes, updatesFoot) = (changes.sectionDeletes, changes.updatesTableFoot)
        var writer = HTMLLineWriter(format, new, counts)
        for index in changes.sectionInserts {
            let lines = try writer.lines(ofSection: index).map(LiveLine.init)
            sectionInserts.append((index, LiveLines.Section(writer.tags(ofSection: index), lines)))
        }
        try writeSections(changes, from: old, to: new, &writer)
        if updatesFoot { foot = try writer.foot().map(LiveLine.init) }
    }

    /// Writes the changes in the sections that remain.
    private mutating func writeSections(
        _ changes: TableChanges, from old: TableInfo, to new: TableInfo, _ writer: inout HTMLLineWriter
    ) throws {
        let map = PositionMap(changes)
        var sections: [Int: Section] = [:]
        func change(_ index: Int, _ body: (inout Section) throws -> Void) rethrows {
            try body(&sections[index, default: Section(index, old: map.oldIndex(ofSection: index) ?? index)])
        }
        func line(_ position: RowPosition) throws -> LiveLine {
            let row = new.sections[position.section].rows[position.row]
            return LiveLine(try writer.line(row, .row, at: position))
        }
        for row in changes.rowDeletes {
            change(map.newIndex(ofSection: row.section) ?? row.section) { $0.removals.append(row.row) }
        }
        var inserts = changes.rowInserts
        for move in changes.rowMoves {
            let index = map.newIndex(ofSection: move.from.section) ?? move.from.section
            if index == move.to.section {
                change(index) { $0.arrivals.append((move.to.row, .old(row: move.from.row))) }
            } else {
                // The key of a row contains the key of its section, so no patch can move the row there.
                change(index) { $0.removals.append(move.from.row) }
                inserts.append(move.to)
            }
        }
        for row in inserts { try change(row.section) { $0.arrivals.append((row.row, .new(try line(row)))) } }
        for index in sections.keys { change(index) { $0.arrivals.sort { $0.row < $1.row } } }

        let isNew = Set(inserts)
        for row in changes.rowUpdates where !isNew.contains(row) {
            guard let oldRow = map.oldPosition(ofRow: row)?.row else { continue }
            let line = try line(row)
            change(row.section) { $0.updates.append((row.row, oldRow, line)) }
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

    /// Compares the step with the old lines, and removes updates that do not change a line. Adds the other changes
    /// to the counts, the keys, and the sizes of the step.
    ///
    /// - Complexity: O(changes).
    mutating func measure(on lines: LiveLines) {
        updatesFoot = updatesFoot && lines.foot?.html.bytes != foot?.html.bytes
        if updatesFoot {
            if let old = lines.foot { remove(old) }
            if let foot { insert(foot) }
        }
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
            for case .new(let line) in sections[index].arrivals.map(\.source) { insert(line) }
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
        if line.isShared { newSharedBytes += line.html.bytes.count }
        if line.html.part == .row { insertedKeys.append(StableHash.hash(line.html.key)) }
    }
}
