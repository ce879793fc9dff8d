import TableAgent

/// Looks for the next line with a text in slices of time, around the end of the table and back to the start. The rows of folded
/// sections are read, too.
struct LineSearch {
    private let pattern: TextPattern
    private let lines: TableLines
    private let start: Int
    private let isForward: Bool
    /// The number of lines that were read.
    private var readCount = 0
    private let plan: QueryPlan
    private var scratch = QueryPlan.Scratch()
    private var grid = GridLine()

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - pattern: The text.
    ///   - cursor: The line that the search starts from. It is read last.
    ///   - isForward: Whether the search goes down.
    ///   - visible: The visible lines.
    init(_ pattern: TextPattern, from cursor: BrowserLine, isForward: Bool, in visible: TableLines) {
        self.pattern = pattern
        self.isForward = isForward
        plan = BrowserQuery(filters: [pattern.filter(inColumn: "")])
            .plan(for: visible.table, seriesText: visible.seriesText)
        lines = visible.unfolded
        start = lines.index(of: cursor)
    }

    /// The share of the lines that were read, from 0 to 1.
    var progress: Double { Double(readCount) / Double(max(lines.count, 1)) }

    /// Searches until a deadline.
    mutating func run(until deadline: ContinuousClock.Instant) -> BrowsedLines.WorkResult {
        // Each use of the property would retain its arrays.
        let lines = lines
        let count = lines.count
        repeat {
            for _ in 0..<min(256, count - readCount) {
                readCount += 1
                let index = (start + (isForward ? readCount : count - readCount)) % count
                let line = lines[index]
                lines.fill(&grid, with: line)
                guard plan.matches(grid, using: &scratch) else { continue }
                let hasWrapped = isForward ? index < start : index > start
                return .found(line, column: pattern.firstColumn(in: grid) ?? 0, hasWrapped: hasWrapped)
            }
            if readCount == count { return .notFound(pattern.text) }
        } while ContinuousClock.now < deadline
        return .unfinished
    }
}
