import TableAgent

/// The lines on the screen, which send `willDisplay` and `didEndDisplay`.
struct DisplayedLines {
    /// The ids of a line's section and row, which name the line while the table changes.
    private struct LineID: Hashable {
        let section: AnyID?
        let row: AnyID?
        let isHead: Bool
    }

    private struct Display {
        let source: EventSource
        /// The position in the newest table; `nil` for a head or foot, or if the position is unknown.
        var position: RowPosition?
    }

    private var displays: [LineID: Display] = [:]
    /// The ids of the lines from the top.
    private var ids: [LineID] = []

    /// Removes all lines without events.
    mutating func removeAll() {
        displays = [:]
        ids = []
    }

    /// Follows changes. Without known changes, forgets the positions of the rows.
    mutating func apply(_ changes: TableChanges?) {
        guard let changes else {
            for id in displays.keys { displays[id]?.position = nil }
            return
        }
        guard
            !changes.rowDeletes.isEmpty || !changes.rowInserts.isEmpty || !changes.rowMoves.isEmpty
                || !changes.sectionDeletes.isEmpty || !changes.sectionInserts.isEmpty
        else { return }
        let map = PositionMap(changes)
        for (id, display) in displays {
            guard let position = display.position else { continue }
            let new = map.newPosition(ofRow: position)
            // The last event of a removed row would otherwise look for the row in the whole table.
            let isRemoved = new == nil && map.newIndex(ofSection: position.section) != nil
            displays[id] = Display(
                source: isRemoved ? display.source.ofRemoved : display.source, position: new)
        }
    }

    /// Returns the sources of the lines that left the screen and of the lines that came to it.
    mutating func show(_ visible: [BrowserLine], of lines: TableLines, in panel: Panel) -> (
        left: [EventSource], came: [EventSource]
    ) {
        var newIDs: [LineID] = []
        var new: [LineID: Display] = [:]
        var came: [EventSource] = []
        for line in visible {
            let section = lines.section(of: line)
            let row = line.position.flatMap { section?.rows[$0.row].id }
            let id = LineID(section: section?.id, row: row, isHead: line.part == .head)
            guard new[id] == nil, let source = try? panel.source(Self.sender(of: line, in: lines)) else {
                continue
            }
            newIDs.append(id)
            new[id] = Display(source: source, position: line.position)
            if displays[id] == nil { came.append(source) }
        }
        let left = ids.filter { new[$0] == nil }.compactMap { displays[$0]?.source }
        ids = newIDs
        displays = new
        return (left, came)
    }

    private static func sender(of line: BrowserLine, in lines: TableLines) -> EventSender {
        switch line.part {
        case .head: .head(.at(line.section))
        case .row(let row): .row(.at(RowPosition(section: line.section, row: row)))
        case .foot: lines.section(of: line) == nil ? .tableFoot : .foot(.at(line.section))
        }
    }
}
