/// What a cell means to the reader; the surface decides how that looks.
public enum GridRole: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing in particular.
    case plain
    /// Important, such as a title or a total.
    case strong
    /// Less important than its neighbours.
    case muted
    /// Good news, such as a profit.
    case positive
    /// Bad news, such as a loss.
    case negative
    /// In need of attention.
    case warning
    /// A reference to elsewhere; the cell's value is its address.
    case link
}
