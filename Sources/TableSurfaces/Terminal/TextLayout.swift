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
    }

    /// The columns from the left. In a stacked table, that of the titles, if there are any, and that of all
    /// cells.
    let columns: [Column]
    /// The width between the table's outer lines and their padding, in terminal columns.
    let innerWidth: Int
    /// How many cells a line has at most.
    let cellCount: Int
    /// The numbers of the cells for which there is no room.
    let leftOut: [Int]
    /// Whether the cells of a row stand below each other.
    private(set) var isStacked = false
    /// How wide the terminal draws text.
    let policy: TextWidthPolicy

    /// Fits the columns that were measured into the width of a format.
    init(_ measure: TextMeasure, columns given: [GridColumn], border: TextBorder.Strokes, format: TextFormat)
    {
        let wanted = measure.columns.enumerated().map { index, found in
            WantedColumn(found, index < given.count ? given[index] : GridColumn(""), cell: index)
        }
        var shown = wanted
        func room(besides count: Int) -> Int? {
            format.width.map { $0 - border.outerWidth - border.separatorWidth * (count - 1) }
        }
        var fitting = ColumnFitting(shown)
        if let width = room(besides: shown.count), !fitting.shrink(to: width) {
            switch format.narrowing {
            case .squeeze: break
            case .stack where shown.count > 1:
                isStacked = true
                shown = WantedColumn.stacked(measure.columns, wanted)
            case .drop, .stack:
                shown = WantedColumn.columns(wanted) { columns in
                    var fitting = ColumnFitting(columns)
                    return room(besides: columns.count).map { fitting.shrink(to: $0) } ?? true
                }
            }
            fitting = ColumnFitting(shown)
        }
        let between = border.separatorWidth * (shown.count - 1)
        if let room = room(besides: shown.count) {
            _ = fitting.shrink(to: room, belowReadable: true)
            fitting.grow(to: room)
        }
        let wantedWidth = min(
            measure.spanWidth, room(besides: 1).map { max($0, fitting.total + between) } ?? .max)
        fitting.widenLast(by: max(0, wantedWidth - fitting.total - between))
        innerWidth = fitting.total + between
        columns = zip(shown, fitting.widths).map { wanted, width in
            Column(
                cell: wanted.cell, width: width, alignment: wanted.alignment,
                overflow: wanted.column.overflow ?? format.overflow, tail: wanted.tail)
        }
        cellCount = wanted.count
        leftOut = isStacked ? [] : Set(0..<cellCount).subtracting(shown.map(\.cell)).sorted()
        policy = format.widthPolicy
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
