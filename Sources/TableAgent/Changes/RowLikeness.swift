/// How alike two rows are.
@usableFromInline
enum RowLikeness {
    /// They are two rows, with ids or items of their own.
    case other
    /// They are one row, with other content or content that can't be compared.
    case changed
    /// They are one row with the same content.
    case unchanged
}
