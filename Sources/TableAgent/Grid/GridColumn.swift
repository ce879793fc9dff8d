/// A column of a grid: its title, the alignment of its cells and the width it may take.
///
/// ```swift
/// TableInfo(columns: ["Customer", GridColumn("Total", alignment: .right)]) { … }
/// ```
public struct GridColumn: Hashable, Sendable {
    /// How cells stand in their column.
    public enum Alignment: Hashable, Sendable {
        /// At the right if the column holds only numbers, else at the left.
        case automatic
        /// At the left.
        case left
        /// In the middle.
        case center
        /// At the right.
        case right
    }

    /// The title; data surfaces use it as the name of the field.
    public var title: String

    /// How cells stand in the column.
    public var alignment: Alignment

    /// The width that the column may take on a text surface, in terminal columns.
    ///
    /// It gets as much of the range as its text needs and the table's width leaves.
    public var width: ClosedRange<Int> {
        didSet { checkWidth() }
    }

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - title: The title; data surfaces use it as the name of the field.
    ///   - alignment: How cells stand in the column.
    ///   - width: The width that the column may take on a text surface, in terminal columns; at least 1.
    public init(_ title: String, alignment: Alignment = .automatic, width: ClosedRange<Int> = 1...Int.max) {
        self.title = title
        self.alignment = alignment
        self.width = width
        checkWidth()
    }

    private func checkWidth() {
        precondition(
            width.lowerBound >= 1, "The column \(title) needs a width of at least 1 terminal column.")
    }
}

extension GridColumn: ExpressibleByStringLiteral {
    /// Creates a column with a title.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
