/// Builds the sections of a table from a list of them, with `for`, `if`, and `switch`.
///
/// ```swift
/// @TableBuilder func sections(of orders: [Order]) -> [TableSection] {
///     TableSection(id: "open") { Rows(orders.filter(\.isOpen), as: OrderLine.self) }
///     if orders.contains(where: \.isPaid) {
///         TableSection(id: "paid") { Rows(orders.filter(\.isPaid), as: OrderLine.self) }
///     }
/// }
/// ```
@resultBuilder
public enum TableBuilder {
    /// Returns a section as a list of one.
    @inlinable
    public static func buildExpression(_ section: TableSection) -> [TableSection] { [section] }

    /// Returns sections that were made elsewhere.
    @inlinable
    public static func buildExpression(_ sections: [TableSection]) -> [TableSection] { sections }

    /// Returns no sections for an empty block.
    @inlinable
    public static func buildBlock() -> [TableSection] { [] }

    /// Returns the first part of a block.
    @inlinable
    public static func buildPartialBlock(first: [TableSection]) -> [TableSection] { first }

    /// Appends the next part of a block to the previous parts.
    @inlinable
    public static func buildPartialBlock(accumulated: [TableSection], next: [TableSection]) -> [TableSection]
    {
        accumulated + next
    }

    /// Joins the parts that a `for` loop returns.
    public static func buildArray(_ parts: consuming [[TableSection]]) -> [TableSection] {
        var sections: [TableSection] = []
        sections.reserveCapacity(parts.count)
        for index in parts.indices {
            // Most parts are one section, which is moved instead of copied.
            if parts[index].count == 1 {
                sections.append(parts[index].removeLast())
            } else {
                sections += parts[index]
            }
        }
        return sections
    }

    /// Returns the sections of an `if` without `else`.
    @inlinable
    public static func buildOptional(_ sections: [TableSection]?) -> [TableSection] { sections ?? [] }

    /// Returns the sections of the first branch.
    @inlinable
    public static func buildEither(first sections: [TableSection]) -> [TableSection] { sections }

    /// Returns the sections of the second branch.
    @inlinable
    public static func buildEither(second sections: [TableSection]) -> [TableSection] { sections }
}
