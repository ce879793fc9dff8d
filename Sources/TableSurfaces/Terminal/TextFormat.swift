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
public struct TextFormat: TextualFormat, Sendable {
    /// The lines between and around the cells.
    public var border: TextBorder

    /// The width that the whole table may take, in terminal columns, at least 1; `nil` sets no limit.
    ///
    /// Columns give way to it as `GridColumn` says. A table is wider only if the limit has no room for two terminal
    /// columns in its border.
    public var width: Int? {
        didSet { check() }
    }

    /// The rows that are shown of a table with many.
    public var rows: GridRows {
        didSet { check() }
    }

    /// What happens to text that is wider than a column that does not say it itself.
    public var overflow: TextOverflow

    /// What becomes of a table whose columns can't stand beside each other in the width.
    public var narrowing: TextNarrowing

    /// Whether a fine line separates a row that takes several lines from the rows beside it.
    ///
    /// It takes three lines or more, or two in several columns. Without a border it is a blank line.
    public var separatesHighRows: Bool

    /// How wide the terminal draws the characters that terminals do not agree on.
    public var widthPolicy: TextWidthPolicy

    /// Whether each cell's text stands between the invisible characters U+2068 and U+2069.
    ///
    /// They keep text in Arabic or Hebrew, say, from changing the order of the cells in a terminal that
    /// writes such text from right to left (UAX #9, isolates). Their width is 0; terminals that do not know
    /// them may show them nevertheless, so they are off by default.
    public var isolatesCells: Bool

    /// The colours that show roles, by escape sequences of terminals (ECMA-48); `nil`, the default, for none.
    ///
    /// With either palette, titles are bold, the border is dim, and a dim dash shows that a row has no
    /// value where the cell has no role.
    public var palette: TextPalette?

    /// Creates a format with the options that its properties describe.
    public init(
        border: TextBorder = .light, width: Int? = nil, rows: GridRows = .all, overflow: TextOverflow = .wrap,
        narrowing: TextNarrowing = .automatic, separatesHighRows: Bool = true,
        widthPolicy: TextWidthPolicy = .standard, isolatesCells: Bool = false, palette: TextPalette? = nil
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
        check()
    }

    private func check() {
        if let width {
            precondition(
                width >= 1, "A text table needs a width of at least 1 terminal column, not \(width).")
        }
        if case .ends(let count) = rows {
            precondition(count >= 1, "A text table shows at least 1 row at each end, not \(count).")
        }
    }

    /// The format's name, "text".
    public var name: String { "text" }

    /// All lines: columns are as wide as the texts of the lines.
    public var sampleLimit: GridSampleLimit { .all }

    /// Returns a writer of aligned text, which wraps or cuts what is wider than its column, and counts it.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        TextWriter(self, columns, caption)
    }
}

/// What happens to text that is wider than its column, in a table whose column does not say.
public typealias TextOverflow = GridColumn.Overflow

/// What becomes of a table whose columns can't stand beside each other in the width that it may take.
///
/// That is when each column has given way as far as it stays readable: numbers, dates and texts of up to 12 terminal
/// columns whole, a longer text at half its width or a quarter of the table's, from 8 to 24, titles at their longest
/// word up to 12; or the least width that the column itself sets. What is left out or cut is always visible as such.
public enum TextNarrowing: String, Hashable, Sendable, CaseIterable {
    /// Columns are left out as in `drop` as long as half of them remain, and at least two; else the cells of a row
    /// stand below each other as in `stack`.
    case automatic
    /// The cells of a row stand below each other, each beside the title of its column. The rows are numbered.
    case stack
    /// Columns are left out, those of the lowest priority first, and of these the ones in the middle. A narrow column
    /// stands in their place, and a line below the table names them.
    case drop
    /// Columns of text become as narrow as one terminal column before any is left out.
    case squeeze
}

/// The colours that a terminal has for the roles of cells.
public enum TextPalette: Hashable, Sendable {
    /// The colours of any terminal, which its user chooses. As none of them can be read on each background, roles are
    /// told apart by bold and underlined text alone.
    case basic
    /// 256 fixed colours (xterm). Those of the roles have a contrast of 4.5 or more on black and on white (WCAG 2.2,
    /// success criterion 1.4.3).
    case extended
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
                width: terminal.width, widthPolicy: terminal.widthPolicy,
                palette: terminal.isColored ? terminal.palette : nil))
    }
}
