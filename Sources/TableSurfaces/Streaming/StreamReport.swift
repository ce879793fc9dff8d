/// What became of a table that was written row by row.
public struct StreamReport: Hashable, Sendable {
    /// How many rows were written.
    public var rowCount: Int

    /// How many texts were wider than the room for them, and were wrapped or cut with an ellipsis.
    ///
    /// These are cells, heads, feet and, once each, titles of columns. It is 0 for any format but text. With
    /// an overflow of `cut`, it says how many texts a reader sees only in part.
    public var overflowCount: Int

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - rowCount: How many rows were written.
    ///   - overflowCount: How many texts were wrapped or cut.
    public init(rowCount: Int, overflowCount: Int) {
        self.rowCount = rowCount
        self.overflowCount = overflowCount
    }
}
