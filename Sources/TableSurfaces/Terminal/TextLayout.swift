import TableAgent

/// The columns of a text table: their order, widths and alignments.
///
/// A layout is computed from the measurements of a whole table or of a sample. A ``TextWriter`` then uses it
/// for all lines, including lines that were not measured.
struct TextLayout {
    struct Column {
        /// The index of the column's cell in a line.
        let cell: Int
        /// The width in terminal columns.
        let width: Int
        let alignment: GridColumn.Alignment
        let overflow: TextFormat.Overflow
        /// The maximum width of a cell from its decimal point on, if cells are aligned by decimal points.
        let tail: Int
        /// The width after the cells for bars, with a space before them; 0 for no bars.
        var barWidth = 0

        /// The width with that of the bars.
        var outerWidth: Int { width + barWidth }

        /// The narrow column that replaces omitted columns.
        static let gap = Column(cell: .max, width: 1, alignment: .left, overflow: .cut, tail: 0)
    }

    /// The columns from left to right, including gaps. A stacked table has a column of titles, if there are
    /// titles, and a column of cells.
    let columns: [Column]
    /// The width of the table without its outer lines and their padding, in terminal columns.
    let innerWidth: Int
    /// The maximum number of cells in a line.
    let cellCount: Int
    /// The indexes of the cells whose columns are omitted.
    let leftOut: [Int]
    /// Whether columns have no room for their bars.
    let omitsBars: Bool
    /// Whether the cells of a row are arranged below each other.
    let isStacked: Bool
    /// The rules for the widths of characters.
    let policy: TextFormat.WidthPolicy

    /// Fits the measured columns into the width of a format: columns shrink, are omitted, or are stacked.
    init(_ measure: TextMeasure, _ sample: TextSample, columns given: [GridColumn], format: TextFormat) {
        let space = Space(format, columnCount: measure.columns.count)
        let scales = measure.scales
        var wanted = measure.columns.indices.map { index in
            WantedColumn(
                index < given.count ? given[index] : GridColumn(""), at: index, of: measure, on: sample,
                format: format)
        }
        let barred = Set(wanted.indices.filter { scales[$0] != nil && wanted[$0].measured.kinds.hasNumbers })
        for index in barred { wanted[index].barWidth = ColumnFitting.leastBarWidth }
        if !space.fits(wanted, \.readableWidth), !space.keepsBars(of: wanted, in: format) {
            for index in barred { wanted[index].barWidth = 0 }
        }
        let isSqueezed = format.narrowing == .squeeze && !space.fits(wanted, \.readableWidth)
        let least: (WantedColumn) -> Int =
            isSqueezed ? { $0.minimumWidth } : { $0.readableWidth }
        let shown = space.fits(wanted, least) ? wanted : space.columns(of: wanted, least)
        let isTooFew = format.narrowing == .automatic && shown.count < format.leastColumns(of: wanted.count)
        isStacked = shown.count < wanted.count && (isTooFew || format.narrowing == .stack)
        cellCount = wanted.count
        policy = format.widthPolicy
        if isStacked {
            leftOut = []
            omitsBars = !barred.isEmpty
            columns = Self.stackedColumns(of: wanted, in: space, format.overflow)
        } else {
            leftOut = Set(wanted.indices).subtracting(shown.map(\.cell)).sorted()
            omitsBars = shown.contains { $0.barWidth == 0 && barred.contains($0.cell) }
            var fitting = ColumnFitting(shown)
            if let room = space.room(of: shown) {
                var floors = shown.map { isSqueezed ? $0.minimumWidth : $0.shrinkLimit }
                // A single column becomes narrower than its minimum width if necessary.
                if let only = shown.first, shown.count == 1 {
                    floors = [max(min(only.minimumWidth, room - only.barWidth), 1)]
                }
                fitting.shrink(
                    to: room, floors: floors, sample: sample, titles: given.map(\.title), format: format)
                fitting.widenBars(to: room)
                fitting.grow(to: room)
            } else {
                fitting.widenBars(to: .max)
            }
            let total = fitting.total + space.separators(of: shown)
            fitting.widenLast(by: max(0, min(measure.spanWidth, max(space.width ?? .max, total)) - total))
            columns = space.columns(of: shown, fitting)
        }
        innerWidth = columns.reduce(space.separatorWidth * (columns.count - 1)) { $0 + $1.outerWidth }
    }

    /// Returns the number of rows to show at each end of a table. A stacked table shows fewer rows, as each
    /// cell may take a line.
    func rowCount(ofEnd count: Int) -> Int {
        isStacked ? min(count, max(2, count / cellCount)) : count
    }

    /// The maximum number of omitted columns that are named.
    private static let mostNames = 20

    /// Returns the number of columns, whether bars are omitted, and the names of omitted columns.
    func size(of titles: [String], in words: TableWords) -> String {
        let bars = omitsBars ? ", " + words.text.barsOmitted : ""
        let size = words.text.columns(cellCount) + bars
        guard !leftOut.isEmpty else { return size }
        let names = leftOut.prefix(Self.mostNames).map { index in
            let title = titles[index].split(whereSeparator: \.isNewline).joined(separator: " ")
            return title.isEmpty ? words.text.untitledColumn(index + 1) : title
        }
        let more = leftOut.count - names.count
        return size + " (\(words.text.leftOut(cellCount - leftOut.count, names, more)))"
    }

    /// Returns the columns of a stacked table: the column of titles, if there are titles, and the column of
    /// cells.
    ///
    /// The column of cells gets the width of the widest cell, or the highest minimum width of a column if
    /// that is greater. Rows that were not measured may need that minimum width.
    private static func stackedColumns(
        of wanted: [WantedColumn], in space: Space, _ overflow: TextFormat.Overflow
    ) -> [Column] {
        func column(_ width: Int) -> Column {
            Column(cell: 0, width: width, alignment: .left, overflow: overflow, tail: 0)
        }
        let room = space.width ?? WantedColumn.widest
        let cells = wanted.reduce(2) { max($0, $1.measured.cellWidth, $1.bounds.lowerBound) }
        let titles = wanted.reduce(0) { max($0, $1.measured.titleWidth) }
        // Any character fits in two columns; a title needs one more.
        guard titles > 0, room - space.separatorWidth >= 3 else {
            return [column(min(cells, max(room, 2)))]
        }
        // Titles shrink until their parts would break, then until cells become readable.
        let words = min(wanted.reduce(0) { max($0, $1.measured.titleWordWidth) }, WantedColumn.titleWordWidth)
        let both = room - space.separatorWidth
        let title = max(min(titles, max(words, both - cells)), 1)
        let narrow = max(min(title, max(both - min(cells, WantedColumn.readableTextWidth), both / 2)), 1)
        return [column(narrow), column(max(min(cells, both - narrow), 2))]
    }
}

/// The width that a table has for its columns.
private struct Space {
    /// The width inside the outer lines; `nil` for no limit.
    let width: Int?
    let separatorWidth: Int
    /// The number of columns, including columns that are omitted.
    private let columnCount: Int

    init(_ format: TextFormat, columnCount: Int) {
        let strokes = format.border.strokes(format.widthPolicy)
        width = format.width.map { max(min($0, WantedColumn.widest) - strokes.outerWidth, 1) }
        separatorWidth = strokes.separatorWidth
        self.columnCount = columnCount
    }

    /// Returns whether columns are omitted before a column that is shown, or after the last one.
    private func hasGap(before index: Int, in shown: [WantedColumn]) -> Bool {
        // A table of one column has no room for a gap.
        guard shown.count > 1 else { return false }
        let next = index < shown.count ? shown[index].cell : columnCount
        return next > (index > 0 ? shown[index - 1].cell + 1 : 0)
    }

    /// Returns the total width of the separators and gaps between and beside columns.
    func separators(of shown: [WantedColumn]) -> Int {
        let gaps = (0...shown.count).count { hasGap(before: $0, in: shown) }
        return gaps + separatorWidth * (shown.count + gaps - 1)
    }

    /// Returns the width for the cells and bars of columns.
    func room(of shown: [WantedColumn]) -> Int? { width.map { $0 - separators(of: shown) } }

    /// Returns whether columns fit if each of them has a certain width.
    func fits(_ shown: [WantedColumn], _ least: (WantedColumn) -> Int) -> Bool {
        room(of: shown).map { shown.reduce(0) { $0 + least($1) + $1.barWidth } <= $0 } ?? true
    }

    /// Returns the columns that remain if columns are omitted until the rest fits.
    func columns(of wanted: [WantedColumn], _ least: (WantedColumn) -> Int) -> [WantedColumn] {
        WantedColumn.columns(wanted) { fits($0, least) }
    }

    /// Returns whether a table that is too wide keeps its bars: if enough columns fit beside them without the
    /// columns of a lower priority.
    func keepsBars(of wanted: [WantedColumn], in format: TextFormat) -> Bool {
        guard format.narrowing == .drop || format.narrowing == .automatic,
            let priority = wanted.filter({ $0.barWidth > 0 }).map(\.column.priority).min()
        else { return false }
        let shown = columns(of: wanted, \.readableWidth)
        return fits(shown, \.readableWidth) && shown.count >= format.leastColumns(of: wanted.count)
            && shown.count { $0.column.priority >= priority }
                == wanted.count { $0.column.priority >= priority }
    }

    /// Returns the columns of a layout, with gaps in place of omitted columns.
    func columns(of shown: [WantedColumn], _ fitting: ColumnFitting) -> [TextLayout.Column] {
        var columns: [TextLayout.Column] = []
        for (index, wanted) in shown.enumerated() {
            if hasGap(before: index, in: shown) { columns.append(.gap) }
            columns.append(
                TextLayout.Column(
                    cell: wanted.cell, width: fitting.widths[index], alignment: wanted.alignment,
                    overflow: wanted.overflow, tail: wanted.measured.tail,
                    barWidth: fitting.barWidths[index]))
        }
        if hasGap(before: shown.count, in: shown) { columns.append(.gap) }
        return columns
    }
}

extension TextFormat {
    /// The width from which a table that fits a screen omits any number of columns before it is stacked.
    private static let screenWidth = 40

    /// Returns the minimum number of columns that remain before ``TextFormat/Narrowing/automatic`` stacks a table.
    fileprivate func leastColumns(of count: Int) -> Int {
        if case .fitting = rows, width ?? 0 >= Self.screenWidth { return 2 }
        return max(2, (count + 1) / 2)
    }
}

extension TextLayout.Column {
    /// Whether the column replaces omitted columns.
    var isGap: Bool { cell == Self.gap.cell }

    /// Returns the column for its title. A title that is wider than the cells extends over the bars, at the left.
    func widened(for title: String, _ policy: TextFormat.WidthPolicy) -> TextLayout.Column {
        var title = title
        guard barWidth > 0, title.withUTF8({ CellText.width(of: $0, policy) }) > width else { return self }
        return TextLayout.Column(cell: cell, width: outerWidth, alignment: .left, overflow: overflow, tail: 0)
    }

    /// Returns the number of spaces before and after a line that fits the column.
    ///
    /// `line` is empty if the line is not aligned by its decimal point.
    @inline(__always)
    func blanks(
        besideWidth lineWidth: Int, of line: UnsafeBufferPointer<UInt8>, _ policy: TextFormat.WidthPolicy
    ) -> (before: Int, after: Int) {
        let blanks = width &- lineWidth
        switch alignment {
        case .right: return (blanks, 0)
        case .center: return (blanks / 2, blanks - blanks / 2)
        case .left, .automatic: return (0, blanks)
        case .decimal, .decimalComma:
            let tail = alignment.point?.tail(of: line, width: lineWidth, policy) ?? self.tail
            let after = min(blanks, max(0, self.tail - tail))
            return (blanks - after, after)
        }
    }
}

extension TextLayout {
    /// Draws the bars for the width of each column, with a space before them.
    ///
    /// - Parameters:
    ///   - scales: The scale of each column's bars.
    ///   - isASCII: Whether the bars consist of ASCII characters.
    ///   - isFaint: Whether the bars are faint (ECMA-48).
    func bars(on scales: BarScales, isASCII: Bool, isFaint: Bool) -> ColumnBars {
        var widths = [Int: Int]()
        for column in columns where column.barWidth > 0 { widths[column.cell] = column.barWidth - 1 }
        return ColumnBars.text(on: scales, isASCII: isASCII, widths: { widths[$0] ?? 0 }) { text in
            " " + (isFaint && text.contains { $0 != " " } ? text.faint : text)
        }
    }
}
