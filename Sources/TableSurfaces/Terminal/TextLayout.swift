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
    private(set) var leftOut: [Int] = []
    /// Whether the cells of a row stand below each other.
    private(set) var isStacked = false
    /// How wide the terminal draws text.
    let policy: TextWidthPolicy

    /// Fits columns into the width of a format.
    ///
    /// - Parameters:
    ///   - measure: What was found out about the columns.
    ///   - given: The columns of the table.
    ///   - border: The lines between the columns.
    ///   - format: Says the width, and what to do where it is too small.
    init(_ measure: TextMeasure, columns given: [GridColumn], border: TextBorder.Strokes, format: TextFormat)
    {
        let wanted = measure.columns.enumerated().map { index, found in
            WantedColumn(found, index < given.count ? given[index] : GridColumn(""), cell: index)
        }
        var shown = wanted
        func room(besides count: Int) -> Int? {
            format.width.map { $0 - border.outerWidth - border.separatorWidth * (count - 1) }
        }
        var fitting = ColumnFitting(shown.map(\.wish))
        if let width = room(besides: shown.count), !fitting.shrink(to: width, .readable) {
            switch format.narrowing {
            case .squeeze: break
            case .stack where shown.count > 1:
                isStacked = true
                shown = WantedColumn.stacked(measure.columns, wanted)
            case .drop, .stack:
                while shown.count > 1, let width = room(besides: shown.count),
                    !fitting.shrink(to: width, .readable),
                    let index = WantedColumn.firstToLeaveOut(of: shown)
                {
                    leftOut.append(shown.remove(at: index).cell)
                    fitting = ColumnFitting(shown.map(\.wish))
                }
            }
            fitting = ColumnFitting(shown.map(\.wish))
        }
        let between = border.separatorWidth * (shown.count - 1)
        if let room = room(besides: shown.count) {
            _ = fitting.shrink(to: room, .narrow)
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
        leftOut.sort()
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
    /// - Parameters:
    ///   - lineWidth: The columns that the line takes.
    ///   - line: The line; none for one that does not stand by its point.
    ///   - policy: How wide the terminal draws text.
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

// MARK: - Wishes

/// A column of a text table before it is known how much room it gets. Widths are in terminal columns.
struct WantedColumn {
    /// The width at which a text is still readable: a word or two.
    static let readableWidth = 8
    /// The width up to which a title's longest word stays in one piece.
    static let titleWordWidth = 12

    let column: GridColumn
    /// The number of the cell that stands in it.
    let cell: Int
    let alignment: GridColumn.Alignment
    let tail: Int
    let wish: ColumnFitting.Wish

    init(_ found: TextMeasure.Column, _ column: GridColumn, cell: Int) {
        self.column = column
        self.cell = cell
        tail = found.tail
        alignment = found.kinds.alignment(in: column)
        let bounds = column.width
        let full = max(found.cellWidth, found.titleWidth).clamped(to: bounds)
        let title = max(min(found.titleWordWidth, Self.titleWordWidth), bounds.lowerBound)
        let whole = min(max(found.cellWidth, title), full)
        let readable = found.kinds.isUnbreakable ? whole : min(whole, max(Self.readableWidth, title))
        let least = bounds.lowerBound > 1 ? bounds.lowerBound : readable
        wish = ColumnFitting.Wish(
            full: full, whole: whole, firm: found.kinds.isUnbreakable || alignment.isRight ? whole : least,
            least: least, lowest: bounds.lowerBound, highest: bounds.upperBound,
            isRight: alignment.isRight, share: column.share, priority: column.priority)
    }

    /// A column of a stacked table, which is for text of any kind.
    private init(full: Int, firm: Int, least: Int, lowest: Int) {
        column = GridColumn("")
        cell = 0
        alignment = .left
        tail = 0
        wish = ColumnFitting.Wish(
            full: max(full, lowest), whole: max(full, lowest), firm: max(firm, lowest),
            least: max(least, lowest), lowest: lowest, highest: .max, isRight: false, share: 0, priority: 0)
    }

    /// The columns of the same table with its cells below each other: titles, if there are any, and cells.
    ///
    /// Cells get the room of the widest column, which may be meant for rows that were not measured.
    static func stacked(_ columns: [TextMeasure.Column], _ wanted: [WantedColumn]) -> [WantedColumn] {
        let cells = zip(columns, wanted).reduce(0) { max($0, $1.0.cellWidth, $1.1.wish.lowest) }
        let titles = columns.reduce(0) { max($0, $1.titleWidth) }
        let words = columns.reduce(0) { max($0, $1.titleWordWidth) }
        // Two columns hold any character.
        let cellColumn = WantedColumn(
            full: cells, firm: min(cells, readableWidth), least: min(cells, readableWidth), lowest: 2)
        guard titles > 0 else { return [cellColumn] }
        let titleColumn = WantedColumn(
            full: titles, firm: titles, least: min(words, titleWordWidth), lowest: 1)
        return [titleColumn, cellColumn]
    }

    /// The index of the column that is left out first.
    static func firstToLeaveOut(of columns: [WantedColumn]) -> Int? {
        let lowest = columns.lazy.map(\.column.priority).min()
        return columns.lastIndex { $0.column.priority == lowest }
    }
}

extension GridColumn.Alignment {
    /// Whether cells stand at the right, as far as no point moves them.
    fileprivate var isRight: Bool { self == .right || point != nil }
}

extension Int {
    fileprivate func clamped(to bounds: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound)
    }
}
