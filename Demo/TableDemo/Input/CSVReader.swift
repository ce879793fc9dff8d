/// Reads CSV, as RFC 4180 describes it, and TSV into a ``SourceTable``.
///
/// The first record names the columns. LF, CRLF or a lone CR outside quotes ends a record, and lines
/// with nothing in them are skipped. Fields are unescaped where they are, as that never makes them
/// longer.
struct CSVReader {
    private let file: String
    /// The comma of CSV, whose fields may be quoted, or the tab of TSV, which has escapes instead.
    private let separator: UInt8
    private var bytes: [UInt8] = []
    private var position: Int
    private var line = 1
    private var cells: [SourceTable.Cell] = []
    private var rows: [SourceTable.RowStart] = []

    /// Reads a file that is known to be UTF-8.
    ///
    /// - Complexity: O(*n*) in the bytes of the file.
    static func table(from file: consuming InputFile, separator: UInt8) throws(InputError) -> SourceTable {
        var reader = CSVReader(
            file: file.name, separator: separator, position: file.bytes.byteOrderMarkCount)
        swap(&reader.bytes, &file.bytes)
        let columns = try reader.readHeader()
        try reader.readRows(columnCount: columns.count)
        for column in columns.indices { reader.findNumbers(in: column, of: columns.count) }
        return SourceTable(
            file: reader.file, columns: columns, guessesKinds: true, bytes: reader.bytes,
            cells: reader.cells, rows: reader.rows)
    }

    private mutating func readHeader() throws(InputError) -> [String] {
        skipLineBreaks()
        guard position < bytes.count else {
            throw InputError(file: file, reason: "the file is empty; its first line must name the columns")
        }
        _ = try readRecord()
        let names = cells.map { bytes.text($0.range) }
        cells = []
        return Self.unique(names)
    }

    private mutating func readRows(columnCount: Int) throws(InputError) {
        // Growing step by step would need the memory of the cells twice.
        let lines = bytes[position...].reduce(1) { $1 == "\n" ? $0 + 1 : $0 }
        rows.reserveCapacity(lines)
        // Each cell takes a byte of the file, such as the separator, except the last.
        cells.reserveCapacity(min(lines * columnCount, bytes.count - position + 1))
        while position < bytes.count {
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
            let isQuoted = separator == "," && position < bytes.count && bytes[position] == "\""
            let field = isQuoted ? try readQuoted() : readUnquoted()
            cells.append(SourceTable.Cell(field, .text))
            guard position < bytes.count, bytes[position] == separator else { break }
            position += 1
        }
        skipLineBreaks()
        return cells.count - first
    }

    private mutating func skipLineBreaks() {
        while position < bytes.count, bytes[position].isLineBreak {
            if bytes.endsLine(at: position) { line += 1 }
            position += 1
        }
    }

    private mutating func readUnquoted() -> Range<Int> {
        let start = position
        // Most bytes are above those that end a field, which saves two comparisons of three.
        let ceiling = max(separator, "\r")
        position = bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index < bytes.count {
                let byte = bytes[index]
                if byte <= ceiling, byte == separator || byte.isLineBreak { break }
                index += 1
            }
            return index
        }
        return separator == "," ? start..<position : unescape(start..<position)
    }

    private static let escapes: [UInt8: UInt8] = ["t": "\t", "n": "\n", "r": "\r", "\\": "\\"]

    /// Undoes the escapes of TSV; a backslash before any other character stays.
    private mutating func unescape(_ field: Range<Int>) -> Range<Int> {
        guard var from = bytes[field].firstIndex(of: "\\") else { return field }
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
                    let found = bytes.text(rest.indices).quoted()
                    let advice = "a quote inside a quoted field must be doubled"
                    throw InputError(
                        file: file, line: line, reason: "\(found) follows a closing quote; \(advice)")
                }
            } else if bytes.endsLine(at: from) {
                line += 1
            }
            if from > to { bytes[to] = byte }
            from += 1
            to += 1
        }
        throw InputError(file: file, line: openingLine, reason: "a quote is opened here that is never closed")
    }

    /// Returns the names with `_2`, `_3`, … after those that have come before; names that the file has
    /// are not given to another column.
    private static func unique(_ names: [String]) -> [String] {
        var taken = Set(names)
        var seen: Set<String> = []
        var nextSuffix: [String: Int] = [:]
        return names.map { name in
            if seen.insert(name).inserted { return name }
            var suffix = nextSuffix[name] ?? 2
            while !taken.insert("\(name)_\(suffix)").inserted { suffix += 1 }
            nextSuffix[name] = suffix + 1
            return "\(name)_\(suffix)"
        }
    }

    /// Gives the cells of a column the kinds `number` and `null` if all fields that are not empty are
    /// numbers, and at least one is.
    private mutating func findNumbers(in column: Int, of columnCount: Int) {
        let indices = stride(from: column, to: cells.count, by: columnCount)
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
