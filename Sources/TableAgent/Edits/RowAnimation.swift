/// The animation of rows or sections that are inserted or deleted.
///
/// An animation is a hint, and surfaces without animations ignore it. The names are those of
/// `UITableView.RowAnimation`.
public enum RowAnimation: String, Hashable, Sendable, Codable, CaseIterable {
    /// The surface chooses.
    case automatic
    /// No animation.
    case none
    /// Fade in or out.
    case fade
    /// Enter from the left, or leave to the left.
    case left
    /// Enter from the right, or leave to the right.
    case right
    /// Enter from the top, or leave to the top.
    case top
    /// Enter from the bottom, or leave to the bottom.
    case bottom
    /// Expand from the middle, or shrink to the middle.
    case middle

    /// The animation in the opposite direction, for deleted rows while their replacements are inserted.
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

/// The animations that the verbs of an edit request, and the rows that they replace in their places.
struct EditAnimations {
    var inserts = AnimationHints()
    var deletes = AnimationHints()
    /// The rows that edits replaced in their places.
    private(set) var replacements: [Replacement] = []

    struct Replacement {
        let section: AnyID
        let old: AnyID
        var new: AnyID
    }

    /// Notes that a row has another id now. The row that was visible may have been replaced before.
    mutating func replace(_ old: AnyID, with new: AnyID, in section: AnyID) {
        if let index = replacements.firstIndex(where: { $0.section == section && $0.new == old }) {
            replacements[index].new = new
        } else {
            replacements.append(Replacement(section: section, old: old, new: new))
        }
    }
}

/// The animations of inserted or of deleted rows and sections.
///
/// The hints are stored by id, so they stay valid if the same edit moves a row. The last verb takes
/// precedence.
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
        guard !rows.isEmpty, let row = table.row(.at(position)),
            let hints = rows[table.sections[position.section].id]
        else { return .automatic }
        return hints.rows[row.id] ?? hints.others
    }

    func animation(ofSection index: Int, in table: TableInfo) -> RowAnimation {
        table.section(.at(index)).flatMap { sections[$0.id] } ?? .automatic
    }
}
