import TableAgent

/// Draws the lines around and between the cells, and decides where a line is needed.
struct TextFrame {
    /// The kind of a line of the table.
    enum Part: Equatable {
        case titles
        case part(TablePart)
        /// The number of omitted rows of a section, or of omitted sections.
        case omission(ofSections: Bool)
    }

    private let border: TextFormat.Border
    private let isStacked: Bool
    /// The text before the first cell of a line.
    let leftEdge: ShortText
    /// The text between two cells.
    let gap: ShortText
    /// The text after the last cell, including the end of the line.
    let rightEdge: ShortText
    /// The lines of the border. The index is the sum of 2 if the line above shows columns, and 1 if the line
    /// below shows columns.
    private let topRules: [TextRule]
    private let bottomRules: [TextRule]
    private let middleRules: [TextRule]
    /// The line between two rows if one of them is high, or `nil` if the format does not separate high rows.
    private let rowRule: TextRule?
    /// The part of the last written line, and whether that line shows the columns.
    private var last: (part: Part, showsColumns: Bool)?
    private var startsSection = false
    /// Whether the previous line is a row.
    private var isBelowRow = false
    /// Whether the previous row is high; see ``TextFormat/separatesHighRows``.
    private var isBelowHighRow = false

    init(_ format: TextFormat, layout: TextLayout) {
        let isFaint = format.palette != nil
        let strokes = format.border.strokes(layout.policy)
        border = format.border
        isStacked = layout.isStacked
        let padding = String(repeating: " ", count: strokes.padding)
        let vertical = isFaint && !strokes.vertical.isEmpty ? strokes.vertical.faint : strokes.vertical
        leftEdge = ShortText(vertical + padding)
        rightEdge = ShortText(padding + vertical + "\n")
        gap = ShortText(padding + (vertical.isEmpty ? strokes.separator : vertical) + padding)
        /// Returns the lines with each junction; empty lines if the border has no characters for them.
        func rules(_ characters: String) -> [TextRule] {
            (1...4).map { layout.rule(Array(characters), junction: $0, strokes, isFaint: isFaint) }
        }
        topRules = rules(strokes.top)
        bottomRules = rules(strokes.bottom)
        let blank = TextRule(pieces: [(ShortText(" "), layout.innerWidth)], isBlank: true)
        middleRules = border == .none ? Array(repeating: blank, count: 4) : rules(strokes.middle)
        rowRule = format.separatesHighRows ? border == .none ? blank : rules(strokes.row)[3] : nil
    }

    /// Whether no line has been written.
    var isEmpty: Bool { last == nil }

    mutating func beginSection() {
        startsSection = true
    }

    /// Draws the line between two rows of which one is high, if the previous line is a row.
    mutating func separate(_ output: inout GridOutput) throws {
        if isBelowRow { try rowRule?.draw(&output) }
        isBelowRow = false
    }

    /// Marks the row just written as high, so that a line separates the next row.
    mutating func endHighRow() {
        isBelowHighRow = true
    }

    /// Draws the line above a part, if the part needs one.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - spansColumns: Whether the part is one cell across all columns.
    ///   - number: The number of a stacked row, which the line above the row shows.
    ///   - output: Receives the line.
    mutating func begin(
        _ part: Part, spansColumns: Bool, number: Int? = nil, _ output: inout GridOutput
    ) throws {
        let showsColumns = !spansColumns
        defer {
            last = (part, showsColumns)
            startsSection = false
        }
        guard let last else {
            let isBare = number != nil && border == .none
            let rule = isBare ? middleRules[1] : topRules[showsColumns ? 1 : 0]
            return try rule.draw(number: number, &output)
        }
        guard startsSection || part != last.part || isStacked else {
            isBelowRow = true
            if isBelowHighRow { try separate(&output) }
            isBelowHighRow = false
            return
        }
        isBelowRow = false
        isBelowHighRow = false
        if needsRule(below: last.part, above: part, number: number) {
            try middleRules[(last.showsColumns ? 2 : 0) | (showsColumns ? 1 : 0)].draw(
                number: number, &output)
        }
    }

    /// Returns whether a line separates two parts that are not both rows of one section.
    private func needsRule(below last: Part, above part: Part, number: Int?) -> Bool {
        if number != nil { return true }
        // Omitted rows of a section are surrounded by its other rows.
        let some = Part.omission(ofSections: false)
        if last == .omission(ofSections: true) || last == .part(.head) && !startsSection { return false }
        if part == some || last == some && part == .part(.row) { return false }
        return switch border {
        case .none where isStacked: true
        case .none: startsSection && (last != .titles || part == .part(.head))
        default: true
        }
    }

    /// Draws the line below the table.
    mutating func end(_ output: inout GridOutput) throws {
        guard let last else { return }
        try bottomRules[last.showsColumns ? 2 : 0].draw(&output)
    }
}

/// A line across a table, optionally with the number of the row below it.
private struct TextRule {
    /// The characters of the line, each with the number of its repetitions; empty for no line. A character takes one
    /// terminal column.
    let pieces: [(character: ShortText, count: Int)]
    var isFaint = false
    /// Whether the line consists of spaces.
    var isBlank = false

    /// Draws the line, starting with a number if the number fits.
    func draw(number: Int? = nil, _ output: inout GridOutput) throws {
        guard !pieces.isEmpty else { return }
        let width = pieces.reduce(0) { $0 + $1.count }
        let label = number.map { isBlank ? "[\($0)]" : " \($0) " } ?? ""
        let start = isBlank || label.isEmpty ? 0 : 2
        let end = start + label.count
        if end <= width {
            try draw(0..<start, &output)
            output.write(label)
        }
        try draw(end <= width ? end..<width : 0..<width, &output)
        output.append(literal: "\n")
    }

    /// Draws a range of the terminal columns of the line.
    private func draw(_ columns: Range<Int>, _ output: inout GridOutput) throws {
        guard !columns.isEmpty else { return }
        if isFaint { output.append(TextLook.faint.start) }
        var start = 0
        for piece in pieces {
            for _ in (start..<start + piece.count).clamped(to: columns) {
                output.append(piece.character)
                try output.flushIfFull()
            }
            start += piece.count
        }
        if isFaint { output.append(TextLook.faint.end) }
    }
}

extension TextLayout {
    /// Returns a line across the table. The line is empty if the border has no characters for a line.
    fileprivate func rule(
        _ characters: [Character], junction: Int, _ strokes: TextFormat.Border.Strokes, isFaint: Bool
    ) -> TextRule {
        let characters = characters.map { ShortText(String($0)) }
        guard let left = characters.first, let right = characters.last else { return TextRule(pieces: []) }
        let pieces = columns.map { [(characters[1], $0.outerWidth + 2 * strokes.padding)] }
        return TextRule(
            pieces: [(left, 1)] + pieces.joined(separator: [(characters[junction], 1)]) + [(right, 1)],
            isFaint: isFaint)
    }
}
