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
public struct TextFormat: StreamableFormat, Sendable {
    /// The lines between and around the cells.
    public var border: TextBorder

    /// The width that the whole table may take, in terminal columns, at least 1; `nil` sets no limit.
    ///
    /// Columns give way to it as `GridColumn` says. A table is wider only if the limit has no
    /// room for two columns in its border, or for its columns where ``narrowing`` is `squeeze`.
    public var width: Int? {
        didSet { check() }
    }

    /// What happens to text that is wider than a column that does not say it itself.
    public var overflow: TextOverflow

    /// What becomes of a table whose columns can't stand beside each other in the width.
    public var narrowing: TextNarrowing

    /// Whether a fine line separates a row that takes several lines from the rows beside it.
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

    /// Creates a format with the options that its properties describe.
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
        check()
    }

    private func check() {
        if let width {
            precondition(
                width >= 1, "A text table needs a width of at least 1 terminal column, not \(width).")
        }
    }

    /// The format's name, "text".
    public var name: String { "text" }

    /// `true`: columns are as wide as the texts of the lines.
    public var needsSample: Bool { true }

    /// Returns a writer of aligned text, which wraps or cuts what is wider than its column, and counts it.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        TextWriter(self, columns, caption)
    }
}

/// What happens to text that is wider than its column, in a table whose column does not say.
public typealias TextOverflow = GridColumn.Overflow

/// What becomes of a table whose columns can't stand beside each other in the width that it may take.
///
/// That is when each column has given way as far as it stays readable: numbers and dates whole, text at 8
/// terminal columns or what it needs, titles at their longest word up to 12; or the least width that the
/// column itself sets. What is left out or cut is always visible as such.
public enum TextNarrowing: String, Hashable, Sendable, CaseIterable {
    /// The cells of a row stand below each other, each beside the title of its column.
    case stack
    /// Columns are left out, those of the lowest priority first; a line below the table names them.
    case drop
    /// All columns stay, down to one terminal column each; below that, the table is wider than it may be.
    case squeeze
}

/// A container that writes tables as aligned text.
public typealias TextContainer = GridContainer<TextFormat>

extension TextContainer {
    /// Creates a container that writes aligned text, without a limit of width and without colours, to a sink.
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
