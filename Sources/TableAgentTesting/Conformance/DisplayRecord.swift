import TableAgent

/// Follows what is on show by what a container tells, and lists what makes no sense.
final class DisplayRecord: EventDelegate {
    /// A row, or a head or foot.
    struct Line: Hashable, CustomStringConvertible {
        let section: AnyID
        let row: AnyID?
        let kind: HeadFootKind?

        var description: String {
            row.map { "row \($0)" } ?? "the \(kind?.rawValue ?? "head") of section \(section)"
        }
    }

    private(set) var shown: Set<Line> = []
    /// The data of rows when they were last told to have gone, if it is a name.
    private(set) var lastNames: [AnyID: String] = [:]
    private(set) var hasShownHead = false
    private(set) var problems: [String] = []

    func didReceive(_ event: CellEvent) {
        let line = Line(section: event.sectionID, row: event.rowID, kind: nil)
        if event.isNamed(.willDisplay) {
            comes(line, event.isGone)
        } else if event.isNamed(.didEndDisplay) {
            goes(line)
            lastNames[event.rowID] = event.data(as: String.self)
        }
    }

    func didReceive(_ event: SectionEvent) {
        let line = Line(section: event.sectionID, row: nil, kind: event.kind)
        if event.isNamed(.willDisplay) {
            comes(line, event.isGone)
            if event.kind == .head { hasShownHead = true }
        } else if event.isNamed(.didEndDisplay) {
            goes(line)
        }
    }

    func isShown(_ row: AnyID) -> Bool {
        shown.contains { $0.row == row }
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
