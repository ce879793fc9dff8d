import ShimmedTableAgentUIKit
import TableAgent

/// Keeps the events that an agent delivers, in words.
final class EventLog: EventDelegate {
    var lines: [String] = []
    var refusesSelection = false
    var refusesDeselection = false
    var asked: [String] = []
    var onQuestion: () -> Void = {}
    /// What comes by itself when a table is shown or scrolled is left out unless it is asked for.
    var logsDisplay = false

    func didReceive(_ event: CellEvent) {
        let routine: [EventName<Void>] = [.willDisplay, .didEndDisplay, .prefetch, .cancelPrefetch]
        guard logsDisplay || !routine.contains(where: event.isNamed) else { return }
        let place = event.position.map { "\($0.section),\($0.row)" } ?? "gone"
        lines.append("\(event.name) \(event.rowID) \(place)")
    }

    func didReceive(_ event: SectionEvent) {
        let routine: [EventName<Void>] = [.willDisplay, .didEndDisplay]
        guard logsDisplay || !routine.contains(where: event.isNamed) else { return }
        lines.append("\(event.name) \(event.kind.rawValue) of \(event.sectionID)")
    }

    func didReceive(_ event: TableEvent) { lines.append(event.name) }

    func shouldSelect(_ event: CellEvent) -> Bool {
        asked.append("select \(event.rowID)")
        onQuestion()
        return !refusesSelection
    }

    func shouldDeselect(_ event: CellEvent) -> Bool {
        asked.append("deselect \(event.rowID)")
        return !refusesDeselection
    }
}

/// Keeps what is visible by the events of a container, and lists events that contradict it.
final class DisplayAudit: EventDelegate {
    /// The visible rows, heads, and feet.
    private(set) var shown: Set<String> = []
    private(set) var problems: [String] = []

    func didReceive(_ event: CellEvent) {
        note(
            event.isNamed(.willDisplay), event.isNamed(.didEndDisplay),
            "\(event.sectionID)/\(Self.name(event))")
        if event.isNamed(.willDisplay), event.position == nil {
            problems.append("\(event.rowID) came and is gone")
        }
    }

    func didReceive(_ event: SectionEvent) {
        note(
            event.isNamed(.willDisplay), event.isNamed(.didEndDisplay),
            "\(event.sectionID)/\(event.kind.rawValue)")
    }

    /// Ids of several types may look alike.
    private static func name(_ event: CellEvent) -> String { String(reflecting: event.rowID.base) }

    private func note(_ begins: Bool, _ ends: Bool, _ key: String) {
        if begins, !shown.insert(key).inserted { problems.append("\(key) came twice") }
        if ends, shown.remove(key) == nil { problems.append("\(key) went and was not there") }
    }
}
