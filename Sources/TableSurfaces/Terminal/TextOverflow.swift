/// What happens to a cell's text that is wider than its column.
public enum TextOverflow: Sendable, Hashable, CaseIterable {
    /// The text goes on in further lines of the cell, broken at spaces where possible.
    case wrap
    /// Each line of the text ends at the column's edge, with an ellipsis where something was cut off.
    case cut
}
