public import TableAgent

/// Aligned columns of text for terminals and logs.
///
/// Widths are in terminal columns; a CJK character takes two. Control characters, escape sequences and other
/// characters that hide or move text in a terminal become visible symbols.
///
/// ```swift
/// try TextFormat(border: .rounded, width: 80).string(of: table)
/// ```
///
/// The rows of collapsed sections are omitted, as on any surface for people.
public struct TextFormat: TextualFormat, MeasuringFormat, Sendable {
    /// The lines between and around the cells.
    public var border: Border

    /// The maximum width of the whole table in terminal columns, at least 1. `nil` is the width of the terminal if the
    /// table is written to a ``HandleSink`` of a terminal, and otherwise no limit.
    ///
    /// Columns shrink to fit this width, as described at `GridColumn`. A table is wider only if the limit is
    /// too small for two terminal columns inside the border.
    public var width: Int? {
        didSet { check() }
    }

    /// The rows to show of a long table.
    public var rows: Rows {
        didSet { check() }
    }

    /// How to fit text that is wider than its column, unless the column has its own setting.
    public var overflow: Overflow

    /// How to fit a table whose columns are too wide for the width.
    public var narrowing: Narrowing

    /// Whether a thin line separates a high row from the rows above and below it.
    ///
    /// A row is high if it takes three lines or more, or two lines in several columns. Without a border, the
    /// separator is a blank line.
    public var separatesHighRows: Bool

    /// How wide the terminal draws characters whose width differs between terminals.
    public var widthPolicy: WidthPolicy

    /// Whether each cell's text is enclosed in the invisible characters U+2068 and U+2069.
    ///
    /// In a terminal that writes Arabic or Hebrew from right to left, these isolates (UAX #9) keep such text
    /// from changing the order of the cells. Their width is 0, but a terminal that does not support them may
    /// show them. They are off by default.
    public var isolatesCells: Bool

    /// The colors for roles, written as escape sequences of terminals (ECMA-48); `nil`, the default, writes
    /// no escape sequences.
    ///
    /// With either palette, titles are bold and the border is dim. A dim dash marks a missing value in a cell
    /// without a role.
    public var palette: Palette?

    /// The words of the omission lines, of the line below the table, and of series.
    public var words: TableWords

    /// Creates a format with the options that its properties describe.
    public init(
        border: Border = .light, width: Int? = nil, rows: Rows = .all, overflow: Overflow = .wrap,
        narrowing: Narrowing = .automatic, separatesHighRows: Bool = true,
        widthPolicy: WidthPolicy = .standard, isolatesCells: Bool = false, palette: Palette? = nil,
        words: TableWords = .english
    ) {
        self.border = border
        self.width = width
        self.rows = rows
        self.overflow = overflow
        self.narrowing = narrowing
        self.separatesHighRows = separatesHighRows
        self.widthPolicy = widthPolicy
        self.isolatesCells = isolatesCells
        self.palette = palette
        self.words = words
        check()
    }

    private func check() {
        if let width {
            precondition(
                width >= 1, "A text table needs a width of at least 1 terminal column, not \(width).")
        }
        switch rows {
        case .all: break
        case .ends(let count):
            precondition(count >= 1, "A text table shows at least 1 row at each end, not \(count).")
        case .fitting(let lines):
            precondition(lines >= 1, "A text table takes at least 1 line, not \(lines).")
        }
    }

    /// The format's name, "text".
    public var name: String { "text" }

    /// Returns a writer of aligned text, which wraps or cuts texts that are wider than their column, and
    /// counts these texts.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        makeMeasurer(for: columns, caption: caption)
    }

    package func specialized(for sink: any ByteSink) -> TextFormat {
        guard width == nil, let handle = sink as? HandleSink else { return self }
        var format = self
        format.width = TerminalTraits(fileDescriptor: handle.fileDescriptor).width
        return format
    }

    package func makeMeasurer(for columns: [GridColumn], caption: String?) -> some MeasuringWriter {
        TextWriter(self, columns, caption)
    }
}

extension TextFormat {
    /// How to fit text that is wider than its column.
    public typealias Overflow = GridColumn.Overflow

    /// How to fit a table whose columns are too wide for the width of the table.
    ///
    /// Columns first shrink as long as they stay readable. Numbers, dates and texts of up to 12 terminal columns
    /// stay whole. A longer text keeps half its width or a quarter of the table's width, from 8 to 24. A title
    /// keeps its longest word, up to 12, or up to 24 above texts that are cut. A minimum width of the column itself
    /// replaces these rules. If the columns still don't fit, the narrowing decides. The table always shows where
    /// something is omitted or cut.
    public enum Narrowing: String, Hashable, Sendable, CaseIterable {
        /// Omits columns as `drop` does if at least half of the columns, and at least two, remain. Otherwise
        /// arranges cells as `stack` does. With ``Rows/fitting(lines:)`` and a width of at least 40, two columns
        /// suffice.
        case automatic
        /// Arranges the cells of a row below each other, each beside the title of its column. The rows are
        /// numbered.
        case stack
        /// Omits columns, starting with the lowest priority and, within a priority, in the middle. A narrow
        /// column replaces the omitted columns, and a line below the table names them.
        case drop
        /// Shrinks columns of text, if necessary to one terminal column, before any column is omitted.
        case squeeze
    }

    /// The colors that a terminal offers for the roles of cells.
    public enum Palette: Hashable, Sendable {
        /// The standard colors of any terminal, which its user chooses. No such color is readable on every
        /// background, so bold and underlined text alone distinguishes roles.
        case basic
        /// 256 fixed colors (xterm). The colors for roles have a contrast of at least 4.5 on black and on white
        /// (WCAG 2.2, success criterion 1.4.3).
        case extended
    }
}

extension GridFormat where Self == TextFormat {
    /// Aligned text without colors. In a terminal, it has the terminal's width; elsewhere, it has no maximum width.
    public static var text: TextFormat { TextFormat() }

    /// Aligned text in the width of the terminal that standard output leads to, with its colors if the terminal
    /// supports colors and its user wants them.
    ///
    /// See ``TerminalTraits`` for how width, policy, and colors are determined. Without a terminal, the format is
    /// ``text``.
    public static var terminal: TextFormat {
        let terminal = TerminalTraits.standardOutput
        return TextFormat(
            width: terminal.width, widthPolicy: terminal.widthPolicy,
            palette: terminal.isColored ? terminal.palette : nil)
    }

    /// Aligned text, with the options of the format's initializer.
    public static func text(
        border: TextFormat.Border = .light, width: Int? = nil, rows: TextFormat.Rows = .all,
        overflow: TextFormat.Overflow = .wrap, narrowing: TextFormat.Narrowing = .automatic,
        separatesHighRows: Bool = true,
        widthPolicy: TextFormat.WidthPolicy = .standard, isolatesCells: Bool = false,
        palette: TextFormat.Palette? = nil,
        words: TableWords = .english
    ) -> TextFormat {
        TextFormat(
            border: border, width: width, rows: rows, overflow: overflow, narrowing: narrowing,
            separatesHighRows: separatesHighRows, widthPolicy: widthPolicy, isolatesCells: isolatesCells,
            palette: palette, words: words)
    }
}
