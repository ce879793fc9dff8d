import TableAgent

/// The lines on the screen, which send `willDisplay` and `didEndDisplay`.
struct DisplayedLines {
    private struct Key: Hashable {
        let section: AnyID?
        let row: AnyID?
        let isHead: Bool
    }

    private struct Display {
        let source: EventSource
        /// The position in the newest table; `nil` for a head or foot, or if the position is unknown.
        var position: RowPosition?
    }

    private var displays: [Key: Display] = [:]
    /// The keys from the top.
    private var keys: [Key] = []

    /// Removes all lines without events.
    mutating func removeAll() {
        (displays, keys) = ([:], [])
    }

    /// Replaces the sources of removed rows. Otherwise, their last event would look for them in the whole table.
    mutating func apply(_ changes: TableChanges) {
        guard
            !changes.rowDeletes.isEmpty || !changes.rowInserts.isEmpty || !changes.rowMoves.isEmpty
                || !changes.sectionDeletes.isEmpty || !changes.sectionInserts.isEmpty
        else { return }
        let map = PositionMap(changes)
        for (key, display) in displays {
            guard let position = display.position else { continue }
            let new = map.newPosition(ofRow: position)
            let isRemoved = new == nil && map.newIndex(ofSection: position.section) != nil
            displays[key] = Display(
                source: isRemoved ? display.source.ofRemoved : display.source, position: new)
        }
    }

    /// Forgets the positions of rows, after a reload without known changes.
    mutating func forgetPositions() {
        for key in displays.keys { displays[key]?.position = nil }
    }

    /// Returns the sources of the lines that left the screen and of the lines that came to it.
    mutating func show(_ lines: [BrowserLine], of all: TableLines, _ panel: Panel) -> (
        left: [EventSource], came: [EventSource]
    ) {
        var (newKeys, new): ([Key], [Key: Display]) = ([], [:])
        var came: [EventSource] = []
        for line in lines {
            let section = all.section(of: line)
            let row = line.position.flatMap { section?.rows[$0.row].id }
            let key = Key(section: section?.id, row: row, isHead: line.part == .head)
            guard new[key] == nil, let source = try? panel.source(Self.place(line, all)) else { continue }
            newKeys.append(key)
            new[key] = Display(source: source, position: line.position)
            if displays[key] == nil { came.append(source) }
        }
        let left = keys.filter { new[$0] == nil }.compactMap { displays[$0]?.source }
        (keys, displays) = (newKeys, new)
        return (left, came)
    }

    private static func place(_ line: BrowserLine, _ lines: TableLines) -> EventPlace {
        switch line.part {
        case .head: .head(.at(line.section))
        case .row(let row): .row(.at(RowPosition(section: line.section, row: row)))
        case .foot: lines.section(of: line) == nil ? .tableFoot : .foot(.at(line.section))
        }
    }
}
