/// Reads CSV, as RFC 4180 describes it, and TSV into a ``SourceTable``, or into a table for each part of a large file.
///
/// The first record contains the column names. Outside quotes, LF, CRLF, or a lone CR ends a record. Empty
/// lines are skipped. Fields are unescaped in place, because unescaping never makes them longer.
struct CSVReader {
    /// The unique names of the columns.
    private(set) var columns: [String] = []
    /// The source of further bytes.
    private var file: InputFile
    private let format: InputFormat
    private let options: InputOptions
    private let separator: UInt8
    private var bytes: [UInt8] = []
    private var position: Int
    private var line = 1
    /// The number of bytes of the file before `bytes`.
    private var offset = 0
    /// Whether the bytes differ from those of the file.
    private var isChanged = false
    private var cells: [SourceTable.Cell] = []
    private var rows: [SourceTable.RowStart] = []
    /// The cells of the current record that contain escapes.
    private var escapedCells: [Int] = []

    /// Reads the column names of a file whose first bytes are valid UTF-8.
    init(
        _ file: consuming InputFile, as format: InputFormat, _ options: InputOptions
    ) throws(InputError) {
        let found =
            options.delimiter ?? (format == .csv ? Self.separator(of: file.prefix(1 << 20), options) : "\t")
        self.init(file, as: format, options, separator: found)
        do { columns = SourceTable.uniqueNames(try readHeader()) } catch { throw advising(error) }
    }

    /// Reads the column names from the start of a large file. Returns `nil` if the first part of the file does not
    /// contain its whole header, so that the file must be read whole.
    init?(startOf file: InputFile, as format: InputFormat, _ options: InputOptions) throws(InputError) {
        try file.checkUTF8()
        do {
            try self.init(file, as: format, options)
        } catch  where !file.isComplete {
            return nil
        }
        if !file.isComplete, position == bytes.count { return nil }
    }

    private init(
        _ file: consuming InputFile, as format: InputFormat, _ options: InputOptions, separator: UInt8
    ) {
        (self.format, self.options, self.separator) = (format, options, separator)
        position = file.bytes.byteOrderMarkCount
        swap(&bytes, &file.bytes)
        self.file = file
    }

    /// Reads the rows of a complete file.
    ///
    /// - Parameter limit: The maximum number of rows. If the bytes of the file contain fewer rows and the file is not
    ///   complete, the result has fewer rows.
    /// - Complexity: O(*n*) in the bytes of the file.
    mutating func readTable(limit: Int = .max) throws(InputError) -> SourceTable {
        do { try readRows(limit: limit) } catch { throw advising(error) }
        return takeTable(findsNumbers: true)
    }

    /// The number of bytes of a part.
    static let partSize = 1 << 20

    /// Reads the next part of a file, or returns `nil` at its end. All cells are text or null.
    ///
    /// - Complexity: O(*n*) in the bytes of the part. No earlier part is kept.
    mutating func readNextPart() throws(InputError) -> SourceTable? {
        var size = Self.partSize
        while true {
            do { try readRows() } catch { throw advising(error) }
            if !rows.isEmpty { return takeTable(findsNumbers: false) }
            if file.isComplete { return nil }
            // The bytes end within a record.
            offset += position
            file.bytes = Array(bytes[position...])
            bytes = []
            try file.load(upTo: size)
            try file.checkUTF8(line: line, offset: offset)
            swap(&bytes, &file.bytes)
            (position, size) = (0, size * 2)
        }
    }

    private mutating func takeTable(findsNumbers: Bool) -> SourceTable {
        findNulls()
        if findsNumbers { columns.indices.forEach { findNumbers(in: $0) } }
        defer {
            offset += position
            bytes = Array(bytes[position...])
            (position, cells, rows) = (0, [], [])
        }
        return SourceTable(
            file: file.name, columns: columns, guessesKinds: true, bytes: bytes, cells: cells, rows: rows)
    }

    /// The separators to try. If several of them fit, the first one wins.
    private static let separators: [UInt8] = [",", ";", "\t", "|"]

    /// Returns the separator for which the header and the first 20 rows have the same number of fields, at
    /// least two. Returns a comma if no separator fits.
    private static func separator(of start: InputFile, _ options: InputOptions) -> UInt8 {
        separators.first { fieldCount(of: start, with: $0, options, rows: 20) != nil } ?? ","
    }

    /// Returns the number of fields in the header and the following rows, or `nil` if the number varies or is
    /// 1.
    private static func fieldCount(
        of file: InputFile, with separator: UInt8, _ options: InputOptions, rows: Int = .max
    ) -> Int? {
        var reader = CSVReader(file, as: .csv, options, separator: separator)
        guard let titles = try? reader.readHeader(), titles.count > 1 else { return nil }
        reader.columns = titles.map { _ in "" }
        return (try? reader.readRows(limit: rows)).map { titles.count }
    }

    /// Adds a separator that fits all rows to an error, if there is one. Only possible while the bytes are those of the
    /// whole file.
    private func advising(_ error: InputError) -> InputError {
        for other in Self.separators where other != separator && !isChanged && offset == 0 && file.isComplete
        {
            guard let count = Self.fieldCount(of: InputFile(name: "", bytes: bytes), with: other, options)
            else { continue }
            let name = other == "\t" ? "\\t" : "\(Unicode.Scalar(other))"
            let advice = "; with --delimiter '\(name)' all rows have \(count) fields"
            return InputError(file: file.name, line: error.line, reason: error.reason + advice)
        }
        let isTooLong = columns.count == 1 && error.reason.hasPrefix("the row has")
        let number = options.skippedLines == 0 ? "N" : "with more lines"
        let advice = isTooLong ? "; if the table begins further down, add --skip \(number)" : ""
        return InputError(file: file.name, line: error.line, reason: error.reason + advice)
    }

    private mutating func readHeader() throws(InputError) -> [[UInt8]] {
        for _ in 0..<options.skippedLines {
            position = bytes[position...].firstIndex { $0.isLineBreak } ?? bytes.count
            if bytes[position...].starts(with: [13, 10]) { position += 1 }
            if position < bytes.count { (position, line) = (position + 1, line + 1) }
        }
        skipEmptyLines()
        guard position < bytes.count else {
            throw InputError(
                file: file.name, reason: "the file is empty; its first line must name the columns")
        }
        let start = (position, line)
        let count = try readRecord()
        defer { cells = [] }
        if !options.hasHeader {
            ((position, line), escapedCells) = (start, [])
            return Array(repeating: [], count: count)
        }
        unescape()
        return cells.map { Array(bytes[$0.range]) }
    }

    private mutating func readRows(limit: Int = .max) throws(InputError) {
        // Growing the arrays step by step would temporarily need twice the memory. The first lines tell the number of
        // all lines.
        let (start, size) = (bytes[position...].prefix(1 << 16), bytes.count - position)
        let lines = 2 + start.count { $0 == "\n" } * (size + size / 32) / max(start.count, 1)
        rows.reserveCapacity(min(lines, limit))
        // Each cell except the last takes at least one byte of the file, such as its separator.
        cells.reserveCapacity(min(min(lines, limit) * columns.count, size + 1))
        while position < bytes.count, rows.count < limit {
            let start = (position: position, line: line, cell: cells.count)
            var count: Int?
            do { count = try readRecord() } catch  where !file.isComplete {}
            guard let count, file.isComplete || position < bytes.count else {
                // The record may continue beyond these bytes.
                (position, line, escapedCells) = (start.position, start.line, [])
                cells.removeLast(cells.count - start.cell)
                return
            }
            guard count == columns.count else {
                let header = options.hasHeader ? "the header" : "the first row"
                let reason =
                    "the row has \(counted(count, "field")) where \(header) has \(columns.count)"
                throw InputError(file: file.name, line: start.line, reason: reason)
            }
            if !escapedCells.isEmpty { unescape() }
            rows.append(SourceTable.RowStart(line: UInt32(start.line), cell: UInt32(start.cell)))
        }
    }

    /// Reads one record into `cells`, skips the following empty lines, and returns the number of fields. Escapes remain.
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
        skipEmptyLines(isOne: format == .tsvEscaped && cells.count == first + 1)
        return cells.count - first
    }

    /// Skips line breaks and lines of comments from the start or the end of a line.
    ///
    /// - Parameter isOne: Whether only the next line break is skipped, and comments after it.
    private mutating func skipEmptyLines(isOne: Bool = false) {
        var breaks = 0
        while position < bytes.count {
            if bytes[position].isLineBreak {
                let endsLine = bytes.endsLine(at: position)
                if isOne, breaks > 0 { return }
                position += 1
                if endsLine { (line, breaks) = (line + 1, breaks + 1) }
            } else if bytes[position] == options.comment {
                position = bytes[position...].firstIndex { $0.isLineBreak } ?? bytes.count
                if isOne { breaks = 0 }
            } else {
                return
            }
        }
    }

    private mutating func readUnquoted() -> Range<Int> {
        let start = position
        // Most bytes are above all bytes that end a field. This check saves two of three comparisons.
        let ceiling = max(separator, "\r")
        position = bytes.withUnsafeBufferPointer { bytes in
            bytes[start...].firstIndex { $0 <= ceiling && ($0 == separator || $0.isLineBreak) } ?? bytes.count
        }
        if format == .tsvEscaped, bytes[start..<position].contains("\\") { escapedCells.append(cells.count) }
        return start..<position
    }

    private static let escapes: [UInt8: UInt8] = ["t": "\t", "n": "\n", "r": "\r", "\\": "\\"]

    /// Decodes the escapes in the cells of the current record: doubled quotes, or the escapes of TSV. A backslash before
    /// any other character is kept.
    private mutating func unescape() {
        for index in escapedCells {
            let field = cells[index].range
            var (from, to) = (field.lowerBound, field.lowerBound)
            while from < field.upperBound {
                var byte = bytes[from]
                from += 1
                if format != .tsvEscaped {
                    if byte == "\"" { from += 1 }
                } else if byte == "\\", from < field.upperBound, let escaped = Self.escapes[bytes[from]] {
                    byte = escaped
                    from += 1
                }
                bytes[to] = byte
                to += 1
            }
            cells[index] = SourceTable.Cell(field.lowerBound..<to, .text)
            isChanged = true
        }
        escapedCells = []
    }

    /// Reads a quoted field from its opening quote to its closing quote.
    private mutating func readQuoted() throws(InputError) -> Range<Int> {
        let openingLine = line
        let start = position + 1
        var (end, hasQuotes) = (start, false)
        while end < bytes.count {
            if bytes[end] == "\"" {
                if end + 1 < bytes.count, bytes[end + 1] == "\"" {
                    hasQuotes = true
                    end += 2
                    continue
                }
                position = end + 1
                if position == bytes.count || bytes[position] == separator || bytes[position].isLineBreak {
                    if hasQuotes { escapedCells.append(cells.count) }
                    return start..<end
                }
                // Many tab-separated files have no quoting: a field like "so" then begins with an
                // ordinary quote.
                if separator == "\t", line == openingLine, !hasQuotes {
                    position = start - 1
                    return readUnquoted()
                }
                let rest = bytes[position...].prefix { !$0.isLineBreak && $0 != separator }.prefix(200)
                let found = bytes.text(rest.indices).quoted()
                let advice = "a quote inside a quoted field must be doubled"
                throw InputError(
                    file: file.name, line: line, reason: "\(found) follows a closing quote; \(advice)")
            }
            if bytes.endsLine(at: end) { line += 1 }
            end += 1
        }
        throw InputError(
            file: file.name, line: openingLine,
            reason: "a quote is opened here that is never closed"
                + (separator == "\t" ? "; if quotes are ordinary characters, add --from tsv-escaped" : ""))
    }

    /// Makes the cells with the texts that represent missing values null.
    private mutating func findNulls() {
        if options.nulls.isEmpty { return }
        for index in cells.indices
        where options.nulls.contains(where: { bytes[cells[index].range].elementsEqual($0.utf8) }) {
            cells[index] = SourceTable.Cell(cells[index].range.prefix(0), .null)
        }
    }

    /// Makes the cells of a column numbers if all of its texts except empty ones are numbers, and at least one exists.
    private mutating func findNumbers(in column: Int) {
        let indices = stride(from: column, to: cells.count, by: columns.count)
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
