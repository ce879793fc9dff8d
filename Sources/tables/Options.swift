import TableAgent
import TableSurfaces

/// A format that the program writes.
enum OutputFormat: String, CaseIterable, Sendable {
    case text, markdown, html, csv, tsv, json, jsonRows = "json-rows", jsonl, xlsx

    /// Creates the format for a file's extension, or returns `nil` if the file has no extension.
    ///
    /// - Throws: ``UsageError`` if the extension is unknown.
    init?(path: String) throws(UsageError) {
        let parts = path.split(separator: "/").last?.split(separator: ".").dropFirst()
        guard let name = parts?.last?.lowercased() else { return nil }
        switch name {
        case "txt": self = .text
        case "md": self = .markdown
        case "htm": self = .html
        case "ndjson": self = .jsonl
        case "tab": self = .tsv
        default:
            guard let format = Self(rawValue: name) else {
                throw UsageError(
                    "--output \(path.quoted()) names no format; end the name with .txt, .md, .html, .csv, .tsv, .json, "
                        + ".jsonl, or .xlsx, or choose the format with --to")
            }
            self = format
        }
    }

    /// Whether people read the format, which then shows heads and feet.
    var isForPeople: Bool { [.text, .markdown, .html, .xlsx].contains(self) }
}

/// The handling of text that is wider than its column: wrapping or an ellipsis.
enum OverflowMode: String, CaseIterable, Sendable {
    case wrap, cut
}

/// A shell that completes command lines.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh
}

/// The rule for colored text. The case `auto` colors text if the output is a terminal.
enum ColorMode: String, CaseIterable, Sendable {
    case auto, always, never
}

/// An invalid command line, as one line that names the argument and suggests a correction.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// The message. It contains no control characters of the arguments.
    let description: String

    init(_ message: String) {
        description = message.visible
    }
}

/// The options of the command line.
struct Options: Equatable, Sendable {
    /// The file to read, or `-` for standard input.
    var input = "-"
    /// The options for reading files.
    var reading = InputOptions()
    var outputFormat = OutputFormat.text
    /// The newer version of the table: a file, or `-` for standard input.
    var compare: String?
    /// The columns whose values identify rows. There is at least one if `compare` or `watch` is set.
    var keys: [String] = []
    /// Whether unchanged columns are shown, too.
    var allColumns = false
    /// Whether the order of rows is not compared.
    var ignoreOrder = false
    /// The greatest difference between equal numbers of both versions, or `nil` for the same value.
    var tolerance: Tolerance?
    /// Whether only the numbers of changes are shown.
    var summary = false
    /// Whether the exit status reports changes.
    var exitCode = false
    /// The rows to show, to summarize, or to compare. In a comparison, the limit is that of the changes to show.
    var selection = RowSelection()
    /// The file with a query, and the file to write the query to.
    var query: String?
    var saveQuery: String?
    var aggregates: [Aggregate] = []
    /// Whether only the aggregates are shown.
    var totals = false
    /// Whether a row for each column is shown instead of the rows.
    var describe = false
    /// The columns to show, in this order, or `nil` for all columns.
    var columns: [String]?
    /// The columns whose numbers have bars.
    var bars: [String] = []
    /// Whether titles of text contain the types of their columns.
    var types = false
    /// The width of the output, at least 1, or `nil` to use the terminal's width.
    var width: Int?
    /// The number of rows to show at each end of a text table. With `nil`, a terminal shows as many rows as fit, and
    /// other outputs show all rows.
    var rows: Int?
    /// Whether a terminal shows all rows with their whole texts.
    var full = false
    var border: TextFormat.Border?
    var overflow: OverflowMode?
    var narrow: TextFormat.Narrowing?
    var color = ColorMode.auto
    /// Whether HTML is a fragment with inline styles.
    var inline = false
    /// Whether the lines of CSV end in CR LF, rather than LF.
    var endsLinesWithCRLF = false
    /// The file to write. With `nil` or `-`, the program writes to standard output.
    var output: String?
    /// Whether the table is shown in the browser.
    var browse = false
    /// Whether the rows that a person chooses in the browser are written.
    var pick = false
    /// Whether the browser follows the changes of the file.
    var watch = false
    /// Whether the browser writes a line at a time.
    var plain = false
    /// Whether the browser uses the mouse.
    var mouse = false
    /// Whether a line on the terminal shows the progress.
    var progress = true
    /// Whether to print only the help text.
    var help = false
    /// Whether the help text describes all options.
    var helpsWithAll = false
    /// Whether to print only the version of the program.
    var version = false
    /// The shell whose completions to print.
    var completions: Shell?

    /// Whether the output can be made from one reading of the rows, without knowing later rows.
    var readsRowsOnce: Bool {
        if selection.hidesRows || saveQuery != nil { return false }
        // The order of totals, and given notations, depend on whole columns.
        if totals {
            return bars.isEmpty && selection.order.columns.isEmpty && reading.values == ValueOptions()
        }
        if !bars.isEmpty, outputFormat != .text { return false }
        return selection.isUnordered && selection.groupBy.isEmpty && aggregates.isEmpty && !types && !describe
            && [.text, .csv, .tsv].contains(outputFormat)
    }

    /// An option. On the command line, two dashes precede its name.
    enum Name: String, CaseIterable, CustomStringConvertible {
        case from, delimiter, quote, encoding, null, text, decimal, dates, ragged
        case noHeader = "no-header", comment, skip, path, flatten
        case to, compare, key, allColumns = "all-columns", ignoreOrder = "ignore-order", tolerance
        case summary, exitCode = "exit-code", browse, pick, watch, plain, mouse
        case `where`, sort, limit, query, saveQuery = "save-query", groupBy = "group-by", sum, mean, min, max,
            count, totals, describe
        case columns, bars, types
        case width, full, rows, border, overflow, narrow, color, inline, crlf, output
        case noProgress = "no-progress", completions, help, version

        var description: String { "--\(rawValue)" }

        /// The name of the option's value in messages, or `nil` if the option has no value.
        var value: String? {
            switch self {
            case .from, .to: "a format"
            case .key, .groupBy, .sum, .mean, .min, .max, .sort: "a column"
            case .delimiter, .null, .path, .comment: "a text"
            case .where: "a condition"
            case .columns, .bars, .text: "a list of columns"
            case .width, .rows, .skip, .limit, .tolerance: "a number"
            case .border: "a border"
            case .overflow, .narrow, .color, .completions, .quote, .encoding, .decimal, .dates:
                choices.map { Options.listed($0) }
            case .compare, .output, .query, .saveQuery: "a file"
            case .noHeader, .ragged, .crlf, .flatten, .allColumns, .ignoreOrder, .summary, .exitCode, .browse,
                .pick, .watch,
                .plain, .mouse, .count, .totals, .describe, .types, .full, .inline, .noProgress, .help,
                .version:
                nil
            }
        }

        /// Whether the option's value begins with the name of a column.
        var takesColumns: Bool { ["a column", "a list of columns", "a condition"].contains(value) }

        /// The values of the option, or `nil` if any text is a value.
        var choices: [String]? {
            func all<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> [String] {
                type.allCases.map(\.rawValue)
            }
            return switch self {
            case .from: all(InputFormat.self)
            case .to: all(OutputFormat.self)
            case .border: all(TextFormat.Border.self)
            case .overflow: all(OverflowMode.self)
            case .narrow: all(TextFormat.Narrowing.self)
            case .color: all(ColorMode.self)
            case .quote: all(QuoteMode.self)
            case .encoding: all(TextEncoding.self)
            case .decimal: all(DecimalSign.self)
            case .dates: all(DateOrder.self)
            case .completions: all(Shell.self)
            default: nil
            }
        }

        /// Whether the option can be given several times.
        fileprivate var isRepeatable: Bool {
            [.null, .text, .key, .where, .sort, .sum, .mean, .min, .max, .columns, .bars].contains(self)
        }
    }
}

// MARK: - Arguments

extension Options {
    /// Parses the arguments of the command line, without the name of the command.
    ///
    /// A value follows its option or an equals sign, and `--` ends the options. Parsing stops at `--help` and
    /// `--version` and ignores the following arguments.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - readsStandardInput: Whether standard input is the input if the arguments name no file. Otherwise, no
    ///     arguments at all ask for help.
    ///   - writesTerminal: Whether standard output is a terminal, so that chosen rows are text and not CSV by default.
    init(
        parsing arguments: [String], readsStandardInput: Bool = false, writesTerminal: Bool = false
    ) throws(UsageError) {
        if arguments.isEmpty, !readsStandardInput { help = true }
        if help { return }
        var given: [Name] = []
        var files: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                files += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                files.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.name(String(parts[0]))
            try Self.require(
                name.isRepeatable || !given.contains(name), "\(name) is given twice; give it once")
            given.append(name)
            if let expected = name.value {
                let problem = "\(name) needs \(expected) after it"
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                    throw UsageError(problem)
                }
                // A user is more likely to forget a value than to pass one that begins with two dashes.
                try Self.require(
                    parts.count == 2 || !value.hasPrefix("--"),
                    "\(problem), found \(value.quoted()); write \(name)=… if that is meant")
                try set(name, to: value)
            } else {
                try Self.require(parts.count == 1, "\(name) takes no value; leave out the '='")
                try set(name, to: "")
                helpsWithAll = help && rest.first == "all"
                if help || version { return }
            }
            if completions != nil { return }
        }
        if files.count > 1 {
            throw UsageError(
                "there is more than one FILE, \(files[0].quoted()) and \(files[1].quoted()); give one, or the newer "
                    + "version with --compare")
        }
        let advice = "give one, or - for standard input"
        try Self.require(files.first != "", "the name of the FILE is empty; \(advice)")
        try Self.require(
            !files.isEmpty || readsStandardInput && compare != "-", "there is no FILE to read; \(advice)")
        input = files.first ?? input
        if !given.contains(.to) {
            let standard: OutputFormat = pick && (output != nil || !writesTerminal) ? .csv : .text
            outputFormat =
                try output.flatMap { path throws(UsageError) in try OutputFormat(path: path) } ?? standard
        }
        try check(given)
        try Self.require(
            outputFormat != .xlsx || output != nil || !writesTerminal,
            "a terminal can't show a workbook; name a file with --output")
        try Self.require(
            !browse || input != "-" || readsStandardInput,
            "the browser reads keys from the terminal; name a FILE, or write the rows into a pipe")
    }

    /// Throws an error with a message unless a condition holds.
    static func require(_ holds: Bool, _ message: @autoclosure () -> String) throws(UsageError) {
        if !holds { throw UsageError(message()) }
    }

    private static func name(_ argument: String) throws(UsageError) -> Name {
        if argument == "-h" { return .help }
        let bare = String(argument.drop { $0 == "-" })
        if let name = Name(rawValue: bare), argument == "\(name)" { return name }
        let names = Name.allCases.map(\.rawValue)
        var near = bare.isEmpty ? [] : names.filter { $0.hasPrefix(bare) }
        if near.isEmpty, bare.count > 1 { near = Spelling.nearest(to: bare, in: names).map { [$0] } ?? [] }
        let advice =
            near.isEmpty
            ? "--help all lists the options"
            : "did you mean \(near.map { "--\($0)" }.joined(separator: " or "))?"
        throw UsageError("there is no option \(argument.quoted()); \(advice)")
    }

    private mutating func set(_ name: Name, to value: String) throws(UsageError) {
        switch name {
        case .from: reading.format = try Self.choice(value, of: name)
        case .delimiter: reading.delimiter = try Self.character(value == "\\t" ? "\t" : value, of: name)
        case .comment: reading.comment = try Self.character(value, of: name)
        case .null: reading.nulls.append(value)
        case .text: reading.values.texts += Self.list(value)
        case .decimal: reading.values.decimal = try Self.choice(value, of: name)
        case .dates: reading.values.dates = try Self.choice(value, of: name)
        case .quote: reading.quote = try Self.choice(value, of: name)
        case .encoding: reading.encoding = try Self.choice(value, of: name)
        case .ragged: reading.isRagged = true
        case .noHeader: reading.hasHeader = false
        case .skip: reading.skippedLines = try Self.number(value, of: name)
        case .path: reading.path = value
        case .flatten: reading.flattens = true
        case .to: outputFormat = try Self.choice(value, of: name)
        case .border:
            try Self.require(value != "markdown", "markdown is no border but a format; write --to markdown")
            border = try Self.choice(value, of: name)
        case .overflow: overflow = try Self.choice(value, of: name)
        case .narrow: narrow = try Self.choice(value, of: name)
        case .color: color = try Self.choice(value, of: name)
        case .key: keys += Self.list(value)
        case .where: selection.conditions.append(value)
        case .sort: selection.order.columns += Self.list(value)
        case .limit: selection.order.limit = try Self.number(value, of: name)
        case .query: query = value
        case .saveQuery: saveQuery = value
        case .groupBy: selection.groupBy = Self.list(value)
        case .sum: add(.sum, of: value)
        case .mean: add(.mean, of: value)
        case .min: add(.min, of: value)
        case .max: add(.max, of: value)
        case .count: add(.count, of: "")
        case .columns: columns = (columns ?? []) + Self.list(value)
        case .bars: bars += Self.list(value)
        case .width: width = try Self.number(value, of: name)
        case .rows: rows = try Self.number(value, of: name)
        case .compare:
            try Self.require(
                !value.isEmpty, "--compare needs the name of a file, or - for standard input, found ''")
            compare = value
        case .output:
            try Self.require(!value.isEmpty, "--output needs the name of a file, found ''")
            output = value == "-" ? nil : value
        case .allColumns: allColumns = true
        case .ignoreOrder: ignoreOrder = true
        case .tolerance:
            let expected = "a number from 0 up without a sign, such as 0.01"
            tolerance = Tolerance(value)
            try Self.require(tolerance != nil, "\(name) needs \(expected), found \(value.quoted())")
        case .summary: summary = true
        case .exitCode: exitCode = true
        case .browse: browse = true
        case .pick: (browse, pick) = (true, true)
        case .watch: watch = true
        case .plain: plain = true
        case .mouse: mouse = true
        case .types: types = true
        case .inline: inline = true
        case .crlf: endsLinesWithCRLF = true
        case .noProgress: progress = false
        case .completions: completions = try Self.choice(value, of: name)
        case .totals: totals = true
        case .describe: describe = true
        case .full: full = true
        case .help: help = true
        case .version: version = true
        }
    }

    private mutating func add(_ function: Aggregate.Function, of columns: String) {
        var given = Set(aggregates)
        for column in Self.list(columns) {
            let aggregate = Aggregate(function: function, column: column)
            if given.insert(aggregate).inserted { aggregates.append(aggregate) }
        }
        // Below a column there is only room for its sum.
        if function != .sum { totals = true }
    }

    private static func character(_ value: String, of name: Name) throws(UsageError) -> UInt8 {
        let bytes = Array(value.utf8)
        if bytes.count == 1, bytes[0] < 0x80, !"\"\r\n".utf8.contains(bytes[0]) { return bytes[0] }
        let advice = name == .delimiter ? ", or \\t for a tab" : ""
        throw UsageError("\(name) needs one ASCII character\(advice), found \(value.quoted())")
    }

    private static func number(_ value: String, of name: Name) throws(UsageError) -> Int {
        if let number = Int(value), number >= 1 { return number }
        throw UsageError("\(name) needs a whole number from 1 up, found \(value.quoted())")
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: String, of name: Name
    ) throws(UsageError) -> Choice {
        if let choice = Choice(rawValue: value) { return choice }
        let choices = Choice.allCases.map(\.rawValue)
        let advice = Spelling.nearest(to: value, in: choices).map { "; did you mean \($0)?" } ?? ""
        throw UsageError("\(name) needs \(listed(choices)), found \(value.quoted())\(advice)")
    }

    /// Returns the values on offer as a part of a sentence.
    private static func listed(_ choices: [String]) -> String {
        choices.dropLast().joined(separator: ", ") + " or " + (choices.last ?? "")
    }

    /// Splits a list at commas. A comma within an item is written `\,`.
    private static func list(_ value: String) -> [String] {
        // Arguments never contain a NUL, so a NUL can replace an escaped comma.
        value.replacing("\\,", with: "\0").split(separator: ",", omittingEmptySubsequences: false)
            .map { String($0.replacing("\0", with: ",")) }
    }

    /// Reads the query of the file that the options name. Sorts of the command line come first; its columns and its limit
    /// replace those of the query.
    mutating func loadQuery() throws {
        guard let query else { return }
        selection.saved = try TableQuery(contentsOf: query)
        if let columns { selection.saved.columns = columns }
        guard !totals, columns == nil else { return }
        columns = selection.saved.columns
        try checkColumns(of: "columns of --query \(query.quoted())")
    }

    /// The help text for all options, at most 80 columns wide.
    static let usage = String(decoding: PackageResources.usage_txt, as: UTF8.self)

    /// The help text with examples, which fits a screen.
    static let jobs = String(decoding: PackageResources.jobs_txt, as: UTF8.self)
}
