import TableAgent

/// Looks for the next line with a text in slices of time, around the end of the table and back to the start.
struct LineSearch {
    /// The text.
    let pattern: TextPattern

    private let start: Int
    private let isForward: Bool
    /// The number of lines, and the number of those that were read.
    private let count: Int
    private var readCount = 0
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
        count = lines.count
        start = cursor
    }

    /// The share of the lines that were read, from 0 to 1.
    var progress: Double { Double(readCount) / Double(max(count, 1)) }

    /// Searches until a deadline. The lines are those of the first call.
    mutating func run(in lines: TableLines, until deadline: ContinuousClock.Instant) -> Result {
        repeat {
            for _ in 0..<min(256, count - readCount) {
                readCount += 1
                let index = (start + (isForward ? readCount : count - readCount)) % count
                lines.fill(&grid, with: lines[index])
                guard plan.matches(grid, using: &scratch) else { continue }
                return .found(
                    line: index, column: pattern.firstColumn(in: grid) ?? 0,
                    hasWrapped: isForward ? index < start : index > start)
            }
            if readCount == count { return .notFound }
        } while ContinuousClock.now < deadline
        return .unfinished
    }
}
