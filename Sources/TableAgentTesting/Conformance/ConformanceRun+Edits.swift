import TableAgent

extension ConformanceRun {
    /// Checks that after each of a series of edits the container shows what a new one would, and that what it
    /// tells of rows that come on show and go makes sense.
    func checkEdits() {
        perform(.edits) {
            let (container, agent) = try attached()
            let displays = DisplayRecord()
            agent.eventHandler.delegate = displays
            try show(Samples.several, on: agent, for: .edits, "a table")
            // The foot stands between the two.
            let around: Set<DisplayRecord.Line> = [.entry(.head, section: "first"), .row("Alan")]
            require(
                !displays.shown.isSuperset(of: around)
                    || displays.shown.contains(.entry(.foot, section: "first")),
                .display, "It tells by willDisplay that heads come on show, and not that feet do.")
            var selected: Set<AnyID> = []
            for (name, edit) in Samples.edits {
                try carryOut(edit, name, on: agent)
                try checkShows(agent.tableInfo, container, agent, .edits, "After \(name)")
                try checkSelecting(after: name, container, agent, displays, &selected)
            }
            reportProblems(of: displays)
        }
    }

    /// Checks that a container shows what one would that never showed anything else.
    func checkShows(
        _ table: TableInfo, _ container: Container, _ agent: Agent<SampleInput>, _ requirement: Requirement,
        _ when: String
    ) throws {
        require(
            agent.tableInfo.outline == table.outline, requirement,
            "\(when), \(agent.tableInfo.outline) is on show and not \(table.outline).")
        guard canRead else { return }
        let (fresh, freshAgent) = try attached()
        try show(table, on: freshAgent, for: requirement, "a table")
        let (content, expected) = (try content(of: container), try content(of: fresh))
        require(
            content == expected, requirement,
            "\(when), it does not show the same as a container that is new to the table.")
    }

    /// Checks that the event of a row names that row, wherever edits have put it.
    private func checkSelecting(
        after name: String, _ container: Container, _ agent: Agent<SampleInput>, _ displays: DisplayRecord,
        _ selected: inout Set<AnyID>
    ) throws {
        guard let select else { return }
        let sections = agent.tableInfo.sections
        let places = sections.indices.flatMap { section in
            sections[section].visibleRows.indices.map { RowPosition(section: section, row: $0) }
        }
        // None that is selected already, which another touch would deselect.
        guard let place = places.last(where: { !selected.contains(sections[$0.section].rows[$0.row].id) })
        else { return }
        let id = sections[place.section].rows[place.row].id
        selected.insert(id)
        displays.selected = []
        try select(container, place)
        require(
            displays.selected == ["row \(id) at \(place)"], .events,
            "After \(name), selecting the row at \(place) did not post one event of it, but these: "
                + "\(displays.selected).")
    }

    /// Edits a table and lists what goes wrong; then the check is abandoned.
    private func carryOut(
        _ edit: (inout TableEdit) throws -> Void, _ name: String, on agent: Agent<SampleInput>
    ) throws {
        do {
            try agent.edit(edit)
        } catch {
            report(.edits, "It can't show that \(name): \(error)")
            throw Abandoned()
        }
    }
}
