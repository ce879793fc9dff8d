import TableAgent

extension BatchCheck {
    /// Makes a delete and an insert of every reload.
    ///
    /// The insert goes to where the deletes and inserts of the batch shift the place to. Moves don't count
    /// in that shift, which is how a reload beside a move hits the wrong row.
    mutating func resolveReloads() {
        let deletes = batch.sectionDeletes.sorted()
        let inserts = Set(batch.sectionInserts).sorted()
        resolveSections(deletes, inserts)
        resolveRows(deletes, inserts)
    }

    private mutating func resolveSections(_ deletes: [Int], _ inserts: [Int]) {
        for section in Set(batch.sectionReloads).sorted() {
            if deletes.contains(section) {
                reportSection(.deleteAndReload, "Section \(section) is deleted and reloaded.")
                continue
            }
            sectionDeletes.insert(section)
            sectionInserts.insert(Self.shifted(section, deletes, inserts))
        }
    }

    private mutating func resolveRows(_ sectionDeletes: [Int], _ sectionInserts: [Int]) {
        let deletes = Dictionary(grouping: Set(batch.rowDeletes), by: \.section)
        let inserts = Dictionary(grouping: Set(batch.rowInserts), by: \.section)
        for place in Set(batch.rowReloads).sorted() {
            if batch.rowDeletes.contains(place) {
                report(.deleteAndReload, "The row at \(place) is deleted and reloaded.")
                continue
            }
            if self.sectionDeletes.contains(place.section) {
                report(
                    .deleteAndReload, "The row at \(place) is reloaded, and its section deleted or reloaded.")
                continue
            }
            rowDeletes.insert(place)
            let section = Self.shifted(place.section, sectionDeletes, sectionInserts)
            let row = Self.shifted(
                place.row, deletes[place.section, default: []].map(\.row).sorted(),
                inserts[section, default: []].map(\.row).sorted())
            rowInserts.insert(RowPosition(section: section, row: row))
        }
    }

    /// Where deletes and inserts put a number; both are ascending.
    private static func shifted(_ number: Int, _ deletes: [Int], _ inserts: [Int]) -> Int {
        var place = number - Set(deletes).count { $0 < number }
        for insert in inserts where insert <= place { place += 1 }
        return place
    }
}
