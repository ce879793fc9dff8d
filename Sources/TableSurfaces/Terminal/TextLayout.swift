import TableAgent

/// The columns of a text table: which are shown, how wide, and how cells stand in them.
///
/// It is made from what was measured of a whole table or of some of its lines; a ``TextWriter`` then writes
/// lines by it, whether they were measured or not.
struct TextLayout {
    struct Column {
        /// The number of the cell of a line that stands in the column.
        let cell: Int
        /// In terminal columns.
        let width: Int
        let alignment: GridColumn.Alignment
        let overflow: TextOverflow
        /// The columns that cells take at most from their points on, where cells stand by them.
        let tail: Int

        /// The narrow column in place of others that are left out.
        static let gap = Column(cell: .max, width: 1, alignment: .left, overflow: .cut, tail: 0)

        /// Whether it stands in place of others.
        var isGap: Bool { cell == .max }
    }

    /// The columns from the left, those in place of others included. In a stacked table, that of the titles, if
    /// there are any, and that of all cells.
    let columns: [Column]
    /// The width between the table's outer lines and their padding, in terminal columns.
    let innerWidth: Int
    /// How many cells a line has at most.
    let cellCount: Int
    /// The numbers of the cells for which there is no room.
    let leftOut: [Int]
    /// Whether the cells of a row stand below each other.
    private(set) var isStacked = false
    /// The columns that numbers take at most before their points where they stand below each other in a stacked table.
    let lead: Int
    /// How wide the terminal draws text.
    let policy: TextWidthPolicy

    /// Fits the columns that were measured into the width of a format.
    init(_ measure: TextMeasure, _ sample: TextSample, columns given: [GridColumn], format: TextFormat) {
        let border = format.border.strokes(format.widthPolicy)
        let wanted = measure.columns.enumerated().map { index, found in
            WantedColumn(
                found, wordWidth: sample.wordWidths[index], isSampled: sample.isComplete,
                index < given.count ? given[index] : GridColumn(""),
                cell: index,
                format)
        }
        let titles = given.map(\.title)
        let room = format.width.map { max($0 - border.outerWidth, 1) }
        /// The width that columns take beside their cells, that in place of others included.
        func between(_ shown: [WantedColumn]) -> Int {
            let gaps = Self.gaps(in: shown.map(\.cell), of: wanted.count)
            return gaps.count + border.separatorWidth * (shown.count + gaps.count - 1)
        }
        func fits(_ shown: [WantedColumn], _ floor: KeyPath<WantedColumn, Int>) -> Bool {
            room.map { between(shown) + shown.reduce(0) { $0 + $1[keyPath: floor] } <= $0 } ?? true
        }
        let isSqueezed = format.narrowing == .squeeze && !fits(wanted, \.readableWidth)
        let floor = isSqueezed ? \WantedColumn.minimumWidth : \.readableWidth
        var shown = wanted
        if !fits(wanted, floor) {
            shown = WantedColumn.columns(wanted) { fits($0, floor) }
            let isTooFew =
                format.narrowing == .automatic && shown.count < max(2, (wanted.count + 1) / 2)
            isStacked = wanted.count > 1 && (isTooFew || format.narrowing == .stack)
        }
        cellCount = wanted.count
        policy = format.widthPolicy
        lead = isStacked ? sample.lead : 0
        var columns: [Column]
        if isStacked {
            leftOut = []
            columns = Self.stacked(measure.columns, wanted, room: room ?? .max, border, format.overflow)
        } else {
            var fitting = ColumnFitting(shown)
            if let room = room.map({ $0 - between(shown) }) {
                // The only column is cut, if it has to be.
                let floors = shown.map {
                    shown.count == 1
                        ? max(min($0.minimumWidth, room), 1) : isSqueezed ? $0.minimumWidth : $0.shrinkLimit
                }
                fitting.shrink(
                    to: room, floors: floors, on: sample, titles: given.isEmpty ? [] : titles, format)
                fitting.grow(to: room)
            }
            let total = fitting.total + between(shown)
            fitting.widenLast(by: max(0, min(measure.spanWidth, room.map { max($0, total) } ?? .max) - total))
            columns = zip(shown, fitting.widths).map { wanted, width in
                Column(
                    cell: wanted.cell, width: width, alignment: wanted.alignment, overflow: wanted.overflow,
                    tail: wanted.tail)
            }
            let cells = shown.map(\.cell)
            leftOut = Set(0..<cellCount).subtracting(cells).sorted()
            for gap in Self.gaps(in: cells, of: cellCount).reversed() { columns.insert(.gap, at: gap) }
        }
        innerWidth = columns.reduce(border.separatorWidth * (columns.count - 1)) { $0 + $1.width }
        self.columns = columns
    }

    /// Returns how many rows are shown in place of so many whose cells stand beside each other: each of their cells
    /// may take a line.
    func rowCount(ofEnd count: Int) -> Int {
        isStacked ? min(count, max(2, count / cellCount)) : count
    }

    /// Returns the numbers of the columns before which others are left out.
    private static func gaps(in cells: [Int], of count: Int) -> [Int] {
        // A table of one column has no room for another.
        (0...cells.count).filter { index in
            let next = index < cells.count ? cells[index] : count
            return cells.count > 1 && next > (index > 0 ? cells[index - 1] + 1 : 0)
        }
    }

    /// The columns of a table with its cells below each other: titles, if there are any, and cells.
    ///
    /// Cells get the room of the widest column, which may be meant for rows that were not measured.
    private static func stacked(
        _ columns: [TextMeasure.Column], _ wanted: [WantedColumn], room: Int, _ border: TextBorder.Strokes,
        _ overflow: TextOverflow
    ) -> [Column] {
        func column(_ width: Int) -> Column {
            Column(cell: 0, width: width, alignment: .left, overflow: overflow, tail: 0)
        }
        let cells = zip(columns, wanted).reduce(2) { max($0, $1.0.cellWidth, $1.1.column.width.lowerBound) }
        let titles = columns.reduce(0) { max($0, $1.titleWidth) }
        // Two columns hold any character, and one a title.
        guard titles > 0, room - border.separatorWidth >= 3 else {
            return [column(min(cells, max(room, 2)))]
        }
        // Titles give way as far as their parts stay in one piece, then as far as cells are readable.
        let words = min(columns.reduce(0) { max($0, $1.titleWordWidth) }, WantedColumn.titleWordWidth)
        let both = room - border.separatorWidth
        let title = max(min(titles, max(words, both - cells)), 1)
        let narrow = max(min(title, max(both - min(cells, WantedColumn.readableTextWidth), both / 2)), 1)
        return [column(narrow), column(max(min(cells, both - narrow), 2))]
    }
}

extension TextBorder.Strokes {
    /// The width between the texts of two columns.
    var separatorWidth: Int { vertical.isEmpty ? 2 : 2 * padding + 1 }

    /// The width of both outer lines with their padding.
    var outerWidth: Int { vertical.isEmpty ? 0 : 2 * padding + 2 }
}

extension TextLayout.Column {
    /// The blanks on either side of a line that fits the column.
    ///
    /// The line is empty for one that does not stand by its point.
    @inline(__always)
    func blanks(
        besideWidth lineWidth: Int, of line: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy
    ) -> (before: Int, after: Int) {
        let blanks = width &- lineWidth
        switch alignment {
        case .right: return (blanks, 0)
        case .center: return (blanks / 2, blanks - blanks / 2)
        case .left, .automatic: return (0, blanks)
        case .decimal, .decimalComma:
            let after = min(blanks, blanksBehindPoint(of: line, width: lineWidth, policy))
            return (blanks - after, after)
        }
    }

    /// The columns that the widest fraction takes more than that of a line.
    @inline(never)
    private func blanksBehindPoint(
        of line: UnsafeBufferPointer<UInt8>, width: Int, _ policy: TextWidthPolicy
    ) -> Int {
        guard let tail = alignment.point?.tail(of: line, width: width, policy) else { return 0 }
        return max(0, self.tail - tail)
    }
}
