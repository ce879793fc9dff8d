import TableAgent

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
    /// The columns of numbers in the first table, or `nil` before it.
    private var numericColumns: [Int]?
    /// The error after the rows that were read.
    private var failure: InputError?

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
        if !file.isComplete, position == bytes.count, bytes.last != "\n" { return nil }
    }

    private init(
        _ file: consuming InputFile, as format: InputFormat, _ options: InputOptions, separator: UInt8
    ) {
        self.format = format
        self.options = options
        self.separator = separator
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

    /// Reads the next part of a file, or returns `nil` at its end. An error is thrown after the rows before it.
    ///
    /// - Parameter isLive: Whether a part ends with the rows that a pipe has now. Cells are numbers in columns that have
    ///   only numbers in the first part. Otherwise, all cells are text or null.
    /// - Complexity: O(*n*) in the bytes of the part. No earlier part is kept.
    mutating func readNextPart(isLive: Bool = false) throws(InputError) -> SourceTable? {
        if let failure { throw failure }
        var size = Self.partSize
        while true {
            do {
                try readRows()
            } catch {
                let error = advising(error)
                if rows.isEmpty { throw error }
                failure = error
                cells.removeLast(cells.count - rows.count * columns.count)
            }
            if !rows.isEmpty { return takeTable(findsNumbers: isLive) }
            if file.isComplete { return nil }
            // The bytes end within a record.
            offset += position
            file.bytes = Array(bytes[position...])
            bytes = []
            try isLive ? file.loadNext() : file.load(upTo: size)
            try file.checkUTF8(line: line, offset: offset)
            swap(&bytes, &file.bytes)
            position = 0
            if !isLive { size *= 2 }
            skipEmptyLines(isOne: format == .tsvEscaped && columns.count == 1, breaks: 1)
        }
    }

    private mutating func takeTable(findsNumbers: Bool) -> SourceTable {
        findNulls()
        var table = SourceTable(
            file: file.name, columns: columns, guessesKinds: true, bytes: bytes, cells: cells, rows: rows)
        offset += position
        bytes = Array(bytes[position...])
        position = 0
        cells = []
        rows = []
        if findsNumbers { numericColumns = table.findNumbers(in: numericColumns) }
        return table
    }

    /// The separators to try. If several of them fit, the first one wins.
    private static let separators: [UInt8] = [",", ";", "\t", "|"]
    /// The number of rows that a separator must fit.
    private static let sampleSize = 20

    /// Returns the separator for which the header and the first 20 rows have the same number of fields, at
    /// least two. Returns a comma if no separator fits.
    private static func separator(of start: InputFile, _ options: InputOptions) -> UInt8 {
        separators.first { shape(of: start, with: $0, options, rows: sampleSize) != nil } ?? ","
    }

    /// Returns whether the start of a pipe determines the separator: one of those that fit its first row, or all rows of
    /// the sample.
    static func hasSeparator(_ start: InputFile, as format: InputFormat, _ options: InputOptions) -> Bool {
        if options.delimiter != nil || format != .csv || start.isComplete || start.bytes.count >= partSize {
            return true
        }
        let shapes = separators.compactMap { shape(of: start, with: $0, options, rows: sampleSize) }
        return shapes.allSatisfy { $0.rows >= (shapes.count > 1 ? sampleSize : 1) }
    }

    /// Returns the numbers of rows and of fields in the header and each row, or `nil` if the latter varies or is
    /// 1.
    private static func shape(
        of file: InputFile, with separator: UInt8, _ options: InputOptions, rows: Int = .max
    ) -> (fields: Int, rows: Int)? {
        var reader = CSVReader(file, as: .csv, options, separator: separator)
        guard let titles = try? reader.readHeader(), titles.count > 1 else { return nil }
        reader.columns = titles.map { _ in "" }
        return (try? reader.readRows(limit: rows)).map { (titles.count, reader.rows.count) }
    }

    /// Adds a separator that fits all rows to an error, if there is one. Only possible while the bytes are those of the
    /// whole file.
    private func advising(_ error: InputError) -> InputError {
        for other in Self.separators where other != separator && !isChanged && offset == 0 && file.isComplete
        {
            guard
                let count = Self.shape(of: InputFile(name: "", bytes: bytes), with: other, options)?.fields
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
            guard position < bytes.count else { break }
            position += 1
            line += 1
        }
        skipEmptyLines()
        guard position < bytes.count else {
            throw InputError(
                file: file.name, reason: "the file is empty; its first line must name the columns")
        }
        let start = recordStart
        let count = try readRecord()
        defer { cells = [] }
        if !options.hasHeader {
            goBack(to: start)
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
        var reported = position
        while position < bytes.count, rows.count < limit {
            if rows.count.isMultiple(of: 4096) {
                Progress.shared.add(position - reported, to: .parsing)
                reported = position
            }
            let start = recordStart
            var count: Int?
            do { count = try readRecord() } catch  where !file.isComplete {}
            guard let count, file.isComplete || position < bytes.count || bytes.last == "\n" else {
                // The record may continue beyond these bytes.
                goBack(to: start)
                return
            }
            guard count == columns.count else {
                let header = options.hasHeader ? "the header" : "the first row"
                let reason =
                    "the row has \(TableWords.counted(count, "field")) where \(header) has \(columns.count)"
                throw InputError(file: file.name, line: start.line, reason: reason)
            }
            if !escapedCells.isEmpty { unescape() }
            rows.append(SourceTable.RowStart(line: UInt32(start.line), cell: UInt32(start.cell)))
        }
        if limit == .max { Progress.shared.add(position - reported, to: .parsing) }
    }

    /// The start of a record: its first byte, its line, and the index of its first cell.
    private typealias RecordStart = (position: Int, line: Int, cell: Int)

    private var recordStart: RecordStart { (position, line, cells.count) }

    /// Returns to the start of the record that was read last, and removes its cells.
    private mutating func goBack(to start: RecordStart) {
        position = start.position
        line = start.line
        escapedCells = []
        cells.removeLast(cells.count - start.cell)
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
    /// - Parameters:
    ///   - isOne: Whether only the next line break is skipped, and comments after it.
    ///   - breaks: The number of line breaks before the position.
    private mutating func skipEmptyLines(isOne: Bool = false, breaks: Int = 0) {
        var breaks = breaks
        while position < bytes.count {
            if bytes[position].isLineBreak {
                let endsLine = bytes.endsLine(at: position)
                if isOne, breaks > 0 { return }
                position += 1
                if endsLine {
                    line += 1
                    breaks += 1
                }
            } else if bytes[position] == options.comment {
                let end = bytes[position...].firstIndex { $0.isLineBreak }
                // The comment may continue beyond these bytes.
                if end == nil, !file.isComplete { return }
                position = end ?? bytes.count
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
            var from = field.lowerBound
            var to = from
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
        var end = start
        var hasQuotes = false
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
}

extension SourceTable {
    /// Makes the cells of a column numbers if all of its texts except empty ones are numbers, and at least one exists.
    ///
    /// - Parameter known: The columns of numbers in an earlier part, in which other texts stay text; `nil` to find them.
    /// - Returns: The columns of numbers.
    @discardableResult
    mutating func findNumbers(in known: [Int]? = nil) -> [Int] {
        let numeric = known ?? columns.indices.filter { hasExactNumbers(inColumn: $0) }
        for column in numeric {
            for index in cells(ofColumn: column) {
                let isNumber = known == nil || isExactNumber(cells[index])
                cells[index].kind = cells[index].range.isEmpty ? .null : isNumber ? .number : .text
            }
        }
        return numeric
    }

    private func hasExactNumbers(inColumn column: Int) -> Bool {
        let indices = cells(ofColumn: column)
        return indices.allSatisfy { cells[$0].range.isEmpty || isExactNumber(cells[$0]) }
            && indices.contains { !cells[$0].range.isEmpty }
    }

    private func isExactNumber(_ cell: Cell) -> Bool {
        bytes.withUnsafeBufferPointer { NumberText.isExact(UnsafeBufferPointer(rebasing: $0[cell.range])) }
    }

    /// Returns the indices of a column's cells. Each row has a cell in each column.
    private func cells(ofColumn column: Int) -> StrideTo<Int> {
        stride(from: column, to: cells.count, by: columns.count)
    }
}
