import TableAgent

extension ConformanceRun {
    /// Checks that the container asks before it selects or deselects a row.
    func checkQuestions() {
        guard let select else { return }
        perform(.questions) {
            let (container, agent) = try attached()
            let refuser = Refuser()
            agent.eventHandler.delegate = refuser
            try show(Samples.several, on: agent, for: .questions, "a table")
            let position = RowPosition(section: 1, row: 1)
            try select(container, position)
            require(
                refuser.asked == ["select at \(position)"], .questions,
                "It does not ask once by shouldSelect(at:) of its panel whether a row may be selected.")
            require(refuser.done.isEmpty, .questions, "It selected a row that must not be selected.")
            try checkDeselecting(of: position, in: container, refuser)
            (refuser.asked, refuser.done) = ([], [])
            container.deselect(position)
            require(
                refuser.asked.isEmpty && refuser.done.isEmpty, .questions,
                "It asks or tells of a row that it is to show as not selected.")
            withExtendedLifetime(agent) {}
        }
    }

    private func checkDeselecting(
        of position: RowPosition, in container: Container, _ refuser: Refuser
    ) throws {
        guard let select, let deselect else { return }
        refuser.refuses = false
        try select(container, position)
        refuser.refuses = true
        refuser.asked = []
        refuser.done = []
        try deselect(container, position)
        require(
            refuser.asked == ["deselect at \(position)"], .questions,
            "It does not ask once by shouldDeselect(at:) of its panel whether a row may be deselected.")
        require(refuser.done.isEmpty, .questions, "It deselected a row that must not be deselected.")
        refuser.refuses = false
        try deselect(container, position)
        require(
            refuser.done == ["deselect at \(position)"], .events,
            "Deselecting the row at \(position) did not post one event of it, but these: \(refuser.done).")
    }
}

/// Refuses every selection and its end, as long as it is told to.
private final class Refuser: EventDelegate {
    var refuses = true
    var asked: [String] = []
    var done: [String] = []

    private func words(_ event: CellEvent) -> String {
        "\(event.name) at \(event.position?.description ?? "no place")"
    }

    func shouldSelect(_ event: CellEvent) -> Bool {
        asked.append(words(event))
        return !refuses
    }

    func shouldDeselect(_ event: CellEvent) -> Bool {
        asked.append(words(event))
        return !refuses
    }

    func didReceive(_ event: CellEvent) {
        if event.isNamed(.select) || event.isNamed(.deselect) { done.append(words(event)) }
    }
}
