/// What becomes of a table whose columns can't stand beside each other in the width that it may take.
///
/// That is when each column has given way as far as it stays readable: numbers and dates whole, text at 8
/// terminal columns or what it needs, titles at their longest word up to 12; or the least width that the
/// column itself sets. Nothing is ever lost without a word about it.
public enum TextNarrowing: String, Hashable, Sendable, CaseIterable {
    /// The cells of a row stand below each other, each beside the title of its column.
    case stack
    /// Columns are left out, those of the lowest priority first; a line below the table names them.
    case drop
    /// All columns stay, down to one terminal column each; below that, the table is wider than it may be.
    case squeeze
}
