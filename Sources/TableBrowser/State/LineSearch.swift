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
            let line = lines[next]
            // Rows in the table's own order are filled by one loop.
            if isForward, lines.order == nil, case .row(let row) = line.part {
                if let found = searchRows(ofSection: line.section, from: row, in: lines, until: deadline) {
                    lines.fill(&grid, with: lines[found])
                    return result(at: found)
                }
            } else {
                for _ in 0..<min(256, rest) where 0..<total ~= next {
                    lines.fill(&grid, with: lines[next])
                    if pattern.matches(grid) { return result(at: next) }
                    next += isForward ? 1 : -1
                    rest -= 1
                    if isForward, lines.order == nil { break }
                }
            }
        } while ContinuousClock.now < deadline
        return .unfinished
    }

    private func result(at line: Int) -> Result {
        let hasWrapped = isForward ? line < start : line > start
        return .found(line: line, column: pattern.firstColumn(in: grid) ?? 0, hasWrapped: hasWrapped)
    }

    /// Searches rows of a section, and returns the index of the line with the text.
    private mutating func searchRows(
        ofSection section: Int, from row: Int, in lines: TableLines, until deadline: ContinuousClock.Instant
    ) -> Int? {
        var isFound = false
        let limit = row + rest
        let end = lines.fillRows(ofSection: section, from: row, &grid) { [pattern] filled, index in
            isFound = pattern.matches(filled)
            return !isFound && index + 1 < limit && (index & 255 != 255 || ContinuousClock.now < deadline)
        }
        defer {
            // A row that fills no cells has no text.
            next += max(end - row, 1)
            rest -= max(end - row, 1)
        }
        return isFound ? next + end - row - 1 : nil
    }
}
