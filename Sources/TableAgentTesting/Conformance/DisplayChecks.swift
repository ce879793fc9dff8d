import TableAgent

// What a container that can be scrolled shows, and tells of rows that become visible and cease to be.
extension ConformanceRun {
    /// Checks a long table that a user scrolls: what becomes visible, what ceases to be, and that reused views
    /// show nothing of other rows.
    func checkScrolling(_ scroll: Act) {
        perform(.display) {
            let (container, agent) = try attached()
            let record = EventRecord()
            agent.eventHandler.delegate = record
            try show(Samples.long, on: agent, for: .display, "a long table")
            let first = RowPosition(section: 0, row: 0)
            try scroll(container, first)
            let atFirst = try content(of: container)
            require(
                record.shown.contains(.row("0-0")), .display,
                "It does not tell by willDisplay that the first row becomes visible.")

            let last = RowPosition(section: 2, row: Samples.longCount - 1)
            try scroll(container, last)
            try checkIsVisible(last, in: container, record)
            try checkRemoval(of: last, on: agent, record)
            try scroll(container, first)
            require(
                record.shown.contains(.row("0-0")), .display,
                "Scrolled back, it does not tell that a row becomes visible.")
            require(
                try content(of: container) == atFirst, .reuse,
                "Scrolled to the end and back, it does not show the same as before.")
            require(
                record.hasShownHead, .display, "It does not tell by willDisplay that heads become visible.")

            try show(nil, on: agent, for: .display, "nothing, which clears the table,")
            require(
                record.shown.isEmpty, .display,
                "Cleared, it does not tell by didEndDisplay of all that was visible, such as "
                    + "\(record.shown.first?.description ?? "none").")
            for problem in record.displayProblems { report(.display, problem) }
        }
    }

    private func checkIsVisible(
        _ position: RowPosition, in container: Container, _ record: EventRecord
    ) throws {
        let id = AnyID(Samples.longID(at: position))
        require(
            record.shown.contains(.row(id)), .display,
            "It does not tell by willDisplay that a row becomes visible to which a user scrolls.")
        guard canRead else { return }
        require(
            try content(of: container).contains("row \(id)"), .reuse,
            "Scrolled to the row at \(position), it does not show its text.")
    }

    /// Removes a visible row, whose end of display is to be told with the data that it had.
    private func checkRemoval(
        of position: RowPosition, on agent: Agent<SampleInput>, _ record: EventRecord
    ) throws {
        let name = Samples.longID(at: position)
        guard record.shown.contains(.row(AnyID(name))) else { return }
        try agent.edit { try $0.removeRow(.at(position)) }
        require(
            !record.shown.contains(.row(AnyID(name))), .display,
            "It does not tell by didEndDisplay of a row that was removed.")
        require(
            record.lastNames[AnyID(name)] == name, .display,
            "The didEndDisplay of a row that was removed does not carry the data that the row had.")
        try agent.edit {
            try $0.append(Row(name, id: name, as: LongLine.self), to: .at(position.section))
        }
    }

    /// Checks that a listener may show another table while a user scrolls.
    func checkReloadWhileScrolling(_ scroll: Act) {
        perform(.reentrancy) {
            let (container, agent) = try shown(Samples.long, for: .reentrancy, "a long table")
            let table = Samples.names(["Ada"])
            var hasReloaded = false
            agent.on(.willDisplay) { [weak agent] (_: CellEvent) in
                guard !hasReloaded else { return }
                hasReloaded = true
                try? agent?.reload(.table(table))
            }
            try scroll(container, RowPosition(section: 2, row: Samples.longCount - 1))
            guard hasReloaded else { return }
            try checkShows(
                table, container, agent, .reentrancy,
                "After a listener showed another table while it scrolled")
        }
    }
}
