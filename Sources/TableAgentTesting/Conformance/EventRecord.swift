import TableAgent

/// Records what a container asks and sends, and which lines are visible by what it tells.
final class EventRecord: EventDelegate {
    /// What becomes visible: a row, which may move to another section and keep its view, or a head or foot.
    enum Line: Hashable, CustomStringConvertible {
        case row(AnyID)
        case section(HeadFootKind, AnyID)

        var description: String {
            switch self {
            case .row(let id): "row \(id)"
            case .section(let kind, let id): "the \(kind.rawValue) of section \(id)"
            }
        }
    }

    /// Whether no row may be selected or deselected.
    var refuses = false
    /// The questions whether rows may be selected or deselected, in words.
    var questions: [String] = []
    /// The events of rows, in words; without what a touch and a change of the table bring with them.
    var events: [String] = []
    /// The events of selecting and deselecting.
    var selections: [String] { events.filter { $0.hasPrefix("select ") || $0.hasPrefix("deselect ") } }

    /// What is visible.
    private(set) var shown: Set<Line> = []
    /// The data of rows when their display last ended, if it is a name.
    private(set) var lastNames: [AnyID: String] = [:]
    /// Whether it was told of a head.
    private(set) var hasShownHead = false
    /// What makes no sense of what was told.
    private(set) var displayProblems: [String] = []

    func shouldSelect(_ event: CellEvent) -> Bool { answer(event) }
    func shouldDeselect(_ event: CellEvent) -> Bool { answer(event) }

    private func answer(_ event: CellEvent) -> Bool {
        questions.append(words(event))
        return !refuses
    }

    func didReceive(_ event: CellEvent) {
        let line = Line.row(event.rowID)
        if event.isNamed(.willDisplay) {
            begin(line, isGone: event.isGone)
        } else if event.isNamed(.didEndDisplay) {
            end(line)
            lastNames[event.rowID] = event.data(as: String.self)
        } else if !([.highlight, .unhighlight, .removed].contains { event.isNamed($0) }) {
            events.append(words(event))
        }
    }

    func didReceive(_ event: SectionEvent) {
        let line = Line.section(event.kind, event.sectionID)
        if event.isNamed(.willDisplay) {
            begin(line, isGone: event.isGone)
            if event.kind == .head { hasShownHead = true }
        } else if event.isNamed(.didEndDisplay) {
            end(line)
        }
    }

    private func words(_ event: CellEvent) -> String {
        "\(event.name) of row \(event.rowID) at \(event.position?.description ?? "no position")"
    }

    private func begin(_ line: Line, isGone: Bool) {
        if !shown.insert(line).inserted {
            displayProblems.append(
                "It told twice that \(line) becomes visible, and not that it ceased to be.")
        }
        if isGone {
            displayProblems.append("It told that \(line) becomes visible, which is not in the table.")
        }
    }

    private func end(_ line: Line) {
        if shown.remove(line) == nil {
            displayProblems.append("It told that \(line) is no longer visible, and not that it became so.")
        }
    }
}
