import TableAgent

/// Looks for the next line with a text in slices of time, around the end of the table and back to the start.
struct LineSearch {
    /// The text.
    let pattern: TextPattern

    private let isForward: Bool
    /// The index of the next line.
    private var next: Int
    /// The number of lines that were not read yet.
    private var rest: Int
    private let total: Int
    private let start: Int
    private let plan: QueryPlan
    private var scratch = QueryPlan.Scratch()
    private var grid = GridLine()

    /// The result of a slice.
    enum Result: Equatable {
        /// The index of the line, the column of the text, and whether the search went around the end.
        case found(line: Int, column: Int, hasWrapped: Bool)
        case notFound
        case unfinished
    }

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - pattern: The text.
    ///   - cursor: The index of the line that the search starts from. It is read last.
    ///   - isForward: Whether the search goes down.
    ///   - lines: The lines to search.
    init(_ pattern: TextPattern, from cursor: Int, isForward: Bool, in lines: TableLines) {
        self.pattern = pattern
        self.isForward = isForward
        plan = BrowserQuery(filters: [pattern.filter(inColumn: "")])
            .plan(for: lines.table, seriesText: lines.seriesText)
        total = lines.count
        start = cursor
        next = cursor + (isForward ? 1 : -1)
        rest = total
    }

    /// The share of the lines that were read, from 0 to 1.
    var progress: Double { 1 - Double(rest) / Double(max(total, 1)) }

    /// Searches until a deadline. The lines are those of the first call.
    mutating func run(in lines: TableLines, until deadline: ContinuousClock.Instant) -> Result {
        repeat {
            if rest <= 0 { return .notFound }
            if next >= total { next = 0 }
            if next < 0 { next = total - 1 }
            // Rows from the top are filled by one loop.
            switch isForward ? searchRows(in: lines, until: deadline) : .noRows {
            case .none: break
            case .found(let line):
                lines.fill(&grid, with: lines[line])
                return result(at: line)
            case .noRows:
                for _ in 0..<min(isForward ? 1 : 256, rest) where 0..<total ~= next {
                    lines.fill(&grid, with: lines[next])
                    if plan.matches(grid, using: &scratch) { return result(at: next) }
                    next += isForward ? 1 : -1
                    rest -= 1
                }
            }
        } while ContinuousClock.now < deadline
        return .unfinished
    }

    private func result(at line: Int) -> Result {
        let hasWrapped = isForward ? line < start : line > start
        return .found(line: line, column: pattern.firstColumn(in: grid) ?? 0, hasWrapped: hasWrapped)
    }

    /// The result of a search in the rows of a section.
    private enum RowResult { case none, found(Int), noRows }

    /// Searches the rows of a section from the next line on.
    private mutating func searchRows(
        in lines: TableLines, until deadline: ContinuousClock.Instant
    ) -> RowResult {
        var isFound = false
        let limit = next + rest
        let plan = plan
        var scratch = QueryPlan.Scratch()
        let end = lines.fillRows(from: next, &grid) { filled, line in
            isFound = plan.matches(filled, using: &scratch)
            return !isFound && line + 1 < limit && (line & 255 != 255 || ContinuousClock.now < deadline)
        }
        guard let end else { return .noRows }
        rest -= end - next
        next = end
        return isFound ? .found(end - 1) : .none
    }
}
