import TableAgent

/// A column of a text table before its width is decided. Widths are in terminal columns.
struct WantedColumn {
    /// The width at which a short text is readable: one or two words.
    static let readableTextWidth = 8
    /// The width at which a text of any length is readable.
    private static let longestReadableWidth = 24
    /// The maximum width of a table, and of a column that has to be wide. Wider ones are not useful, and their sum could
    /// overflow.
    static let widest = 1_000_000
    /// The width up to which a part of a title is not broken.
    static let titleWordWidth = 12
    /// The same width beside cells that are cut, so that more width shows more of them.
    private static let titleWordWidthOfCutColumn = 24

    let column: GridColumn
    /// The index of the column's cell in a line.
    let cell: Int
    let alignment: GridColumn.Alignment
    let tail: Int
    let overflow: TextFormat.Overflow
    /// The bounds of the column's width.
    let bounds: ClosedRange<Int>
    /// The width at which no text is broken, within the bounds of the column.
    let naturalWidth: Int
    /// The minimum width at which the column is readable beside other columns.
    let readableWidth: Int
    /// The minimum width to which the column shrinks so that other columns fit. At this width, no short text
    /// is broken inside a word.
    let shrinkLimit: Int
    /// The absolute minimum width. At this width, no number is broken.
    let minimumWidth: Int
    /// The width reserved for the bars of the column, with a space before them; 0 for no bars.
    let barWidth: Int
    /// The minimum width that shows all cells, without the title.
    let cellWidth: Int

    init(
        _ found: TextMeasure.Column, wordWidth: Int, isSampled: Bool, _ column: GridColumn, cell: Int,
        barWidth: Int = 0, _ format: TextFormat
    ) {
        self.column = column
        self.cell = cell
        self.barWidth = barWidth
        tail = found.tail
        alignment = found.kinds.alignment(in: column)
        overflow = column.overflow ?? format.overflow
        let bounds = min(column.width.lowerBound, Self.widest)...column.width.upperBound
        self.bounds = bounds
        func bounded(_ width: Int) -> Int { min(max(width, bounds.lowerBound), bounds.upperBound) }
        // A title extends over the bars.
        naturalWidth = bounded(max(found.cellWidth, found.titleWidth - barWidth))
        cellWidth = bounded(found.cellWidth)
        let isUnbreakable = found.kinds.isUnbreakable
        // Half of the longest text, but no more than a quarter of the table.
        let share = min(max((format.width ?? .max) / 4, Self.readableTextWidth), Self.longestReadableWidth)
        let long = min(max(found.cellWidth / 2, Self.readableTextWidth, wordWidth), share)
        let text = max(min(found.cellWidth, long), found.shortWidth, found.numberWidth)
        let cells = isUnbreakable ? found.cellWidth : text
        let title =
            min(
                found.titleWordWidth, overflow == .cut ? Self.titleWordWidthOfCutColumn : Self.titleWordWidth)
            - barWidth
        // The widths of words do not suffice if text is cut instead of wrapped, or if rows outside the sample
        // may have longer words.
        let hasWords = isSampled && overflow == .wrap
        let words = max(min(wordWidth, TextMeasure.Column.mostOfShort), hasWords ? 0 : found.shortWidth)
        let isFixed = bounds.lowerBound > 1
        readableWidth = isFixed ? bounds.lowerBound : bounded(max(cells, title))
        shrinkLimit =
            isFixed || isUnbreakable
            ? readableWidth : min(readableWidth, bounded(max(words, title, found.numberWidth)))
        minimumWidth = min(readableWidth, bounded(isUnbreakable ? found.cellWidth : found.numberWidth))
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
        var (low, high) = (1, columns.count)
        while low < high {
            let middle = (low + high + 1) / 2
            if fits(kept(middle)) { low = middle } else { high = middle - 1 }
        }
        return kept(low)
    }
}

/// Divides the width of a text table between its columns so that the table has few lines.
///
/// Each step narrows the column whose narrowing adds the fewest lines for the width saved. Finally, width
/// moves between columns as long as this saves lines. The lines are counted by laying out the cells of a
/// sample. Widths are in terminal columns.
struct ColumnFitting {
    /// The maximum number of shrinkable columns; with more of them, no width moves between columns.
    private static let mostExchanged = 24

    private let wanted: [WantedColumn]
    private(set) var widths: [Int]

    init(_ wanted: [WantedColumn]) {
        self.wanted = wanted
        widths = wanted.map(\.naturalWidth)
    }

    /// The sum of the widths.
    var total: Int { widths.reduce(0, +) }

    /// Narrows columns until all of them fit, starting with the lowest priority.
    ///
    /// - Parameters:
    ///   - room: The width for all columns.
    ///   - floors: The minimum width of each column. If even these widths do not fit, the columns get them
    ///     anyway.
    ///   - sample: The lines to count.
    ///   - titles: The titles of the columns.
    ///   - format: The format of the table.
    mutating func shrink(
        to room: Int, floors: [Int], on sample: TextSample, titles: [String], _ format: TextFormat
    ) {
        guard total > room else { return }
        guard floors.reduce(0, +) < room else {
            widths = zip(widths, floors).map { min($0, $1) }
            return
        }
        // The work grows with the number of columns, so if there are many columns, try fewer widths for each.
        let count = zip(widths, floors).count { $0 > $1 }
        let choices = zip(widths, floors).map { width, floor in
            Self.choices(from: min(floor, width), to: width, room: room, most: max(1200 / count, 8))
        }
        let lineLimit = max(6000 / count, 50)
        var heights = LineHeights(wanted, choices, on: sample, lineLimit, titles: titles, format)
        let priorities = Set(wanted.map(\.column.priority)).sorted()
        for priority in priorities where heights.total > room {
            heights.shrink(wanted.indices.filter { wanted[$0].column.priority == priority }, to: room)
        }
        if count <= Self.mostExchanged {
            heights.exchange(in: room, priorities: wanted.map(\.column.priority))
        }
        widths = heights.widths
        // More width does not change a wrapped text, but shows more of a text that is cut or was not counted.
        let order = wanted.indices.sorted { wanted[$0].column.priority > wanted[$1].column.priority }
        for index in order where wanted[index].overflow == .cut || !sample.isComplete {
            widths[index] += min(wanted[index].naturalWidth - widths[index], max(room - total, 0))
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

    /// Narrows a column for its bars.
    mutating func narrow(_ index: Int, by width: Int) {
        widths[index] -= width
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

    /// Widens the last column without a maximum width. Prefers a column that is not aligned at the right.
    mutating func widenLast(by extra: Int) {
        let free = wanted.indices.filter { wanted[$0].bounds.upperBound == Int.max }
        guard let index = free.last(where: { !wanted[$0].isRight }) ?? free.last else { return }
        widths[index] += extra
    }
}

extension WantedColumn {
    /// Whether cells are aligned at the right or by decimal points, so that more width is of no use.
    fileprivate var isRight: Bool { alignment == .right || alignment.point != nil }
}

/// The heights of the lines of a sample at each width that the columns may take.
private struct LineHeights {
    /// A column with the widths to try, and the cost of each width.
    private struct Column {
        /// The widths to try, from the minimum width to the width that breaks no text.
        let widths: [Int]
        /// The lines with a cell that is wrapped at some width.
        var lines: [Int] = []
        /// For each width, the heights of these cells, and the number of broken words.
        var heights: [[Int]]
        var wordBreaks: [Int]
        /// The index of the current width.
        var choice: Int

        init(_ widths: [Int]) {
            self.widths = widths
            heights = widths.map { _ in [] }
            wordBreaks = widths.map { _ in 0 }
            choice = widths.count - 1
        }

        var width: Int { widths[choice] }

        /// Adds the heights of a cell, if the minimum width breaks its text or its text has several lines.
        mutating func add(
            _ utf8: UnsafeBufferPointer<UInt8>, line: Int, _ overflow: TextFormat.Overflow,
            _ text: inout CellText
        ) {
            // The lines of the wrapped text measure how much text would be cut.
            let overflow = overflow == .cut ? .wrap : overflow
            if utf8.count < LineHeights.longCell {
                text.set(utf8, width: widths[0], overflow: overflow)
                guard text.lines.count > 1 || text.isBroken else { return }
            }
            lines.append(line)
            for (index, width) in widths.enumerated() {
                guard utf8.count < LineHeights.longCell else {
                    heights[index].append(utf8.count / width + 1)
                    continue
                }
                text.set(utf8, width: width, overflow: overflow)
                heights[index].append(text.lines.count)
                wordBreaks[index] += text.wordBreakCount
            }
        }
    }

    /// The cost of a broken word, in lines.
    private static let costOfWordBreak = 2
    /// The size in bytes from which the lines of a cell are estimated from its size instead of counted.
    private static let longCell = 1 << 12

    private var columns: [Column]
    private var lineCount = 0
    /// The additional cost of a high line, for the lines that separate it from other rows.
    private let costOfHighLine: Int

    /// Lays out the cells of a sample and the titles at each width.
    ///
    /// - Complexity: O(bytes of the sample × widths)
    init(
        _ wanted: [WantedColumn], _ choices: [[Int]], on sample: TextSample, _ lineLimit: Int,
        titles: [String], _ format: TextFormat
    ) {
        columns = choices.map(Column.init)
        costOfHighLine = format.separatesHighRows ? 1 : 0
        var (titleLine, text) = (GridLine(), CellText(policy: format.widthPolicy))
        for title in titles { titleLine.text(title) }
        add(titleLine, wanted, &text)
        sample.forEach(upTo: lineLimit - 1) { add($0, wanted, &text) }
    }

    private mutating func add(_ line: borrowing GridLine, _ wanted: [WantedColumn], _ text: inout CellText) {
        for index in wanted.indices where columns[index].widths.count > 1 {
            guard wanted[index].cell < line.cells.count else { continue }
            let cell = line.cells[wanted[index].cell]
            if line.hasSeries, line.textChart(of: cell, on: nil) != nil { continue }
            line.withShown(of: cell) {
                columns[index].add($0, line: lineCount, wanted[index].overflow, &text)
            }
        }
        lineCount += 1
    }

    /// The current widths of the columns.
    var widths: [Int] { columns.map(\.width) }

    /// The sum of the widths.
    var total: Int { columns.reduce(0) { $0 + $1.width } }

    /// A line of the sample at certain widths.
    private struct Line {
        private var height = 1
        /// The number of cells that take several lines.
        private var highCells = 0

        mutating func add(_ height: Int) {
            self.height = max(self.height, height)
            if height > 1 { highCells += 1 }
        }

        /// Replaces the height of a counted cell with a height that is not smaller.
        mutating func replace(_ old: Int, by new: Int) {
            height = max(height, new)
            if old == 1, new > 1 { highCells += 1 }
        }

        /// Returns the cost of the line, with an additional cost if the line is high.
        func cost(ifHigh more: Int) -> Int { height + (height > 2 || highCells > 1 ? more : 0) }
    }

    /// Returns all lines at the current widths of the columns, excluding some columns.
    private func base(without left: Int...) -> [Line] {
        var lines = [Line](repeating: Line(), count: lineCount)
        for (index, column) in columns.enumerated() where !left.contains(index) {
            for (line, height) in zip(column.lines, column.heights[column.choice]) { lines[line].add(height) }
        }
        return lines
    }

    /// Narrows the columns of a group until the table fits or no column can shrink.
    mutating func shrink(_ group: [Int], to room: Int) {
        while total > room {
            let excess = total - room
            let lines = base()
            var best: (column: Int, choice: Int, cost: Double, saved: Int)?
            for index in group where columns[index].choice > 0 {
                let column = columns[index]
                let cost = cost(of: column, column.choice, in: lines)
                for choice in 0..<column.choice {
                    let saved = min(column.width - column.widths[choice], excess)
                    let ratio = Double(self.cost(of: column, choice, in: lines) - cost) / Double(saved)
                    if let best, (best.cost, -best.saved) <= (ratio, -saved) { continue }
                    best = (index, choice, ratio, saved)
                }
            }
            guard let best else { return }
            columns[best.column].choice = best.choice
        }
    }

    /// Widens columns if that saves lines and there is room, or if a column of no higher priority can shrink
    /// at a lower cost.
    mutating func exchange(in room: Int, priorities: [Int]) {
        var passes = 8
        var isBetter = true
        while isBetter, passes > 0 {
            isBetter = false
            passes -= 1
            for growing in columns.indices where columns[growing].choice < columns[growing].widths.count - 1 {
                for giving in columns.indices
                where giving != growing && priorities[giving] <= priorities[growing] {
                    if exchange(from: giving, to: growing, room) { isBetter = true }
                }
            }
        }
    }

    /// Sets the best widths for two columns and returns whether they are better. The other columns do not
    /// change.
    private mutating func exchange(from giving: Int, to growing: Int, _ room: Int) -> Bool {
        let base = base(without: giving, growing)
        let (giver, grower) = (columns[giving], columns[growing])
        let free = room - total + giver.width + grower.width
        var least = cost(of: giver, giver.choice, and: grower, grower.choice, on: base)
        var isBetter = false
        for choice in stride(from: giver.choice, through: 0, by: -1) {
            guard
                let other = grower.widths.lastIndex(where: { giver.widths[choice] + $0 <= free }),
                other > grower.choice
            else { continue }
            let cost = cost(of: giver, choice, and: grower, other, on: base)
            guard cost < least else { continue }
            least = cost
            columns[giving].choice = choice
            columns[growing].choice = other
            isBetter = true
        }
        return isBetter
    }

    /// Returns the cost of the lines with a cell of a column, at a width that is not greater than the current
    /// width.
    private func cost(of column: Column, _ choice: Int, in lines: [Line]) -> Int {
        var cost = column.wordBreaks[choice] * Self.costOfWordBreak
        let heights = zip(column.heights[column.choice], column.heights[choice])
        for (number, (old, new)) in zip(column.lines, heights) {
            var line = lines[number]
            line.replace(old, by: new)
            cost += line.cost(ifHigh: costOfHighLine)
        }
        return cost
    }

    /// Returns the cost of all lines at certain widths of two columns.
    private func cost(
        of first: Column, _ choice: Int, and second: Column, _ other: Int, on base: [Line]
    ) -> Int {
        var lines = base
        for (line, height) in zip(first.lines, first.heights[choice]) { lines[line].add(height) }
        for (line, height) in zip(second.lines, second.heights[other]) { lines[line].add(height) }
        return (first.wordBreaks[choice] + second.wordBreaks[other]) * Self.costOfWordBreak
            + lines.reduce(0) { $0 + $1.cost(ifHigh: costOfHighLine) }
    }
}
