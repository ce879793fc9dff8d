import TableAgent

/// A surface in memory that behaves as a screen does: it has room for some rows and tells which come and go.
final class LedgerScreen: TableContainer {
    weak var panel: Panel?
    let appliesChanges = true

    private let room: Int
    /// The rows on show, as the senders of their events.
    private var shown: [(id: AnyID, source: EventSource)] = []

    /// - Parameter room: How many rows have room.
    init(room: Int) {
        self.room = room
    }

    func canShow(_ item: ItemType) -> Bool { item.view == GridLine.self }

    func reload(_ update: TableUpdate) throws {
        update.commit()
        try showRows()
    }

    func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        update.commit()
        try showRows()
    }

    private func showRows() throws {
        guard let panel else { return }
        let positions = panel.tableInfo.sections.enumerated().flatMap { number, section in
            section.visibleRows.indices.map { RowPosition(section: number, row: $0) }
        }
        let old = shown
        shown = try positions.prefix(room).map { position in
            let row = panel.tableInfo.sections[position.section].rows[position.row]
            return (row.id, try panel.source(.row(at: position)))
        }
        for row in old where !shown.contains(where: { $0.id == row.id }) { row.source.post(.didEndDisplay) }
        for row in shown where !old.contains(where: { $0.id == row.id }) { row.source.post(.willDisplay) }
    }
}
