import TableAgent

/// Draws the lines around and between the cells, and knows where one belongs.
struct TextFrame {
    /// What a line of the table is.
    enum Part: Equatable {
        case titles
        case part(GridPart)
        /// What the writer has to say of the table, below it.
        case note
    }

    private let border: TextBorder
    private let layout: TextLayout
    private let strokes: TextBorder.Strokes
    /// What stands before the first cell of a line.
    let leftEdge: ShortText
    /// What stands between two cells.
    let gap: ShortText
    /// What stands behind the last cell, the end of the line included.
    let rightEdge: ShortText
    /// The lines between two parts of the table, by whether columns stand above (2) and below (1).
    private let middleRules: [[UInt8]]
    /// The part that the last written line belongs to, and whether that line shows the columns.
    private var last: (part: Part, showsColumns: Bool)?
    private var startsSection = false
    /// The line between two rows of which one takes several lines.
    private let rowRule: [UInt8]
    /// Whether a row is right above.
    private var isBelowRow = false
    /// Whether the row right above takes several lines.
    private var isBelowHighRow = false

    init(_ border: TextBorder, layout: TextLayout, separatesHighRows: Bool) {
        self.border = border
        self.layout = layout
        let strokes = border.strokes(layout.policy)
        self.strokes = strokes
        let padding = String(repeating: " ", count: strokes.padding)
        leftEdge = ShortText(strokes.vertical + padding)
        rightEdge = ShortText(padding + strokes.vertical + "\n")
        gap = ShortText(padding + strokes.separator + padding)
        middleRules =
            switch border {
            case .none: Array(repeating: layout.blankLine(strokes), count: 4)
            case .markdown: Array(repeating: layout.markdownRule, count: 4)
            default:
                (0..<4).map { layout.rule(strokes.middle, above: $0 & 2 != 0, below: $0 & 1 != 0, strokes) }
            }
        switch border {
        case _ where !separatesHighRows: rowRule = []
        case .none: rowRule = layout.blankLine(strokes)
        default: rowRule = layout.rule(strokes.row, above: true, below: true, strokes)
        }
    }

    /// Whether a single cell may span all columns.
    var canSpan: Bool { border != .markdown }

    mutating func beginSection() {
        startsSection = true
    }

    /// Draws the line between two rows of which one takes several lines, if a row is right above.
    mutating func separate(_ output: inout GridOutput) {
        if isBelowRow { output.append(rowRule) }
        isBelowRow = false
    }

    /// Takes note that the row just written takes several lines.
    mutating func endHighRow() {
        isBelowHighRow = true
    }

    /// Draws the line that belongs above a part, if one does.
    mutating func begin(_ part: Part, spansColumns: Bool, _ output: inout GridOutput) {
        let showsColumns = !spansColumns
        defer {
            last = (part, showsColumns)
            startsSection = false
        }
        guard let last else {
            output.write(utf8: layout.rule(strokes.top, above: false, below: showsColumns, strokes))
            return
        }
        guard startsSection || part != last.part || layout.isStacked else {
            isBelowRow = true
            if isBelowHighRow { separate(&output) }
            isBelowHighRow = false
            return
        }
        (isBelowRow, isBelowHighRow) = (false, false)
        let needsRule =
            switch border {
            case .none where layout.isStacked: last.part != .part(.head)
            case .none: part == .note || startsSection && (last.part != .titles || part == .part(.head))
            case .markdown where layout.isStacked: part != .note
            case .markdown: last.part == .titles
            default: true
            }
        if needsRule {
            output.append(middleRules[(last.showsColumns ? 2 : 0) | (showsColumns ? 1 : 0)])
        }
    }

    /// Draws the line below the table.
    mutating func end(_ output: inout GridOutput) {
        guard let last else { return }
        if border == .markdown, last.part == .titles { output.write(utf8: layout.markdownRule) }
        output.write(utf8: layout.rule(strokes.bottom, above: last.showsColumns, below: false, strokes))
    }
}

extension TextLayout {
    /// A line across the table; nothing without strokes for it.
    fileprivate func rule(
        _ rule: TextBorder.Strokes.Rule?, above: Bool, below: Bool, _ strokes: TextBorder.Strokes
    ) -> [UInt8] {
        guard let rule else { return [] }
        let junction =
            switch (above, below) {
            case (true, true): rule.cross
            case (true, false): rule.above
            case (false, true): rule.below
            case (false, false): rule.line
            }
        let pieces = columns.map { String(repeating: rule.line, count: $0.width + 2 * strokes.padding) }
        return Array((rule.left + pieces.joined(separator: junction) + rule.right + "\n").utf8)
    }

    fileprivate var markdownRule: [UInt8] {
        let pieces = columns.map { column in
            let width = column.width + 2
            return switch column.alignment {
            case .right, .decimal, .decimalComma: String(repeating: "-", count: width - 1) + ":"
            case .center: ":" + String(repeating: "-", count: width - 2) + ":"
            case .left, .automatic: String(repeating: "-", count: width)
            }
        }
        return Array(("|" + pieces.joined(separator: "|") + "|\n").utf8)
    }

    /// A line as wide as the others with nothing in it.
    fileprivate func blankLine(_ strokes: TextBorder.Strokes) -> [UInt8] {
        Array(repeating: 0x20, count: innerWidth + strokes.outerWidth) + [0x0A]
    }
}
