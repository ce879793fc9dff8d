/// A column of a grid: its title, its alignment, and its range of widths.
///
/// ```swift
/// TableInfo(columns: ["Customer", GridColumn("Total", key: "total", alignment: .decimal, width: 8...12)]) { … }
/// ```
///
/// Width, share, overflow, and priority are for surfaces that fit a table into a width, such as a terminal. On an iPad, a
/// digit counts as a terminal column.
public struct GridColumn: Hashable, Sendable {
    /// The title, for people.
    public var title: String

    /// The name of the column in formats for programs: CSV, TSV, and JSON. The default is the title.
    public var key: String {
        get { ownKey ?? title }
        set { ownKey = newValue }
    }
    private var ownKey: String?

    /// The alignment of the cells in the column.
    public var alignment: Alignment

    /// The range of widths on a text surface, in terminal columns. The lower bound is at least 1.
    ///
    /// The column uses as much of the range as its text needs and the table's width allows: `8...8` is a
    /// fixed width. With a lower bound of 1, the default, the surface chooses the minimum readable width.
    public var width: ClosedRange<Int> {
        didSet { check() }
    }

    /// The column's share of the free width, from 0 to 1000. The default is 0.
    ///
    /// The free width is the part of the table's width limit that no text needs. Columns with shares of 1 and
    /// 2 receive one third and two thirds of this width, up to the bounds of their widths.
    public var share: Int {
        didSet { check() }
    }

    /// The treatment of text that is wider than the column; `nil`, the default, uses the setting of the
    /// table.
    public var overflow: Overflow?

    /// The priority of the column if the table is too wide. Columns of the lowest priority shrink first; the
    /// default is 0.
    ///
    /// A surface that omits columns also omits those of the lowest priority first. Among columns of equal
    /// priority, the column whose narrowing adds the fewest lines shrinks first, and the columns in the
    /// middle are omitted first.
    public var priority: Int

    /// The scale of the bars beside the numbers of the column's rows; `nil`, the default, draws no bars.
    ///
    /// ```swift
    /// GridColumn("Amount", alignment: .decimal, bar: .automatic)
    /// ```
    ///
    /// Surfaces for people draw bars, and the number itself stays text. Formats for programs, such as CSV and
    /// JSON, are the same with and without bars. Heads, feet, and cells without a number have no bar.
    ///
    /// A text table that is too wide for its columns at a readable width omits the bars before any column of the
    /// same or a higher priority. A line below the table says so.
    ///
    /// A bar starts at zero or, if the scale does not contain zero, at the bound that is nearest to zero. The
    /// series of a column with a scale are drawn on this scale, so that rows can be compared.
    public var bar: Bar?

    /// The readers of the column; all of them by default.
    ///
    /// ```swift
    /// GridColumn("Customer", key: "customer", audience: .programs)    // people read it in the head of the section
    /// ```
    ///
    /// Items write the cells of all columns, in the order of the columns. A surface leaves out the columns that are not for
    /// its readers.
    public var audience: Audience

    /// Whether a person may sort by the column. The default is `true`.
    public var isSortable: Bool

    /// How a person may filter by the column.
    public var filter: Filter

    /// The index of the cell that the column shows; `nil` for the index of the column.
    var cell: Int?

    /// Creates a column with a title.
    public init(
        _ title: String, key: String? = nil, alignment: Alignment = .automatic,
        width: ClosedRange<Int> = 1...Int.max,
        share: Int = 0, overflow: Overflow? = nil, priority: Int = 0, bar: Bar? = nil,
        audience: Audience = .everyone, isSortable: Bool = true, filter: Filter = .automatic
    ) {
        self.title = title
        ownKey = key
        self.alignment = alignment
        self.width = width
        self.share = share
        self.overflow = overflow
        self.priority = priority
        self.bar = bar
        self.audience = audience
        self.isSortable = isSortable
        self.filter = filter
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
    /// The readers of a column.
    public enum Audience: Hashable, Sendable, CaseIterable {
        /// People and programs.
        case everyone
        /// People: text, Markdown, HTML, live pages, the terminal browser, and system cells of UIKit.
        case people
        /// Programs: CSV, TSV, JSON, JSON Lines, and workbooks.
        case programs
    }

    /// How a person may filter by a column.
    public enum Filter: Hashable, Sendable {
        /// By the kind of the column. Numbers and dates are filtered by a range, and Booleans by a choice. Texts are filtered
        /// by a choice of at most 12 different ones, or by a part of the text.
        case automatic
        /// By a choice of some values, as data formats write them, in the order of the list, and perhaps the texts that people see.
        /// Without its text, a value is shown as a row of the table displays it.
        case choice([String], shown: [String] = [])
        /// By a range of numbers.
        case numbers
        /// By a range of dates.
        case dates
        /// By a part of the text.
        case text
        /// Not at all.
        case none
    }

    /// Returns whether a surface for some readers shows the column.
    func isShown(to audience: Audience) -> Bool {
        self.audience == .everyone || audience == .everyone || self.audience == audience
    }

    /// The alignment of cells in a column.
    ///
    /// With `decimal` and `decimalComma`, the decimal points of numbers are aligned. Other text may surround
    /// a number: `€1,234.50`, `12 pcs`, `-0.5`. Surfaces that can't align points align the numbers at the
    /// right.
    ///
    /// A cell's number starts at its first ASCII digit. Its point is the first `.` (or `,` for
    /// `decimalComma`) directly after its digits, or directly before the first digit. A number without a
    /// point is aligned as if the point followed its digits. The digits may be grouped by the other of the
    /// two characters, an apostrophe, an underscore, or a space. Titles, text without digits, and text that
    /// is wrapped or cut are aligned at the right.
    public enum Alignment: Hashable, Sendable {
        /// At the right if the column contains only numbers; otherwise at the left.
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

    /// The treatment of a cell's text that is wider than its column.
    public enum Overflow: Hashable, Sendable, CaseIterable {
        /// Continues the text in more lines of the cell, broken at spaces if possible.
        case wrap
        /// Continues the text in more lines of the cell, broken between any two characters.
        case wrapAnywhere
        /// Shows the text in one line, with `↵` in place of line breaks, and cuts the line at the edge of the column
        /// with an ellipsis.
        case cut
    }
}

extension GridColumn {
    /// The scale of the bars in a column.
    public enum Bar: Hashable, Sendable {
        /// From zero to a round number at or beyond the number farthest from zero; with numbers of both signs,
        /// one end for each sign.
        ///
        /// A round number is 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, or 8 times a power of ten.
        ///
        /// The scale includes the rows that a table shows. A stream and a terminal browser use the rows of a sample, and UIKit the
        /// first rows and those that were visible so far.
        case automatic
        /// A given range. A mark at the end of a bar shows that its number is outside the range, except in Excel and UIKit.
        ///
        /// There are no bars if the range is empty, infinite, or narrower than 10⁻³⁰⁰.
        case range(ClosedRange<Double>)
    }
}

extension GridColumn: ExpressibleByStringLiteral {
    /// Creates a column with a title.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

/// The cells of a line that a surface shows.
package struct VisibleCells: Hashable, Sendable {
    /// The indices of the cells, in their order.
    let indices: [Int]

    /// The index of the first cell that belongs to no column. Such cells stay, so that a surface can refuse them. `nil` if the
    /// columns are a selection: other cells are not shown.
    let firstExtra: Int?
}

extension [GridColumn] {
    /// Returns the cells that a surface for some readers shows; `nil` for all cells in their order.
    package func visibleCells(for audience: GridColumn.Audience) -> VisibleCells? {
        let isSelection = contains { $0.cell != nil }
        if !isSelection, allSatisfy({ $0.isShown(to: audience) }) { return nil }
        let indices = indices.filter { self[$0].isShown(to: audience) }
        return VisibleCells(
            indices: indices.map { self[$0].cell ?? $0 }, firstExtra: isSelection ? nil : count)
    }

    /// Returns the columns that a surface for some readers shows. Every surface takes its columns from this function, and the
    /// cells of its lines from a `GridLine` with the same columns and readers.
    package func shown(to audience: GridColumn.Audience) -> [GridColumn] {
        allSatisfy { $0.isShown(to: audience) } ? self : filter { $0.isShown(to: audience) }
    }

    /// Returns the columns with some keys, in the order of the keys. Each of them shows its own cell.
    ///
    /// All columns are returned if none has a key.
    func selected(_ keys: [String]) -> [GridColumn] {
        var cells: [Int] = []
        for key in keys {
            if let index = firstIndex(where: { $0.key == key }), !cells.contains(index) {
                cells.append(index)
            }
        }
        guard !cells.isEmpty, !cells.elementsEqual(indices) else { return self }
        return cells.map { index in
            var column = self[index]
            column.cell = column.cell ?? index
            return column
        }
    }
}
