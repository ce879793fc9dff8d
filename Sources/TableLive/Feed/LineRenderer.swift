import TableAgent
import TableSurfaces

/// Writes a table line by line, and then the lines that an update changes.
///
/// The markup of each line depends on all lines: for example, the cells of a column determine its alignment. The renderer
/// keeps the counts of the lines on which the markup depends, and the keys of sections and rows.
struct LineRenderer {
    private let format: HTMLFormat
    private var counts: LineCounts
    private let bars: ColumnBars
    /// The number of occurrences of each key of a section or row, by the hash of the key.
    private var keys: [UInt64: Int] = [:]
    /// The number of keys that occur more than once.
    private var repeatedKeyCount = 0

    /// Writes a whole table.
    ///
    /// - Returns: The markup, and a renderer for the first update.
    /// - Throws: An error if a line can't be written.
    static func render(_ table: TableInfo, in format: HTMLFormat) throws -> (LineRenderer, TableMarkup) {
        let written = try HTMLLineWriter.write(table, in: format)
        var writer = written.writer
        var renderer = LineRenderer(format: format, counts: written.counts, bars: writer.bars)
        let sections = written.sections.enumerated().map { index, lines in
            TableMarkup.Section(writer.tags(ofSection: index), lines.map(MarkupLine.init))
        }
        for section in sections {
            renderer.count(section.stableHash, by: 1)
            for line in section.lines.elements {
                if let key = line.keyHash { renderer.count(key, by: 1) }
            }
        }
        let foot = written.foot.map(MarkupLine.init)
        return (
            renderer, TableMarkup(caption: writer.caption, columns: writer.columns, sections, foot: foot)
        )
    }

    /// Whether all sections and rows have different keys.
    var hasUniqueKeys: Bool { repeatedKeyCount == 0 }

    /// Writes the changed lines of a table.
    ///
    /// - Parameters:
    ///   - changes: The changes between two tables.
    ///   - old: The visible table.
    ///   - new: The new table.
    ///   - result: The numbers of rows that the query of the new table has found.
    ///   - markup: The old markup.
    /// - Returns: The difference between the markup of both tables, or `nil` if the whole table must be written. That is so
    ///   if the columns or the caption change, or if lines outside the changes get different markup.
    /// - Throws: An error if a line can't be written.
    func difference(
        _ changes: TableChanges, from old: TableInfo, to new: TableInfo, result: QueryResult,
        in markup: TableMarkup
    ) throws -> MarkupDifference? {
        guard old.columns == new.columns, old.caption == new.caption else { return nil }
        var format = format
        format.controls?.result = result
        var writer = HTMLLineWriter(format, new, counts, bars)
        let difference = try MarkupDifference(changes, from: markup, to: new, by: &writer, counts: counts)
        return writer.isSame(with: difference.counts) ? difference : nil
    }

    /// Applies the counts and the keys of a difference.
    ///
    /// - Complexity: O(changes).
    mutating func apply(_ difference: MarkupDifference) {
        counts = difference.counts
        for (key, change) in difference.keyChanges { count(key, by: change) }
    }

    /// Counts the occurrences of a key.
    private mutating func count(_ key: UInt64, by change: Int) {
        let old = keys[key, default: 0]
        let new = old + change
        keys[key] = new > 0 ? new : nil
        repeatedKeyCount += (new > 1 ? 1 : 0) - (old > 1 ? 1 : 0)
    }
}
