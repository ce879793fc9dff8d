import TableAgent

/// Draws the lines around and between the cells, and knows where one belongs.
struct TextFrame {
    /// What a line of the table is.
    enum Part: Equatable {
        case titles
        case part(GridPart)
        /// What says that rows are not shown: some of a section, or sections as a whole.
        case omission(ofSections: Bool)
    }

    private let border: TextBorder
    private let isStacked: Bool
    /// What stands before the first cell of a line.
    let leftEdge: ShortText
    /// What stands between two cells.
    let gap: ShortText
    /// What stands behind the last cell, the end of the line included.
    let rightEdge: ShortText
    /// The lines above the table by whether columns stand below, below it by whether they stand above, and between two
    /// parts of it by whether they stand above (2) and below (1).
    private let (topRules, bottomRules, middleRules): ([TextRule], [TextRule], [TextRule])
    /// The line between two rows of which one takes several lines; `nil` for none.
    private let rowRule: TextRule?
    /// The part that the last written line belongs to, and whether that line shows the columns.
    private var last: (part: Part, showsColumns: Bool)?
    private var startsSection = false
    /// Whether a row is right above.
    private var isBelowRow = false
    /// Whether the row right above takes several lines.
    private var isBelowHighRow = false

    init(_ format: TextFormat, layout: TextLayout) {
        let (border, isFaint) = (format.border, format.palette != nil)
        let strokes = border.strokes(layout.policy)
        (self.border, isStacked) = (border, layout.isStacked)
        let padding = String(repeating: " ", count: strokes.padding)
        let vertical = isFaint && !strokes.vertical.isEmpty ? strokes.vertical.faint : strokes.vertical
        leftEdge = ShortText(vertical + padding)
        rightEdge = ShortText(padding + vertical + "\n")
        gap = ShortText(padding + (vertical.isEmpty ? strokes.separator : vertical) + padding)
        func rule(_ stroke: TextBorder.Strokes.Rule?, above: Bool, below: Bool) -> TextRule {
            TextRule(layout.rule(stroke, above: above, below: below, strokes), isFaint: isFaint)
        }
        topRules = [false, true].map { rule(strokes.top, above: false, below: $0) }
        bottomRules = [false, true].map { rule(strokes.bottom, above: $0, below: false) }
        let blank = TextRule(Array(repeating: " ", count: layout.innerWidth), isFaint: false)
        let inside = border == .none ? blank : nil
        middleRules = (0..<4).map { inside ?? rule(strokes.middle, above: $0 & 2 != 0, below: $0 & 1 != 0) }
        rowRule = format.separatesHighRows ? inside ?? rule(strokes.row, above: true, below: true) : nil
    }

    /// Whether no line was written.
    var isEmpty: Bool { last == nil }

    mutating func beginSection() {
        startsSection = true
    }

    /// Draws the line between two rows of which one takes several lines, if a row is right above.
    mutating func separate(_ output: inout GridOutput) {
        if isBelowRow { rowRule?.draw(&output) }
        isBelowRow = false
    }

    /// Takes note that the row just written takes several lines.
    mutating func endHighRow() {
        isBelowHighRow = true
    }

    /// Draws the line that belongs above a part, if one does.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - spansColumns: Whether it is one cell across all columns.
    ///   - number: The number of a row whose cells stand below each other; the line above them shows it.
    ///   - output: Takes the line.
    mutating func begin(_ part: Part, spansColumns: Bool, number: Int? = nil, _ output: inout GridOutput) {
        let showsColumns = !spansColumns
        defer {
            last = (part, showsColumns)
            startsSection = false
        }
        guard let last else {
            let isBare = number != nil && border == .none
            let rule = isBare ? middleRules[1] : topRules[showsColumns ? 1 : 0]
            return rule.draw(number: number, &output)
        }
        guard startsSection || part != last.part || isStacked else {
            isBelowRow = true
            if isBelowHighRow { separate(&output) }
            isBelowHighRow = false
            return
        }
        (isBelowRow, isBelowHighRow) = (false, false)
        if needsRule(below: last.part, above: part, number: number) {
            middleRules[(last.showsColumns ? 2 : 0) | (showsColumns ? 1 : 0)].draw(number: number, &output)
        }
    }

    /// Whether a line stands between two parts, at least one of which is no row of the same section.
    private func needsRule(below last: Part, above part: Part, number: Int?) -> Bool {
        if number != nil { return true }
        // The rows that are not shown of a section stand among those that are.
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
    mutating func end(_ output: inout GridOutput) {
        guard let last else { return }
        bottomRules[last.showsColumns ? 1 : 0].draw(&output)
    }
}

/// A line across a table, which may show the number of the row below it.
private struct TextRule {
    /// The characters of the line, each of which takes one terminal column; none for no line.
    private let characters: [Character]
    private let isFaint: Bool
    private let bytes: [UInt8]

    init(_ characters: [Character], isFaint: Bool) {
        (self.characters, self.isFaint) = (characters, isFaint)
        let line = String(characters)
        bytes = characters.isEmpty ? [] : Array(((isFaint ? line.faint : line) + "\n").utf8)
    }

    func draw(_ output: inout GridOutput) {
        output.append(bytes)
    }

    /// Draws the line with a number at its start, as far as there is room for it.
    func draw(number: Int?, _ output: inout GridOutput) {
        guard let number else { return draw(&output) }
        let label = characters.first == " " ? "[\(number)]" : " \(number) "
        let start = characters.first == " " ? 0 : 2
        let end = start + label.count
        guard end <= characters.count else { return draw(&output) }
        let (before, after) = (String(characters[..<start]), String(characters[end...]))
        output.write((isFaint ? before.faint + label + after.faint : before + label + after) + "\n")
    }
}

extension TextLayout {
    /// A line across the table; nothing without strokes for it.
    fileprivate func rule(
        _ rule: TextBorder.Strokes.Rule?, above: Bool, below: Bool, _ strokes: TextBorder.Strokes
    ) -> [Character] {
        guard let rule else { return [] }
        let junction =
            switch (above, below) {
            case (true, true): rule.cross
            case (true, false): rule.above
            case (false, true): rule.below
            case (false, false): rule.line
            }
        let pieces = columns.map { String(repeating: rule.line, count: $0.width + 2 * strokes.padding) }
        return Array(rule.left + pieces.joined(separator: junction) + rule.right)
    }
}
