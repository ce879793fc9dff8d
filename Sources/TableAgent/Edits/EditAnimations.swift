/// The animations that the verbs of an edit ask for, until the edited table is on show.
struct EditAnimations {
    /// For parts of runs. It keeps the runs, so that no other run gets their identity.
    private struct RunHints {
        let run: Run
        var hints: [(range: Range<Int>, animation: RowAnimation)]
    }

    private var inserts: [ObjectIdentifier: RunHints] = [:]
    private var deletes: [ObjectIdentifier: RunHints] = [:]
    private var sectionInserts: [AnyID: RowAnimation] = [:]
    private var sectionDeletes: [AnyID: RowAnimation] = [:]

    mutating func insert(_ rows: Rows, _ animation: RowAnimation) {
        Self.add(rows, animation, to: &inserts)
    }

    mutating func delete(_ rows: Rows, _ animation: RowAnimation) {
        Self.add(rows, animation, to: &deletes)
    }

    mutating func insert(_ section: Section, _ animation: RowAnimation) {
        sectionInserts[section.id] = animation
    }

    mutating func delete(_ section: Section, _ animation: RowAnimation) {
        sectionDeletes[section.id] = animation
    }

    private static func add(
        _ rows: Rows, _ animation: RowAnimation, to hints: inout [ObjectIdentifier: RunHints]
    ) {
        guard animation != .automatic || !hints.isEmpty else { return }
        for slice in rows.slices {
            hints[ObjectIdentifier(slice.run), default: RunHints(run: slice.run, hints: [])].hints.append(
                (slice.range, animation))
        }
    }

    func ofInsert(_ row: Row) -> RowAnimation { Self.find(row, in: inserts) }
    func ofDelete(_ row: Row) -> RowAnimation { Self.find(row, in: deletes) }
    func ofInsert(_ section: Section) -> RowAnimation { sectionInserts[section.id] ?? .automatic }
    func ofDelete(_ section: Section) -> RowAnimation { sectionDeletes[section.id] ?? .automatic }

    /// The latest hint for a row.
    private static func find(_ row: Row, in hints: [ObjectIdentifier: RunHints]) -> RowAnimation {
        hints[ObjectIdentifier(row.run)]?.hints.last { $0.range.contains(row.index) }?.animation ?? .automatic
    }
}
