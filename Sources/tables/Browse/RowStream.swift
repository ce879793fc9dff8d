/// Reads the rows of a pipe while they come in: CSV, TSV, or JSON Lines.
struct RowStream: Sendable {
    /// Some consecutive rows of the input.
    struct Part: Sendable {
        fileprivate(set) var table: SourceTable
        /// The indices of the selected rows in the table.
        let rows: [Int]
    }

    /// The number of rows that were read.
    private(set) var rowCount = 0
    /// A table without rows, with the columns so far.
    private(set) var header: SourceTable
    private var delimited: CSVReader?
    private var lines: JSONLinesReader?
    private let selection: RowSelection
    /// The number of rows up to the maximum.
    private var rest: Int
    private let columns: [String]?

    /// Waits for the first bytes. Returns `nil` for input that must be read whole: JSON other than JSON Lines, a path,
    /// and drawn tables.
    ///
    /// - Parameters:
    ///   - file: The input, which keeps the bytes that were read if the result is `nil`.
    ///   - options: The options for reading.
    ///   - selection: The conditions and the maximum number of rows.
    ///   - columns: The names of the visible columns, or `nil` for all columns.
    init?(
        _ file: inout InputFile, _ options: InputOptions, selection: RowSelection, columns: [String]?
    ) throws(InputError) {
        self.selection = selection
        rest = selection.limit ?? .max
        self.columns = columns
        while true {
            let format = options.format ?? InputFormat(path: file.name) ?? InputFormat(sniffingStart: file)
            if format == .json || format == .jsonl && options.path != nil || format?.isDrawn == true {
                return nil
            }
            if format == .jsonl {
                lines = JSONLinesReader(file, options)
                header = SourceTable(file: file.name, columns: [], guessesKinds: false)
                return
            }
            if let format, CSVReader.hasSeparator(file, as: format, options),
                let reader = try CSVReader(startOf: file, as: format, options)
            {
                delimited = reader
                header = SourceTable(file: file.name, columns: reader.columns, guessesKinds: true)
                try checkColumns()
                return
            }
            try file.loadNext()
        }
    }

    /// Waits for the next rows. Returns `nil` at the end of the input, or after the maximum number of rows.
    mutating func readNextPart() throws(InputError) -> Part? {
        if rest == 0 { return nil }
        var table = try lines?.readNextPart()
        if delimited != nil { table = try delimited?.readNextPart(isLive: true) }
        guard let table else {
            // Any line of JSON can have new keys.
            try checkColumns()
            return nil
        }
        rowCount += table.rows.count
        header = SourceTable(file: table.file, columns: table.columns, guessesKinds: table.guessesKinds)
        let rows = try selection.rows(of: table, isPart: true).prefix(rest)
        rest -= rows.count
        return Part(table: table, rows: Array(rows))
    }

    /// Throws an error if an option names a column that does not exist.
    private func checkColumns() throws(InputError) {
        _ = try selection.rows(of: header)
        _ = try header.columns(matching: columns)
    }
}

extension RowStream.Part {
    /// Joins consecutive parts. A column of CSV is numeric if it is in all rows, and not only in those of the first part.
    init(joining parts: [Self]) throws(InputError) {
        var bytes: [UInt8] = []
        var cells: [SourceTable.Cell] = []
        var rows: [SourceTable.RowStart] = []
        var selected: [Int] = []
        for part in parts {
            let start = bytes.count
            let cell = UInt32(cells.count)
            guard start + part.table.bytes.count <= Int(UInt32.max) else {
                throw InputError(
                    file: part.table.file, reason: "the rows have too many bytes to describe them")
            }
            selected += part.rows.map { $0 + rows.count }
            rows += part.table.rows.map { SourceTable.RowStart(line: $0.line, cell: $0.cell + cell) }
            cells += part.table.cells.map { cell in
                let range = cell.range
                return SourceTable.Cell(range.lowerBound + start..<range.upperBound + start, cell.kind)
            }
            bytes += part.table.bytes
        }
        let last = parts.last?.table
        let guessesKinds = last?.guessesKinds == true
        // A column of numbers in the first part can have texts in another one.
        for index in cells.indices where guessesKinds && cells[index].kind == .number {
            cells[index].kind = .text
        }
        table = SourceTable(
            file: last?.file ?? "", columns: last?.columns ?? [], guessesKinds: guessesKinds, bytes: bytes,
            cells: cells, rows: rows)
        table.values = last?.values ?? ValueOptions()
        if guessesKinds { table.findNumbers() }
        self.rows = selected
    }
}

/// Reads the complete lines that a pipe has.
private struct JSONLinesReader: Sendable {
    private var file: InputFile
    private var reader: JSONReader
    /// The number of the next line.
    private var line = 1
    /// The number of bytes before the next line.
    private var offset = 0
    private var isEmpty = true
    private let values: ValueOptions
    /// The error after the rows that were read.
    private var failure: InputError?

    init(_ file: InputFile, _ options: InputOptions) {
        self.file = file
        values = options.values
        reader = JSONReader(file.name, options)
    }

    /// Reads the next lines, or returns `nil` at the end of the file. An error is thrown after the rows before it.
    mutating func readNextPart() throws(InputError) -> SourceTable? {
        while true {
            if let failure { throw failure }
            let end = file.isComplete ? file.bytes.count : file.bytes.lastIndex(of: "\n").map { $0 + 1 } ?? 0
            let lines = Array(file.bytes[..<end])
            file.bytes.removeFirst(end)
            if !lines.isEmpty, case var table = try read(lines), !table.rows.isEmpty {
                isEmpty = false
                table.values = values
                return table
            }
            if file.isComplete, failure == nil {
                if isEmpty { throw reader.emptyFile() }
                return nil
            }
            if failure == nil { try file.loadNext() }
        }
    }

    private mutating func read(_ lines: [UInt8]) throws(InputError) -> SourceTable {
        let start = reader
        do {
            try InputFile(name: file.name, bytes: lines).checkUTF8(line: line, offset: offset)
            let table = try reader.readPart(lines)
            line += lines.indices.count { lines.endsLine(at: $0) }
            offset += lines.count
            return table
        } catch {
            let ends = lines.indices.filter { lines.endsLine(at: $0) }
            guard let count = error.line.map({ $0 - line }), 1...max(ends.count, 1) ~= count else {
                throw error
            }
            failure = error
            reader = start
            return try reader.readPart(Array(lines[...ends[count - 1]]))
        }
    }
}
