import TableAgent

// Checks of events and questions when a user selects rows, and of changes that listeners make meanwhile.
extension ConformanceRun {
    func checkEvents(_ select: Act) {
        perform(.events) {
            let (container, agent) = try attached()
            let record = EventRecord()
            agent.eventDelegate = record
            try? select(container, RowPosition(section: 0, row: 0))
            require(record.events.isEmpty, for: .events, "It sent an event of a row while it had no table.")

            try show(Samples.several, on: agent, for: .events, "a table")
            let position = RowPosition(section: 1, row: 1)
            try select(container, position)
            require(
                record.events == ["select of row Tony at \(position)"], for: .events,
                "Selecting the row at \(position) did not send one event of it, but these: \(record.events).")

            record.events = []
            try? select(container, RowPosition(section: 1, row: 99))
            require(record.events.isEmpty, for: .events, "It sent an event of a row that does not exist.")

            record.events = []
            agent.detach()
            let other = try self.agent(for: container)
            other.eventDelegate = record
            try show(Samples.names(["Ada"]), on: other, for: .events, "the table of another agent")
            try select(container, RowPosition(section: 0, row: 0))
            require(
                record.selections.count == 1, for: .events,
                "Attached to another agent, it does not send events to it.")
        }
    }

    /// Checks that the container asks before it selects or deselects a row.
    func checkQuestions(_ select: Act, _ deselect: Act?) {
        perform(.questions) {
            let (container, agent) = try attached()
            let record = EventRecord()
            agent.eventDelegate = record
            try show(Samples.several, on: agent, for: .questions, "a table")
            let position = RowPosition(section: 1, row: 1)
            record.refuses = true
            try select(container, position)
            require(
                record.questions == ["select of row Tony at \(position)"], for: .questions,
                "It does not ask once by shouldSelect() of the row's source whether the row may be selected.")
            require(
                record.selections.isEmpty, for: .questions, "It selected a row that must not be selected.")
            if let deselect {
                record.refuses = false
                try select(container, position)
                try checkDeselecting(of: position, in: container, record, deselect)
            }
            record.clear()
            container.deselect(position)
            require(
                record.questions.isEmpty && record.selections.isEmpty, for: .questions,
                "It asks or sends an event when the panel calls deselect(_:).")
            withExtendedLifetime(agent) {}
        }
    }

    private func checkDeselecting(
        of position: RowPosition, in container: Container, _ record: EventRecord, _ deselect: Act
    ) throws {
        let event = "deselect of row Tony at \(position)"
        record.clear()
        record.refuses = true
        try deselect(container, position)
        require(
            record.questions == [event], for: .questions,
            "It does not ask once by shouldDeselect() of the row's source whether the row may be deselected.")
        require(
            record.selections.isEmpty, for: .questions, "It deselected a row that must not be deselected.")
        record.clear()
        record.refuses = false
        try deselect(container, position)
        require(
            record.selections == [event], for: .events,
            "Deselecting the row at \(position) did not send one event of it, but these: "
                + "\(record.selections).")
    }

    /// Checks that a listener may show another table, or detach the container, during an event.
    func checkReentrancy(_ select: Act) {
        let position = RowPosition(section: 1, row: 1)
        perform(.reentrancy) {
            let (container, agent) = try attached(showing: Samples.several, for: .reentrancy)
            let table = Samples.names(["Ada", "Grace"])
            agent.on(.select) { [weak agent] (_: CellEvent) in try? agent?.reload(.success(table)) }
            try select(container, position)
            try checkShows(
                table, on: container, of: agent, for: .reentrancy,
                "After a listener showed another table when a row was selected")
        }
        perform(.reentrancy) {
            let (container, agent) = try attached(showing: Samples.several, for: .reentrancy)
            agent.on(.select) { [weak agent] (_: CellEvent) in agent?.detach() }
            try select(container, position)
            require(
                container.panel == nil, for: .reentrancy,
                "It has a panel after a listener detached it when a row was selected.")
            let other = try self.agent(for: container)
            let table = Samples.names(["Ada"])
            try show(table, on: other, for: .reentrancy, "the table of another agent")
            try checkShows(
                table, on: container, of: other, for: .reentrancy,
                "Detached during an event and attached again")
        }
    }
}
