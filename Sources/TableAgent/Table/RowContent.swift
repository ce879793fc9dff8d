/// What can be put among the rows of a section: a ``Row`` or ``Rows``.
public protocol RowContent {
    /// The rows to put there.
    var rows: Rows { get }
}

extension Row: RowContent {
    /// The row as the only one of a collection.
    public var rows: Rows {
        var rows = Rows()
        rows.append(self)
        return rows
    }
}

extension Rows: RowContent {
    /// The rows themselves.
    public var rows: Rows { self }
}
