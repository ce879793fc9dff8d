public import TableAgent

/// What happens to text that is wider than its column, in a table whose column does not say.
public typealias TextOverflow = GridColumn.Overflow
