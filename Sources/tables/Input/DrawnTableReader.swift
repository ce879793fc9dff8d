import TableAgent
import TableSurfaces

/// Reads a table that was drawn for people: a Markdown table (GFM), or text with lines between its columns, such as the
/// output of psql, mysql, and `TextFormat`.
///
/// Each line is a row. A line that may also continue the row above is an error, and so are sections and omitted rows.
/// Cells are unescaped in place, because unescaping never makes them longer.
struct DrawnTableReader {
    private let file: String
    private let isMarkdown: Bool
    private let options: InputOptions
    private var bytes: [UInt8] = []
    /// The lines of the file, without line breaks.
    private var lines: [Range<Int>] = []
    /// The line that determines the columns.
    private var rule = Rule()

    private static let advice = "write it for programs, as tables --to csv, psql --csv, and mysql --batch do"

    /// Reads the only table of a file that is valid UTF-8.
    ///
    /// - Complexity: O(*n*) in the bytes of the file.
    static func table(
        from file: consuming InputFile, isMarkdown: Bool, _ options: InputOptions
    ) throws(InputError) -> SourceTable {
        var reader = DrawnTableReader(file: file.name, isMarkdown: isMarkdown, options: options)
        let ends = file.bytes.indices.filter { file.bytes.endsLine(at: $0) }
        let starts = [file.bytes.byteOrderMarkCount] + ends.map { $0 + 1 }
        reader.lines = zip(starts, ends + [file.bytes.count]).map { $0..<$1 }
        swap(&reader.bytes, &file.bytes)
        return try reader.readTable(isMarkdown ? reader.findMarkdownRows() : reader.findTextRows())
    }

    private func error(_ reason: String, at index: Int? = nil) -> InputError {
        InputError(file: file, line: index.map { $0 + 1 }, reason: reason)
    }

    /// Returns a range of bytes without the white space at its edges.
    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        let end = bytes[range].lastIndex { !$0.isWhitespace }.map { $0 + 1 } ?? range.lowerBound
        return (bytes[range].firstIndex { !$0.isWhitespace } ?? end)..<end
    }

    // MARK: Rows

    /// Reads the lines of a table, of which the first one has the titles.
    private mutating func readTable(_ found: [Int]) throws(InputError) -> SourceTable {
        var cells: [SourceTable.Cell] = []
        var rows: [SourceTable.RowStart] = []
        var titles: [[UInt8]] = Array(repeating: [], count: rule.columnCount)
        for (number, index) in found.enumerated() {
            let read = try readCells(ofLine: index, isBelowRow: number > 1)
            if options.hasHeader, number == 0 {
                titles = read.map { Array(bytes[$0.range]) }
            } else {
                rows.append(SourceTable.RowStart(line: UInt32(index + 1), cell: UInt32(cells.count)))
                cells += read
            }
        }
        if !isMarkdown { try checkEnd(below: found.last ?? 0, rowCount: rows.count) }
        let names = SourceTable.uniqueNames(titles)
        var table = SourceTable(
            file: file, columns: names, guessesKinds: true, bytes: bytes, cells: cells, rows: rows)
        table.values = options.values
        table.findNulls(options.nulls)
        table.findNumbers()
        return table
    }

    private mutating func readCells(
        ofLine index: Int, isBelowRow: Bool
    ) throws(InputError) -> [SourceTable.Cell] {
        let fields = fields(of: index)
        if let problem = problem(with: fields, ofLine: index, isBelowRow: isBelowRow) {
            throw error("\(problem) \(Self.advice)", at: index)
        }
        return fields.map { field in
            var cell = trimmed(field)
            if isMarkdown, bytes[cell].contains(where: { "\\&<".utf8.contains($0) }) {
                let text = MarkdownCell.unescaped(Array(bytes[cell]))
                cell = cell.prefix(text.count)
                bytes.replaceSubrange(cell, with: text)
            }
            return SourceTable.Cell(cell, .text)
        }
    }

    /// Returns the fields of a line, including the spaces around their texts.
    private func fields(of index: Int) -> [Range<Int>] {
        let line = rule.isFramed ? trimmed(lines[index]) : lines[index]
        var fields: [Range<Int>] = []
        var start = line.lowerBound
        var position = start
        while position < line.upperBound {
            if let length = lengthOfVertical(at: position) {
                fields.append(start..<position)
                start = position + length
                position = start
            } else {
                position += isMarkdown && bytes[position] == "\\" ? 2 : 1
            }
        }
        // A line of Markdown without '|' is no row.
        if isMarkdown, fields.isEmpty { return [] }
        fields.append(start..<line.upperBound)
        if rule.isFramed, fields[0].isEmpty { fields.removeFirst() }
        if rule.isFramed, fields.count > 1, fields.last?.isEmpty == true { fields.removeLast() }
        return fields
    }

    /// Returns the number of bytes of the line between two columns, or `nil` for any other text.
    private func lengthOfVertical(at index: Int) -> Int? {
        rule.verticals.first { bytes[index...].starts(with: $0) }?.count
    }

    /// Returns the reason why a line is not a row with one reading, or `nil` for a row.
    private func problem(with fields: [Range<Int>], ofLine index: Int, isBelowRow: Bool) -> String? {
        let texts = fields.map { bytes[trimmed($0)] }
        let values = texts.filter { !$0.isEmpty }
        if isMarkdown, !values.isEmpty, values.allSatisfy({ MarkdownCell.isStrong($0) }) {
            return "a bold line can be a row, a total, or the title of a section;"
        }
        let omission = "…".utf8
        if rule.isFramed, !isMarkdown,
            values.contains(where: { $0.starts(with: omission) || $0.suffix(3).elementsEqual(omission) })
        {
            return "'…' can stand for omitted rows, columns, or text; add --full there, or"
        }
        guard fields.count == rule.columnCount else {
            let count = TableWords.counted(fields.count, "field")
            return "the line has \(count) where the table has \(rule.columnCount); escape '|' in cells, or"
        }
        if isMarkdown { return nil }
        // psql marks a cell that continues on the next line in place of the space after the cell.
        let line = bytes[lines[index].lowerBound..<trimmed(lines[index]).upperBound]
        let isFull = line.withUnsafeBufferPointer { DisplayWidth.width(of: $0) } >= rule.width
        let isMarked = fields.dropLast(rule.isFramed ? 0 : 1).contains { bytes[$0].last != " " }
        if isMarked || isFull && !rule.isFramed {
            return "a cell without a space after it can continue below;"
        }
        let isPart = rule.isFramed && texts.count > 1 && (texts[0].isEmpty || values.count == 1)
        return isPart && isBelowRow ? "with its empty cells, the line can continue the row above;" : nil
    }

    // MARK: Markdown

    /// Returns the lines of the titles and the rows of the only table.
    private mutating func findMarkdownRows() throws(InputError) -> [Int] {
        var tables: [Range<Int>] = []
        var index = options.skippedLines
        while index + 1 < lines.count {
            var end = index + 1
            if bytes[lines[index]].contains("|"), MarkdownCell.areDelimiters(bytes[lines[end]]) {
                end = lines[(index + 2)...].firstIndex { endsTable($0) } ?? lines.count
                tables.append(index..<end)
            }
            index = end
        }
        guard let table = tables.last else {
            throw error("there is no Markdown table: titles above a line such as |---|---|")
        }
        guard tables.count == 1 else {
            let starts = tables.map { "\($0.lowerBound + 1)" }.joined(separator: ", ").shortened()
            let advice = "keep one of them, or add --skip \(table.lowerBound) for the last one"
            throw error("there are \(tables.count) tables, at the lines \(starts); \(advice)")
        }
        rule.columnCount = fields(of: table.lowerBound + 1).count
        return [table.lowerBound] + table.dropFirst(2)
    }

    /// Returns whether a line of Markdown is blank, or begins or ends code.
    private func endsTable(_ line: Range<Int>) -> Bool {
        let text = bytes[trimmed(line)]
        return text.isEmpty || text.starts(with: "```".utf8)
    }

    // MARK: Text

    /// Returns the lines of the titles and the rows of the only table.
    private mutating func findTextRows() throws(InputError) -> [Int] {
        let top = lines.indices.dropFirst(options.skippedLines).first { !trimmed(lines[$0]).isEmpty } ?? 0
        let hasTop = rule(at: top)?.isFramed ?? false
        guard let rule = rule(at: hasTop ? top : top + 1) else {
            throw error("no line such as +---+---+ or ---+--- divides the columns; \(Self.advice)", at: top)
        }
        self.rule = rule
        let start = hasTop ? top + 1 : top
        let hasTitles = self.rule(at: start + 1) != nil
        guard hasTitles || !options.hasHeader else {
            let reason = "the titles do not take one line; if there are none, add --no-header, else"
            throw error("\(reason) \(Self.advice)", at: start + 1)
        }
        let first = hasTitles ? start + 2 : start
        return (hasTitles ? [start] : []) + lines.indices.dropFirst(first).prefix { isRow($0) }
    }

    private func rule(at index: Int) -> Rule? {
        lines.indices.contains(index) ? Rule(bytes.text(trimmed(lines[index]))) : nil
    }

    /// Returns whether a line begins like a row. Without a frame, each row begins with a space.
    private func isRow(_ index: Int) -> Bool {
        let line = trimmed(lines[index])
        if !rule.isFramed { return bytes[lines[index]].first == " " }
        return !line.isEmpty && lengthOfVertical(at: line.lowerBound) != nil
    }

    /// Checks that the lines below the rows are the border, blank lines, and the number of rows, such as `(2 rows)`.
    private func checkEnd(below last: Int, rowCount: Int) throws(InputError) {
        let below = lines.indices.dropFirst(last + 1).drop { rule(at: $0) != nil }
        if rule.isBoxed, rule(at: last + 1) == nil {
            throw error("the table has no line below this one; it is incomplete", at: last)
        }
        for index in below {
            let text = bytes[trimmed(lines[index])].drop { $0 == "(" }
            let digits = text.prefix { $0.isDigit || $0 == "," }.filter(\.isDigit)
            if text.isEmpty || Int(String(decoding: digits, as: UTF8.self)) == rowCount { continue }
            let reason = "the table ends above this line, which is not the number of its rows, \(rowCount)"
            let advice = "if it has sections, \(Self.advice); if this is another table, add --skip \(index)"
            throw error("\(reason); \(advice)", at: index)
        }
    }
}

/// A line of the border of a table, such as `+---+---+` or `───┼───`, or the default values for Markdown.
private struct Rule {
    var columnCount = 0
    /// Whether lines surround the cells of a row.
    private(set) var isFramed = true
    /// Whether lines surround the table.
    private(set) var isBoxed = false
    /// The number of terminal columns.
    private(set) var width = 0
    /// The lines between two columns.
    private(set) var verticals = [Array("|".utf8)]

    init() {}

    init?(_ text: String) {
        let line = text.unicodeScalars
        let junctions = line.filter { !"-=.─━═╌╍┄┅┈┉".unicodeScalars.contains($0) }
        let areJunctions = junctions.allSatisfy { $0 == "+" || $0 == "|" || 0x2500...0x257F ~= $0.value }
        guard areJunctions, junctions.count < line.count else { return nil }
        isFramed = line.first == junctions.first
        isBoxed = isFramed && line.first != "|"
        columnCount = junctions.count + (isFramed ? -1 : 1)
        width = line.count
        if !line.allSatisfy(\.isASCII) { verticals = ["│", "┃", "║"].map { Array($0.utf8) } }
    }
}

/// The syntax of Markdown tables.
private enum MarkdownCell {
    /// Returns whether a line separates titles from rows, such as `|:--|--:|`.
    static func areDelimiters(_ line: ArraySlice<UInt8>) -> Bool {
        let cells = line.filter { !$0.isWhitespace }.split(separator: "|")
        // A cell has dashes between optional colons.
        return line.contains("|") && !cells.isEmpty
            && cells.allSatisfy { $0.split(separator: ":").map { $0.allSatisfy { $0 == "-" } } == [true] }
    }

    /// Returns whether a text is strong as a whole, as `MarkdownFormat` writes heads and feet.
    static func isStrong(_ text: ArraySlice<UInt8>) -> Bool {
        text.count > 4 && text.starts(with: "**".utf8) && text.suffix(2).elementsEqual("**".utf8)
            && !"* ".utf8.contains(text[text.startIndex + 2])
    }

    private static let marks = [
        "<br>": "\n", "<br/>": "\n", "<br />": "\n", "<span>": "", "</span>": "", "&amp;": "&", "&lt;": "<",
        "&gt;": ">", "&quot;": "\"", "&nbsp;": "\u{A0}",
    ]

    /// Returns the text of a cell: decodes backslashes before punctuation, character references, and the tags of
    /// `MarkdownFormat`. A code span keeps all of them except `\|`. Other markup remains.
    static func unescaped(_ cell: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        var rest = cell[...]
        var isCode = false
        while let byte = rest.popFirst() {
            let next = rest.first ?? " "
            let isPunctuation = 0x21...0x7E ~= next && !next.isLetter && !next.isDigit
            let end = rest.prefix(10).firstIndex(of: byte == "<" ? ">" : ";")
            if byte == "`" { isCode = !isCode && rest.contains("`") }
            if byte == "\\", isCode ? next == "|" : isPunctuation {
                text.append(next)
                rest.removeFirst()
            } else if !isCode, byte == "<" || byte == "&", let end,
                let meaning = meaning(of: String(decoding: [byte] + rest[...end], as: UTF8.self))
            {
                text += meaning.utf8
                rest = rest[(end + 1)...]
            } else {
                text.append(byte)
            }
        }
        return text
    }

    private static func meaning(of mark: String) -> String? {
        let number = mark.dropFirst(2).dropLast()
        guard mark.hasPrefix("&#"), number.utf8.first?.isDigit == true else { return marks[mark] }
        return UInt32(number).flatMap(Unicode.Scalar.init).map { String($0) }
    }
}

extension InputFormat {
    /// Creates the format of a drawn table from the first two lines of a text. Returns `nil` for other texts.
    init?(sniffingDrawn text: ArraySlice<UInt8>) {
        let lines = text.prefix(1 << 16).split(maxSplits: 2, whereSeparator: \.isLineBreak)
        let first = String(decoding: lines.first ?? [], as: UTF8.self)
        let second = lines.count > 1 ? lines[1] : []
        let line = String(decoding: second, as: UTF8.self)
        if first.contains("|"), MarkdownCell.areDelimiters(second), line.hasPrefix("|") || line.contains("--")
        {
            self = .markdown
            return
        }
        let isDrawn = [first, line].contains {
            let isBox = $0.unicodeScalars.first.map { 0x2500...0x257F ~= $0.value } == true
            return isBox || $0.hasPrefix("+-") && Rule($0) != nil
        }
        let hasRule = line.utf8.count > 2 && Rule(line.filter { $0 != " " }) != nil
        let divides = first.hasSuffix(" ") || ["-+-", "-  -"].contains { line.contains($0) }
        guard isDrawn || hasRule && divides else { return nil }
        self = .text
    }
}
