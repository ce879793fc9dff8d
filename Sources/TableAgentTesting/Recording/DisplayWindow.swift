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
    /// - Parameter changes: What a batch changes, in which lines that stay on show keep their views; `nil`
    ///   when all views are new.
    func show(_ panel: Panel, _ changes: TableChanges?) throws {
        let new = try visibleLines(of: panel)
        let former = lines
        var views = changes.map { ViewPool(former, keeping: $0) }
        lines = new.map { line in
            guard let view = views?.view(for: line) else { return line }
            view.show(line)
            return view
        }
        for line in former where !lines.contains(where: { $0 === line }) { tellEnd(of: line) }
        for line in lines where !former.contains(where: { $0 === line }) {
            untold.append((line, .willDisplay))
        }
        tellAll()
    }

    /// Moves the window as little as needed to have a row in it.
    func scroll(to position: RowPosition, on panel: Panel) throws {
        let sections = panel.tableInfo.sections
        let above = sections[..<position.section].reduce(0) { $0 + $1.lineCount }
        let line = above + sections[position.section].line(ofRow: position.row)
        top = max(min(top, line), line - height + 1)
        try show(panel, TableChanges())
    }

    /// Forgets what is on show without a word, since nobody listens any more.
    func clear() {
        top = 0
        lines = []
        untold = []
    }

    private func visibleLines(of panel: Panel) throws -> [RecordedLine] {
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

    private func tellEnd(of line: RecordedLine) {
        // Of a line that nobody was told of yet there is nothing to tell.
        if let number = untold.firstIndex(where: { $0.line === line && $0.name == .willDisplay }) {
            untold.remove(at: number)
        } else {
            untold.append((line, .didEndDisplay))
        }
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

/// The views that were on show, for lines that a batch leaves on show.
private struct ViewPool {
    private var views: [RecordedLine.Key: [RecordedLine]] = [:]
    private var moving: [RowPosition: RecordedLine] = [:]
    private let sources: [RowPosition: RowPosition]
    private let inserted: Set<RowPosition>
    private let insertedSections: Set<Int>

    init(_ lines: [RecordedLine], keeping changes: TableChanges) {
        sources = Dictionary(changes.rowMoves.map { ($0.to, $0.from) }) { first, _ in first }
        inserted = Set(changes.rowInserts)
        insertedSections = Set(changes.sectionInserts)
        let gone = Set(changes.rowDeletes)
        let goneSections = Set(changes.sectionDeletes)
        let moved = Set(changes.rowMoves.map(\.from))
        for line in lines.reversed() where !goneSections.contains(line.section) {
            if let position = line.position, moved.contains(position) {
                moving[position] = line
            } else if line.position.map({ !gone.contains($0) }) ?? true {
                views[line.key, default: []].append(line)
            }
        }
    }

    /// The view that shows a line of the new table, if it was on show.
    mutating func view(for line: RecordedLine) -> RecordedLine? {
        guard !insertedSections.contains(line.section) else { return nil }
        if let position = line.position {
            if let source = sources[position] { return moving.removeValue(forKey: source) }
            if inserted.contains(position) { return nil }
        }
        return views[line.key]?.popLast()
    }
}
