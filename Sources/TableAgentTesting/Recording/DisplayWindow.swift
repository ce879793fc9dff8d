import TableAgent

/// The part of a table that a surface of limited height shows: some lines that follow each other.
///
/// It tells the listeners of the panel of each line that comes on show and of each that goes, in turn. What a
/// listener causes meanwhile, such as another table, is told after what came before.
final class DisplayWindow {
    /// How many lines are on show at most.
    let height: Int

    /// How many lines of the table are above.
    private var top = 0
    private(set) var lines: [RecordedLine] = []
    private var untold: [(line: RecordedLine, name: EventName<Void>)] = []
    private var isTelling = false

    init(height: Int) {
        self.height = height
    }

    /// Shows the lines of a panel's table.
    ///
    /// - Parameter keepsViews: Whether lines that stay on show keep their views, as in a batch.
    func show(_ panel: any Panel, keepsViews: Bool) throws {
        let new = try visibleLines(of: panel)
        var kept: [RecordedLine.Key: Int] = [:]
        if keepsViews {
            var coming: [RecordedLine.Key: Int] = [:]
            for line in new { coming[line.key, default: 0] += 1 }
            for line in lines where coming[line.key, default: 0] > 0 {
                coming[line.key]? -= 1
                kept[line.key, default: 0] += 1
            }
        }
        func tell(_ lines: [RecordedLine], _ name: EventName<Void>) {
            var rest = kept
            for line in lines {
                if rest[line.key, default: 0] > 0 {
                    rest[line.key]? -= 1
                } else {
                    untold.append((line, name))
                }
            }
        }
        tell(lines, .didEndDisplay)
        tell(new, .willDisplay)
        lines = new
        tellAll()
    }

    /// Moves the window as little as needed to have a row in it.
    func scroll(to position: RowPosition, on panel: any Panel) throws {
        let sections = panel.tableInfo.sections
        let above = sections[..<position.section].reduce(0) { $0 + $1.lineCount }
        let line = above + sections[position.section].line(ofRow: position.row)
        top = max(min(top, line), line - height + 1)
        try show(panel, keepsViews: true)
    }

    /// Forgets what is on show without a word, since nobody listens any more.
    func clear() {
        top = 0
        lines = []
        untold = []
    }

    private func visibleLines(of panel: any Panel) throws -> [RecordedLine] {
        let sections = panel.tableInfo.sections
        let count = sections.reduce(0) { $0 + $1.lineCount }
        top = max(0, min(top, count - height))
        var lines: [RecordedLine] = []
        var first = 0
        for (number, section) in sections.enumerated() {
            let range = max(top, first)..<max(top, first, min(top + height, first + section.lineCount))
            let own = (range.lowerBound - first)..<(range.upperBound - first)
            lines += try section.lines(own, ofSection: number, on: panel)
            first += section.lineCount
        }
        return lines
    }

    private func tellAll() {
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        while !untold.isEmpty {
            let next = untold.removeFirst()
            next.line.post(next.name)
        }
    }
}
