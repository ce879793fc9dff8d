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
        }
    }

    /// Checks that a listener may show another table, or let the container go, from inside of an event.
    func checkReentrancy() {
        guard let select else { return }
        perform(.reentrancy) {
            let (container, agent) = try attached()
            try show(Samples.several, on: agent, for: .reentrancy, "a table")
            agent.on(.select) { [weak agent] (_: CellEvent) in
                try? agent?.reload(.table(Samples.names(["Ada", "Grace"])))
            }
            try select(container, RowPosition(section: 1, row: 1))
            try checkShows(
                Samples.names(["Ada", "Grace"]), container, agent, .reentrancy,
                "After a listener showed another table when a row was selected")
        }
        perform(.reentrancy) {
            let (container, agent) = try attached()
            try show(Samples.several, on: agent, for: .reentrancy, "a table")
            agent.on(.select) { [weak agent] (_: CellEvent) in agent?.detach() }
            try select(container, RowPosition(section: 1, row: 1))
            require(
                container.panel == nil, .reentrancy,
                "It has a panel after a listener let it go when a row was selected.")
            let other = try self.agent(for: container)
            try show(Samples.names(["Ada"]), on: other, for: .reentrancy, "the table of another agent")
            try checkShows(
                Samples.names(["Ada"]), container, other, .reentrancy,
                "Let go from inside of an event and attached again")
        }
    }

    /// Checks that events go to the agent that the container is attached to.
    func checkEventsOfAnotherAgent() {
        guard let select else { return }
        perform(.events) {
            let (container, first) = try attached()
            try show(Samples.several, on: first, for: .events, "a table")
            first.detach()
            let second = try agent(for: container)
            var heard = 0
            second.on(.select) { (_: CellEvent) in heard += 1 }
            try show(Samples.names(["Ada"]), on: second, for: .events, "the table of another agent")
            try select(container, RowPosition(section: 0, row: 0))
            require(heard == 1, .events, "Attached to another agent, it does not post events to it.")
        }
    }
}
