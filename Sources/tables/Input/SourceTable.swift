import TableSurfaces

/// The contents of a table file: named columns, numbered rows, and the bytes of every cell.
///
/// All cell texts remain in the bytes of the file, in one array. A cell is a range of these bytes, and
/// becomes a `String` only on request.
struct SourceTable: Sendable {
    /// The kind of a cell's value.
    ///
    /// A nested array or object is JSON. An empty field in a numeric CSV column is null. A key that a JSON
    /// object lacks is missing.
    enum Kind: UInt32, Sendable {
        case text, number, `true`, `false`, json, null, missing

        /// Whether the cell has a value.
        var isValue: Bool { self != .null && self != .missing }

        /// Returns whether values are numbers, except for nulls and missing values.
        static func areNumeric(_ kinds: some Collection<Kind>) -> Bool {
            kinds.allSatisfy { $0 == .number || !$0.isValue } && kinds.contains(.number)
        }
    }

    /// The range of a cell's text in the bytes of the file, and its kind, in 8 bytes.
    struct Cell: Sendable {
        static let missing = Cell(0..<0, .missing)
        /// The maximum length of a text. Readers refuse longer ones.
        static var maxLength: Int { 1 << lengthBits - 1 }
        private static var lengthBits: Int { 29 }

        private let start: UInt32
        /// The kind is above the bits of the length.
        private var lengthAndKind: UInt32

        init(_ range: Range<Int>, _ kind: Kind) {
            start = UInt32(range.lowerBound)
            lengthAndKind = UInt32(min(range.count, Self.maxLength)) | kind.rawValue << Self.lengthBits
        }

        var range: Range<Int> {
            Int(start)..<Int(start) + Int(lengthAndKind) & Self.maxLength
        }

        var kind: Kind {
            get { Kind(rawValue: lengthAndKind >> Self.lengthBits) ?? .missing }
            set { self = Cell(range, newValue) }
        }
    }

    /// The start of a row: the line of the file, counted from 1, or 0 for a total; and the index of the first cell.
    struct RowStart: Sendable {
        let line: UInt32
        let cell: UInt32
    }

    /// A cell that the table lends for the duration of a call.
    struct LentCell {
        var kind: Kind
        let utf8: UnsafeBufferPointer<UInt8>

        /// The text as a new string. For a null or a missing value, the string is empty.
        var text: String { String(decoding: utf8, as: UTF8.self) }
    }

    /// All cells, lent by the table for the duration of a call.
    struct LentCells {
        fileprivate let rows: UnsafeBufferPointer<RowStart>
        fileprivate let cells: UnsafeBufferPointer<Cell>
        fileprivate let bytes: UnsafeBufferPointer<UInt8>

        /// The cell of a row in a column. It is missing if the row is too short, or if the column is `nil`.
        subscript(row: Int, column: Int?) -> LentCell {
            let end = row + 1 < rows.count ? Int(rows[row + 1].cell) : cells.count
            let index = column.map { Int(rows[row].cell) + $0 } ?? end
            let cell = index < end ? cells[index] : .missing
            return LentCell(kind: cell.kind, utf8: UnsafeBufferPointer(rebasing: bytes[cell.range]))
        }
    }

    /// The reason for refusing a text without room in a cell.
    static let tooLong = "a value has more than \(Cell.maxLength) bytes; split it"

    /// The file name for messages.
    let file: String
    /// The unique names of the columns.
    let columns: [String]
    private let columnIndices: [ExactText: Int]
    /// Whether the kinds of cells are guessed from their columns, because the file contains only text.
    let guessesKinds: Bool
    /// The bytes of the file, including the texts of the cells.
    var bytes: [UInt8] = []
    /// The cells of all rows. A row can have fewer cells than the table has columns.
    var cells: [Cell] = []
    /// The starts of the rows, without the header of a CSV file.
    var rows: [RowStart] = []
    /// The options that decide how values are read.
    var values = ValueOptions()
    /// The error after the rows, if the rows before it are kept.
    var failure: InputError?
    /// The notes for the person about the file: one line each, without control characters.
    var notes: [String] = []
    /// The forms that were found, by column. A table with other rows has its own.
    private(set) var findings = Locked([Int: Finding]())
    /// The rows that decide the form of a column without a form in all rows; `nil` for all rows.
    private(set) var chosenRows: [Int]?

    init(
        file: String, columns: [String], guessesKinds: Bool, bytes: [UInt8] = [], cells: [Cell] = [],
        rows: [RowStart] = []
    ) {
        self.file = file
        self.columns = columns
        columnIndices = columns.indices(byName: \.self)
        self.guessesKinds = guessesKinds
        self.bytes = bytes
        self.cells = cells
        self.rows = rows
    }
}

extension SourceTable {
    /// Reads a whole file, or standard input if the path is `-`, into a table.
    ///
    /// Without a format, the file's extension determines it, or else the first lines.
    init(contentsOf path: String, _ options: InputOptions = InputOptions()) throws(InputError) {
        let file = try InputFile(contentsOf: path, options.encoding)
        let format = options.format(of: file)
        try self.init(reading: consume file, as: format, options)
    }

    /// Creates a table from a file's bytes, after checking that they are valid UTF-8.
    ///
    /// The readers unescape the bytes in place. Pass ownership of the file (`consume file`), because a second
    /// owner would force a copy.
    ///
    /// - Parameter limit: The maximum number of rows to read.
    init(
        reading file: consuming InputFile, as format: InputFormat, _ options: InputOptions = InputOptions(),
        limit: Int = .max
    ) throws(InputError) {
        try file.checkUTF8()
        if limit == .max { Progress.shared.begin(.parsing, total: file.bytes.count) }
        switch format {
        case .csv, .tsv, .tsvEscaped:
            var reader = try CSVReader(detectingSeparatorOf: file, as: format, options)
            self = try reader.readTable(limit: limit)
        case .json, .jsonl:
            var reader = JSONReader(file, isLines: format == .jsonl, options, limit: limit)
            self = try reader.readTable()
        case .markdown, .text:
            let reader = DrawnTableReader(file, isMarkdown: format == .markdown)
            self = try reader.readTable(options).prefix(limit)
        }
        for name in values.texts { _ = try column(named: name) }
    }

    /// Returns the table with some chosen rows. A column without a form in all rows has the form of these rows.
    func choosing(_ rows: [Int]) -> SourceTable {
        var table = self
        table.chosenRows = rows
        table.findings = Locked([:])
        return table
    }

    /// Returns a table of the first rows.
    func prefix(_ count: Int) -> SourceTable {
        guard count < rows.count else { return self }
        var table = self
        table.cells = Array(cells[..<Int(rows[count].cell)])
        table.rows = Array(rows[..<count])
        table.findings = Locked([:])
        return table
    }

    /// Returns unique column names for titles. An empty title becomes `column_1` with its position, and a
    /// repeated title gets the suffix `_2`, `_3`, and so on. A generated name never equals a title of the
    /// file.
    ///
    /// Titles are equal if their bytes are equal; equal strings can have different bytes.
    static func uniqueNames(_ titles: [[UInt8]]) -> [String] {
        var taken = Set(titles)
        var seen: Set<[UInt8]> = [[]]
        var nextSuffix: [[UInt8]: Int] = [:]
        return titles.enumerated().map { index, title in
            if seen.insert(title).inserted { return String(decoding: title, as: UTF8.self) }
            let base = title.isEmpty ? Array("column_\(index + 1)".utf8) : title
            var (name, suffix) = (base, nextSuffix[base] ?? 2)
            while !taken.insert(name).inserted {
                name = base + "_\(suffix)".utf8
                suffix += 1
            }
            nextSuffix[base] = suffix
            return String(decoding: name, as: UTF8.self)
        }
    }

    /// Lends all cells.
    ///
    /// - Complexity: O(1). Cells are not copied.
    func withCells<Result, Failure: Error>(
        _ body: (LentCells) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { bytes throws(Failure) -> Result in
            try cells.withUnsafeBufferPointer { cells throws(Failure) -> Result in
                try rows.withUnsafeBufferPointer { rows throws(Failure) -> Result in
                    try body(LentCells(rows: rows, cells: cells, bytes: bytes))
                }
            }
        }
    }

    /// Returns whether a column contains numbers, and otherwise only nulls and missing values.
    func isNumeric(_ column: Int) -> Bool {
        withCells { cells in Kind.areNumeric(rows.indices.lazy.map { cells[$0, column].kind }) }
    }

    /// Returns the index of a column, or `nil` if the column does not exist.
    func index(ofColumn name: String) -> Int? { columnIndices[ExactText(name)] }

    /// Returns the index of a column.
    ///
    /// - Throws: ``InputError`` if the column does not exist. The error lists the columns, and suggests the
    ///   one most similar to `name`.
    func column(named name: String) throws(InputError) -> Int {
        if let index = index(ofColumn: name) { return index }
        if let other = columns.first(where: { $0 == name }) {
            throw InputError(
                file: file,
                reason: "there is no column '\(name.escaped)'; the column that looks the same is "
                    + "'\(other.escaped)', so copy its name from the file")
        }
        let nearest = Spelling.nearest(to: name, in: columns).map { "; did you mean \($0.quoted())? The" }
        let match = columns.contains { $0.matches(name) } ? "" : "no column matches the pattern, and "
        let hint = name.contains("*") ? "; \(match)patterns are for --columns only; the" : nearest ?? "; the"
        let rest = columns.count > 20 ? " and \(columns.count - 20) more" : ""
        let listed = columns.prefix(20).map { $0.shortened() }.joined(separator: ", ") + rest
        let list = columns.isEmpty ? "table has no columns" : "columns are \(listed)"
        throw InputError(file: file, reason: "there is no column \(name.quoted())\(hint) \(list)")
    }
}

// MARK: - Patterns of names

extension SourceTable {
    /// Returns the indices of the columns that a list selects, or those of all columns without a list.
    func columns(matching list: [String]?) throws(InputError) -> [Int] {
        guard let list else { return Array(columns.indices) }
        return try columnNames(matching: list).map { name throws(InputError) in try column(named: name) }
    }

    /// Returns the names of the columns that a list selects.
    ///
    /// A pattern with `*` adds the columns that match and that are not selected yet. A minus before a name or pattern
    /// removes columns: from the earlier items, or from all columns if every item has one. A name that exists is no pattern.
    ///
    /// - Parameter isPart: Whether other rows of the file, which are unknown, can have more columns. Names can then be unknown.
    func columnNames(matching list: [String], isPart: Bool = false) throws(InputError) -> [String] {
        let isRemoving = list.allSatisfy { $0.hasPrefix("-") && index(ofColumn: $0) == nil }
        var names = isRemoving ? columns : []
        for item in list {
            let isRemoved = item.hasPrefix("-")
            if index(ofColumn: item) != nil || !isRemoved && !item.contains("*") {
                names.append(item)
                continue
            }
            let pattern = isRemoved ? String(item.dropFirst()) : item
            let matching = columns.filter { $0.matches(pattern) }
            if matching.isEmpty, !isPart { _ = try column(named: pattern) }
            if isRemoved {
                names.removeAll { $0.matches(pattern) }
            } else {
                let taken = Set(names.map { ExactText($0) })
                names += matching.filter { !taken.contains(ExactText($0)) }
            }
        }
        if names.isEmpty, !isPart { throw InputError(file: file, reason: "--columns leaves no column") }
        return names
    }
}

extension String {
    /// Returns whether the text matches a pattern, in which `*` is any text.
    ///
    /// - Complexity: O(*n* × *m*) in the lengths of both.
    fileprivate func matches(_ pattern: String) -> Bool {
        let bytes = Array(utf8)
        // The lengths of the beginnings that the pattern matches.
        let lengths = pattern.utf8.reduce([0]) { lengths, byte in
            if byte == "*" { return lengths.first.map { Array($0...bytes.count) } ?? [] }
            return lengths.filter { $0 < bytes.count && bytes[$0] == byte }.map { $0 + 1 }
        }
        return lengths.last == bytes.count
    }
}
