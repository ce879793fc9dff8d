import TableAgent

/// Keeps the row events that an agent delivers.
private final class EventRecord: EventDelegate {
    var events: [CellEvent] = []

    func didReceive(_ event: CellEvent) {
        // What a touch and a change of the table bring with them is not counted.
        let others: [EventName<Void>] = [.willDisplay, .didEndDisplay, .highlight, .unhighlight, .removed]
        if !others.contains(where: event.isNamed) { events.append(event) }
    }

    /// Where the events came from, in words.
    var places: [String] {
        events.map { "\($0.name) of row \($0.rowID) at \($0.position?.description ?? "no place")" }
    }
}

extension ConformanceRun {
    func checkEvents() {
        guard let select else { return }
        perform(.events) {
            let container = try newContainer()
            let record = EventRecord()
            let agent = try Agent(container, reformer: SampleReformer.self, eventDelegate: record)
            try? select(container, RowPosition(section: 0, row: 0))
            require(record.events.isEmpty, .events, "It posted an event of a row while it had no table.")

            try show(Samples.several, on: agent, for: .events, "a table")
            let position = RowPosition(section: 1, row: 1)
            try select(container, position)
            let id = agent.tableInfo.row(at: position)?.id
            require(
                record.places == ["select of row \(id ?? "none") at \(position)"], .events,
                "Selecting the row at \(position) did not post one event of it, but these: \(record.places).")

            record.events = []
            try? select(container, RowPosition(section: 1, row: 99))
            require(record.events.isEmpty, .events, "It posted an event of a row that does not exist.")
            try checkEventsAfterDetach(of: container, from: agent, select)
        }
    }

    private func checkEventsAfterDetach(
        of container: Container, from first: Agent<SampleInput>,
        _ select: (Container, RowPosition) throws -> Void
    ) throws {
        // Closures, since a detached agent forgets its delegate.
        var heardByFirst = 0
        var heardBySecond = 0
        let position = RowPosition(section: 0, row: 0)
        first.on(.select, of: String.self) { _ in heardByFirst += 1 }
        // Kept alive, as it would be by anything else that posts to it.
        let panel = StandardPanel(container: container, eventHandler: first.eventHandler)
        first.detach()
        container.panel = panel
        try show(Samples.names(["Ada"]), on: panel, for: .events, "a table")
        container.panel = nil
        try? select(container, position)
        require(heardByFirst == 0, .events, "It posts events to a panel that it has been taken away from.")

        let second = try agent(for: container)
        guard container.panel?.eventHandler === second.eventHandler else { return }
        second.on(.select, of: String.self) { _ in heardBySecond += 1 }
        try show(Samples.names(["Ada"]), on: second, for: .events, "the table of another agent")
        try select(container, position)
        require(heardBySecond == 1, .events, "Attached to another agent, it does not post events to it.")
        require(heardByFirst == 0, .events, "Attached to another agent, it posts events to the former one.")
        withExtendedLifetime(panel) {}
    }
}
