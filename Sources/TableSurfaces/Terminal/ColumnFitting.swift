import TableAgent

/// A column of a text table before it is known how much room it gets. Widths are in terminal columns.
struct WantedColumn {
    /// The width at which a text is still readable: a word or two.
    private static let readableWidth = 8
    /// The width up to which a title's longest word stays in one piece.
    private static let titleWordWidth = 12

    let column: GridColumn
    /// The number of the cell that stands in it.
    let cell: Int
    let alignment: GridColumn.Alignment
    let tail: Int
    /// The width in which all of its text stands in one piece, within the bounds of the column.
    let full: Int
    /// The width in which all of its cells do; the title is broken at words.
    let whole: Int
    /// The width that the column keeps as long as others can give way.
    let firm: Int
    /// The least width at which the column stays readable.
    let least: Int

    init(_ found: TextMeasure.Column, _ column: GridColumn, cell: Int) {
        self.column = column
        self.cell = cell
        tail = found.tail
        alignment = found.kinds.alignment(in: column)
        let bounds = column.width
        full = max(found.cellWidth, found.titleWidth).clamped(to: bounds)
        let title = max(min(found.titleWordWidth, Self.titleWordWidth), bounds.lowerBound)
        whole = min(max(found.cellWidth, title), full)
        let readable = found.kinds.isUnbreakable ? whole : min(whole, max(Self.readableWidth, title))
        least = bounds.lowerBound > 1 ? bounds.lowerBound : readable
        firm = found.kinds.isUnbreakable || alignment.isRight ? whole : least
    }

    /// A column of a stacked table, which is for text of any kind.
    private init(full: Int, firm: Int, least: Int, lowest: Int) {
        column = GridColumn("", width: lowest...Int.max)
        (cell, alignment, tail) = (0, .left, 0)
        self.full = max(full, lowest)
        whole = self.full
        self.firm = max(firm, lowest)
        self.least = max(least, lowest)
    }

    /// Whether cells stand at the right, so that more width is of no use.
    var isRight: Bool { alignment.isRight }

    /// The columns of the same table with its cells below each other: titles, if there are any, and cells.
    ///
    /// Cells get the room of the widest column, which may be meant for rows that were not measured.
    static func stacked(_ columns: [TextMeasure.Column], _ wanted: [WantedColumn]) -> [WantedColumn] {
        let cells = zip(columns, wanted).reduce(0) { max($0, $1.0.cellWidth, $1.1.column.width.lowerBound) }
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

    /// Returns as many of the columns as fit, at least one, without those of the lowest priority, the last first.
    ///
    /// - Parameter fits: Whether columns fit, as do fewer of them then.
    /// - Complexity: O(log columns) questions.
    static func columns(_ columns: [WantedColumn], fitting fits: ([WantedColumn]) -> Bool) -> [WantedColumn] {
        let order = columns.indices.sorted {
            (columns[$0].column.priority, $1) > (columns[$1].column.priority, $0)
        }
        func kept(_ count: Int) -> [WantedColumn] { order[..<count].sorted().map { columns[$0] } }
        var (low, high) = (1, columns.count)
        while low < high {
            let middle = (low + high + 1) / 2
            if fits(kept(middle)) { low = middle } else { high = middle - 1 }
        }
        return kept(low)
    }
}

/// Divides the width of a text table between its columns. Widths are in terminal columns.
struct ColumnFitting {
    private let wanted: [WantedColumn]
    /// The indices of the columns of each priority, the lowest first.
    private let groups: [[Int]]
    private(set) var widths: [Int]
    /// The sum of the widths.
    private(set) var total: Int

    init(_ wanted: [WantedColumn]) {
        self.wanted = wanted
        groups = Dictionary(grouping: wanted.indices) { wanted[$0].column.priority }
            .sorted { $0.key < $1.key }.map(\.value)
        widths = wanted.map(\.full)
        total = widths.reduce(0, +)
    }

    /// Makes columns narrower, those of the lowest priority first, until all of them fit.
    ///
    /// - Returns: Whether they fit.
    mutating func shrink(to room: Int, belowReadable: Bool = false) -> Bool {
        shrink(to: room, floors: wanted.map(\.whole))
        shrink(to: room, floors: wanted.map(\.firm))
        shrink(to: room, floors: wanted.map(\.least))
        if belowReadable { shrink(to: room, floors: wanted.map(\.column.width.lowerBound)) }
        return total <= room
    }

    private mutating func shrink(to room: Int, floors: [Int]) {
        for group in groups where total > room { shrink(group, by: total - room, floors: floors) }
    }

    /// Takes width from the widest columns of a group first.
    private mutating func shrink(_ group: [Int], by excess: Int, floors: [Int]) {
        let sum = group.reduce(0) { $0 + widths[$1] }
        func width(_ index: Int, atMost level: Int) -> Int {
            max(min(floors[index], widths[index]), min(widths[index], level))
        }
        func total(atMost level: Int) -> Int { group.reduce(0) { $0 + width($1, atMost: level) } }
        var low = 0
        var high = group.reduce(0) { max($0, widths[$1]) }
        while low < high {
            let middle = (low + high + 1) / 2
            if total(atMost: middle) <= sum - excess { low = middle } else { high = middle - 1 }
        }
        let shrunk = group.map { width($0, atMost: low) }
        var rest = sum - excess - shrunk.reduce(0, +)
        for (index, width) in zip(group, shrunk) {
            let extra = rest > 0 && width < widths[index] ? 1 : 0
            self.total += width + extra - widths[index]
            widths[index] = width + extra
            rest -= extra
        }
    }

    /// Gives the width that is left to the columns that have a share of it.
    mutating func grow(to room: Int) {
        var rest = room - total
        while rest > 0 {
            let growing = wanted.indices.filter {
                wanted[$0].column.share > 0 && widths[$0] < wanted[$0].column.width.upperBound
            }
            var shares = growing.reduce(0) { $0 + wanted[$1].column.share }
            guard shares > 0 else { return }
            for index in growing where rest > 0 {
                let part = (rest * wanted[index].column.share + shares - 1) / shares
                let taken = min(part, wanted[index].column.width.upperBound - widths[index])
                widths[index] += taken
                total += taken
                rest -= taken
                shares -= wanted[index].column.share
            }
        }
    }

    /// Gives more width to the last column of text that may have it, else to the last that may.
    mutating func widenLast(by extra: Int) {
        let free = wanted.indices.filter { wanted[$0].column.width.upperBound == Int.max }
        guard let index = free.last(where: { !wanted[$0].isRight }) ?? free.last else { return }
        widths[index] += extra
        total += extra
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
