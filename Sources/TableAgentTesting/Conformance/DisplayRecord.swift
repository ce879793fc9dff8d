import TableAgent

/// Follows what is on show by what a container tells, and lists what makes no sense.
final class DisplayRecord: EventDelegate {
    /// A row, which may move to another section and keep its view, or a head or foot.
    enum Line: Hashable, CustomStringConvertible {
        case row(AnyID)
        case entry(HeadFootKind, section: AnyID)

        var description: String {
            switch self {
            case .row(let id): "row \(id)"
            case .entry(let kind, let section): "the \(kind.rawValue) of section \(section)"
            }
        }
    }

    private(set) var shown: Set<Line> = []
    /// The data of rows when they were last told to have gone, if it is a name.
    private(set) var lastNames: [AnyID: String] = [:]
    /// Whether it was told of heads, and of feet.
    private(set) var shownKinds: Set<HeadFootKind> = []
    /// The rows that were selected, with their positions.
    var selected: [String] = []
    private(set) var problems: [String] = []

    func didReceive(_ event: CellEvent) {
        let line = Line.row(event.rowID)
        if event.isNamed(.willDisplay) {
            comes(line, event.isGone)
        } else if event.isNamed(.didEndDisplay) {
            goes(line)
            lastNames[event.rowID] = event.data(as: String.self)
        } else if event.isNamed(.select) {
            selected.append("row \(event.rowID) at \(event.position?.description ?? "no place")")
        }
    }

    func didReceive(_ event: SectionEvent) {
        let line = Line.entry(event.kind, section: event.sectionID)
        if event.isNamed(.willDisplay) {
            comes(line, event.isGone)
            shownKinds.insert(event.kind)
        } else if event.isNamed(.didEndDisplay) {
            goes(line)
        }
    }

    func isShown(_ row: AnyID) -> Bool {
        shown.contains(.row(row))
    }

    private func comes(_ line: Line, _ isGone: Bool) {
        if !shown.insert(line).inserted {
            problems.append("It told twice that \(line) comes on show, and not that it went.")
        }
        if isGone {
            problems.append("It told that \(line) comes on show, which is not in the table.")
        }
    }

    private func goes(_ line: Line) {
        if shown.remove(line) == nil {
            problems.append("It told that \(line) is no longer on show, and not that it came.")
        }
    }
}
