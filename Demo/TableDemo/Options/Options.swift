import TableSurfaces

/// What the command line asks for.
struct Options: Equatable, Sendable {
    /// The file to read: `-` for standard input, `nil` for the ledger that is built in.
    var input: String?
    /// The format of the input; `nil` finds it by the file.
    var inputFormat: InputFormat?
    /// The format of the output; text by default.
    var outputFormat = OutputFormat.text
    /// The newer version of the table, to tell what changed: a file, or `-` for standard input.
    var compare: String?
    /// The column whose values tell the rows of both versions apart; given if `compare` is.
    var key: String?
    /// The column whose values make the sections.
    var groupBy: String?
    /// The columns to add up.
    var sums: [String] = []
    /// The columns to show, in this order; `nil` shows all.
    var columns: [String]?
    /// The width of the output in columns of the terminal, 1 or more; `nil` asks the terminal.
    var width: Int?
    /// The frame of a text table; `nil` leaves it to the format.
    var border: TextBorder?
    /// What happens to text that is wider than its column; `wrap` by default.
    var overflow = OverflowMode.wrap
    /// What becomes of a text table that is too wide; `nil` leaves it to the format.
    var narrow: TextNarrowing?
    /// When text is coloured; `auto` by default.
    var color = ColorMode.auto
    /// The file to write; `nil` for standard output, which `-` stands for too.
    var output: String?
    /// Whether the help text is all that is asked for.
    var help = false

    init() {}
}

/// A wrong command line, as one line that names the argument and says what to do.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// The line, with no control character of the arguments in it.
    let description: String

    init(_ message: String) {
        description = message.visible
    }
}
