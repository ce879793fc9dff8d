import TableAgent

/// A surface in memory that behaves as a screen does: it has room for some rows and tells which come and go.
final class LedgerScreen: TableContainer {
    weak var panel: Panel?
    let appliesChanges = true

    private let room: Int
    /// The rows on show, as the senders of their events.
    private var shown: [RowSource] = []

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

    /// What a touch does: the row is selected if it may be.
    func touch(_ position: RowPosition) throws {
        try panel?.select(at: position)
    }

    private func showRows() throws {
        guard let panel else { return }
        let positions = panel.tableInfo.sections.enumerated().flatMap { number, section in
            section.visibleRows.indices.map { RowPosition(section: number, row: $0) }
        }
        let former = shown
        shown = try positions.prefix(room).map(panel.source(at:))
        for row in former where !shown.contains(where: row.isSame) { row.post(.didEndDisplay) }
        for row in shown where !former.contains(where: row.isSame) { row.post(.willDisplay) }
    }
}

extension RowSource {
    fileprivate func isSame(as other: RowSource) -> Bool {
        rowID == other.rowID && sectionID == other.sectionID
    }
}
