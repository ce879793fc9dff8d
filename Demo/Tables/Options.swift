import TableSurfaces

/// A format that the program writes.
enum OutputFormat: String, CaseIterable, Sendable {
    case text, markdown, html, csv, tsv, tsvEscaped = "tsv-escaped", json, jsonRows = "json-rows", jsonl

    /// Whether people read the format, which then shows heads and feet.
    var isForPeople: Bool { [.text, .markdown, .html].contains(self) }
}

/// The handling of text that is wider than its column: wrapping or an ellipsis.
enum OverflowMode: String, CaseIterable, Sendable {
    case wrap, cut
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
    /// The column whose values identify the rows of both versions. It is set if `compare` is set.
    var key: String?
    /// Whether unchanged columns are shown, too.
    var allColumns = false
    /// Whether the exit status reports changes.
    var exitCode = false
    var groupBy: String?
    var sums: [String] = []
    /// Whether only the sums are shown.
    var totals = false
    /// The columns to show, in this order, or `nil` for all columns.
    var columns: [String]?
    /// The width of the output, at least 1, or `nil` to use the terminal's width.
    var width: Int?
    /// The number of rows to show at each end of a text table. With `nil`, a terminal shows as many rows as fit, and
    /// other outputs show all rows.
    var rows: Int?
    /// Whether a terminal shows all rows with their whole texts.
    var full = false
    var border: TextBorder?
    var overflow: OverflowMode?
    var narrow: TextNarrowing?
    var color = ColorMode.auto
    /// The file to write. With `nil` or `-`, the program writes to standard output.
    var output: String?
    /// Whether to print only the help text.
    var help = false
    /// Whether to print only the version of the program.
    var version = false

    /// An option. On the command line, two dashes precede its name.
    enum Name: String, CaseIterable, CustomStringConvertible {
        case from, delimiter, null, path, to, compare, key, allColumns = "all-columns", exitCode = "exit-code"
        case groupBy = "group-by", sum, totals, columns
        case width, rows, full, border, overflow, narrow, color, output, help, version

        var description: String { "--\(rawValue)" }

        /// The name of the option's value in messages, or `nil` if the option has no value.
        fileprivate var value: String? {
            switch self {
            case .from, .to: "a format"
            case .key, .groupBy, .sum: "a column"
            case .delimiter, .null, .path: "a text"
            case .columns: "a list of columns"
            case .width, .rows: "a number"
            case .border: "a border"
            case .overflow: "wrap or cut"
            case .narrow: "automatic, stack, drop or squeeze"
            case .color: "auto, always or never"
            case .compare, .output: "a file"
            case .allColumns, .exitCode, .totals, .full, .help, .version: nil
            }
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
    init(parsing arguments: [String], readsStandardInput: Bool = false) throws(UsageError) {
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
            let canRepeat = name == .sum || name == .columns || name == .null
            try Self.require(canRepeat || !given.contains(name), "\(name) is given twice; give it once")
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
                if help || version { return }
            }
        }
        if files.count > 1 {
            throw UsageError(
                "there is more than one FILE, \(files[0].quoted()) and \(files[1].quoted()); give one")
        }
        let advice = "give one, or - for standard input"
        try Self.require(files.first != "", "the name of the FILE is empty; \(advice)")
        try Self.require(
            !files.isEmpty || readsStandardInput && compare != "-", "there is no FILE to read; \(advice)")
        input = files.first ?? input
        try check(given)
    }

    /// Throws an error with a message unless a condition holds.
    private static func require(_ holds: Bool, _ message: @autoclosure () -> String) throws(UsageError) {
        if !holds { throw UsageError(message()) }
    }

    private static func name(_ argument: String) throws(UsageError) -> Name {
        if argument == "-h" { return .help }
        let bare = String(argument.drop { $0 == "-" })
        if let name = Name(rawValue: bare), argument == "\(name)" { return name }
        let names = Name.allCases.map(\.rawValue)
        // A single letter is rather the start of a name than a misspelled name.
        let near =
            bare.count == 1
            ? names.filter { $0.hasPrefix(bare) } : Spelling.nearest(to: bare, in: names).map { [$0] } ?? []
        let advice =
            near.isEmpty
            ? "--help lists the options"
            : "did you mean \(near.map { "--\($0)" }.joined(separator: " or "))?"
        throw UsageError("there is no option \(argument.quoted()); \(advice)")
    }

    private mutating func set(_ name: Name, to value: String) throws(UsageError) {
        switch name {
        case .from: reading.format = try Self.choice(value, of: name)
        case .delimiter:
            let bytes = Array((value == "\\t" ? "\t" : value).utf8)
            try Self.require(
                bytes.count == 1 && !"\"\r\n".utf8.contains(bytes[0]),
                "--delimiter needs one ASCII character, or \\t for a tab, found \(value.quoted())")
            reading.delimiter = bytes[0]
        case .null: reading.nulls.append(value)
        case .path: reading.path = value
        case .to: outputFormat = try Self.choice(value, of: name)
        case .border:
            try Self.require(value != "markdown", "markdown is no border but a format; write --to markdown")
            border = try Self.choice(value, of: name)
        case .overflow: overflow = try Self.choice(value, of: name)
        case .narrow: narrow = try Self.choice(value, of: name)
        case .color: color = try Self.choice(value, of: name)
        case .key: key = value
        case .groupBy: groupBy = value
        case .sum: for column in Self.list(value) where !sums.contains(column) { sums.append(column) }
        case .columns: columns = (columns ?? []) + Self.list(value)
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
        case .exitCode: exitCode = true
        case .totals: totals = true
        case .full: full = true
        case .help: help = true
        case .version: version = true
        }
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
        let listed = choices.dropLast().joined(separator: ", ") + " or " + (choices.last ?? "")
        let advice = Spelling.nearest(to: value, in: choices).map { "; did you mean \($0)?" } ?? ""
        throw UsageError("\(name) needs \(listed), found \(value.quoted())\(advice)")
    }

    /// Splits a list at commas. A comma within an item is written `\,`.
    private static func list(_ value: String) -> [String] {
        // Arguments never contain a NUL, so a NUL can replace an escaped comma.
        value.replacing("\\,", with: "\0").split(separator: ",", omittingEmptySubsequences: false)
            .map { String($0.replacing("\0", with: ",")) }
    }

    private func check(_ given: [Name]) throws(UsageError) {
        for case let input? in [input, compare] where input != "-" {
            guard let output, InputFile.isSame(input, output) else { continue }
            throw UsageError("\(output.quoted()) is the input, too; give another --output")
        }
        if let columns, let hidden = sums.first(where: { columns.index(of: $0) == nil }) {
            throw UsageError("--sum \(hidden.quoted()) is not among the --columns; add it there")
        }
        try Self.require(!full || rows == nil, "--full shows all rows; leave out --rows")
        try Self.require(!totals || !sums.isEmpty, "--totals shows sums; name a column with --sum")
        try Self.require(!totals || columns == nil, "--totals shows sums alone; leave out --columns")
        if compare == nil, let name = given.first(where: { [.key, .allColumns, .exitCode].contains($0) }) {
            throw UsageError("\(name) is for two files; give the newer one with --compare")
        }
        try Self.require(
            compare == nil || key != nil,
            "--compare needs --key, the column that tells the rows of both files apart")
        try Self.require(
            input != "-" || compare != "-",
            "FILE and --compare are both '-'; standard input can be read only once")
        try Self.require(
            compare == nil || sums.isEmpty,
            "--sum adds up one table, not what changed; leave out --sum or --compare")
    }

    /// The help text, at most 80 columns wide.
    static let usage = String(decoding: PackageResources.usage_txt, as: UTF8.self)
}
