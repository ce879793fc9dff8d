import TableAgent
import TableAgentTesting
import Testing

/// A row that takes the place of another one, with another id.
@Suite struct KeepingPlaceTests {
    private let rows = (1...5).map { Row($0, id: $0, as: Number.self) }

    private enum Number: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
    }

    private enum Other: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
    }

    /// Applies what a surface applies that refills its views.
    private final class Surface: TableContainer {
        weak var panel: Panel?
        var appliesChanges = true
        var isBusy = false
        private(set) var show: (() -> Void)?
        private(set) var changes: [TableChanges] = []
        private(set) var followed: [RowPosition?] = []

        func canShow(_ item: any TableItem.Type) -> Bool { true }
        func reload(_ update: TableUpdate) {
            followed =
                update.old.sections.first.map { section in
                    section.rows.indices.map { update.newPosition(ofRow: RowPosition(section: 0, row: $0)) }
                } ?? []
            update.commit()
        }
        func postpone(_ show: @escaping () -> Void) -> Bool {
            self.show = show
            return isBusy
        }
        func apply(_ changes: TableChanges, in update: TableUpdate) {
            self.changes = [changes, update.keepingPlaces(changes)]
            update.commit()
        }
    }

    private func agent(_ surface: Surface) throws -> Agent<TableInfo> {
        let table = TableInfo { TableSection(id: "a") { for row in rows { row } } }
        return try Agent(surface, rawData: table) { $0 }
    }

    private func position(_ row: Int) -> RowPosition { RowPosition(section: 0, row: row) }

    @Test func `The row is an update for a surface that refills its views`() throws {
        let surface = Surface()
        let agent = try agent(surface)
        try agent.edit { try $0.replaceRow(.id(3), keepingPlace: Row(30, id: 30, as: Number.self)) }
        #expect(agent.tableInfo.sections[0].rows.map(\.id) == [1, 2, 30, 4, 5].map { AnyID($0) })
        #expect(
            surface.changes[0].rowDeletes == [position(2)] && surface.changes[0].rowInserts == [position(2)])
        var update = TableChanges()
        update.rowUpdates = [position(2)]
        #expect(surface.changes[1] == update)
    }

    @Test func `Other changes of the edit stay`() throws {
        let surface = Surface()
        let agent = try agent(surface)
        try agent.edit {
            try $0.removeRow(.id(1))
            try $0.replaceRow(.id(4), keepingPlace: Row(40, id: 40, as: Number.self))
            // A row that is replaced again is still the visible one.
            try $0.replaceRow(.id(40), keepingPlace: Row(41, id: 41, as: Number.self))
            try $0.insert([Row(6, id: 6, as: Number.self)], at: 0, in: .at(0))
            try $0.insert([Row(7, id: 7, as: Number.self)], at: 0, in: .at(0))
        }
        #expect(surface.changes[1].rowDeletes == [position(0)])
        #expect(surface.changes[1].rowInserts == [position(0), position(1)])
        #expect(surface.changes[1].rowUpdates == [position(4)])
        #expect(
            surface.changes[1].fault(
                from: TableInfo { TableSection(id: "a") { for row in rows { row } } }, to: agent.tableInfo)
                == nil)
    }

    @Test func `A row that also moves, or has another item, does not keep its place`() throws {
        let surface = Surface()
        let agent = try agent(surface)
        try agent.edit {
            try $0.replaceRow(.id(2), keepingPlace: Row(20, id: 20, as: Number.self))
            try $0.moveRow(.id(20), after: .id(5))
        }
        // The row is not removed, although it has another place.
        var moved = surface.changes[0]
        moved.removedRows = []
        #expect(surface.changes[1] == moved && moved.rowInserts == [position(4)])
        try agent.edit { try $0.replaceRow(.id(3), keepingPlace: Row(30, id: 30, as: Other.self)) }
        #expect(surface.changes[1] == surface.changes[0] && surface.changes[0].rowInserts == [position(1)])
    }

    @Test func `The old row is removed for listeners`() throws {
        let agent = try agent(Surface())
        var removed: [AnyID] = []
        let subscription = agent.on(.removed) { (event: CellEvent, _) in removed.append(event.rowID) }
        try agent.edit { try $0.replaceRow(.id(3), keepingPlace: Row(30, id: 30, as: Number.self)) }
        #expect(removed == [3])
        subscription.cancel()
    }

    @Test func `A reload that takes the place of a waiting edit keeps the row's place`() throws {
        let surface = Surface()
        let agent = try agent(surface)
        surface.isBusy = true
        try agent.edit { try $0.replaceRow(.id(3), keepingPlace: Row(30, id: 30, as: Number.self)) }
        try agent.reload(
            TableInfo {
                TableSection(id: "a") { for id in [1, 2, 30, 4, 5, 6] { Row(id, id: id, as: Number.self) } }
            })
        #expect(surface.changes.isEmpty)
        surface.isBusy = false
        surface.show?()
        #expect(
            surface.changes[1].rowUpdates == [position(2)] && surface.changes[1].rowInserts == [position(5)])
    }

    @Test func `A surface that reloads finds the new row`() throws {
        let surface = Surface()
        let agent = try agent(surface)
        surface.appliesChanges = false
        try agent.edit { try $0.replaceRow(.id(3), keepingPlace: Row(30, id: 30, as: Number.self)) }
        #expect(surface.followed == (0..<5).map { position($0) })
        try agent.edit { try $0.replaceRow(.id(30), with: [Row(31, id: 31, as: Number.self)]) }
        #expect(surface.followed == [0, 1, nil, 3, 4].map { $0.map { position($0) } })
    }
}
