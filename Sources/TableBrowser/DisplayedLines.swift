import TableAgent

/// The lines on the screen, which send `willDisplay` and `didEndDisplay`.
struct DisplayedLines {
    private struct Line {
        var source: EventSource
        /// The position in the newest table; `nil` for a head or foot, or if the position is unknown.
        var position: RowPosition?
    }

    /// The lines from the top.
    private var lines: [Line] = []

    /// Follows changes. Without known changes, forgets the positions of the rows.
    mutating func apply(_ changes: TableChanges?) {
        guard let changes else {
            for index in lines.indices { lines[index].position = nil }
            return
        }
        let map = PositionMap(changes)
        for index in lines.indices {
            guard let position = lines[index].position else { continue }
            lines[index].position = map.newPosition(ofRow: position)
            // The last event of a removed row would otherwise look for the row in the whole table.
            if lines[index].position == nil, map.newIndex(ofSection: position.section) != nil {
                lines[index].source = lines[index].source.ofRemoved
            }
        }
    }

    /// Returns the sources of the lines that left the screen and of the lines that came to it.
    mutating func show(_ visible: [BrowserLine], of table: TableLines, in panel: Panel) -> (
        left: [EventSource], came: [EventSource]
    ) {
        let old = lines.map(\.source)
        var shown: Set<EventSource> = []
        lines = visible.compactMap { line in
            guard let source = try? panel.source(Self.sender(of: line, in: table)),
                shown.insert(source).inserted
            else { return nil }
            return Line(source: source, position: line.position)
        }
        let known = Set(old)
        return (
            left: old.filter { !shown.contains($0) },
            came: lines.map(\.source).filter { !known.contains($0) }
        )
    }

    private static func sender(of line: BrowserLine, in lines: TableLines) -> EventSender {
        switch line.part {
        case .head: .head(.at(line.section))
        case .row(let row): .row(.at(RowPosition(section: line.section, row: row)))
        case .foot: lines.section(of: line) == nil ? .tableFoot : .foot(.at(line.section))
        }
    }
}
