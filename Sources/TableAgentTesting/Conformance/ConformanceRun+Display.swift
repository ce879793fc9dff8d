import TableAgent

extension ConformanceRun {
    func reportProblems(of displays: DisplayRecord) {
        for problem in displays.problems { report(.display, problem) }
    }

    /// Checks a long table that a person scrolls: what comes on show, what goes, and that views which showed
    /// other rows before show nothing of them.
    func checkScrolling() {
        guard let scroll else { return }
        perform(.display) {
            let (container, agent) = try attached()
            let displays = DisplayRecord()
            agent.eventHandler.delegate = displays
            try show(Samples.long, on: agent, for: .display, "a long table")
            let first = RowPosition(section: 0, row: 0)
            try scroll(container, first)
            let atFirst = try content(of: container)
            require(
                displays.isShown("0-0"), .display,
                "It does not tell by willDisplay that the first row comes on show.")

            let last = RowPosition(section: 2, row: Samples.longCount - 1)
            try scroll(container, last)
            try checkSight(of: last, in: container, displays)
            try checkRemoval(of: last, on: agent, displays)
            try scroll(container, first)
            require(
                displays.isShown("0-0"), .display, "Scrolled back, it does not tell that a row came on show.")
            require(
                try content(of: container) == atFirst, .reuse,
                "Scrolled to the end and back, it does not show the same as before.")

            require(
                displays.shownKinds.contains(.head), .display,
                "It does not tell by willDisplay that heads come on show.")

            try show(nil, on: agent, for: .display, "nothing, which clears the table,")
            require(
                displays.shown.isEmpty, .display,
                "Cleared, it does not tell by didEndDisplay of all that was on show, as of "
                    + "\(displays.shown.first?.description ?? "none").")
            reportProblems(of: displays)
        }
    }

    private func checkSight(
        of position: RowPosition, in container: Container, _ displays: DisplayRecord
    ) throws {
        let id = AnyID("\(position.section)-\(position.row)")
        require(
            displays.isShown(id), .display,
            "It does not tell by willDisplay that a row to which one scrolls comes on show.")
        guard canRead else { return }
        require(
            try content(of: container).firstRange(ofText: "row \(id)") != nil, .reuse,
            "Scrolled to the row at \(position), it does not show its text.")
    }

    /// Removes a row on show, which is to be told with the data that it had.
    private func checkRemoval(
        of position: RowPosition, on agent: Agent<SampleInput>, _ displays: DisplayRecord
    ) throws {
        let id = AnyID("\(position.section)-\(position.row)")
        guard displays.isShown(id) else { return }
        try agent.edit { try $0.removeRow(.at(position.section, position.row)) }
        require(
            !displays.isShown(id), .display, "It does not tell by didEndDisplay of a row that was removed.")
        require(
            displays.lastNames[id] == id.description, .display,
            "Of a row that was removed, it does not tell with its data that it is no longer on show.")
        try agent.edit {
            try $0.append(Row(id.description, id: id, as: LongLine.self), to: .at(position.section))
        }
    }

    /// Checks that a listener may show another table while one scrolls.
    func checkReloadWhileScrolling() {
        guard let scroll else { return }
        perform(.reentrancy) {
            let (container, agent) = try attached()
            try show(Samples.long, on: agent, for: .reentrancy, "a long table")
            var hasReloaded = false
            agent.on(.willDisplay) { [weak agent] (_: CellEvent) in
                guard !hasReloaded else { return }
                hasReloaded = true
                try? agent?.reload(.table(Samples.names(["Ada"])))
            }
            try scroll(container, RowPosition(section: 2, row: Samples.longCount - 1))
            guard hasReloaded else { return }
            try checkShows(
                Samples.names(["Ada"]), container, agent, .reentrancy,
                "After a listener showed another table while it scrolled")
        }
    }
}
