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
    // A single section is not put into an array. So a loop needs no array for each section, and the array of the loop
    // is the result.

    /// Returns a section.
    @inlinable
    public static func buildExpression(_ section: TableSection) -> TableSection { section }

    /// Returns sections that were made elsewhere.
    @inlinable
    public static func buildExpression(_ sections: [TableSection]) -> [TableSection] { sections }

    /// Returns no sections for an empty block.
    public static func buildBlock() -> [TableSection] { [] }

    /// Returns the first part of a block.
    @inlinable
    public static func buildPartialBlock<Part>(first: Part) -> Part { first }

    /// Appends a section to a section.
    public static func buildPartialBlock(accumulated: TableSection, next: TableSection) -> [TableSection] {
        [accumulated, next]
    }

    /// Appends sections to a section.
    public static func buildPartialBlock(accumulated: TableSection, next: [TableSection]) -> [TableSection] {
        [accumulated] + next
    }

    /// Appends a section to the previous sections.
    public static func buildPartialBlock(accumulated: [TableSection], next: TableSection) -> [TableSection] {
        accumulated + [next]
    }

    /// Appends sections to the previous sections.
    public static func buildPartialBlock(accumulated: [TableSection], next: [TableSection]) -> [TableSection]
    {
        accumulated + next
    }

    /// Returns the sections of a `for` loop.
    @inlinable
    public static func buildArray(_ sections: [TableSection]) -> [TableSection] { sections }

    /// Joins the lists of sections that a `for` loop returns.
    public static func buildArray(_ lists: [[TableSection]]) -> [TableSection] { Array(lists.joined()) }

    /// Returns the section of an `if` without `else` as a list.
    public static func buildOptional(_ section: TableSection?) -> [TableSection] {
        section.map { [$0] } ?? []
    }

    /// Returns the sections of an `if` without `else`.
    public static func buildOptional(_ sections: (some Sequence<TableSection>)?) -> [TableSection] {
        // The parameter is generic, so that the compiler has one candidate for the `nil` of a false condition.
        sections.map { Array($0) } ?? []
    }

    /// Returns the section of the first branch as a list.
    public static func buildEither(first section: TableSection) -> [TableSection] { [section] }

    /// Returns the sections of the first branch.
    public static func buildEither(first sections: [TableSection]) -> [TableSection] { sections }

    /// Returns the section of the second branch as a list.
    public static func buildEither(second section: TableSection) -> [TableSection] { [section] }

    /// Returns the sections of the second branch.
    public static func buildEither(second sections: [TableSection]) -> [TableSection] { sections }

    /// Returns the only section of a table as a list.
    public static func buildFinalResult(_ section: TableSection) -> [TableSection] { [section] }

    /// Returns the sections of a table.
    @inlinable
    public static func buildFinalResult(_ sections: [TableSection]) -> [TableSection] { sections }
}
