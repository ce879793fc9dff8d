/// The table that was read from a file: named columns, numbered rows, and the bytes of every cell.
///
/// The text of all cells stays in the bytes of the file, in one array; a cell is a range of them. No
/// `String` is made until one is asked for.
struct SourceTable: Sendable {
    /// What a cell contains.
    ///
    /// A nested array or object is JSON, an empty field in a numeric column of CSV is null, and a key that
    /// a JSON object does not have is missing.
    enum Kind: Sendable {
        case text, number, `true`, `false`, json, null, missing

        /// Whether there is a value at all.
        var isValue: Bool { self != .null && self != .missing }
    }

    /// The range of a cell's text in the bytes of the file, and its kind.
    struct Cell: Sendable {
        static let missing = Cell(0..<0, .missing)

        private let start: UInt32
        private let length: UInt32
        var kind: Kind

        init(_ range: Range<Int>, _ kind: Kind) {
            start = UInt32(range.lowerBound)
            length = UInt32(range.count)
            self.kind = kind
        }

        var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
    }

    /// Where a row starts: the line of the file, counted from 1, and its first cell.
    struct RowStart: Sendable {
        let line: UInt32
        let cell: UInt32
    }

    /// A cell, lent by its table for the time of a call.
    struct LentCell {
        let kind: Kind
        let utf8: UnsafeBufferPointer<UInt8>

        /// The text as a new string; `""` for a null and for a missing value.
        var text: String { String(decoding: utf8, as: UTF8.self) }
    }

    /// All cells, lent by their table for the time of a call.
    struct LentCells {
        fileprivate let rows: UnsafeBufferPointer<RowStart>
        fileprivate let cells: UnsafeBufferPointer<Cell>
        fileprivate let bytes: UnsafeBufferPointer<UInt8>

        /// The cell in a column of a row; missing if the row is too short for it, or if the column is `nil`.
        subscript(row: Int, column: Int?) -> LentCell {
            let end = row + 1 < rows.count ? Int(rows[row + 1].cell) : cells.count
            let index = column.map { Int(rows[row].cell) + $0 } ?? end
            let cell = index < end ? cells[index] : .missing
            return LentCell(kind: cell.kind, utf8: UnsafeBufferPointer(rebasing: bytes[cell.range]))
        }
    }

    /// The name of the file as messages give it.
    let file: String
    /// The names of the columns, each of them once.
    let columns: [String]
    /// Whether the kinds of the cells are guessed from their columns, as the file itself has only text.
    let guessesKinds: Bool
    /// The bytes of the file, with the texts of the cells in them.
    let bytes: [UInt8]
    /// The cells of all rows. A row can have fewer of them than there are columns.
    let cells: [Cell]
    /// Where the rows start, the header of a CSV file not among them.
    let rows: [RowStart]
}

extension SourceTable {
    /// Reads a whole file, or standard input if the path is `-`, into a table.
    ///
    /// If no format is given, the file's extension tells it, or else its first lines.
    init(contentsOf path: String, _ options: InputOptions = InputOptions()) throws(InputError) {
        let file = try InputFile(path: path)
        let format = options.format ?? InputFormat(path: path) ?? InputFormat(sniffing: file.bytes)
        try self.init(reading: consume file, as: format, options)
    }

    /// Makes a table of a file's bytes, which are checked to be UTF-8 first.
    ///
    /// The readers unescape the bytes where they are, so pass the file on (`consume file`): a second owner
    /// would make them a copy.
    init(
        reading file: consuming InputFile, as format: InputFormat, _ options: InputOptions = InputOptions()
    ) throws(InputError) {
        try file.checkUTF8()
        switch format {
        case .csv, .tsv, .tsvEscaped: self = try CSVReader.table(from: file, as: format, options)
        case .json, .jsonl:
            self = try JSONReader.table(from: file, isLines: format == .jsonl, path: options.path)
        }
    }

    /// Returns the names for columns with some titles: `column_1` by position for an empty one, with `_2`, `_3`, …
    /// behind those that have come before. A title that the file has is not given to another column.
    ///
    /// Titles are the same if their bytes are; equal strings can have different ones.
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
    /// - Complexity: O(1); no copy is made.
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

    /// Returns whether a column has numbers and, apart from nulls and missing values, nothing else.
    func isNumeric(_ column: Int) -> Bool {
        withCells { cells in
            let kinds = rows.indices.lazy.map { cells[$0, column].kind }
            return kinds.allSatisfy { $0 == .number || !$0.isValue } && kinds.contains(.number)
        }
    }

    /// Returns the index of the column with a name.
    ///
    /// - Throws: ``InputError`` that names the columns there are, and the one most like `name`.
    func column(named name: String) throws(InputError) -> Int {
        if let index = columns.index(of: name) { return index }
        let nearest = Spelling.nearest(to: name, in: columns).map { "; did you mean \($0.quoted())? The" }
        let rest = columns.count > 20 ? " and \(columns.count - 20) more" : ""
        let listed = columns.prefix(20).map { $0.shortened() }.joined(separator: ", ") + rest
        let advice =
            columns.isEmpty ? ": the table has no columns" : "\(nearest ?? "; the") columns are \(listed)"
        throw InputError(file: file, reason: "there is no column \(name.quoted())\(advice)")
    }
}
