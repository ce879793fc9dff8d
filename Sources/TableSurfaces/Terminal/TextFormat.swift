public import TableAgent

/// Aligned columns of text, as for a terminal.
///
/// Widths are counted in terminal columns, in which a CJK character takes two. Control characters and
/// escape sequences in the data are shown as visible symbols and never reach the terminal.
///
/// ```swift
/// try TextFormat(border: .rounded, width: 80).string(of: table)
/// ```
///
/// The rows of collapsed sections are left out, as on any surface that people look at.
public struct TextFormat: GridFormat, Sendable {
    /// The lines between and around the cells.
    public var border: TextBorder

    /// The width that the whole table may take, in terminal columns; `nil` sets no limit.
    ///
    /// When it is too small for one terminal column per column of the table, the table is wider.
    public var width: Int?

    /// What happens to text that is wider than its column.
    public var overflow: TextOverflow

    /// Whether roles are shown in colour, by escape sequences of terminals (ECMA-48).
    public var isColored: Bool

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - border: The lines between and around the cells.
    ///   - width: The width that the whole table may take, in terminal columns; `nil` sets no limit.
    ///   - overflow: What happens to text that is wider than its column.
    ///   - isColored: Whether roles are shown in colour.
    public init(
        border: TextBorder = .light, width: Int? = nil, overflow: TextOverflow = .wrap,
        isColored: Bool = false
    ) {
        self.border = border
        self.width = width
        self.overflow = overflow
        self.isColored = isColored
    }

    /// The format's name, "text".
    public var name: String { "text" }

    /// Writes a table in two passes over its rows: one for the widths, one for the text.
    ///
    /// Lines of the first pass are kept for the second as far as they fit in 8 MiB; an item fills once for
    /// them and twice for the rest.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - output: Takes the text.
    /// - Throws: For a row with more cells than the table has columns, or what the output throws.
    /// - Complexity: O(rows × columns); memory does not grow with the rows.
    public func write(_ table: TableInfo, to output: inout GridOutput) throws {
        var survey = try TextSurvey(of: table, spansHeads: border != .markdown)
        guard !survey.columns.isEmpty else { return }
        let layout = TextLayout(survey, columns: table.columns, border: border.strokes, limit: width)
        var writer = TextWriter(format: self, layout: layout)
        try writer.write(table, kept: &survey.kept, to: &output)
    }
}

/// A container that writes tables as aligned text.
public typealias TextContainer = GridContainer<TextFormat>

extension TextContainer {
    /// Creates a container that writes aligned text, without a limit of width and without colours.
    ///
    /// - Parameter sink: Takes the tables.
    public convenience init(to sink: any ByteSink) {
        self.init(TextFormat(), to: sink)
    }

    /// Creates a container that prints to standard output, in the terminal's width and, where the terminal
    /// has them and the user wants them, in colours.
    ///
    /// See ``Terminal`` for how width and colour are found.
    public convenience init() {
        self.init(
            TextFormat(width: Terminal.standardOutput.width, isColored: Terminal.standardOutput.isColored))
    }
}
