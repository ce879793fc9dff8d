/// The parts of a section that a ``SectionBuilder`` collects.
public struct SectionContent {
    var head: Row?
    var rows = Rows()
    var foot: Row?

    mutating func append(_ other: SectionContent) {
        precondition(head == nil || other.head == nil, "A section has one head, and this one lists two.")
        precondition(foot == nil || other.foot == nil, "A section has one foot, and this one lists two.")
        head = head ?? other.head
        rows.append(contentsOf: other.rows)
        foot = foot ?? other.foot
    }
}

/// Builds a section from its head, rows and foot, with `for`, `if` and `switch`.
@resultBuilder
public enum SectionBuilder {
    /// Takes a head.
    public static func buildExpression(_ head: Head) -> SectionContent {
        SectionContent(head: head.row)
    }

    /// Takes a foot.
    public static func buildExpression(_ foot: Foot) -> SectionContent {
        SectionContent(foot: foot.row)
    }

    /// Takes one row.
    public static func buildExpression(_ row: Row) -> SectionContent {
        var content = SectionContent()
        content.rows.append(row)
        return content
    }

    /// Takes rows of one kind.
    public static func buildExpression(_ rows: Rows) -> SectionContent {
        SectionContent(rows: rows)
    }

    /// Takes parts that were built elsewhere with this builder.
    public static func buildExpression(_ content: SectionContent) -> SectionContent {
        content
    }

    /// Joins the parts of a block.
    public static func buildBlock(_ parts: SectionContent...) -> SectionContent {
        buildArray(parts)
    }

    /// Joins the parts that a `for` loop made.
    public static func buildArray(_ parts: [SectionContent]) -> SectionContent {
        var content = SectionContent()
        for part in parts {
            content.append(part)
        }
        return content
    }

    /// Takes the parts of an `if` without `else`.
    public static func buildOptional(_ content: SectionContent?) -> SectionContent {
        content ?? SectionContent()
    }

    /// Takes the parts of the first branch.
    public static func buildEither(first content: SectionContent) -> SectionContent {
        content
    }

    /// Takes the parts of the second branch.
    public static func buildEither(second content: SectionContent) -> SectionContent {
        content
    }

    /// Takes the parts of an `if #available` block.
    public static func buildLimitedAvailability(_ content: SectionContent) -> SectionContent {
        content
    }
}
