import TableAgent

/// The heights of the lines of a sample at each width that the columns may take.
///
/// Each step narrows the column whose narrowing adds the fewest lines for the width saved. Finally, width moves
/// between columns as long as this saves lines. The lines are counted by laying out the cells.
struct LineHeights {
    /// A column with the widths to try, and the cost of each width.
    private struct Column {
        /// The index of the column's cell in a line.
        let cell: Int
        let overflow: TextFormat.Overflow
        /// The widths to try, from the minimum width to the width that breaks no text.
        let widths: [Int]
        /// The lines with a cell that is wrapped at some width.
        var lines: [Int] = []
        /// For each width, the heights of these cells, and the number of broken words.
        var heights: [[Int]]
        var wordBreaks: [Int]
        /// The index of the current width.
        var choice: Int

        init(_ column: WantedColumn, widths: [Int]) {
            cell = column.cell
            // The lines of the wrapped text measure how much text would be cut.
            overflow = column.overflow == .cut ? .wrap : column.overflow
            self.widths = widths
            heights = widths.map { _ in [] }
            wordBreaks = widths.map { _ in 0 }
            choice = widths.count - 1
        }

        var width: Int { widths[choice] }

        /// Adds the heights of a cell, if the minimum width breaks its text or its text has several lines.
        mutating func add(_ utf8: UnsafeBufferPointer<UInt8>, line: Int, using text: inout CellText) {
            guard utf8.count < LineHeights.longCell else {
                lines.append(line)
                for (index, width) in widths.enumerated() { heights[index].append(utf8.count / width + 1) }
                return
            }
            text.set(utf8, width: widths[0], overflow: overflow)
            guard text.lines.count > 1 || text.isBroken else { return }
            lines.append(line)
            for (index, width) in widths.enumerated() {
                text.set(utf8, width: width, overflow: overflow)
                heights[index].append(text.lines.count)
                wordBreaks[index] += text.wordBreakCount
            }
        }
    }

    /// A line of the sample at certain widths.
    private struct Line: Equatable {
        private var height = 1
        /// The number of cells that take several lines; 2 for any greater number.
        private var highCells = 0

        /// Adds a cell, or replaces the height of a cell with a height that is not smaller.
        mutating func add(_ height: Int, insteadOf old: Int = 1) {
            self.height = max(self.height, height)
            if old == 1, height > 1 { highCells = min(highCells + 1, 2) }
        }

        /// Returns the cost of the line, with an additional cost if the line is high.
        func cost(ifHigh more: Int) -> Int { height + (height > 2 || highCells > 1 ? more : 0) }
    }

    /// The cost of a broken word, in lines.
    private static let costOfWordBreak = 2
    /// The size in bytes from which the lines of a cell are estimated from its size instead of counted.
    private static let longCell = 1 << 12

    private var columns: [Column]
    private var lineCount = 0
    /// The additional cost of a high line, for the lines that separate it from other rows.
    private let costOfHighLine: Int
    private var text: CellText

    /// Lays out the titles of columns at each of their widths.
    init(of wanted: [WantedColumn], choices: [[Int]], titles: [String], format: TextFormat) {
        columns = zip(wanted, choices).map { Column($0, widths: $1) }
        costOfHighLine = format.separatesHighRows ? 1 : 0
        text = CellText(policy: format.widthPolicy)
        var line = GridLine()
        for title in titles { line.text(title) }
        add(line)
    }

    /// Lays out the cells of a line of the sample at each width.
    ///
    /// - Complexity: O(bytes of the line × widths)
    mutating func add(_ line: borrowing GridLine) {
        for index in columns.indices where columns[index].widths.count > 1 {
            guard columns[index].cell < line.cells.count else { continue }
            let cell = line.cells[columns[index].cell]
            if line.hasSeries, line.textChart(of: cell, on: nil) != nil { continue }
            line.withShown(of: cell) { columns[index].add($0, line: lineCount, using: &text) }
        }
        lineCount += 1
    }

    /// The current widths of the columns.
    var widths: [Int] { columns.map(\.width) }

    /// The sum of the widths.
    private var total: Int { columns.reduce(0) { $0 + $1.width } }

    /// Returns all lines at the current widths of the columns, excluding some columns.
    private func lines(without left: Int...) -> [Line] {
        var lines = [Line](repeating: Line(), count: lineCount)
        for (index, column) in columns.enumerated() where !left.contains(index) {
            for (line, height) in zip(column.lines, column.heights[column.choice]) { lines[line].add(height) }
        }
        return lines
    }
}

// MARK: Narrowing columns

extension LineHeights {
    /// The best width for a column that shrinks.
    fileprivate struct Move {
        let choice: Int
        /// The lines that are added for each column of width saved.
        let ratio: Double
        let saved: Int
        /// The excess of the table for which the move is the best.
        let excess: Int

        func isBetter(than other: Move) -> Bool { (ratio, -saved) < (other.ratio, -other.saved) }
    }

    /// Narrows the columns of a group until the table fits or no column can shrink.
    ///
    /// - Complexity: O(*n* log *n*) in the columns of the group. The moves of all columns are found again only when
    ///   a line becomes higher.
    mutating func shrink(_ group: [Int], to room: Int) {
        var excess = total - room
        var lines = lines()
        var moves = Moves(group.map { move(of: columns[$0], in: lines, excess: excess) })
        while excess > 0, let (winner, best) = moves.best {
            let index = group[winner]
            // A move saves no more than the excess, so it may be worse than it was when the excess was greater.
            if best.excess > excess, columns[index].width - columns[index].widths[0] > excess {
                moves.replace(winner, with: move(of: columns[index], in: lines, excess: excess))
                continue
            }
            let old = columns[index]
            columns[index].choice = best.choice
            excess -= old.width - columns[index].width
            var isHigher = false
            for (line, (height, new)) in zip(
                old.lines, zip(old.heights[old.choice], old.heights[best.choice]))
            {
                let former = lines[line]
                lines[line].add(new, insteadOf: height)
                if lines[line] != former { isHigher = true }
            }
            if isHigher {
                moves = Moves(group.map { move(of: columns[$0], in: lines, excess: excess) })
            } else {
                moves.replace(winner, with: move(of: columns[index], in: lines, excess: excess))
            }
        }
    }

    /// Returns the move of a column that adds the fewest lines for the width saved, or `nil` if the column can't
    /// shrink.
    private func move(of column: Column, in lines: [Line], excess: Int) -> Move? {
        guard column.choice > 0, excess > 0 else { return nil }
        let cost = cost(of: column, choice: column.choice, in: lines)
        var best: Move?
        for choice in 0..<column.choice {
            let saved = min(column.width - column.widths[choice], excess)
            let added = self.cost(of: column, choice: choice, in: lines) - cost
            let move = Move(
                choice: choice, ratio: Double(added) / Double(saved), saved: saved, excess: excess)
            if best.map(move.isBetter) ?? true { best = move }
        }
        return best
    }

    /// Returns the cost of the lines with a cell of a column, at a width that is not greater than the current
    /// width.
    private func cost(of column: Column, choice: Int, in lines: [Line]) -> Int {
        var cost = column.wordBreaks[choice] * Self.costOfWordBreak
        let heights = zip(column.heights[column.choice], column.heights[choice])
        for (number, (old, new)) in zip(column.lines, heights) {
            var line = lines[number]
            line.add(new, insteadOf: old)
            cost += line.cost(ifHigh: costOfHighLine)
        }
        return cost
    }
}

/// Finds the best of many moves while a few of them change, in a binary tree of their comparisons.
private struct Moves {
    private var moves: [LineHeights.Move?]
    /// The indexes of the better moves. The node *n* has the better move of the nodes 2*n* and 2*n* + 1; the last
    /// nodes are the moves themselves.
    private var winners: [Int]

    init(_ moves: [LineHeights.Move?]) {
        self.moves = moves
        winners = Array(moves.indices) + Array(moves.indices)
        for node in (1..<max(moves.count, 1)).reversed() { winners[node] = winner(of: node) }
    }

    /// The best move and its index; the first of several best moves.
    var best: (index: Int, move: LineHeights.Move)? {
        guard moves.count > 0, let move = moves[winners[1]] else { return nil }
        return (winners[1], move)
    }

    /// Replaces a move.
    ///
    /// - Complexity: O(log *n*)
    mutating func replace(_ index: Int, with move: LineHeights.Move?) {
        moves[index] = move
        var node = (moves.count + index) / 2
        while node > 0 {
            winners[node] = winner(of: node)
            node /= 2
        }
    }

    private func winner(of node: Int) -> Int {
        let first = min(winners[2 * node], winners[2 * node + 1])
        let second = max(winners[2 * node], winners[2 * node + 1])
        guard let move = moves[second] else { return first }
        return moves[first].map { !move.isBetter(than: $0) } ?? false ? first : second
    }
}

// MARK: Moving width between columns

extension LineHeights {
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
                    if exchange(from: giving, to: growing, in: room) { isBetter = true }
                }
            }
        }
    }

    /// Sets the best widths for two columns and returns whether they are better. The other columns do not
    /// change.
    private mutating func exchange(from giving: Int, to growing: Int, in room: Int) -> Bool {
        let giver = columns[giving]
        let grower = columns[growing]
        let others = lines(without: giving, growing)
        let free = room - total + giver.width + grower.width
        /// Returns the cost of all lines at a width of each of the columns.
        func cost(_ giverChoice: Int, _ growerChoice: Int) -> Int {
            var lines = others
            for (line, height) in zip(giver.lines, giver.heights[giverChoice]) { lines[line].add(height) }
            for (line, height) in zip(grower.lines, grower.heights[growerChoice]) { lines[line].add(height) }
            return (giver.wordBreaks[giverChoice] + grower.wordBreaks[growerChoice]) * Self.costOfWordBreak
                + lines.reduce(0) { $0 + $1.cost(ifHigh: costOfHighLine) }
        }
        var least = cost(giver.choice, grower.choice)
        var isBetter = false
        for choice in stride(from: giver.choice, through: 0, by: -1) {
            guard
                let other = grower.widths.lastIndex(where: { giver.widths[choice] + $0 <= free }),
                other > grower.choice
            else { continue }
            let cost = cost(choice, other)
            guard cost < least else { continue }
            least = cost
            columns[giving].choice = choice
            columns[growing].choice = other
            isBetter = true
        }
        return isBetter
    }
}
