import TableAgent

/// Reads CSV, as RFC 4180 describes it, and TSV into a ``SourceTable``, or into a table for each part of a large file.
///
/// The first record contains the column names. Outside quotes, LF, CRLF, or a lone CR ends a record. Empty
/// lines are skipped. Fields are unescaped in place, because unescaping never makes them longer.
struct CSVReader {
    /// The unique names of the columns.
    private(set) var columns: [String] = []
    /// The titles of the file, which can be empty or equal.
    private var titles: [[UInt8]] = []
    /// The source of further bytes.
    private(set) var file: InputFile
    private let format: InputFormat
    let options: InputOptions
    let separator: UInt8
    private let quoting: Quoting
    private(set) var bytes: [UInt8] = []
    private var position: Int
    private var line = 1
    /// The number of bytes of the file before `bytes`.
    private(set) var offset = 0
    /// Whether the bytes differ from those of the file.
    private(set) var isChanged = false
    private var cells: [SourceTable.Cell] = []
    private var rows: [SourceTable.RowStart] = []
    /// The first byte of the last record, its line, and the index of its first cell.
    private var recordStart = (position: 0, line: 1, cell: 0)
    /// The cells of the current record that contain escapes.
    private var escapedCells: [Int] = []
    /// The number of rows that were filled or cut, and the line of the first one.
    private var unevenRows = (count: 0, firstLine: 0)
    /// The columns of numbers in the first table, or `nil` before it.
    private var numericColumns: [Int]?
    /// The error after the rows that were read.
    private var failure: InputError?

    /// Reads the column names of a file whose first bytes are valid UTF-8.
    init(
        detectingSeparatorOf file: consuming InputFile, as format: InputFormat, _ options: InputOptions
    ) throws(InputError) {
        var options = options
        if format == .csv {
            let declared = Self.declaredSeparator(of: file)
            if declared != nil { options.skippedLines = max(options.skippedLines, 1) }
            options.delimiter =
                options.delimiter ?? declared ?? Self.separator(of: file.prefix(1 << 20), options)
        }
        self.init(file, as: format, options)
        titles = try readHeader()
        columns = SourceTable.uniqueNames(titles)
    }

    /// Reads the column names from the start of a large file. Returns `nil` if the first part of the file does not
    /// contain its whole header, so that the file must be read whole.
    init?(startOf file: InputFile, as format: InputFormat, _ options: InputOptions) throws(InputError) {
        try file.checkUTF8()
        do {
            try self.init(detectingSeparatorOf: file, as: format, options)
        } catch  where !file.isComplete {
            return nil
        }
        if !file.isComplete, position == bytes.count, bytes.last != "\n" { return nil }
    }

    private init(_ file: consuming InputFile, as format: InputFormat, _ options: InputOptions) {
        self.format = format
        self.options = options
        separator = options.delimiter ?? (format == .csv ? "," : "\t")
        if format == .tsvEscaped || options.quote == .ordinary {
            quoting = .none
        } else {
            quoting = options.quote == nil && (format == .tsv || separator == "\t") ? .unclear : .double
        }
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
        try readRows(limit: limit)
        if let failure, !options.keepsGoodRows { throw failure }
        var table = takeTable(findsNumbers: true)
        table.failure = failure
        table.notes = notes
        if limit == .max, !table.rows.isEmpty { table.notes += table.hints(below: titles) }
        return table
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
            try readRows()
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
        }
    }

    /// The notes for the person about the rows that were read, one line each.
    var notes: [String] {
        guard unevenRows.count > 0 else { return [] }
        let rows = TableWords.counted(unevenRows.count, "uneven row")
        let fields = TableWords.counted(columns.count, "field")
        let reason = "\(rows) filled or cut to \(fields), the first one here"
        return [failure(reason, at: unevenRows.firstLine).description]
    }

    private func failure(_ reason: String, at line: Int? = nil) -> InputError {
        InputError(file: file.name, line: line ?? self.line, reason: reason)
    }

    private mutating func takeTable(findsNumbers: Bool) -> SourceTable {
        var table = SourceTable(
            file: file.name, columns: columns, guessesKinds: true, bytes: bytes, cells: cells, rows: rows)
        table.values = options.values
        table.values.hasSemicolons = separator == ";"
        offset += position
        bytes = Array(bytes[position...])
        position = 0
        cells = []
        rows = []
        table.findNulls(options.nulls)
        if findsNumbers { numericColumns = table.findNumbers(in: numericColumns) }
        return table
    }

    /// Returns the numbers of fields in the header and in the first rows of a file. An error counts as a row of no fields.
    static func fieldCounts(of file: InputFile, _ options: InputOptions, rows: Int) -> [Int] {
        var reader = CSVReader(file, as: .csv, options)
        guard let titles = try? reader.readHeader() else { return [0] }
        var counts = [titles.count]
        do {
            while counts.count <= rows, let count = try reader.readNextRecord() {
                counts.append(count)
                reader.cells = []
            }
        } catch {
            counts.append(0)
        }
        return counts
    }

    private mutating func readHeader() throws(InputError) -> [[UInt8]] {
        while line <= options.skippedLines, position < bytes.count {
            position = bytes[position...].firstIndex { $0.isLineBreak } ?? bytes.count
            endLine()
        }
        let empty = "the file is empty; its first line must name the columns"
        guard skipLines() else { throw InputError(file: file.name, reason: empty) }
        recordStart = (position, line, 0)
        let count = try readRecord()
        defer { cells = [] }
        if !options.hasHeader {
            goBack()
            return Array(repeating: [], count: count)
        }
        try unescape()
        return cells.map { Array(bytes[$0.range]) }
    }

    /// Reads the rows up to an error, which is kept if there are rows before it.
    private mutating func readRows(limit: Int = .max) throws(InputError) {
        // Growing the arrays step by step would temporarily need twice the memory. The first lines tell the number of
        // all lines.
        let start = bytes[position...].prefix(1 << 16)
        let size = bytes.count - position
        let lines = 2 + start.count { $0 == "\n" } * (size + size / 32) / max(start.count, 1)
        rows.reserveCapacity(min(lines, limit))
        // Each cell except the last takes at least one byte of the file, such as its separator.
        cells.reserveCapacity(min(min(lines, limit) * columns.count, size + 1))
        var reported = position
        do {
            while rows.count < limit {
                if rows.count.isMultiple(of: 4096) {
                    Progress.shared.add(position - reported, to: .parsing)
                    reported = position
                }
                guard let count = try readNextRecord() else { break }
                if count != columns.count { try fillOrCutRecord(of: count) }
                if !escapedCells.isEmpty { try unescape() }
                let line = UInt32(clamping: recordStart.line)
                rows.append(SourceTable.RowStart(line: line, cell: UInt32(recordStart.cell)))
            }
        } catch {
            if rows.isEmpty { throw error }
            failure = error
            cells.removeLast(cells.count - rows.count * columns.count)
            escapedCells = []
        }
        if limit == .max { Progress.shared.add(position - reported, to: .parsing) }
    }

    /// Returns to the start of the record that was read last, and removes its cells.
    private mutating func goBack() {
        position = recordStart.position
        line = recordStart.line
        escapedCells = []
        cells.removeLast(cells.count - recordStart.cell)
    }

    /// Fills or cuts the last record, whose number of fields is not that of the columns.
    private mutating func fillOrCutRecord(of count: Int) throws(InputError) {
        guard options.isRagged else {
            let header = options.hasHeader ? "the header" : "the first row"
            let fields = "\(TableWords.counted(count, "field")) where \(header) has \(columns.count)"
            // In CSV, a quote after a space does not begin a quoted field, so the separators in it count.
            let record = bytes[recordStart.position..<position]
            let hasLateQuote = quoting != .none && record.firstRange(of: [separator, " ", "\""]) != nil
            let space = "a quote after a space is an ordinary character, so remove the space"
            let advice = hasLateQuote ? space : adviceForUnevenRow
            throw failure("the row has \(fields); \(advice)", at: recordStart.line)
        }
        try unescape()
        let end = recordStart.cell + columns.count
        cells.removeLast(max(cells.count - end, 0))
        while cells.count < end { cells.append(SourceTable.Cell(0..<0, .null)) }
        if unevenRows.count == 0 { unevenRows.firstLine = recordStart.line }
        unevenRows.count += 1
    }

    /// Reads the next record into `cells`, and returns its number of fields. Returns `nil` at the end of the bytes, also if
    /// the last record may continue beyond them.
    private mutating func readNextRecord() throws(InputError) -> Int? {
        guard skipLines() else { return nil }
        recordStart = (position, line, cells.count)
        var count: Int?
        // More bytes can only cure an error at the end of these bytes.
        do { count = try readRecord() } catch  where !file.isComplete && position == bytes.count {}
        if file.isComplete || position < bytes.count || bytes.last == "\n", let count { return count }
        goBack()
        return nil
    }

    /// Reads one record and its line break into `cells`, and returns the number of fields. Escapes remain.
    private mutating func readRecord() throws(InputError) -> Int {
        let first = cells.count
        while true {
            let hasQuote = position < bytes.count && bytes[position] == "\""
            let field = hasQuote && quoting != .none ? try readQuoted() : try readUnquoted()
            guard field.count <= SourceTable.Cell.maxLength else { throw failure(SourceTable.tooLong) }
            cells.append(SourceTable.Cell(field, .text))
            guard position < bytes.count, bytes[position] == separator else { break }
            position += 1
        }
        endLine()
        return cells.count - first
    }

    /// Skips the line break at the position, if there is one.
    private mutating func endLine() {
        guard position < bytes.count else { return }
        position += bytes.endsLine(at: position) ? 1 : 2
        line += 1
    }

    /// Skips lines of comments, and empty lines unless they are rows. Returns whether a record follows. No record follows a
    /// line that may continue beyond the bytes.
    private mutating func skipLines() -> Bool {
        // Without quotes, a line break is the only sign of an empty field.
        let hasEmptyRows = format == .tsvEscaped && columns.count == 1
        while position < bytes.count {
            let isComment = bytes[position] == options.comment
            guard isComment || bytes[position].isLineBreak && !hasEmptyRows else { return true }
            let end = bytes[position...].firstIndex { $0.isLineBreak } ?? bytes.count
            // The comment, or CR LF, may continue beyond these bytes.
            if !file.isComplete, end + 1 >= bytes.count, bytes.last != "\n" { return false }
            position = end
            endLine()
        }
        return false
    }

    private mutating func readUnquoted() throws(InputError) -> Range<Int> {
        let start = position
        // Most bytes are above all bytes that end a field. This check saves two of three comparisons.
        let ceiling = max(separator, "\r")
        position = bytes.withUnsafeBufferPointer { bytes in
            bytes[start...].firstIndex { $0 <= ceiling && ($0 == separator || $0.isLineBreak) } ?? bytes.count
        }
        let hasEscapes = format == .tsvEscaped || format == .tsv && quoting == .unclear
        if hasEscapes, bytes[start..<position].contains("\\") { escapedCells.append(cells.count) }
        return start..<position
    }

    private static let escapes: [UInt8: UInt8] = ["t": "\t", "n": "\n", "r": "\r", "\\": "\\"]

    /// Decodes the escapes in the cells of the current record: doubled quotes, or the escapes of TSV. A backslash before
    /// any other character is kept. In TSV without a given quoting, an escape is an error.
    private mutating func unescape() throws(InputError) {
        let hasQuotes = format == .csv || quoting == .double
        for index in escapedCells {
            let field = cells[index].range
            var from = field.lowerBound
            var to = from
            while from < field.upperBound {
                var byte = bytes[from]
                from += 1
                if hasQuotes {
                    if byte == "\"" { from += 1 }
                } else if byte == "\\", from < field.upperBound, let escaped = Self.escapes[bytes[from]] {
                    if quoting == .unclear {
                        let escape = bytes.text(from - 1..<from + 1).quoted()
                        let reason =
                            "\(escape) is one character or two; add --from tsv-escaped or --quote none"
                        throw failure(reason, at: recordStart.line)
                    }
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

    /// Reads a field that begins with a quote.
    ///
    /// In tab-separated values without a given quoting, quotes can be ordinary characters. A field with a line break
    /// between quotes then has two readings.
    private mutating func readQuoted() throws(InputError) -> Range<Int> {
        let start = position + 1
        let isOfTSV = quoting == .unclear && format == .tsv
        guard let closing = closingQuote(from: start) else {
            // A later quote may close the field. Few fields are longer than this.
            let isOrdinary = isOfTSV && (file.isComplete || bytes.count - start > 1 << 16)
            if isOrdinary { return try readUnquoted() }
            position = bytes.count
            let advice = quoting == .unclear ? "; if quotes are ordinary characters, add --quote none" : ""
            throw failure("a quote is opened here that is never closed\(advice)")
        }
        let next = closing.index + 1
        let isClosed = next == bytes.count || bytes[next] == separator || bytes[next].isLineBreak
        if quoting == .unclear, isClosed, closing.lineBreaks > 0 {
            position = next
            throw failure(
                "a field in quotes has a line break, or the quotes are ordinary characters; add --quote '\"' or "
                    + "--quote none")
        }
        let isOrdinary = !isClosed && closing.lineBreaks == 0 && !closing.hasDoubledQuotes
        if isOfTSV || quoting == .unclear && isOrdinary { return try readUnquoted() }
        position = next
        line += closing.lineBreaks
        guard isClosed else {
            let rest = bytes[next...].prefix { !$0.isLineBreak && $0 != separator }.prefix(200)
            let found = bytes.text(rest.indices).quoted()
            throw failure("\(found) follows a closing quote; a quote inside a quoted field must be doubled")
        }
        if closing.hasDoubledQuotes { escapedCells.append(cells.count) }
        return start..<closing.index
    }

    /// Returns the first quote from an index on that is not doubled, and the contents before it; `nil` without such a quote.
    private func closingQuote(from start: Int) -> (index: Int, lineBreaks: Int, hasDoubledQuotes: Bool)? {
        var index = start
        var lineBreaks = 0
        var hasDoubledQuotes = false
        while index < bytes.count {
            if bytes[index] == "\"" {
                guard index + 1 < bytes.count, bytes[index + 1] == "\"" else {
                    return (index, lineBreaks, hasDoubledQuotes)
                }
                hasDoubledQuotes = true
                index += 1
            } else if bytes.endsLine(at: index) {
                lineBreaks += 1
            }
            index += 1
        }
        return nil
    }
}

/// The meaning of a quote at the start of a field.
private enum Quoting {
    /// The quote is an ordinary character.
    case none
    /// The quote begins a quoted field.
    case double
    /// The quote is an ordinary character in TSV, and begins a quoted field in CSV with tabs. Fields that have a second
    /// reading are errors.
    case unclear
}
