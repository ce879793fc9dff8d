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
    private(set) var isStacked = false
    /// The rules for the widths of characters.
    let policy: TextFormat.WidthPolicy

    /// Fits the measured columns into the width of a format.
    init(_ measure: TextMeasure, _ sample: TextSample, columns given: [GridColumn], format: TextFormat) {
        let border = format.border.strokes(format.widthPolicy)
        let scales = measure.scales
        /// Returns the columns, with the minimum width for bars or without bars.
        func wantedColumns(hasBars: Bool) -> [WantedColumn] {
            measure.columns.enumerated().map { index, found in
                let hasBar = hasBars && scales[index] != nil && found.kinds.hasNumbers
                return WantedColumn(
                    found, wordWidth: sample.wordWidths[index], isSampled: sample.isComplete,
                    index < given.count ? given[index] : GridColumn(""),
                    cell: index, barWidth: hasBar ? BarWidths.least : 0,
                    format)
            }
        }
        var wanted = wantedColumns(hasBars: true)
        let barred = wanted.filter { $0.barWidth > 0 }.map(\.cell)
        let titles = given.map(\.title)
        let room = format.width.map { max(min($0, WantedColumn.widest) - border.outerWidth, 1) }
        /// Returns the total width of the separators and gaps between and beside the cells.
        func between(_ shown: [WantedColumn]) -> Int {
            let gaps = Self.gaps(in: shown.map(\.cell), of: wanted.count)
            return gaps.count + border.separatorWidth * (shown.count + gaps.count - 1)
                + shown.reduce(0) { $0 + $1.barWidth }
        }
        func fits(_ shown: [WantedColumn], _ floor: KeyPath<WantedColumn, Int>) -> Bool {
            room.map { between(shown) + shown.reduce(0) { $0 + $1[keyPath: floor] } <= $0 } ?? true
        }
        if !fits(wanted, \.readableWidth),
            !Self.keepsBars(wanted, format, fits: { fits($0, \.readableWidth) })
        {
            wanted = wantedColumns(hasBars: false)
        }
        let isSqueezed = format.narrowing == .squeeze && !fits(wanted, \.readableWidth)
        let floor = isSqueezed ? \WantedColumn.minimumWidth : \.readableWidth
        var shown = wanted
        if !fits(wanted, floor) {
            shown = WantedColumn.columns(wanted) { fits($0, floor) }
            let isTooFew =
                format.narrowing == .automatic && shown.count < format.leastColumns(of: wanted.count)
            isStacked = wanted.count > 1 && (isTooFew || format.narrowing == .stack)
        }
        cellCount = wanted.count
        policy = format.widthPolicy
        var columns: [Column]
        if isStacked {
            leftOut = []
            columns = Self.stacked(measure.columns, wanted, room: room ?? .max, border, format.overflow)
        } else {
            var fitting = ColumnFitting(shown)
            let bars: BarWidths
            if let room = room.map({ $0 - between(shown) }) {
                // A single column becomes narrower than its minimum width if necessary.
                let floors = shown.map {
                    shown.count == 1
                        ? max(min($0.minimumWidth, room), 1) : isSqueezed ? $0.minimumWidth : $0.shrinkLimit
                }
                fitting.shrink(
                    to: room, floors: floors, on: sample, titles: given.isEmpty ? [] : titles, format)
                bars = BarWidths(shown, &fitting, room: room)
                fitting.grow(to: room - bars.growth)
            } else {
                bars = BarWidths(shown, &fitting, room: .max)
            }
            let total = fitting.total + between(shown) + bars.growth
            fitting.widenLast(by: max(0, min(measure.spanWidth, room.map { max($0, total) } ?? .max) - total))
            columns = shown.indices.map { index in
                let wanted = shown[index]
                return Column(
                    cell: wanted.cell, width: fitting.widths[index], alignment: wanted.alignment,
                    overflow: wanted.overflow, tail: wanted.tail, barWidth: bars.widths[index])
            }
            let cells = shown.map(\.cell)
            leftOut = Set(0..<cellCount).subtracting(cells).sorted()
            for gap in Self.gaps(in: cells, of: cellCount).reversed() { columns.insert(.gap, at: gap) }
        }
        // The names of omitted columns are listed anyway.
        let (visible, isStacked) = (isStacked ? wanted : shown, isStacked)
        omitsBars = visible.contains { barred.contains($0.cell) && (isStacked || $0.barWidth == 0) }
        innerWidth = columns.reduce(border.separatorWidth * (columns.count - 1)) { $0 + $1.outerWidth }
        self.columns = columns
    }

    /// Returns whether a table that is too wide keeps its bars: if enough columns fit beside them without the columns of
    /// a lower priority.
    private static func keepsBars(
        _ wanted: [WantedColumn], _ format: TextFormat, fits: ([WantedColumn]) -> Bool
    ) -> Bool {
        let barred = wanted.filter { $0.barWidth > 0 }.map(\.column.priority)
        guard let priority = barred.min(), format.narrowing == .drop || format.narrowing == .automatic else {
            return false
        }
        let shown = WantedColumn.columns(wanted, fitting: fits)
        return fits(shown) && shown.count >= format.leastColumns(of: wanted.count)
            && shown.count { $0.column.priority >= priority }
                == wanted.count { $0.column.priority >= priority }
    }

    /// Returns the number of rows to show at each end of a table. A stacked table shows fewer rows, as each
    /// cell may take a line.
    func rowCount(ofEnd count: Int) -> Int {
        isStacked ? min(count, max(2, count / cellCount)) : count
    }

    /// Returns the positions between columns where columns are omitted.
    private static func gaps(in cells: [Int], of count: Int) -> [Int] {
        // A table of one column has no room for a gap.
        (0...cells.count).filter { index in
            let next = index < cells.count ? cells[index] : count
            return cells.count > 1 && next > (index > 0 ? cells[index - 1] + 1 : 0)
        }
    }

    /// Returns the columns of a stacked table: the column of titles, if there are titles, and the column of
    /// cells.
    ///
    /// The column of cells gets the width of the widest cell, or the highest minimum width of a column if
    /// that is greater. Rows that were not measured may need that minimum width.
    private static func stacked(
        _ columns: [TextMeasure.Column], _ wanted: [WantedColumn], room: Int,
        _ border: TextFormat.Border.Strokes,
        _ overflow: TextFormat.Overflow
    ) -> [Column] {
        func column(_ width: Int) -> Column {
            Column(cell: 0, width: width, alignment: .left, overflow: overflow, tail: 0)
        }
        let cells = zip(columns, wanted).reduce(2) { max($0, $1.0.cellWidth, $1.1.bounds.lowerBound) }
        let titles = columns.reduce(0) { max($0, $1.titleWidth) }
        // Any character fits in two columns; a title needs one more.
        guard titles > 0, room - border.separatorWidth >= 3 else {
            return [column(min(cells, max(room, 2)))]
        }
        // Titles shrink until their parts would break, then until cells become readable.
        let words = min(columns.reduce(0) { max($0, $1.titleWordWidth) }, WantedColumn.titleWordWidth)
        let both = room - border.separatorWidth
        let title = max(min(titles, max(words, both - cells)), 1)
        let narrow = max(min(title, max(both - min(cells, WantedColumn.readableTextWidth), both / 2)), 1)
        return [column(narrow), column(max(min(cells, both - narrow), 2))]
    }
}

/// The widths of the bars in columns that have their other widths.
private struct BarWidths {
    /// The width of each column's bars, with a space before them; 0 for no bars.
    private(set) var widths: [Int]
    /// The width that all bars together have beyond their minimum.
    private(set) var growth = 0

    /// The minimum width, and the width from which bars show no more.
    static let (least, most) = (6, 13)

    /// Widens bars: first in place of space that only a title needs, then equally as far as there is room.
    init(_ columns: [WantedColumn], _ fitting: inout ColumnFitting, room: Int) {
        widths = columns.map(\.barWidth)
        let barred = columns.indices.filter { widths[$0] > 0 }
        for index in barred {
            let spare = max(fitting.widths[index] - columns[index].cellWidth, 0)
            let taken = min(spare, Self.most - widths[index])
            fitting.narrow(index, by: taken)
            widths[index] += taken
            growth += taken
        }
        let rest = max(room - fitting.total - growth, 0)
        for index in barred {
            let more = min(rest / barred.count, Self.most - widths[index])
            widths[index] += more
            growth += more
        }
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
