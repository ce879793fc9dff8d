import TableAgent

/// Records the events of a table, also as texts.
final class EventWords: EventDelegate {
    var refuses = false
    var events: [String] = []
    var cellEvents: [CellEvent] = []
    var sectionEvents: [SectionEvent] = []

    func shouldSelect(_ event: CellEvent) -> Bool { !refuses }
    func shouldDeselect(_ event: CellEvent) -> Bool { !refuses }

    func didReceive(_ event: CellEvent) {
        cellEvents.append(event)
        events.append("\(event.name) \(event.rowID)")
    }

    func didReceive(_ event: SectionEvent) {
        sectionEvents.append(event)
        events.append("\(event.name) \(event.part.rawValue) of \(event.sectionID)")
    }
}
