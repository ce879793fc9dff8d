/// Reads CSV, as RFC 4180 describes it, and TSV into a ``SourceTable``.
///
/// The first record contains the column names. Outside quotes, LF, CRLF, or a lone CR ends a record. Empty
/// lines are skipped. Fields are unescaped in place, because unescaping never makes them longer.
struct CSVReader {
    private let file: String
    private let separator: UInt8
    private let format: InputFormat
    private var bytes: [UInt8] = []
    private var position: Int
    private var line = 1
    /// Whether the bytes differ from those of the file.
    private var isChanged = false
    private var cells: [SourceTable.Cell] = []
    private var rows: [SourceTable.RowStart] = []

    /// Reads a file that is valid UTF-8.
    ///
    /// - Complexity: O(*n*) in the bytes of the file.
    static func table(
        from file: consuming InputFile, as format: InputFormat, _ options: InputOptions
    ) throws(InputError) -> SourceTable {
        let found = options.delimiter ?? (format == .csv ? separator(of: file.bytes) : "\t")
        var reader = CSVReader(
            file: file.name, separator: found, format: format, position: file.bytes.byteOrderMarkCount)
        swap(&reader.bytes, &file.bytes)
        let titles = try reader.readHeader()
        do { try reader.readRows(columnCount: titles.count) } catch { throw reader.advising(error) }
        for column in titles.indices { reader.findKinds(in: column, of: titles.count, nulls: options.nulls) }
        return SourceTable(
            file: reader.file, columns: SourceTable.uniqueNames(titles), guessesKinds: true,
            bytes: reader.bytes, cells: reader.cells, rows: reader.rows)
    }

    /// The separators to try. If several of them fit, the first one wins.
    private static let separators: [UInt8] = [",", ";", "\t", "|"]

    /// Returns the separator for which the header and the first 20 rows have the same number of fields, at
    /// least two. Returns a comma if no separator fits.
    private static func separator(of bytes: [UInt8]) -> UInt8 {
        let start = Array(bytes.prefix(1 << 20))
        return separators.first { fieldCount(of: start, with: $0, rows: 20) != nil } ?? ","
    }

    /// Returns the number of fields in the header and the following rows, or `nil` if the number varies or is
    /// 1.
    private static func fieldCount(of bytes: [UInt8], with separator: UInt8, rows: Int = .max) -> Int? {
        var reader = CSVReader(
            file: "", separator: separator, format: .csv, position: bytes.byteOrderMarkCount)
        reader.bytes = bytes
        guard let count = try? reader.readHeader().count, count > 1 else { return nil }
        return (try? reader.readRows(columnCount: count, limit: rows)).map { count }
    }

    /// Adds a separator that fits all rows to an error, if there is one. Only possible while the bytes are
    /// unchanged.
    private func advising(_ error: InputError) -> InputError {
        for other in Self.separators where other != separator && !isChanged {
            guard let count = Self.fieldCount(of: bytes, with: other) else { continue }
            let name = other == "\t" ? "\\t" : "\(Unicode.Scalar(other))"
            let advice = "; with --delimiter '\(name)' all rows have \(count) fields"
            return InputError(file: file, line: error.line, reason: error.reason + advice)
        }
        return error
    }

    private mutating func readHeader() throws(InputError) -> [[UInt8]] {
        skipLineBreaks()
        guard position < bytes.count else {
            throw InputError(file: file, reason: "the file is empty; its first line must name the columns")
        }
        _ = try readRecord()
        defer { cells = [] }
        return cells.map { Array(bytes[$0.range]) }
    }

    private mutating func readRows(columnCount: Int, limit: Int = .max) throws(InputError) {
        // Growing the array step by step would temporarily need twice the memory.
        let lines = bytes[position...].reduce(1) { $1 == "\n" ? $0 + 1 : $0 }
        rows.reserveCapacity(lines)
        // Each cell except the last takes at least one byte of the file, such as its separator.
        cells.reserveCapacity(min(lines * columnCount, bytes.count - position + 1))
        while position < bytes.count, rows.count < limit {
            rows.append(SourceTable.RowStart(line: UInt32(line), cell: UInt32(cells.count)))
            let start = line
            let count = try readRecord()
            guard count == columnCount else {
                let reason = "the row has \(counted(count, "field")) where the header has \(columnCount)"
                throw InputError(file: file, line: start, reason: reason)
            }
        }
    }

    /// Reads one record into `cells`, skips the following line breaks, and returns the number of fields.
    private mutating func readRecord() throws(InputError) -> Int {
        let first = cells.count
        while true {
            let isQuoted = format != .tsvEscaped && position < bytes.count && bytes[position] == "\""
            let field = isQuoted ? try readQuoted() : readUnquoted()
            cells.append(SourceTable.Cell(field, .text))
            guard position < bytes.count, bytes[position] == separator else { break }
            position += 1
        }
        // Without quotes, a line break is the only sign of an empty field.
        skipLineBreaks(isOne: format == .tsvEscaped && cells.count == first + 1)
        return cells.count - first
    }

    private mutating func skipLineBreaks(isOne: Bool = false) {
        while position < bytes.count, bytes[position].isLineBreak {
            let endsLine = bytes.endsLine(at: position)
            position += 1
            if endsLine { line += 1 }
            if endsLine, isOne { return }
        }
    }

    private mutating func readUnquoted() -> Range<Int> {
        let start = position
        // Most bytes are above all bytes that end a field. This check saves two of three comparisons.
        let ceiling = max(separator, "\r")
        position = bytes.withUnsafeBufferPointer { bytes in
            bytes[start...].firstIndex { $0 <= ceiling && ($0 == separator || $0.isLineBreak) } ?? bytes.count
        }
        return format == .tsvEscaped ? unescape(start..<position) : start..<position
    }

    private static let escapes: [UInt8: UInt8] = ["t": "\t", "n": "\n", "r": "\r", "\\": "\\"]

    /// Decodes the escapes of TSV. A backslash before any other character is kept.
    private mutating func unescape(_ field: Range<Int>) -> Range<Int> {
        guard var from = bytes[field].firstIndex(of: "\\") else { return field }
        isChanged = true
        var to = from
        while from < field.upperBound {
            var byte = bytes[from]
            from += 1
            if byte == "\\", from < field.upperBound, let escaped = Self.escapes[bytes[from]] {
                byte = escaped
                from += 1
            }
            bytes[to] = byte
            to += 1
        }
        return field.lowerBound..<to
    }

    /// Reads a quoted field from its opening quote, and replaces each doubled quote with one.
    private mutating func readQuoted() throws(InputError) -> Range<Int> {
        let openingLine = line
        let start = position + 1
        var (from, to) = (start, start)
        while from < bytes.count {
            let byte = bytes[from]
            if byte == "\"" {
                from += 1
                guard from < bytes.count, bytes[from] == "\"" else {
                    position = from
                    let rest = bytes[from...].prefix { !$0.isLineBreak && $0 != separator }.prefix(200)
                    if rest.isEmpty { return start..<to }
                    // Many tab-separated files have no quoting: a field like "so" then begins with an
                    // ordinary quote.
                    if separator == "\t", line == openingLine, to == from - 1 {
                        position = start - 1
                        return readUnquoted()
                    }
                    let found = bytes.text(rest.indices).quoted()
                    let advice = "a quote inside a quoted field must be doubled"
                    throw InputError(
                        file: file, line: line, reason: "\(found) follows a closing quote; \(advice)")
                }
            } else if bytes.endsLine(at: from) {
                line += 1
            }
            if from > to {
                bytes[to] = byte
                isChanged = true
            }
            from += 1
            to += 1
        }
        throw InputError(file: file, line: openingLine, reason: "a quote is opened here that is never closed")
    }

    /// Assigns kinds to the cells of a column. The given texts are nulls. If all other non-empty texts are
    /// numbers, and at least one exists, these cells are numbers.
    private mutating func findKinds(in column: Int, of columnCount: Int, nulls: [String]) {
        let indices = stride(from: column, to: cells.count, by: columnCount)
        for index in indices where nulls.contains(where: { bytes[cells[index].range].elementsEqual($0.utf8) })
        {
            cells[index] = SourceTable.Cell(cells[index].range.prefix(0), .null)
        }
        let isNumeric = bytes.withUnsafeBufferPointer { bytes in
            indices.allSatisfy { index in
                let range = cells[index].range
                return range.isEmpty || NumberText.isExact(UnsafeBufferPointer(rebasing: bytes[range]))
            }
        }
        guard isNumeric, indices.contains(where: { !cells[$0].range.isEmpty }) else { return }
        for index in indices { cells[index].kind = cells[index].range.isEmpty ? .null : .number }
    }
}
