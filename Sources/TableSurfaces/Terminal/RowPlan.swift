import TableAgent

/// The rows of a table that ``TextFormat/Rows`` shows. In each section, a range in the middle can be omitted.
struct RowPlan {
    /// The omitted rows of each section, or `nil` for a section that is omitted as a whole. Without an array, all rows
    /// are written.
    private var omitted: [Range<Int>?]?

    /// Creates a plan that writes a number of rows at each end of a table whose sections have the given numbers of rows.
    ///
    /// The text of an omission takes a line, so a single row is never omitted.
    init(ends count: Int, of rowCounts: [Int]) {
        let total = rowCounts.reduce(0, +)
        guard count < total, total - count > count + 1 else { return }
        let range = count..<total - count
        var end = 0
        omitted = rowCounts.map { rowCount in
            let rows = end..<end + rowCount
            end = rows.upperBound
            let gone = range.clamped(to: rows)
            if rows.isEmpty ? range.contains(end) : gone == rows { return nil }
            let start = gone.isEmpty ? 0 : gone.lowerBound - rows.lowerBound
            return start..<start + gone.count
        }
    }

    /// Creates a plan that shares a number of rows among sections that have the given numbers of rows.
    ///
    /// - Parameters:
    ///   - rows: The number of rows to write. The sections get equal shares, and small sections leave the rest of their
    ///     shares to larger ones.
    ///   - sections: The number of sections to write. The other sections are omitted in the middle of the table.
    ///   - rowCounts: The number of rows in each section.
    init(sharing rows: Int, among sections: Int, of rowCounts: [Int]) {
        let firstOmitted = (sections + 1) / 2
        let skipped = firstOmitted..<firstOmitted + rowCounts.count - sections
        var shares = rowCounts.map { _ in 0 }
        var rest = rows
        var growing = rowCounts.indices.filter { !skipped.contains($0) && rowCounts[$0] > 0 }
        while rest > 0, !growing.isEmpty {
            let part = max(rest / growing.count, 1)
            for index in growing where rest > 0 {
                let more = min(part, rowCounts[index] - shares[index], rest)
                shares[index] += more
                rest -= more
            }
            growing.removeAll { shares[$0] == rowCounts[$0] }
        }
        omitted = rowCounts.indices.map { index in
            if skipped.contains(index) { return nil }
            let (share, count) = (shares[index], rowCounts[index])
            let first = (share + 1) / 2
            return count - share > 1 ? first..<first + count - share : 0..<0
        }
    }

    /// Whether any row is omitted.
    var omitsRows: Bool { omitted?.contains { $0 != 0..<0 } ?? false }

    /// Returns the omitted rows of a section, or `nil` if the whole section is omitted.
    func omittedRows(ofSection index: Int) -> Range<Int>? { omitted.map { $0[index] } ?? 0..<0 }
}
