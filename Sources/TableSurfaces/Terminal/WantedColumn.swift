import TableAgent

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
        alignment = found.alignment(in: column)
        let bounds = column.width
        let full = max(found.cellWidth, found.titleWidth).clamped(to: bounds)
        let title = max(min(found.titleWordWidth, Self.titleWordWidth), bounds.lowerBound)
        let whole = min(max(found.cellWidth, title), full)
        let readable = found.isUnbreakable ? whole : min(whole, max(Self.readableWidth, title))
        let least = bounds.lowerBound > 1 ? bounds.lowerBound : readable
        wish = ColumnFitting.Wish(
            full: full, whole: whole, firm: found.isUnbreakable || alignment.isRight ? whole : least,
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
