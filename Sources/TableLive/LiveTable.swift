import TableAgent
import TableSurfaces

/// The counts and the keys of the visible lines. The markup of each line depends on the counts of all lines.
struct LiveTable {
    private let format: HTMLFormat
    private var counts: LineCounts
    private let bars: ColumnBars
    /// The number of occurrences of each key of a section or row, by the hash of the key.
    private var keys: [UInt64: Int] = [:]
    /// The number of keys that occur more than once.
    private var repeatedKeyCount = 0

    /// Writes a whole table.
    ///
    /// - Throws: An error if a line can't be written.
    static func write(_ table: TableInfo, in format: HTMLFormat) throws -> (LiveTable, LiveLines) {
        var (counts, writer, lines, foot) = try HTMLLineWriter.write(table, in: format)
        var result = LiveTable(format: format, counts: counts, bars: writer.bars)
        let sections = lines.enumerated().map { index, lines in
            LiveLines.Section(writer.tags(ofSection: index), lines.map(LiveLine.init))
        }
        for section in sections {
            result.add(section.stableHash, by: 1)
            for line in section.lines.elements { if let key = line.keyHash { result.add(key, by: 1) } }
        }
        return (result, LiveLines(start: writer.start(), sections, foot: foot.map(LiveLine.init)))
    }

    /// Whether all sections and rows have different keys.
    var hasUniqueKeys: Bool { repeatedKeyCount == 0 }

    /// Writes the changes of an update.
    ///
    /// - Parameter lines: The old lines.
    /// - Returns: The changes, or `nil` if the whole table must be written: the columns or the caption change, or lines
    ///   outside the changes get different markup.
    /// - Throws: An error if a line can't be written.
    func step(_ changes: TableChanges, in update: TableUpdate, on lines: LiveLines) throws -> LiveStep? {
        let (old, new) = (update.old, update.new)
        guard old.columns == new.columns, old.caption == new.caption else { return nil }
        var writer = HTMLLineWriter(format, new, counts, bars)
        let step = try LiveStep(changes, from: lines, to: new, by: &writer, counts)
        return writer.isSame(with: step.counts) ? step : nil
    }

    /// Applies the counts and the keys of a step.
    ///
    /// - Complexity: O(changes).
    mutating func apply(_ step: LiveStep) {
        counts = step.counts
        for (key, change) in step.keyChanges { add(key, by: change) }
    }

    private mutating func add(_ key: UInt64, by change: Int) {
        let old = keys[key, default: 0]
        let new = old + change
        keys[key] = new > 0 ? new : nil
        repeatedKeyCount += (new > 1 ? 1 : 0) - (old > 1 ? 1 : 0)
    }
}
