import TableAgent
import TableSurfaces

/// The difference between the markup of the old and the new table of an update, with the new lines.
struct MarkupDifference: Sendable {
    /// The changes in a section that remains.
    struct Section: Sendable {
        /// The source of a row's line: a new line, or the line of a row of the old section.
        enum Source: Sendable {
            case new(MarkupLine)
            case old(row: Int)
        }

        /// The index of the section in the new table.
        let index: Int
        /// The removed rows of the old section with their lines: those that no section has any more, and those that
        /// moved to another section.
        var removals: [(row: Int, line: MarkupLine)] = []
        /// The new and moved rows of the new section, ascending.
        var arrivals: [(row: Int, source: Source)] = []
        /// The rows of the new section that remain or moved, with new lines. The keys are those of the old lines.
        var updates: [(row: Int, line: MarkupLine)] = []
        /// The updated head and foot with their new lines. The line of a removed head or foot is `nil`.
        var headAndFoot: [(part: TablePart, line: MarkupLine?)] = []

        /// The removed and moved rows of the old section, ascending.
        var departures: [Int] {
            let moved = arrivals.compactMap { if case .old(let row) = $0.source { row } else { nil } }
            return (removals.map(\.row) + moved).sorted()
        }
    }

    /// The removed sections of the old table, ascending.
    private(set) var sectionDeletes: [(index: Int, element: TableMarkup.Section)] = []
    /// The new sections of the new table, ascending.
    private(set) var sectionInserts: [(index: Int, element: TableMarkup.Section)] = []
    /// The changed sections that are neither deleted nor inserted, by their index in the new table, ascending.
    private(set) var sections: [Section] = []
    /// Whether the foot of the table is new, changed or removed.
    private(set) var updatesFoot = false
    /// The new foot of the table, if it is updated.
    private(set) var foot: MarkupLine?

    /// The new caption, if the number of rows in it has changed.
    private(set) var caption: [UInt8]?

    /// The counts of all new lines.
    private(set) var counts: LineCounts
    /// The hashes of the keys of removed and new sections and rows, with -1 for a removed key and 1 for a new key.
    private(set) var keyChanges: [(key: UInt64, change: Int)] = []
    /// The size of the new markup minus the size of the old markup, in bytes.
    private(set) var growth = 0
    /// The size of the removed lines in shared buffers, in bytes.
    private(set) var lostSharedBytes = 0
    /// The size of the new lines in shared buffers, in bytes.
    private(set) var newSharedBytes = 0

    /// Writes the new lines of an update, and compares them with the old lines.
    ///
    /// A section that remains keeps its key, and so does a row that remains in its section. So patches find them on
    /// a page, even if the bytes of equal ids have changed. The key of a new row begins with the key of its section
    /// on the page.
    ///
    /// - Parameters:
    ///   - markup: The old markup.
    ///   - new: The new table.
    ///   - writer: The writer of new lines.
    ///   - counts: The counts of all old lines, on which the markup of each line depends.
    /// - Throws: An error if a line can't be written.
    /// - Complexity: O(changes).
    init(
        _ changes: TableChanges, from markup: TableMarkup, to new: TableInfo,
        by writer: inout HTMLLineWriter, counts: LineCounts
    ) throws {
        self.counts = counts
        for index in changes.sectionDeletes {
            let section = markup.sections.elements[index]
            sectionDeletes.append((index, section))
            count(section, by: -1)
        }
        for index in changes.sectionInserts {
            let lines = try writer.lines(ofSection: index).map(MarkupLine.init)
            let section = TableMarkup.Section(writer.tags(ofSection: index), lines)
            sectionInserts.append((index, section))
            count(section, by: 1)
        }
        try writeSections(changes, from: markup, to: new, by: &writer)
        if changes.updatesTableFoot || writer.hasControls {
            foot = try writer.foot().map(MarkupLine.init)
            updatesFoot = replace(markup.foot, with: foot)
        }
        if writer.hasControls {
            let caption = writer.caption
            if caption != markup.caption {
                growth += caption.count - markup.caption.count
                self.caption = caption
            }
        }
    }

    /// Writes the changes in the sections that remain.
    private mutating func writeSections(
        _ changes: TableChanges, from markup: TableMarkup, to new: TableInfo, by writer: inout HTMLLineWriter
    ) throws {
        let map = PositionMap(changes)
        var sections: [Int: Section] = [:]
        func change(
            _ index: Int, _ body: (_ section: inout Section, _ old: TableMarkup.Section) throws -> Void
        ) rethrows {
            let oldIndex = map.oldIndex(ofSection: index) ?? index
            try body(&sections[index, default: Section(index: index)], markup.sections.elements[oldIndex])
        }
        func remove(_ position: RowPosition) {
            change(map.newIndex(ofSection: position.section) ?? position.section) { section, old in
                let line = old.row(position.row)
                section.removals.append((position.row, line))
                count(line, by: -1)
            }
        }
        for row in changes.rowDeletes { remove(row) }
        var inserts = changes.rowInserts
        for move in changes.rowMoves {
            if map.newIndex(ofSection: move.from.section) == move.to.section {
                change(move.to.section) { section, _ in
                    section.arrivals.append((move.to.row, .old(row: move.from.row)))
                }
            } else {
                // The key of a row contains the key of its section, so no patch can move the row there.
                remove(move.from)
                inserts.append(move.to)
            }
        }
        for position in inserts {
            let row = new.sections[position.section].rows[position.row]
            try change(position.section) { section, old in
                let key = HTMLFormat.key(ofRow: row.id, inSectionWithKey: old.key)
                let line = MarkupLine(try writer.line(row, .row, at: position, key: key))
                section.arrivals.append((position.row, .new(line)))
                count(line, by: 1)
            }
        }
        let isNew = Set(inserts)
        for position in changes.rowUpdates where !isNew.contains(position) {
            guard let oldRow = map.oldPosition(ofRow: position)?.row else { continue }
            let row = new.sections[position.section].rows[position.row]
            try change(position.section) { section, old in
                let oldLine = old.row(oldRow)
                let line = MarkupLine(try writer.line(row, .row, at: position, key: oldLine.key))
                if replace(oldLine, with: line) { section.updates.append((position.row, line)) }
            }
        }
        for (part, indices) in [(TablePart.head, changes.headUpdates), (.foot, changes.footUpdates)] {
            for index in indices {
                let row = part == .head ? new.sections[index].head : new.sections[index].foot
                let position = RowPosition(section: index, row: 0)
                try change(index) { section, old in
                    let line = try row.map {
                        MarkupLine(try writer.line($0, part, at: position, key: old.key))
                    }
                    if replace(old.headOrFoot(part), with: line) { section.headAndFoot.append((part, line)) }
                }
            }
        }
        for index in sections.keys { sections[index]?.arrivals.sort { $0.row < $1.row } }
        self.sections = sections.values.sorted { $0.index < $1.index }
    }

    /// Counts a new line instead of an old line, unless the lines are equal.
    ///
    /// - Returns: Whether the lines differ.
    private mutating func replace(_ old: MarkupLine?, with new: MarkupLine?) -> Bool {
        if old?.html.bytes == new?.html.bytes { return false }
        if let old { count(old, by: -1) }
        if let new { count(new, by: 1) }
        return true
    }

    /// Counts the tags and the lines of a new section by 1, or those of a removed section by -1.
    private mutating func count(_ section: TableMarkup.Section, by change: Int) {
        growth += change * section.tagByteCount
        keyChanges.append((section.stableHash, change))
        for line in section.lines.elements { count(line, by: change) }
    }

    /// Counts a new line by 1, or a removed line by -1.
    private mutating func count(_ line: MarkupLine, by change: Int) {
        if line.html.isMeasured { counts.add(line.html.part, line.html.facts, by: change) }
        growth += change * line.html.markup.count
        if line.isShared, change > 0 { newSharedBytes += line.html.bytes.count }
        if line.isShared, change < 0 { lostSharedBytes += line.html.bytes.count }
        if let key = line.keyHash { keyChanges.append((key, change)) }
    }
}
