import TableAgent

/// Reads CSV, as RFC 4180 describes it, and TSV into a ``SourceTable``, or into a table for each part of a large file.
///
/// The first record contains the column names. Outside quotes, LF, CRLF, or a lone CR ends a record. Empty
/// lines are skipped. Fields are unescaped in place, because unescaping never makes them longer.
struct CSVReader {
    /// The unique names of the columns.
    private(set) var columns: [String] = []
    /// Whether all titles are numbers, and not all of them are years.
    private var hasNumbersAsTitles = false
    /// The source of further bytes.
    private(set) var file: InputFile
    private let format: InputFormat
    let options: InputOptions
    let separator: UInt8
    /// Whether a quote at the start of a field begins a quoted field.
    private let readsQuotes: Bool
    private(set) var bytes: [UInt8] = []
    private var position: Int
    private var line = 1
    /// The number of bytes of the file before `bytes`.
    private(set) var offset = 0
    /// Whether the bytes differ from those of the file.
    private(set) var isChanged = false
    private var cells: [SourceTable.Cell] = []
    private var rows: [SourceTable.RowStart] = []
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
        do {
            let titles = try readHeader()
            columns = SourceTable.uniqueNames(titles)
            hasNumbersAsTitles = Self.areNumbers(titles)
        } catch {
            throw advising(error)
        }
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
        readsQuotes =
            format != .tsvEscaped && (options.quote ?? (format == .csv ? .double : .ordinary)) == .double
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
        do {
            try readRows(limit: limit)
        } catch {
            let error = advising(error)
            guard options.keepsGoodRows, !rows.isEmpty else { throw error }
            failure = error
            removeUnfinishedCells()
        }
        var table = takeTable(findsNumbers: true)
        table.failure = failure
        table.notes = notes(on: table)
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
            do {
                try readRows()
            } catch {
                let error = advising(error)
                if rows.isEmpty { throw error }
                failure = error
                removeUnfinishedCells()
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

    /// Returns notes for the person about the rows that were read, one line each.
    ///
    /// - Parameter table: The table of the whole file, or `nil` for a file that was read in parts.
    func notes(on table: SourceTable? = nil) -> [String] {
        var notes: [InputError] = []
        if hasNumbersAsTitles, options.hasHeader, let table, !table.rows.isEmpty,
            table.columns.indices.allSatisfy({ table.isNumeric($0) })
        {
            let titles = columns.prefix(5).joined(separator: ", ").quoted()
            let reason =
                "the titles \(titles) are numbers; if the first row is one of the rows, add --no-header"
            notes.append(InputError(file: file.name, reason: reason))
        }
        if unevenRows.count > 0 {
            let rows = TableWords.counted(unevenRows.count, "uneven row")
            let reason =
                "\(rows) filled or cut to \(TableWords.counted(columns.count, "field")), the first one here"
            notes.append(InputError(file: file.name, line: unevenRows.firstLine, reason: reason))
        }
        return notes.map(\.description)
    }

    private mutating func takeTable(findsNumbers: Bool) -> SourceTable {
        var table = SourceTable(
            file: file.name, columns: columns, guessesKinds: true, bytes: bytes, cells: cells, rows: rows)
        table.values = options.values
        offset += position
        bytes = Array(bytes[position...])
        position = 0
        cells = []
        rows = []
        table.findNulls(options.nulls)
        if findsNumbers { numericColumns = table.findNumbers(in: numericColumns) }
        return table
    }

    /// Returns the numbers of fields in the header and in the first rows of a file, and whether an error follows them.
    /// Returns `nil` without a header.
    static func fieldCounts(
        of file: InputFile, _ options: InputOptions, rows: Int
    ) -> (counts: [Int], hasError: Bool)? {
        var reader = CSVReader(file, as: .csv, options)
        guard let titles = try? reader.readHeader() else { return nil }
        var counts = [titles.count]
        do {
            while counts.count <= rows, let count = try reader.readNextRecord() {
                counts.append(count)
                reader.cells = []
            }
            return (counts, false)
        } catch {
            return (counts, true)
        }
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
            guard let count = try readNextRecord() else { return }
            if count != columns.count { try even(count, ofRecordAt: start) }
            if !escapedCells.isEmpty { unescape() }
            rows.append(SourceTable.RowStart(line: UInt32(clamping: start.line), cell: UInt32(start.cell)))
        }
        if limit == .max { Progress.shared.add(position - reported, to: .parsing) }
    }

    /// The start of a record: its first byte, its line, and the index of its first cell.
    private typealias RecordStart = (position: Int, line: Int, cell: Int)

    private var recordStart: RecordStart { (position, line, cells.count) }

    /// Removes the cells of the record that has an error.
    private mutating func removeUnfinishedCells() {
        cells.removeLast(cells.count - rows.count * columns.count)
        escapedCells = []
    }

    /// Returns to the start of the record that was read last, and removes its cells.
    private mutating func goBack(to start: RecordStart) {
        position = start.position
        line = start.line
        escapedCells = []
        cells.removeLast(cells.count - start.cell)
    }

    /// Fills or cuts a record whose number of fields is not that of the columns.
    private mutating func even(_ count: Int, ofRecordAt start: RecordStart) throws(InputError) {
        guard options.isRagged else {
            let header = options.hasHeader ? "the header" : "the first row"
            // In CSV, a quote after a space does not begin a quoted field, so the separators in it count.
            let mark = [separator, " ", "\""]
            let hasLateQuote = readsQuotes && bytes[start.position..<position].firstRange(of: mark) != nil
            let reason =
                "the row has \(TableWords.counted(count, "field")) where \(header) has \(columns.count)"
                + (hasLateQuote
                    ? "; a quote after a space is an ordinary character, so remove the space" : "")
            throw InputError(file: file.name, line: start.line, reason: reason)
        }
        let end = start.cell + columns.count
        cells.removeLast(max(cells.count - end, 0))
        while cells.count < end { cells.append(SourceTable.Cell(0..<0, .null)) }
        escapedCells.removeAll { $0 >= end }
        if unevenRows.count == 0 { unevenRows.firstLine = start.line }
        unevenRows.count += 1
    }

    /// Reads the next record into `cells`, and returns its number of fields. Returns `nil` at the end of the bytes, also if
    /// the last record may continue beyond them.
    private mutating func readNextRecord() throws(InputError) -> Int? {
        guard position < bytes.count else { return nil }
        let start = recordStart
        var count: Int?
        // More bytes can only cure an error at the end of these bytes.
        do { count = try readRecord() } catch  where !file.isComplete && position == bytes.count {}
        if file.isComplete || position < bytes.count || bytes.last == "\n", let count { return count }
        goBack(to: start)
        return nil
    }

    /// Reads one record into `cells`, skips the following empty lines, and returns the number of fields. Escapes remain.
    private mutating func readRecord() throws(InputError) -> Int {
        let first = cells.count
        while true {
            let hasQuote = position < bytes.count && bytes[position] == "\""
            let field = hasQuote && (readsQuotes || refusesEscapes) ? try readQuoted() : try readUnquoted()
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

    private mutating func readUnquoted() throws(InputError) -> Range<Int> {
        let start = position
        // Most bytes are above all bytes that end a field. This check saves two of three comparisons.
        let ceiling = max(separator, "\r")
        position = bytes.withUnsafeBufferPointer { bytes in
            bytes[start...].firstIndex { $0 <= ceiling && ($0 == separator || $0.isLineBreak) } ?? bytes.count
        }
        if format == .tsvEscaped || refusesEscapes, bytes[start..<position].contains("\\") {
            if refusesEscapes { try checkEscapes(start..<position) } else { escapedCells.append(cells.count) }
        }
        return start..<position
    }

    /// Throws an error for an escape in TSV, which can also be a backslash and a letter.
    private func checkEscapes(_ field: Range<Int>) throws(InputError) {
        for index in field.dropLast() where bytes[index] == "\\" && Self.escapes[bytes[index + 1]] != nil {
            let escape = bytes.text(index..<index + 2).quoted()
            let reason =
                "\(escape) is one escaped character, or two characters; add --from tsv-escaped or --quote none"
            throw InputError(file: file.name, line: line, reason: reason)
        }
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

    /// Reads a field that begins with a quote.
    ///
    /// In tab-separated values without a given quoting, quotes can be ordinary characters. A field with a line break
    /// between quotes then has two readings.
    private mutating func readQuoted() throws(InputError) -> Range<Int> {
        let start = position + 1
        let isUnclear = separator == "\t" && options.quote == nil
        guard let closing = closingQuote(from: start) else {
            // A later quote may close the field. Few fields are longer than this.
            if !readsQuotes, file.isComplete || bytes.count - start > 1 << 16 { return try readUnquoted() }
            let advice = isUnclear ? "; if quotes are ordinary characters, add --quote none" : ""
            position = bytes.count
            throw InputError(
                file: file.name, line: line,
                reason: "a quote is opened here that is never closed\(advice)")
        }
        let next = closing.index + 1
        let isClosed = next == bytes.count || bytes[next] == separator || bytes[next].isLineBreak
        if isUnclear, isClosed, closing.lineBreaks > 0 {
            position = next
            throw InputError(
                file: file.name, line: line,
                reason: "a field in quotes has a line break, or the quotes are ordinary characters; "
                    + "add --quote '\"' or --quote none")
        }
        let isOrdinary = !isClosed && closing.lineBreaks == 0 && !closing.hasDoubledQuotes
        if isUnclear, isOrdinary || !readsQuotes { return try readUnquoted() }
        position = next
        line += closing.lineBreaks
        guard isClosed else {
            let rest = bytes[next...].prefix { !$0.isLineBreak && $0 != separator }.prefix(200)
            let found = bytes.text(rest.indices).quoted()
            throw InputError(
                file: file.name, line: line,
                reason: "\(found) follows a closing quote; a quote inside a quoted field must be doubled")
        }
        if closing.hasDoubledQuotes { escapedCells.append(cells.count) }
        return start..<closing.index
    }

    /// The quote that ends a field, and the contents before it.
    private typealias ClosingQuote = (index: Int, lineBreaks: Int, hasDoubledQuotes: Bool)

    /// Returns the first quote from an index on that is not doubled; `nil` without such a quote.
    private func closingQuote(from start: Int) -> ClosingQuote? {
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

    /// Whether quotes with line breaks, and escapes, are refused, because they have two readings.
    private var refusesEscapes: Bool { format == .tsv && options.quote == nil }
}
