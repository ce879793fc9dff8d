import TableAgent

/// Draws the lines around and between the cells, and knows where one belongs.
struct TextFrame {
    /// What a line of the table is.
    enum Part {
        case titles, head, row, foot

        init(_ part: GridPart) {
            switch part {
            case .head: self = .head
            case .row: self = .row
            case .foot: self = .foot
            }
        }
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
    /// The part that the last written line belongs to, and whether that line shows the columns.
    private var last: (part: Part, showsColumns: Bool)?
    private var startsSection = false

    init(_ border: TextBorder, layout: TextLayout) {
        self.border = border
        self.layout = layout
        strokes = border.strokes
        let padding = String(repeating: " ", count: strokes.padding)
        leftEdge = ShortText(strokes.vertical + padding)
        rightEdge = ShortText(padding + strokes.vertical + "\n")
        gap = ShortText(padding + strokes.separator + padding)
    }

    /// Whether a single cell may span all columns.
    var canSpan: Bool { border != .markdown }

    mutating func beginSection() {
        startsSection = true
    }

    /// Draws the line that belongs above a part, if one does.
    mutating func begin(_ part: Part, spansColumns: Bool, _ output: inout GridOutput) {
        let showsColumns = !spansColumns
        defer {
            last = (part, showsColumns)
            startsSection = false
        }
        guard let last else { return rule(strokes.top, above: false, below: showsColumns, &output) }
        guard startsSection || part != last.part else { return }
        switch border {
        case .none:
            if startsSection, last.part != .titles || part == .head { blankLine(&output) }
        case .markdown:
            if last.part == .titles { markdownRule(&output) }
        default:
            rule(strokes.middle, above: last.showsColumns, below: showsColumns, &output)
        }
    }

    /// Draws the line below the table.
    mutating func end(_ output: inout GridOutput) {
        guard let last else { return }
        if border == .markdown, last.part == .titles { markdownRule(&output) }
        rule(strokes.bottom, above: last.showsColumns, below: false, &output)
    }

    private func rule(
        _ rule: TextBorder.Strokes.Rule?, above: Bool, below: Bool, _ output: inout GridOutput
    ) {
        guard let rule else { return }
        let junction =
            switch (above, below) {
            case (true, true): rule.cross
            case (true, false): rule.above
            case (false, true): rule.below
            case (false, false): rule.line
            }
        let pieces = layout.columns.map {
            String(repeating: rule.line, count: $0.width + 2 * strokes.padding)
        }
        output.write(rule.left + pieces.joined(separator: junction) + rule.right + "\n")
    }

    private func markdownRule(_ output: inout GridOutput) {
        let pieces = layout.columns.map { column in
            let width = column.width + 2
            return switch column.alignment {
            case .right: String(repeating: "-", count: width - 1) + ":"
            case .center: ":" + String(repeating: "-", count: width - 2) + ":"
            case .left, .automatic: String(repeating: "-", count: width)
            }
        }
        output.write("|" + pieces.joined(separator: "|") + "|\n")
    }

    private func blankLine(_ output: inout GridOutput) {
        output.pad(layout.innerWidth)
        output.write("\n")
    }
}
