import ShimmedTableAgentUIKit
import TableAgent

/// Records an agent's events as texts.
final class EventLog: EventDelegate {
    var lines: [String] = []
    var primaryActions: [AnyID] = []
    var refusesSelection = false
    var refusesDeselection = false
    var asked: [String] = []
    var onQuestion: () -> Void = {}
    var onDeselectQuestion: () -> Void = {}
    /// Whether the log includes display events, which occur whenever a table is shown or scrolled.
    var logsDisplay = false

    func didReceive(_ event: CellEvent) {
        if event.isNamed(.primaryAction) { return primaryActions.append(event.rowID) }
        let routine: [EventName<Void>] = [.willDisplay, .didEndDisplay, .prefetch, .cancelPrefetch]
        guard logsDisplay || !routine.contains(where: event.isNamed) else { return }
        let place = event.position.map { "\($0.section),\($0.row)" } ?? "gone"
        lines.append("\(event.name) \(event.rowID) \(place)")
    }

    func didReceive(_ event: SectionEvent) {
        let routine: [EventName<Void>] = [.willDisplay, .didEndDisplay]
        guard logsDisplay || !routine.contains(where: event.isNamed) else { return }
        lines.append("\(event.name) \(event.part.rawValue) of \(event.sectionID)")
    }

    func didReceive(_ event: TableEvent) {
        let routine: [EventName<Void>] = [.willDisplay, .didEndDisplay]
        guard logsDisplay || !routine.contains(where: event.isNamed) else { return }
        lines.append(event.name.text)
    }

    func shouldSelect(_ event: CellEvent) -> Bool {
        asked.append("select \(event.rowID)")
        onQuestion()
        return !refusesSelection
    }

    func shouldDeselect(_ event: CellEvent) -> Bool {
        asked.append("deselect \(event.rowID)")
        onDeselectQuestion()
        return !refusesDeselection
    }
}

/// Tracks the visible lines from a container's display events, and lists events that contradict earlier
/// events.
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
            "\(event.sectionID)/\(event.part.rawValue)")
    }

    func didReceive(_ event: TableEvent) {
        note(event.isNamed(.willDisplay), event.isNamed(.didEndDisplay), "-1/foot")
    }

    /// Ids of different types can have the same description, so the name includes the type.
    private static func name(_ event: CellEvent) -> String { String(reflecting: event.rowID.base) }

    private func note(_ begins: Bool, _ ends: Bool, _ key: String) {
        if begins, !shown.insert(key).inserted { problems.append("\(key) came twice") }
        if ends, shown.remove(key) == nil { problems.append("\(key) went and was not there") }
    }
}
