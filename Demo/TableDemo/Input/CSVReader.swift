import Foundation

/// Reads CSV, as RFC 4180 describes it, and TSV into a ``SourceTable``.
///
/// The first record names the columns. LF, CRLF or a lone CR outside quotes ends a record, and lines
/// with nothing in them are skipped. Fields are unescaped where they stand, as that never makes them
/// longer.
struct CSVReader {
    /// The two ways to write a table as lines of separated fields.
    enum Dialect {
        /// Commas; fields may be quoted.
        case csv
        /// Tabs; no quotes, but `\t`, `\n`, `\r` and `\\`.
        case tsv
    }

    let file: String
    let text: UnsafeMutableBufferPointer<UInt8>
    let dialect: Dialect
    var position = 0
    var line = 1
    var cells: [SourceTable.Cell] = []
    var rowLines: [UInt32] = []

    /// Reads a file that is known to be UTF-8.
    ///
    /// - Throws: ``InputError`` for an empty file, a row of another length than the header, a quote
    ///   that is never closed and text after a closing quote.
    /// - Complexity: O(*n*) in the bytes of the file.
    static func table(
        from file: consuming InputFile, dialect: Dialect
    ) throws(InputError) -> SourceTable {
        let name = file.name
        var bytes: [UInt8] = []
        swap(&bytes, &file.bytes)
        let (columns, numeric, cells, rowLines) = try bytes.withUnsafeMutableBufferPointer {
            (text) throws(InputError) in
            var reader = CSVReader(file: name, text: text, dialect: dialect)
            let columns = try reader.readHeader()
            try reader.readRows(columnCount: columns.count)
            let numeric = Self.markNumbers(in: &reader.cells, columnCount: columns.count, text: text)
            return (columns, numeric, reader.cells, reader.rowLines)
        }
        return SourceTable(
            file: name, columns: columns, numericColumns: numeric, bytes: bytes, cells: cells,
            rowLines: rowLines, guessesKinds: true)
    }

    private init(file: String, text: UnsafeMutableBufferPointer<UInt8>, dialect: Dialect) {
        self.file = file
        self.text = text
        self.dialect = dialect
        if text.starts(with: Byte.byteOrderMark) { position = 3 }
    }

    private mutating func readHeader() throws(InputError) -> [String] {
        skipBlankLines()
        guard position < text.count else {
            throw InputError(file: file, reason: "the file is empty; its first line must name the columns")
        }
        _ = try readRecord()
        let names = cells.map { string($0.range) }
        cells = []
        return Self.unique(names)
    }

    private mutating func readRows(columnCount: Int) throws(InputError) {
        reserve(columnCount: columnCount)
        skipBlankLines()
        while position < text.count {
            let start = line
            let count = try readRecord()
            guard count == columnCount else {
                let fields = count == 1 ? "1 field" : "\(count) fields"
                let reason = "the row has \(fields) where the header has \(columnCount)"
                throw InputError(file: file, line: start, reason: reason)
            }
            rowLines.append(UInt32(start))
            skipBlankLines()
        }
    }

    /// Makes room for as many rows as lines are left: growing step by step would hold the cells twice.
    private mutating func reserve(columnCount: Int) {
        var lines = 1
        var index = position
        while index < text.count, let base = text.baseAddress,
            let found = memchr(base + index, Int32(Byte.lineFeed), text.count - index)
        {
            index = UnsafeRawPointer(base).distance(to: found) + 1
            lines += 1
        }
        rowLines.reserveCapacity(lines)
        // Each cell takes a byte of the file, be it the separator, except the last.
        cells.reserveCapacity(min(lines * columnCount, text.count - position + 1))
    }

    private mutating func skipBlankLines() {
        while position < text.count, Byte.isLineBreak(text[position]) { skipLineBreak() }
    }

    /// Steps over the line break at the position, CRLF as one.
    mutating func skipLineBreak() {
        let isPair = text[position] == Byte.carriageReturn && position + 1 < text.count
        position += isPair && text[position + 1] == Byte.lineFeed ? 2 : 1
        line += 1
    }

    func string(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
    }

    var separator: UInt8 { dialect == .csv ? Byte.comma : Byte.tab }
}
