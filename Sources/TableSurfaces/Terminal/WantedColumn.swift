import TableAgent

/// A column of a text table before its width is decided. Widths are in terminal columns.
///
/// A column is at its natural width if there is room. It shrinks to its readable width while the others do, and
/// a little further if that keeps the table low. Only a squeezed table shrinks columns to their minimum widths.
struct WantedColumn {
    /// The width at which a short text is readable: one or two words.
    static let readableTextWidth = 8
    /// The width at which a text of any length is readable.
    private static let longestReadableWidth = 24
    /// The maximum width of a table, and of a column that has to be wide. Wider ones are not useful, and their
    /// sum could overflow.
    static let widest = 1_000_000
    /// The width up to which a part of a title is not broken.
    static let titleWordWidth = 12
    /// The same width beside cells that are cut, so that more width shows more of them.
    private static let titleWordWidthOfCutColumn = 24

    let column: GridColumn
    /// The index of the column's cell in a line.
    let cell: Int
    let alignment: GridColumn.Alignment
    let overflow: TextFormat.Overflow
    /// The bounds of the column's width.
    let bounds: ClosedRange<Int>
    let measured: TextMeasure.Column
    /// The width reserved for the bars of the column, with a space before them; 0 for no bars.
    var barWidth = 0
    /// The width that keeps the text of the cells readable.
    private let textWidth: Int
    /// The width of the words that are not broken as long as columns fit.
    private let wordWidth: Int

    init(
        _ column: GridColumn, at cell: Int, of measure: TextMeasure, on sample: TextSample, format: TextFormat
    ) {
        self.column = column
        self.cell = cell
        measured = measure.columns[cell]
        alignment = measured.kinds.alignment(in: column)
        overflow = column.overflow ?? format.overflow
        bounds = min(column.width.lowerBound, Self.widest)...column.width.upperBound
        // Half of the longest text, but no more than a quarter of the table.
        let share = min(max((format.width ?? .max) / 4, Self.readableTextWidth), Self.longestReadableWidth)
        let words = sample.wordWidths[cell]
        let text = min(max(measured.cellWidth / 2, Self.readableTextWidth, words), share, measured.cellWidth)
        textWidth = max(text, measured.shortWidth, measured.numberWidth)
        // The widths of words do not suffice if text is cut instead of wrapped, or if rows outside the sample
        // may have longer words.
        let hasWords = sample.isComplete && overflow == .wrap
        wordWidth = max(
            min(words, TextMeasure.Column.mostOfShort), hasWords ? 0 : measured.shortWidth,
            measured.numberWidth)
    }

    private func bounded(_ width: Int) -> Int { min(max(width, bounds.lowerBound), bounds.upperBound) }

    /// The width of the longest part of the title that is not broken. A title extends over the bars.
    private var titleWordWidth: Int {
        let most = overflow == .cut ? Self.titleWordWidthOfCutColumn : Self.titleWordWidth
        return min(measured.titleWordWidth, most) - barWidth
    }

    /// The width that shows all cells, but not the title.
    var cellWidth: Int { bounded(measured.cellWidth) }

    /// The width at which no text is broken.
    var naturalWidth: Int { bounded(max(measured.cellWidth, measured.titleWidth - barWidth)) }

    /// The minimum width at which the column is readable beside other columns.
    var readableWidth: Int {
        if bounds.lowerBound > 1 { return bounds.lowerBound }
        let cells = measured.kinds.isUnbreakable ? measured.cellWidth : textWidth
        return bounded(max(cells, titleWordWidth))
    }

    /// The minimum width to which the column shrinks so that other columns need fewer lines. At this width, no
    /// short text is broken inside a word.
    var shrinkLimit: Int {
        if bounds.lowerBound > 1 || measured.kinds.isUnbreakable { return readableWidth }
        return min(readableWidth, bounded(max(wordWidth, titleWordWidth)))
    }

    /// The minimum width in a squeezed table. At this width, no number is broken.
    var minimumWidth: Int {
        min(
            readableWidth,
            bounded(measured.kinds.isUnbreakable ? measured.cellWidth : measured.numberWidth))
    }

    /// Returns as many columns as fit, but at least one: the columns of the highest priority and, among
    /// columns of equal priority, the outer columns.
    ///
    /// - Parameter fits: Returns whether columns fit. If columns fit, fewer columns must fit, too.
    /// - Complexity: O(log columns) calls of `fits`.
    static func columns(_ columns: [WantedColumn], fitting fits: ([WantedColumn]) -> Bool) -> [WantedColumn] {
        /// Returns the rank of a column by its distance from the nearer end of the table. The first column
        /// has rank 0, the last column has rank 1.
        func depth(_ index: Int) -> Int { min(2 * index, 2 * (columns.count - 1 - index) + 1) }
        let order = columns.indices.sorted {
            (columns[$1].column.priority, depth($0)) < (columns[$0].column.priority, depth($1))
        }
        func kept(_ count: Int) -> [WantedColumn] { order[..<count].sorted().map { columns[$0] } }
        var low = 1
        var high = columns.count
        while low < high {
            let middle = (low + high + 1) / 2
            if fits(kept(middle)) { low = middle } else { high = middle - 1 }
        }
        return kept(low)
    }
}
