import TableAgent

/// A delegate that records the events it receives.
final class EventRecord: EventDelegate {
    var cellEvents: [CellEvent] = []
    var sectionEvents: [SectionEvent] = []
    var tableEvents: [TableEvent] = []

    func didReceive(_ event: CellEvent) { cellEvents.append(event) }
    func didReceive(_ event: SectionEvent) { sectionEvents.append(event) }
    func didReceive(_ event: TableEvent) { tableEvents.append(event) }
}
