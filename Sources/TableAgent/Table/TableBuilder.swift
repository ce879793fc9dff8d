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
    // A single section is no array, so that a loop allocates only the array of its sections.

    /// Returns a section.
    @inlinable
    public static func buildExpression(_ section: TableSection) -> CollectionOfOne<TableSection> {
        CollectionOfOne(section)
    }

    /// Returns sections that were made elsewhere.
    @inlinable
    public static func buildExpression(_ sections: [TableSection]) -> [TableSection] { sections }

    /// Returns no sections for an empty block.
    public static func buildBlock() -> [TableSection] { [] }

    /// Returns the first part of a block.
    @inlinable
    public static func buildPartialBlock<Part>(first: Part) -> Part { first }

    /// Appends sections to the previous sections.
    @inlinable
    public static func buildPartialBlock(
        accumulated: some Sequence<TableSection>, next: some Sequence<TableSection>
    ) -> [TableSection] {
        accumulated + Array(next)
    }

    /// Returns the sections of a `for` loop.
    @inlinable
    public static func buildArray(_ parts: [some Sequence<TableSection>]) -> [TableSection] {
        Array(parts.joined())
    }

    /// Returns the section of an `if` without `else`. The type of a false condition's `nil` is this one.
    @inlinable
    public static func buildOptional(_ section: CollectionOfOne<TableSection>?) -> [TableSection] {
        section.map { Array($0) } ?? []
    }

    /// Returns the sections of an `if` without `else`.
    @inlinable
    public static func buildOptional(_ sections: (some Sequence<TableSection>)?) -> [TableSection] {
        sections.map { Array($0) } ?? []
    }

    /// Returns the sections of the first branch.
    @inlinable
    public static func buildEither(first sections: some Sequence<TableSection>) -> [TableSection] {
        Array(sections)
    }

    /// Returns the sections of the second branch.
    @inlinable
    public static func buildEither(second sections: some Sequence<TableSection>) -> [TableSection] {
        Array(sections)
    }

    /// Returns the sections of a table.
    @inlinable
    public static func buildFinalResult(_ sections: some Sequence<TableSection>) -> [TableSection] {
        Array(sections)
    }
}
