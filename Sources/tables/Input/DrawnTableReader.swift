/// Reads a simple table that was drawn for people: a Markdown table (GFM), a table in a box, or the output of psql.
///
/// The table has a line of titles, one rule below the titles, and one line for each row. All other structures are errors,
/// because a row of several lines, a section, or an omission could be read as rows.
struct DrawnTableReader {
    private let file: String
    private let isMarkdown: Bool
    private let lines: [Substring]

    /// Creates a reader of a file that is valid UTF-8.
    init(_ file: InputFile, isMarkdown: Bool) {
        let text = file.bytes.text(file.bytes.byteOrderMarkCount..<file.bytes.count)
        lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
        self.file = file.name
        self.isMarkdown = isMarkdown
    }

    /// Reads the only table of the file.
    ///
    /// - Complexity: O(*n*) in the bytes of the file.
    func readTable(_ options: InputOptions) throws(InputError) -> SourceTable {
        let isStart = { index in isMarkdown ? rule(at: index + 1) != nil : !lines[index].trimmed.isEmpty }
        let rest = lines.indices.dropFirst(options.skippedLines)
        let top = rest.first(where: isStart) ?? rest.first { lines[$0].contains("|") } ?? 0
        let isBoxed = !isMarkdown && rule(at: top) != nil
        let head = isBoxed ? top + 1 : top
        guard let rule = rule(at: head + 1), isMarkdown || rule.isFramed == isBoxed else {
            throw refusal(at: top)
        }
        let titles = try texts(at: head, rule).map { options.hasHeader ? $0 : [] }
        let isRow = { !["", "("].contains(lines[$0].prefix(1)) && !(isBoxed && self.rule(at: $0) != nil) }
        let body = lines.indices.dropFirst(head + 2).prefix(while: isRow)
        var table = SourceTable(
            file: file, columns: SourceTable.uniqueNames(titles), guessesKinds: true)
        for index in (options.hasHeader ? [] : [head]) + Array(body) {
            let row = SourceTable.RowStart(line: UInt32(index + 1), cell: UInt32(table.cells.count))
            table.rows.append(row)
            for text in try texts(at: index, rule) {
                guard text.count <= SourceTable.Cell.maxLength else { throw refusal(at: index) }
                let start = table.bytes.count
                table.bytes += text
                table.cells.append(SourceTable.Cell(start..<table.bytes.count, .text))
            }
        }
        try checkEnd(at: body.endIndex, rowCount: body.count)
        table.values = options.values
        table.findNulls(options.nulls)
        table.findNumbers()
        return table
    }

    /// Checks that a rule or the number of rows ends a table of text, and that no other table follows.
    ///
    /// The number of rows, which psql always writes, also shows that each row has one line.
    private func checkEnd(at end: Int, rowCount: Int) throws(InputError) {
        let below = lines.indices.dropFirst(end).filter { !lines[$0].trimmed.isEmpty }
        let count = "\(rowCount) row"
        let other = below.first { index in
            if rule(at: index) != nil { return isMarkdown || index > end }
            return isMarkdown ? index == end : !lines[index].filter { !"(,".contains($0) }.hasPrefix(count)
        }
        if other != nil || below.isEmpty && !isMarkdown { throw refusal(at: other ?? end - 1) }
    }

    private func refusal(at index: Int) -> InputError {
        let reason =
            lines.prefix(2).contains(where: \.isExpanded)
            ? "this is the expanded output of psql; use \\x off, or psql --csv"
            : "the line does not fit a simple table: titles, one rule such as |---|---|, and rows of one line, without "
                + "sections, '…', or empty cells in a box; pipe CSV instead: tables --to csv, psql --csv, mysql --batch"
        return InputError(file: file, line: index + 1, reason: reason)
    }

    private func rule(at index: Int) -> Rule? {
        lines.dropFirst(index).first.flatMap { Rule($0.trimmed, isMarkdown: isMarkdown) }
    }

    /// Returns the UTF-8 texts of the cells of a line.
    private func texts(at index: Int, _ rule: Rule) throws(InputError) -> [[UInt8]] {
        let line = lines[index].trimmed
        var isEscaped = false
        let fields = line.unicodeScalars.split(omittingEmptySubsequences: false) { scalar in
            defer { isEscaped = isMarkdown && scalar == "\\" && !isEscaped }
            return !isEscaped && rule.verticals.contains(scalar)
        }
        var cells = fields.map { Substring($0).trimmed }
        let edges = rule.isFramed ? [cells.removeFirst(), cells.popLast() ?? line] : []
        // `MarkdownFormat` writes the heads and feet of sections in bold.
        let isSection = Set(cells.filter { !$0.isEmpty }.map(\.isBold)) == [true]
        let isPart = rule.isFramed && (line.contains("…") || cells.contains(""))
        guard edges.allSatisfy(\.isEmpty), cells.count == rule.columnCount, isMarkdown ? !isSection : !isPart
        else { throw refusal(at: index) }
        return cells.map { isMarkdown ? $0.unescaped : Array($0.utf8) }
    }

    /// Guesses the format of a table from the first two lines of a text. Returns `nil` if no line looks drawn.
    static func format(sniffing text: ArraySlice<UInt8>) -> InputFormat? {
        let start = String(decoding: text.prefix(1 << 16), as: UTF8.self)
        let lines = start.split(maxSplits: 2, whereSeparator: \.isNewline).prefix(2)
        let rule = lines.first { line in
            let isBox = line.isExpanded || 0x2500...0x257F ~= line.unicodeScalars.first?.value ?? 0
            let isRule = line.contains("--") || line.hasPrefix("|-")
            return isBox || isRule && line.allSatisfy { "-:+| ".contains($0) }
        }
        // A line of dashes alone is a value, unless psql wrote spaces around the title.
        guard let rule, !rule.allSatisfy("-:".contains) || lines[0].hasSuffix(" ") else { return nil }
        guard rule.contains("|"), !rule.contains("+"), !rule.isExpanded else { return .text }
        // Two dashes can be values of CSV, and so can a missing time, --:--.
        let isAligned = [":-", "-:", "---"].contains { rule.contains($0) } && !rule.contains("-:-")
        return isAligned || rule.trimmed.hasPrefix("|") ? .markdown : nil
    }
}

/// The line below the titles, such as `---+---` or `| :-- | --: |`.
private struct Rule {
    let columnCount: Int
    /// Whether vertical lines surround each row.
    let isFramed: Bool
    /// The characters between two columns.
    let verticals: [Unicode.Scalar]

    init?(_ line: Substring, isMarkdown: Bool) {
        let parts = line.split { "+|├┼┤┌┬┐└┴┘╭╮╰╯┣╋┫┏┳┓┗┻┛╠╬╣╔╦╗╚╩╝".contains($0) }
        let areStrokes = parts.map(\.trimmed).allSatisfy { !$0.isEmpty && $0.allSatisfy("-:─━═".contains) }
        guard areStrokes, let first = parts.first, !isMarkdown || line.contains("|") else { return nil }
        columnCount = parts.count
        isFramed = first.startIndex > line.startIndex
        verticals = line.utf8.contains("-") ? ["|"] : ["│", "┃", "║"]
    }
}

extension Substring {
    /// The text without spaces and tabs at its edges.
    fileprivate var trimmed: Substring {
        let start = unicodeScalars.drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { Substring(start[...$0]) } ?? ""
    }

    /// Whether the line is the first one of a row in the expanded output of psql.
    fileprivate var isExpanded: Bool { drop { "+-┌─╔═".contains($0) }.hasPrefix("[ RECORD 1 ]") }

    /// Whether the text of a Markdown cell is bold as a whole.
    fileprivate var isBold: Bool { hasPrefix("**") && hasSuffix("**") && contains { !"* ".contains($0) } }

    /// The UTF-8 text of a Markdown cell without the escapes of `MarkdownFormat`. Code and other markup remain as they are.
    fileprivate var unescaped: [UInt8] {
        var text: [UInt8] = []
        var rest = utf8
        var isCode = false
        while let byte = rest.popFirst() {
            if byte == "`" { isCode = !isCode && rest.contains("`") }
            let end = rest.prefix(8).firstIndex { byte == "\\" || $0 == ">" || $0 == ";" }
            if let end, !isCode || rest.first == "|", let meaning = Self.escapes[[byte] + rest[...end]] {
                text += meaning
                rest = rest[end...].dropFirst()
            } else {
                text.append(byte)
            }
        }
        return text
    }

    /// The meanings of tags, backslashes before punctuation, and references to white space.
    private static let escapes: [[UInt8]: [UInt8]] = {
        var escapes = ["<br>": "\n", "<span>": "", "</span>": "", "&amp;": "&", "&lt;": "<", "&gt;": ">"]
        for mark in ##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"## { escapes["\\\(mark)"] = String(mark) }
        let blanks = (9...0x3000).compactMap { Unicode.Scalar($0 as UInt32) }.filter(
            \.properties.isWhitespace)
        for blank in blanks { escapes["&#\(blank.value);"] = String(blank) }
        return Dictionary(uniqueKeysWithValues: escapes.map { (Array($0.utf8), Array($1.utf8)) })
    }()
}
