/// The animations that the verbs of an edit ask for, until the edited table is on show.
///
/// They are kept by id, so that they hold whatever else the edit does to a row. A later verb decides.
struct EditAnimations {
    private struct RowKey: Hashable {
        let section: AnyID
        /// All rows of the section without one.
        let row: AnyID?
    }

    private struct Hints {
        var sections: [AnyID: RowAnimation] = [:]
        var rows: [RowKey: RowAnimation] = [:]

        mutating func add(_ rows: Rows, of section: AnyID, _ animation: RowAnimation) {
            guard animation != .automatic || !self.rows.isEmpty else { return }
            for row in rows { self.rows[RowKey(section: section, row: row.id)] = animation }
        }

        mutating func addAllRows(of section: AnyID, _ animation: RowAnimation) {
            guard animation != .automatic || !rows.isEmpty else { return }
            rows = rows.filter { $0.key.section != section }
            rows[RowKey(section: section, row: nil)] = animation
        }

        mutating func add(_ section: AnyID, _ animation: RowAnimation) {
            guard animation != .automatic || !sections.isEmpty else { return }
            sections[section] = animation
        }

        func animation(of row: AnyID, in section: AnyID) -> RowAnimation {
            if rows.isEmpty { return .automatic }
            return rows[RowKey(section: section, row: row)] ?? rows[RowKey(section: section, row: nil)]
                ?? .automatic
        }
    }

    /// Both in one object, so that a table without hints is copied quickly.
    private final class Storage {
        var inserts = Hints()
        var deletes = Hints()

        func copy() -> Storage {
            let copy = Storage()
            (copy.inserts, copy.deletes) = (inserts, deletes)
            return copy
        }
    }

    private var storage: Storage?

    private mutating func change(_ change: (Storage) -> Void, for animation: RowAnimation) {
        guard animation != .automatic || storage != nil else { return }
        var own = storage ?? Storage()
        storage = nil
        if !isKnownUniquelyReferenced(&own) { own = own.copy() }
        change(own)
        storage = own
    }

    mutating func insert(_ rows: Rows, of section: AnyID, _ animation: RowAnimation) {
        change({ $0.inserts.add(rows, of: section, animation) }, for: animation)
    }

    mutating func delete(_ rows: Rows, of section: AnyID, _ animation: RowAnimation) {
        change({ $0.deletes.add(rows, of: section, animation) }, for: animation)
    }

    mutating func insertAllRows(of section: AnyID, _ animation: RowAnimation) {
        change({ $0.inserts.addAllRows(of: section, animation) }, for: animation)
    }

    mutating func deleteAllRows(of section: AnyID, _ animation: RowAnimation) {
        change({ $0.deletes.addAllRows(of: section, animation) }, for: animation)
    }

    mutating func insert(_ section: TableSection, _ animation: RowAnimation) {
        change({ $0.inserts.add(section.id, animation) }, for: animation)
    }

    mutating func delete(_ section: TableSection, _ animation: RowAnimation) {
        change({ $0.deletes.add(section.id, animation) }, for: animation)
    }

    func ofInsert(_ row: AnyID, in section: AnyID) -> RowAnimation {
        storage?.inserts.animation(of: row, in: section) ?? .automatic
    }

    func ofDelete(_ row: AnyID, in section: AnyID) -> RowAnimation {
        storage?.deletes.animation(of: row, in: section) ?? .automatic
    }

    func ofInsert(_ section: AnyID) -> RowAnimation { storage?.inserts.sections[section] ?? .automatic }
    func ofDelete(_ section: AnyID) -> RowAnimation { storage?.deletes.sections[section] ?? .automatic }
}
