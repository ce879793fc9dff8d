import TableAgent
import TableSurfaces

/// What a container knows of the lines that it shows: the counts that decide how lines look, and the keys.
struct LiveTable {
    private let format: HTMLFormat
    private var counts: HTMLCounts
    /// How often each key of a section or row occurs, by its hash.
    private var keys: [UInt64: Int] = [:]
    /// The number of keys that occur more than once.
    private var repeatedKeyCount = 0

    /// Writes a whole table.
    ///
    /// - Throws: An error if a line can't be written.
    static func write(_ table: TableInfo, in format: HTMLFormat) throws -> (LiveTable, LiveLines) {
        var (counts, writer, lines, foot) = try HTMLLineWriter.write(table, in: format)
        var result = LiveTable(format: format, counts: counts)
        let sections = lines.enumerated().map { index, lines in
            LiveLines.Section(writer.tags(ofSection: index), lines.map(LiveLine.init))
        }
        for section in sections {
            result.add(section.stableHash, by: 1)
            for line in section.lines.elements where line.html.part == .row {
                result.add(StableHash.hash(line.html.key), by: 1)
            }
        }
        return (result, LiveLines(start: writer.start(), sections, foot: foot.map(LiveLine.init)))
    }

    /// Whether no two sections, and no two rows, have one key.
    var hasUniqueKeys: Bool { repeatedKeyCount == 0 }

    /// Writes what an update changes.
    ///
    /// - Parameter feed: The feed that has the old lines.
    /// - Returns: `nil` if the table must be written as a whole, as lines that stay would look different.
    /// - Throws: An error if a line can't be written.
    func step(_ changes: TableChanges, in update: TableUpdate, on feed: LiveFeed) throws -> LiveStep? {
        let (old, new) = (update.old, update.new)
        guard old.columns == new.columns, old.caption == new.caption else { return nil }
        var step = try LiveStep(changes, from: old, to: new, in: format, counts)
        feed.withLines { step.measure(on: $0) }
        return HTMLLineWriter(format, new, counts).isSame(with: step.counts) ? step : nil
    }

    /// Takes over what a step has counted.
    ///
    /// - Complexity: O(changes).
    mutating func apply(_ step: LiveStep) {
        counts = step.counts
        for key in step.removedKeys { add(key, by: -1) }
        for key in step.insertedKeys { add(key, by: 1) }
    }

    private mutating func add(_ key: UInt64, by change: Int) {
        let old = keys[key, default: 0]
        let new = old + change
        keys[key] = new > 0 ? new : nil
        repeatedKeyCount += (new > 1 ? 1 : 0) - (old > 1 ? 1 : 0)
    }
}
