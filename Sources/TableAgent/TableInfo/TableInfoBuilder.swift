/// Builds a table info from sections, with `for`, `if` and `switch`.
@resultBuilder
public enum TableInfoBuilder {
    /// Takes one section.
    public static func buildExpression(_ section: Section) -> [Section] {
        [section]
    }

    /// Takes sections that were built elsewhere.
    public static func buildExpression(_ sections: [Section]) -> [Section] {
        sections
    }

    /// Joins the sections of a block.
    public static func buildBlock(_ parts: [Section]...) -> [Section] {
        parts.flatMap(\.self)
    }

    /// Joins the sections that a `for` loop made.
    public static func buildArray(_ parts: [[Section]]) -> [Section] {
        parts.flatMap(\.self)
    }

    /// Takes the sections of an `if` without `else`.
    public static func buildOptional(_ sections: [Section]?) -> [Section] {
        sections ?? []
    }

    /// Takes the sections of the first branch.
    public static func buildEither(first sections: [Section]) -> [Section] {
        sections
    }

    /// Takes the sections of the second branch.
    public static func buildEither(second sections: [Section]) -> [Section] {
        sections
    }

    /// Takes the sections of an `if #available` block.
    public static func buildLimitedAvailability(_ sections: [Section]) -> [Section] {
        sections
    }
}
