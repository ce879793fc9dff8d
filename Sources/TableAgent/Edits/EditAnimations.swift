/// The animations that the verbs of an edit ask for, until the edited table is on show.
struct EditAnimations {
    private enum Target {
        case rows(RunSlice)
        case section(AnyID)
    }

    private struct Hint {
        let target: Target
        let isInsert: Bool
        let animation: RowAnimation
    }

    /// In the order of the verbs; of several for the same row the latest holds.
    private var hints: [Hint] = []

    mutating func insert(_ rows: Rows, _ animation: RowAnimation) { add(rows, true, animation) }
    mutating func delete(_ rows: Rows, _ animation: RowAnimation) { add(rows, false, animation) }
    mutating func insert(_ section: Section, _ animation: RowAnimation) { add(section, true, animation) }
    mutating func delete(_ section: Section, _ animation: RowAnimation) { add(section, false, animation) }

    private mutating func add(_ rows: Rows, _ isInsert: Bool, _ animation: RowAnimation) {
        guard animation != .automatic || !hints.isEmpty else { return }
        for slice in rows.slices {
            hints.append(Hint(target: .rows(slice), isInsert: isInsert, animation: animation))
        }
    }

    private mutating func add(_ section: Section, _ isInsert: Bool, _ animation: RowAnimation) {
        guard animation != .automatic || !hints.isEmpty else { return }
        hints.append(Hint(target: .section(section.id), isInsert: isInsert, animation: animation))
    }

    func ofInsert(_ row: Row) -> RowAnimation { find(row, true) }
    func ofDelete(_ row: Row) -> RowAnimation { find(row, false) }
    func ofInsert(_ section: Section) -> RowAnimation { find(section, true) }
    func ofDelete(_ section: Section) -> RowAnimation { find(section, false) }

    private func find(_ row: Row, _ isInsert: Bool) -> RowAnimation {
        let hint = hints.last { hint in
            guard case .rows(let slice) = hint.target, hint.isInsert == isInsert else { return false }
            return slice.run === row.run && slice.range.contains(row.index)
        }
        return hint?.animation ?? .automatic
    }

    private func find(_ section: Section, _ isInsert: Bool) -> RowAnimation {
        let hint = hints.last { hint in
            guard case .section(let id) = hint.target, hint.isInsert == isInsert else { return false }
            return id == section.id
        }
        return hint?.animation ?? .automatic
    }
}
