/// Reads CSV, as RFC 4180 describes it, and TSV into a ``SourceTable``.
///
/// The first record names the columns. LF, CRLF or a lone CR outside quotes ends a record, and lines
/// with nothing in them are skipped. Fields are unescaped where they are, as that never makes them
/// longer.
struct CSVReader {
    private let file: String
    private let separator: UInt8
    private let format: InputFormat
    private var bytes: [UInt8] = []
    private var position: Int
    private var line = 1
    /// Whether the bytes are no longer those of the file.
    private var isChanged = false
    private var cells: [SourceTable.Cell] = []
    private var rows: [SourceTable.RowStart] = []

    /// Reads a file that is known to be UTF-8.
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

    /// The separators that are tried, the one that wins if several fit first.
    private static let separators: [UInt8] = [",", ";", "\t", "|"]

    /// Returns the separator that gives the header and the first 20 rows the same number of fields, two or more; a
    /// comma if none does.
    private static func separator(of bytes: [UInt8]) -> UInt8 {
        let start = Array(bytes.prefix(1 << 20))
        return separators.first { fieldCount(of: start, with: $0, rows: 20) != nil } ?? ","
    }

    /// Returns the number of fields of the header and the rows after it; `nil` if it differs or is one.
    private static func fieldCount(of bytes: [UInt8], with separator: UInt8, rows: Int = .max) -> Int? {
        var reader = CSVReader(
            file: "", separator: separator, format: .csv, position: bytes.byteOrderMarkCount)
        reader.bytes = bytes
        guard let count = try? reader.readHeader().count, count > 1 else { return nil }
        return (try? reader.readRows(columnCount: count, limit: rows)).map { count }
    }

    /// Returns an error with the separator that would fit all rows, if there is one, and the file is as it was.
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
        // Growing step by step would need the memory of the cells twice.
        let lines = bytes[position...].reduce(1) { $1 == "\n" ? $0 + 1 : $0 }
        rows.reserveCapacity(lines)
        // Each cell takes a byte of the file, such as the separator, except the last.
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

    /// Reads one record into `cells`, skips the line breaks after it, and returns the number of fields.
    private mutating func readRecord() throws(InputError) -> Int {
        let first = cells.count
        while true {
            let isQuoted = format != .tsvEscaped && position < bytes.count && bytes[position] == "\""
            let field = isQuoted ? try readQuoted() : readUnquoted()
            cells.append(SourceTable.Cell(field, .text))
            guard position < bytes.count, bytes[position] == separator else { break }
            position += 1
        }
        // Without quotes there is no other sign for an empty field.
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
        // Most bytes are above those that end a field, which saves two comparisons of three.
        let ceiling = max(separator, "\r")
        position = bytes.withUnsafeBufferPointer { bytes in
            bytes[start...].firstIndex { $0 <= ceiling && ($0 == separator || $0.isLineBreak) } ?? bytes.count
        }
        return format == .tsvEscaped ? unescape(start..<position) : start..<position
    }

    private static let escapes: [UInt8: UInt8] = ["t": "\t", "n": "\n", "r": "\r", "\\": "\\"]

    /// Undoes the escapes of TSV; a backslash before any other character stays.
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

    /// Reads the field whose opening quote is at the position, and makes each doubled quote one.
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
                    // Many lists of tabs know no quotes: "so" begins a text like any other.
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

    /// Makes the cells of a column with some texts null, and numbers of the others if all that are not empty are
    /// numbers, and at least one is.
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
