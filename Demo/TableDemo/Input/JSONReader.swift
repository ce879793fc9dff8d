/// Reads JSON, as RFC 8259 describes it, into a ``SourceTable``: an array of objects, or JSON Lines.
///
/// Foundation's readers lose the order of keys, the text of numbers and the lines. Strings are
/// unescaped where they stand. A key names a column, in the order in which keys first appear; nested
/// values become text, their own JSON without white space.
struct JSONReader {
    /// How the objects follow each other.
    enum Layout {
        /// As the elements of one array.
        case array
        /// One on each line.
        case lines
    }

    /// How deep values may be nested, the array and its objects included.
    static let deepest = 512

    let file: String
    let text: UnsafeMutableBufferPointer<UInt8>
    let layout: Layout
    /// How many missing values the cells may spell out: objects that have ever new keys would fill
    /// the memory with them.
    let mostMissing: Int
    /// Where reading stops: the end of the text or, in JSON Lines, of the line.
    var end: Int
    var position = 0
    var line = 1
    var cells: [SourceTable.Cell] = []
    var rowStarts: [UInt32] = [0]
    var rowLines: [UInt32] = []
    var keys = JSONKeys()
    var hasNumber: [Bool] = []
    var hasOther: [Bool] = []
    var missing = 0

    /// Reads a file that is known to be UTF-8.
    ///
    /// - Parameter mostMissing: how many missing values there may be; two for each byte of the file, and
    ///   at least 2^22, by default.
    /// - Throws: ``InputError`` for broken JSON and for JSON that is no table.
    /// - Complexity: O(*n*) in the bytes of the file, if most objects have the same keys.
    static func table(
        from file: consuming InputFile, layout: Layout, mostMissing: Int? = nil
    ) throws(InputError) -> SourceTable {
        let name = file.name
        var bytes: [UInt8] = []
        swap(&bytes, &file.bytes)
        let (columns, reader) = try bytes.withUnsafeMutableBufferPointer { (text) throws(InputError) in
            var reader = JSONReader(file: name, text: text, layout: layout, mostMissing: mostMissing)
            switch layout {
            case .array: try reader.readArray()
            case .lines: try reader.readLines()
            }
            return (reader.keys.names(in: text), reader)
        }
        let isFull = reader.cells.count == reader.rowLines.count * columns.count
        return SourceTable(
            file: name, columns: columns,
            numericColumns: zip(reader.hasNumber, reader.hasOther).map { $0 && !$1 },
            bytes: bytes, cells: reader.cells, rowStarts: isFull ? [] : reader.rowStarts,
            rowLines: reader.rowLines)
    }

    private init(
        file: String, text: UnsafeMutableBufferPointer<UInt8>, layout: Layout, mostMissing: Int?
    ) {
        self.mostMissing = mostMissing ?? max(1 << 22, text.count * 2)
        self.file = file
        self.text = text
        self.layout = layout
        end = text.count
        if text.starts(with: Byte.byteOrderMark) { position = 3 }
    }

    private mutating func readArray() throws(InputError) {
        skipWhitespace()
        guard position < end else { throw emptyFile }
        guard text[position] == Byte.openBracket else {
            throw failure("expected an array of objects, found \(foundValue)\(advice)")
        }
        position += 1
        skipWhitespace()
        if !skip(Byte.closeBracket) {
            repeat {
                skipWhitespace()
                guard peek == Byte.openBrace else {
                    let number = rowLines.count + 1
                    throw failure("expected an object as element \(number) of the array, found \(foundValue)")
                }
                try readObject()
                skipWhitespace()
            } while skip(Byte.comma)
            guard skip(Byte.closeBracket) else {
                throw failure("expected ',' or ']' after an object, found \(found)")
            }
        }
        skipWhitespace()
        guard position == end else { throw failure("expected nothing after the array, found \(found)") }
    }

    /// What helps where an object stands in place of an array.
    private var advice: String {
        guard text[position] == Byte.openBrace else { return "" }
        let line = text[position...].prefix { !Byte.isLineBreak($0) }
        let isWhole = line.last { $0 != Byte.space && $0 != Byte.tab } == Byte.closeBrace
        return isWhole ? "; for one object a line use --from jsonl" : "; for a table of one row put it in [ ]"
    }

    private mutating func readLines() throws(InputError) {
        while position < text.count {
            end = text[position...].firstIndex(where: Byte.isLineBreak) ?? text.count
            skipWhitespace()
            if position < end {
                guard peek == Byte.openBrace else {
                    let advice = peek == Byte.openBracket ? "; for an array of objects use --from json" : ""
                    throw failure("expected an object on the line, found \(foundValue)\(advice)")
                }
                try readObject()
                skipWhitespace()
                guard position == end else {
                    throw failure("expected one object on the line, found \(found) after it")
                }
            }
            end = text.count
            skipWhitespace()
        }
        if rowLines.isEmpty { throw emptyFile }
    }

    private var emptyFile: InputError {
        let expected = layout == .array ? "an array of objects" : "an object on each line"
        return InputError(file: file, reason: "the file is empty; expected \(expected)")
    }
}
