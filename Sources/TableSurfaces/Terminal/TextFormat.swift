public import TableAgent

/// Aligned columns of text, as for a terminal.
///
/// Widths are counted in terminal columns, in which a CJK character takes two. Control characters, escape
/// sequences and what else would hide or move text in a terminal are shown as visible symbols.
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
    /// Columns give way to it as `GridColumn` says. A table is wider only if the limit has no
    /// room for two columns in its border, or for its columns where ``narrowing`` is `squeeze`.
    public var width: Int?

    /// What happens to text that is wider than a column that does not say it itself.
    public var overflow: TextOverflow

    /// What becomes of a table whose columns can't stand beside each other in the width.
    public var narrowing: TextNarrowing

    /// Whether a fine line parts a row that takes several lines from the rows beside it.
    ///
    /// Without a border it is a blank line; the border ``TextBorder/markdown`` has none.
    public var separatesHighRows: Bool

    /// How wide the terminal draws the characters that terminals do not agree on.
    public var widthPolicy: TextWidthPolicy

    /// Whether each cell's text stands between the invisible characters U+2068 and U+2069.
    ///
    /// They keep text in Arabic or Hebrew, say, from changing the order of the cells in a terminal that
    /// writes such text from right to left (UAX #9, isolates). Their width is 0; terminals that do not know
    /// them may show them nevertheless, so they are off by default.
    public var isolatesCells: Bool

    /// Whether roles are shown in colour, by escape sequences of terminals (ECMA-48).
    public var isColored: Bool

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - border: The lines between and around the cells.
    ///   - width: The width that the whole table may take, in terminal columns; `nil` sets no limit.
    ///   - overflow: What happens to text that is wider than a column that does not say it itself.
    ///   - narrowing: What becomes of a table whose columns can't stand beside each other in the width.
    ///   - separatesHighRows: Whether a fine line parts a row that takes several lines from those beside it.
    ///   - widthPolicy: How wide the terminal draws the characters that terminals do not agree on.
    ///   - isolatesCells: Whether each cell's text is kept from changing the order of others.
    ///   - isColored: Whether roles are shown in colour.
    public init(
        border: TextBorder = .light, width: Int? = nil, overflow: TextOverflow = .wrap,
        narrowing: TextNarrowing = .stack, separatesHighRows: Bool = true,
        widthPolicy: TextWidthPolicy = .standard, isolatesCells: Bool = false, isColored: Bool = false
    ) {
        self.border = border
        self.width = width
        self.overflow = overflow
        self.narrowing = narrowing
        self.separatesHighRows = separatesHighRows
        self.widthPolicy = widthPolicy
        self.isolatesCells = isolatesCells
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
        var survey = try TextSurvey(of: table, spansHeads: border != .markdown, policy: widthPolicy)
        guard !survey.measure.columns.isEmpty else { return }
        let layout = TextLayout(
            survey.measure, columns: table.columns, border: border.strokes(widthPolicy), format: self)
        var writer = TextWriter(format: self, layout: layout, columns: table.columns)
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
    /// See ``TerminalTraits`` for how width, policy and colour are found.
    public convenience init() {
        let terminal = TerminalTraits.standardOutput
        self.init(
            TextFormat(
                width: terminal.width, widthPolicy: terminal.widthPolicy, isColored: terminal.isColored))
    }
}
