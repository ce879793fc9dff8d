/// How a surface animates rows or sections that are inserted or deleted.
///
/// It is a hint: surfaces without animations ignore it. The names are those of `UITableView.RowAnimation`.
public enum RowAnimation: String, Hashable, Sendable, Codable, CaseIterable {
    /// The surface decides.
    case automatic
    /// No animation.
    case none
    /// Fading in or out.
    case fade
    /// In from the left, or out to it.
    case left
    /// In from the right, or out to it.
    case right
    /// In from the top, or out to it.
    case top
    /// In from the bottom, or out to it.
    case bottom
    /// To or from the middle.
    case middle

    /// The animation to the other side, for what is replaced while its replacement comes in.
    var opposite: RowAnimation {
        switch self {
        case .left: .right
        case .right: .left
        case .top: .bottom
        case .bottom: .top
        case .automatic, .none, .fade, .middle: self
        }
    }
}

/// The animations that the verbs of an edit ask for.
///
/// They are kept by id, so that they hold whatever else the edit does to a row. A later verb decides.
struct EditAnimations {
    private struct RowKey: Hashable {
        let section: AnyID
        /// The row's id; `nil` stands for all other rows of the section.
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
            rows[RowKey(section: section, row: row)] ?? rows[RowKey(section: section, row: nil)]
                ?? .automatic
        }
    }

    private var inserts = Hints()
    private var deletes = Hints()

    /// Keeps the animations of rows that replace others.
    mutating func replace(
        _ old: Rows, with new: Rows, of section: AnyID, insertion: RowAnimation, deletion: RowAnimation
    ) {
        deletes.add(old, of: section, deletion)
        inserts.add(new, of: section, insertion)
    }

    mutating func insertAllRows(of section: AnyID, _ animation: RowAnimation) {
        inserts.addAllRows(of: section, animation)
    }

    mutating func deleteAllRows(of section: AnyID, _ animation: RowAnimation) {
        deletes.addAllRows(of: section, animation)
    }

    mutating func insert(_ section: AnyID, _ animation: RowAnimation) { inserts.add(section, animation) }

    mutating func delete(_ section: AnyID, _ animation: RowAnimation) { deletes.add(section, animation) }

    func ofInsert(_ row: Row, in section: AnyID) -> RowAnimation {
        inserts.rows.isEmpty ? .automatic : inserts.animation(of: row.id, in: section)
    }

    func ofDelete(_ row: Row, in section: AnyID) -> RowAnimation {
        deletes.rows.isEmpty ? .automatic : deletes.animation(of: row.id, in: section)
    }

    func ofInsert(_ section: AnyID) -> RowAnimation { inserts.sections[section] ?? .automatic }
    func ofDelete(_ section: AnyID) -> RowAnimation { deletes.sections[section] ?? .automatic }
}
