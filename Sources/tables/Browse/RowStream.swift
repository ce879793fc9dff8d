import TableAgent

/// Reads the rows of a pipe while they come in: CSV, TSV, or JSON Lines.
struct RowStream: Sendable {
    /// Some consecutive rows of the input.
    struct Part: Sendable {
        let table: SourceTable
        /// The indices of the selected rows in the table.
        let rows: [Int]
    }

    /// The notes for the person about the rows that were read.
    var notes: [String] { delimited?.notes ?? [] }
    /// The number of rows that were read.
    private(set) var rowCount = 0
    /// A table without rows, with the columns so far.
    private(set) var header: SourceTable
    private var delimited: CSVReader?
    private var lines: JSONReader?
    private let selection: RowSelection
    /// The number of rows up to the maximum.
    private var rest: Int
    private let columns: [String]?
    /// The types of compared columns in the first part that has values, or `nil` for texts and plain numbers.
    private var types: [ExactText: String?] = [:]

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
                lines = JSONReader(file, options)
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
            if let lines, rowCount == 0 { throw lines.emptyFile() }
            // Any line of JSON can have new keys.
            try checkColumns()
            return nil
        }
        rowCount += table.rows.count
        header = SourceTable(file: table.file, columns: table.columns, guessesKinds: table.guessesKinds)
        try checkTypes(of: table)
        let rows = try selection.rows(of: table, isPart: true).prefix(rest)
        rest -= rows.count
        return Part(table: table, rows: Array(rows))
    }

    /// Throws an error for values of another type than those before them, which conditions have compared.
    private mutating func checkTypes(of table: SourceTable) throws(InputError) {
        let conditions = try selection.query(of: table, isPart: true).conditions
        for (name, condition) in conditions where condition.comparesValues {
            let column = table.index(ofColumn: name)
            let first = table.withCells { cells in
                table.rows.indices.first { !cells[$0, column].isEmpty }
            }
            guard let first else { continue }
            let form = table.form(ofColumn: column).form
            let type =
                form == .number(.plain) ? nil : form.map { $0.typeName + ($0.isNumber ? $0.unit ?? "" : "") }
            guard let known = types.updateValue(type, forKey: ExactText(name)), known != type else {
                continue
            }
            let reason =
                "column \(name.quoted()) has other values than before; write the rows to a file, and read that"
            throw InputError(file: table.file, line: Int(table.rows[first].line), reason: reason)
        }
    }

    /// Throws an error if an option names a column that does not exist.
    private func checkColumns() throws(InputError) {
        _ = try selection.rows(of: header)
        _ = try header.columns(matching: columns)
    }
}

extension SourceTable {
    /// Joins consecutive parts. A column of CSV is numeric if it is in all rows, and not only in those of the first part.
    init(joining parts: [SourceTable]) throws(InputError) {
        if parts.count == 1 {
            self = parts[0]
            return
        }
        // The last part has all columns.
        let last = parts.last
        self.init(
            file: last?.file ?? "", columns: last?.columns ?? [], guessesKinds: last?.guessesKinds == true)
        values = last?.values ?? ValueOptions()
        for part in parts {
            let start = bytes.count
            let cell = UInt32(cells.count)
            guard start + part.bytes.count <= Int(UInt32.max) else {
                throw InputError(file: file, reason: "the rows have too many bytes to describe them")
            }
            rows += part.rows.map { RowStart(line: $0.line, cell: $0.cell + cell) }
            for cell in part.cells {
                // A column of numbers in the first part can have texts in another one.
                let kind = guessesKinds && cell.kind == .number ? .text : cell.kind
                cells.append(Cell(cell.range.lowerBound + start..<cell.range.upperBound + start, kind))
            }
            bytes += part.bytes
        }
        if guessesKinds { findNumbers() }
    }
}
