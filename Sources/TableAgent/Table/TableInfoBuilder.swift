/// Builds a table info from sections, with `for`, `if` and `switch`.
@resultBuilder
public enum TableInfoBuilder {
    /// Takes one section.
    public static func buildExpression(_ section: TableSection) -> [TableSection] {
        [section]
    }

    /// Takes sections that were built elsewhere.
    public static func buildExpression(_ sections: [TableSection]) -> [TableSection] {
        sections
    }

    /// Joins the sections of a block.
    public static func buildBlock(_ parts: [TableSection]...) -> [TableSection] {
        parts.flatMap(\.self)
    }

    /// Joins the sections that a `for` loop made.
    public static func buildArray(_ parts: [[TableSection]]) -> [TableSection] {
        parts.flatMap(\.self)
    }

    /// Takes the sections of an `if` without `else`.
    public static func buildOptional(_ sections: [TableSection]?) -> [TableSection] {
        sections ?? []
    }

    /// Takes the sections of the first branch.
    public static func buildEither(first sections: [TableSection]) -> [TableSection] {
        sections
    }

    /// Takes the sections of the second branch.
    public static func buildEither(second sections: [TableSection]) -> [TableSection] {
        sections
    }

    /// Takes the sections of an `if #available` block.
    public static func buildLimitedAvailability(_ sections: [TableSection]) -> [TableSection] {
        sections
    }
}
