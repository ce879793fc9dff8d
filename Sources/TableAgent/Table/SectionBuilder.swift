/// Builds the content of a section from a list of its head, rows, and foot, with `for`, `if`, and `switch`.
///
/// ```swift
/// @SectionBuilder func content(of customer: Customer) -> SectionContent {
///     Head(customer, as: CustomerTitle.self)
///     Rows(customer.orders, as: OrderLine.self)
/// }
/// ```
@resultBuilder
public enum SectionBuilder {
    /// Returns a head as content.
    @inlinable
    public static func buildExpression(_ head: Head) -> SectionContent { SectionContent(head: head.part) }

    /// Returns a foot as content.
    @inlinable
    public static func buildExpression(_ foot: Foot) -> SectionContent { SectionContent(foot: foot.part) }

    /// Returns one row as content.
    @inlinable
    public static func buildExpression(_ row: Row) -> SectionContent { SectionContent(rows: row.rows) }

    /// Returns rows, of one item or of several, as content.
    @inlinable
    public static func buildExpression(_ rows: Rows) -> SectionContent { SectionContent(rows: rows) }

    /// Returns content that was built elsewhere.
    @inlinable
    public static func buildExpression(_ content: SectionContent) -> SectionContent { content }

    /// Returns no content for an empty block.
    @inlinable
    public static func buildBlock() -> SectionContent { SectionContent() }

    /// Returns the first part of a block.
    @inlinable
    public static func buildPartialBlock(first: SectionContent) -> SectionContent { first }

    /// Appends the next part of a block to the previous parts.
    public static func buildPartialBlock(accumulated: SectionContent, next: SectionContent) -> SectionContent
    {
        var content = accumulated
        content.append(next)
        return content
    }

    /// Joins the parts that a `for` loop returns.
    public static func buildArray(_ parts: [SectionContent]) -> SectionContent {
        parts.reduce(into: SectionContent()) { $0.append($1) }
    }

    /// Returns the content of an `if` without `else`.
    @inlinable
    public static func buildOptional(_ content: SectionContent?) -> SectionContent {
        content ?? SectionContent()
    }

    /// Returns the content of the first branch.
    @inlinable
    public static func buildEither(first content: SectionContent) -> SectionContent { content }

    /// Returns the content of the second branch.
    @inlinable
    public static func buildEither(second content: SectionContent) -> SectionContent { content }
}

/// The head, rows, and foot of a section, as a ``SectionBuilder`` returns them.
public struct SectionContent {
    @usableFromInline var head: SectionPart?
    @usableFromInline var rows: Rows
    @usableFromInline var foot: SectionPart?

    @inlinable
    init(head: SectionPart? = nil, rows: Rows = Rows(), foot: SectionPart? = nil) {
        self.head = head
        self.rows = rows
        self.foot = foot
    }

    fileprivate mutating func append(_ other: Self) {
        precondition(head == nil || other.head == nil, "A section has one head, and this one lists two.")
        precondition(foot == nil || other.foot == nil, "A section has one foot, and this one lists two.")
        head = head ?? other.head
        rows.append(other.rows)
        foot = foot ?? other.foot
    }
}
