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
struct EditAnimations {
    var inserts = AnimationHints()
    var deletes = AnimationHints()
}

/// How rows and sections are to come in, or go out.
///
/// The hints are kept by id, so that they hold whatever else the edit does to a row. A later verb decides.
struct AnimationHints {
    private struct SectionHints {
        var rows: [AnyID: RowAnimation] = [:]
        /// The animation of all other rows.
        var others = RowAnimation.automatic
    }

    private var sections: [AnyID: RowAnimation] = [:]
    private var rows: [AnyID: SectionHints] = [:]

    mutating func add(_ rows: Rows, of section: AnyID, _ animation: RowAnimation) {
        guard animation != .automatic || !self.rows.isEmpty else { return }
        for row in rows { self.rows[section, default: SectionHints()].rows[row.id] = animation }
    }

    mutating func addAllRows(of section: AnyID, _ animation: RowAnimation) {
        guard animation != .automatic || !rows.isEmpty else { return }
        rows[section] = SectionHints(others: animation)
    }

    mutating func add(_ section: AnyID, _ animation: RowAnimation) {
        guard animation != .automatic || !sections.isEmpty else { return }
        sections[section] = animation
    }

    func animation(ofRow position: RowPosition, in table: TableInfo) -> RowAnimation {
        guard !rows.isEmpty, let row = table.row(at: position),
            let hints = rows[table.sections[position.section].id]
        else { return .automatic }
        return hints.rows[row.id] ?? hints.others
    }

    func animation(ofSection index: Int, in table: TableInfo) -> RowAnimation {
        table.section(at: index).flatMap { sections[$0.id] } ?? .automatic
    }
}
