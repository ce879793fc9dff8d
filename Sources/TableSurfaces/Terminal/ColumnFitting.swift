import TableAgent

/// Divides the width of a text table between its columns so that the table has few lines. Widths are in
/// terminal columns.
struct ColumnFitting {
    /// The maximum number of shrinkable columns; with more of them, no width moves between columns.
    private static let mostExchanged = 24

    /// The minimum width of a column's bars, with a space before them.
    static let leastBarWidth = 6
    /// The width from which bars show no more.
    private static let mostBarWidth = 13

    private let wanted: [WantedColumn]
    private(set) var widths: [Int]
    /// The width of each column's bars, with a space before them; 0 for no bars.
    private(set) var barWidths: [Int]

    /// Creates a fitting in which all columns have their natural widths.
    init(_ wanted: [WantedColumn]) {
        self.wanted = wanted
        widths = wanted.map(\.naturalWidth)
        barWidths = wanted.map(\.barWidth)
    }

    /// The sum of the widths, including those of bars.
    var total: Int { widths.reduce(0, +) + barWidths.reduce(0, +) }

    /// Narrows columns until all of them fit, starting with the lowest priority.
    ///
    /// - Parameters:
    ///   - room: The width for all columns, including their bars.
    ///   - floors: The minimum width of each column. If even these widths do not fit, the columns get them
    ///     anyway.
    ///   - sample: The lines to count.
    ///   - titles: The titles of the columns.
    ///   - format: The format of the table.
    mutating func shrink(
        to room: Int, floors: [Int], sample: TextSample, titles: [String], format: TextFormat
    ) {
        guard total > room else { return }
        let room = room - barWidths.reduce(0, +)
        guard floors.reduce(0, +) < room else {
            widths = zip(widths, floors).map { min($0, $1) }
            return
        }
        // The work grows with the number of columns, so if there are many columns, try fewer widths for each.
        let count = zip(widths, floors).count { $0 > $1 }
        let choices = zip(widths, floors).map { width, floor in
            Self.choices(from: min(floor, width), to: width, room: room, most: max(1200 / count, 8))
        }
        var heights = LineHeights(of: wanted, choices: choices, titles: titles, format: format)
        sample.forEach(upTo: max(6000 / count, 50) - 1) { heights.add($0) }
        let priorities = wanted.map(\.column.priority)
        for priority in Set(priorities).sorted() {
            heights.shrink(wanted.indices.filter { priorities[$0] == priority }, to: room)
        }
        if count <= Self.mostExchanged { heights.exchange(in: room, priorities: priorities) }
        widths = heights.widths
        // More width does not change a wrapped text, but shows more of a text that is cut or was not counted.
        var rest = max(room - widths.reduce(0, +), 0)
        for index in wanted.indices.sorted(by: { priorities[$0] > priorities[$1] })
        where wanted[index].overflow == .cut || !sample.isComplete {
            let more = min(wanted[index].naturalWidth - widths[index], rest)
            widths[index] += more
            rest -= more
        }
    }

    /// Returns the widths to try for a column: every narrow width, fewer of the wide widths, and the widest.
    private static func choices(from least: Int, to full: Int, room: Int, most: Int) -> [Int] {
        var widths: [Int] = []
        var width = least
        while width < min(full, room) {
            widths.append(width)
            width += 1 + max(widths.count / 32 * width / 32, (min(full, room) - least) / most)
        }
        return widths + (room < full ? [room, full] : [full])
    }

    /// Widens bars: first in place of space that only a title needs, then equally as far as there is room.
    mutating func widenBars(to room: Int) {
        let barred = wanted.indices.filter { barWidths[$0] > 0 }
        for index in barred {
            let spare = max(widths[index] - wanted[index].cellWidth, 0)
            let taken = min(spare, Self.mostBarWidth - barWidths[index])
            widths[index] -= taken
            barWidths[index] += taken
        }
        let rest = max(room - total, 0)
        for index in barred {
            barWidths[index] += min(rest / barred.count, Self.mostBarWidth - barWidths[index])
        }
    }

    /// Distributes the remaining width to the columns that have a share.
    mutating func grow(to room: Int) {
        var rest = room - total
        while rest > 0 {
            let growing = wanted.indices.filter {
                wanted[$0].column.share > 0 && widths[$0] < wanted[$0].bounds.upperBound
            }
            var shares = growing.reduce(0) { $0 + wanted[$1].column.share }
            guard shares > 0 else { return }
            for index in growing where rest > 0 {
                let part = (rest * wanted[index].column.share + shares - 1) / shares
                let taken = min(part, wanted[index].bounds.upperBound - widths[index])
                widths[index] += taken
                rest -= taken
                shares -= wanted[index].column.share
            }
        }
    }

    /// Widens the last column without a maximum width. Prefers a column that is not aligned at the right, as
    /// more width is of no use to numbers.
    mutating func widenLast(by extra: Int) {
        let free = wanted.indices.filter { wanted[$0].bounds.upperBound == Int.max }
        let index = free.last { wanted[$0].alignment != .right && wanted[$0].alignment.point == nil }
        guard let index = index ?? free.last else { return }
        widths[index] += extra
    }
}
