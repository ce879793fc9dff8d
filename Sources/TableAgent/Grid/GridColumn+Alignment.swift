extension GridColumn {
    /// How cells stand in their column.
    ///
    /// With `decimal` and `decimalComma` numbers stand below each other by their points, whatever surrounds
    /// them: `€1,234.50`, `12 pcs`, `-0.5`. On surfaces that can't place a point they stand at the right.
    ///
    /// A cell's number starts at its first ASCII digit. Its point is the first `.` (or `,` for
    /// `decimalComma`) right behind its digits or right before the first; a number without one ends behind
    /// its digits, as if the point were there. Digits may be grouped by the other of the two characters, an
    /// apostrophe, an underscore or a space. What has no digit stands at the right, and so do titles and text
    /// that is broken or cut.
    public enum Alignment: Hashable, Sendable {
        /// At the right if the column holds only numbers, else at the left.
        case automatic
        /// At the left.
        case left
        /// In the middle.
        case center
        /// At the right.
        case right
        /// By the decimal point of numbers such as `1,234.50`.
        case decimal
        /// By the decimal comma of numbers such as `1.234,50`.
        case decimalComma
    }
}
