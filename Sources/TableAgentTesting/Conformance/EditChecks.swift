import TableAgent

// What a container shows, sends, and tells after edits.
extension ConformanceRun {
    /// Checks that after each of a series of edits the container shows what a new one would, and that what it
    /// tells of rows that become visible and cease to be makes sense.
    func checkEdits(_ select: Act?) {
        perform(.edits) {
            let (container, agent) = try attached()
            let record = EventRecord()
            agent.eventHandler.delegate = record
            try show(Samples.several, on: agent, for: .edits, "a table")
            // The foot stands between the two.
            let around: Set<EventRecord.Line> = [.section(.head, "first"), .row("Alan")]
            require(
                !record.shown.isSuperset(of: around) || record.shown.contains(.section(.foot, "first")),
                .display, "It tells by willDisplay that heads become visible, and not that feet do.")
            var selected: Set<AnyID> = []
            for (name, edit) in Samples.edits {
                do {
                    try agent.edit(edit)
                } catch {
                    throw abandon(.edits, "It can't show that \(name): \(error)")
                }
                try checkShows(agent.tableInfo, container, agent, .edits, "After \(name)")
                if let select {
                    try checkSelecting(after: name, container, agent, record, &selected, select)
                }
            }
            for problem in record.displayProblems { report(.display, problem) }
        }
    }

    /// Checks that the event of a row names that row, wherever edits have put it.
    private func checkSelecting(
        after name: String, _ container: Container, _ agent: Agent<SampleInput>, _ record: EventRecord,
        _ selected: inout Set<AnyID>, _ select: Act
    ) throws {
        let sections = agent.tableInfo.sections
        let rows = sections.indices.flatMap { index in
            sections[index].visibleRows.enumerated().map { number, row in
                (id: row.id, position: RowPosition(section: index, row: number))
            }
        }
        // None that is selected already, which another touch would deselect.
        guard let (id, position) = rows.last(where: { !selected.contains($0.id) }) else { return }
        selected.insert(id)
        record.events = []
        try select(container, position)
        let events = record.events.filter { $0.hasPrefix("select ") }
        require(
            events == ["select of row \(id) at \(position)"], .events,
            "After \(name), selecting the row at \(position) did not send one event of it, but these: "
                + "\(events).")
    }
}
