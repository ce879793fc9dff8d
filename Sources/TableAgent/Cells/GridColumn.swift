/// A column of a grid: its title, the alignment of its cells and the width it may take.
///
/// ```swift
/// TableInfo(columns: ["Customer", GridColumn("Total", key: "total", alignment: .decimal, width: 8...12)]) { … }
/// ```
///
/// Width, share, overflow and priority are for text surfaces, which have to fit a table into a terminal.
public struct GridColumn: Hashable, Sendable {
    /// The title, for people.
    public var title: String

    /// The name of the column in formats for programs: CSV, TSV and JSON. By default the title.
    public var key: String {
        get { ownKey ?? title }
        set { ownKey = newValue }
    }
    private var ownKey: String?

    /// How cells stand in the column.
    public var alignment: Alignment

    /// The width that the column may take on a text surface, in terminal columns; at least 1.
    ///
    /// It gets as much of the range as its text needs and the table's width leaves: `8...8` fixes it. A lower
    /// bound of 1, the default, leaves it to the surface how narrow the column stays readable.
    public var width: ClosedRange<Int> {
        didSet { check() }
    }

    /// The column's share of the width that no text of the table needs, up to 1000; 0, the default, for none.
    ///
    /// In a table with a limit of width, columns with shares of 1 and 2 take a third and two thirds of what
    /// is left, up to the bounds of their widths.
    public var share: Int {
        didSet { check() }
    }

    /// What happens to text that is wider than the column; `nil`, the default, leaves it to the table.
    public var overflow: Overflow?

    /// Which columns give way where space is short: those of the lowest priority first; 0 by default.
    ///
    /// They are made narrower first, and left out first on a surface that leaves columns out. Of columns
    /// with the same priority the one gives way first that makes the table least higher by it, and those in the
    /// middle are left out first.
    public var priority: Int

    /// Creates a column with a title; the properties say what the rest means.
    public init(
        _ title: String, key: String? = nil, alignment: Alignment = .automatic,
        width: ClosedRange<Int> = 1...Int.max,
        share: Int = 0, overflow: Overflow? = nil, priority: Int = 0
    ) {
        self.title = title
        ownKey = key
        self.alignment = alignment
        self.width = width
        self.share = share
        self.overflow = overflow
        self.priority = priority
        check()
    }

    private func check() {
        precondition(
            width.lowerBound >= 1, "The column \(title) needs a width of at least 1 terminal column.")
        precondition(
            0...1000 ~= share, "The column \(title) needs a share of the width from 0 to 1000, not \(share).")
    }
}

extension GridColumn {
    /// How cells stand in their column.
    ///
    /// With `decimal` and `decimalComma` numbers stand below each other by their points, whatever surrounds
    /// them: `€1,234.50`, `12 pcs`, `-0.5`. On surfaces that can't place a point they stand at the right.
    ///
    /// A cell's number starts at its first ASCII digit. Its point is the first `.` (or `,` for
    /// `decimalComma`) right behind its digits or right before the first; a number without one ends behind
    /// its digits, as if the point were there. Digits may be grouped by the other of the two characters, an
    /// apostrophe, an underscore or a space. What has no digit stands at the right, and so do titles and text
    /// that is broken or cut.
    public enum Alignment: Hashable, Sendable {
        /// At the right if the column holds only numbers, else at the left.
        case automatic
        /// At the left.
        case left
        /// In the middle.
        case center
        /// At the right.
        case right
        /// By the decimal point of numbers such as `1,234.50`.
        case decimal
        /// By the decimal comma of numbers such as `1.234,50`.
        case decimalComma
    }

    /// What happens to a cell's text that is wider than its column.
    public enum Overflow: Hashable, Sendable, CaseIterable {
        /// The text goes on in further lines of the cell, broken at spaces where possible.
        case wrap
        /// The text goes on in further lines of the cell, each as full as characters allow.
        case wrapAnywhere
        /// Each line of the text ends at the column's edge, with an ellipsis where something was cut off.
        case cut
    }
}

extension GridColumn: ExpressibleByStringLiteral {
    /// Creates a column with a title.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
