import ShimmedTableAgentUIKit
import TableAgent

/// Keeps the events that an agent delivers, in words.
final class EventLog: EventDelegate {
    var lines: [String] = []
    var refusesSelection = false
    var refusesDeselection = false
    var asked: [String] = []
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
        return !refusesSelection
    }

    func shouldDeselect(_ event: CellEvent) -> Bool {
        asked.append("deselect \(event.rowID)")
        return !refusesDeselection
    }
}
