extension GridColumn {
    /// What happens to a cell's text that is wider than its column.
    public enum Overflow: Hashable, Sendable, CaseIterable {
        /// The text goes on in further lines of the cell, broken at spaces where possible.
        case wrap
        /// The text goes on in further lines of the cell, each as full as characters allow.
        case wrapAnywhere
        /// Each line of the text ends at the column's edge, with an ellipsis where something was cut off.
        case cut
    }
}
