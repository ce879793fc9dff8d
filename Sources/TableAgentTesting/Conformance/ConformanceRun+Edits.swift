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
            for (name, edit) in Samples.edits {
                try carryOut(edit, name, on: agent)
                guard canRead else { continue }
                let (fresh, freshAgent) = try attached()
                try show(agent.tableInfo, on: freshAgent, for: .edits, "a table")
                let (content, expected) = (try content(of: container), try content(of: fresh))
                require(
                    content == expected, .edits,
                    "After \(name), it does not show the same as a container that is new to the table.")
            }
            for problem in displays.problems { report(.display, problem) }
            withExtendedLifetime(displays) {}
        }
    }

    /// Edits a table and lists what goes wrong; then the check is abandoned.
    private func carryOut(
        _ edit: (inout TableInfo) throws -> Void, _ name: String, on agent: Agent<SampleInput>
    ) throws {
        do {
            try agent.edit(edit)
        } catch {
            report(.edits, "It can't show that \(name): \(error)")
            throw Abandoned()
        }
    }

    /// Checks that the container asks before it selects a row.
    func checkQuestions() {
        guard let select else { return }
        perform(.questions) {
            let (container, agent) = try attached()
            let refuser = Refuser()
            agent.eventHandler.delegate = refuser
            try show(Samples.several, on: agent, for: .questions, "a table")
            try select(container, RowPosition(section: 1, row: 1))
            require(
                refuser.asked == [RowPosition(section: 1, row: 1)], .questions,
                "It does not ask once by shouldSelect(at:) of its panel whether a row may be selected.")
            require(
                refuser.selected.isEmpty, .questions, "It selected a row that must not be selected.")
            withExtendedLifetime(agent) {}
        }
    }
}

/// Refuses every selection.
private final class Refuser: EventDelegate {
    var asked: [RowPosition?] = []
    var selected: [RowPosition?] = []

    func shouldSelect(_ event: CellEvent) -> Bool {
        asked.append(event.position)
        return false
    }

    func didReceive(_ event: CellEvent) {
        if event.isNamed(.select) { selected.append(event.position) }
    }
}

/// Follows which rows are on show by what a container tells.
private final class DisplayRecord: EventDelegate {
    private struct RowKey: Hashable {
        let section: AnyID
        let row: AnyID
    }

    private var shown: Set<RowKey> = []
    private(set) var problems: [String] = []

    func didReceive(_ event: CellEvent) {
        let key = RowKey(section: event.sectionID, row: event.rowID)
        if event.isNamed(.willDisplay) {
            if !shown.insert(key).inserted {
                problems.append("It told twice that row \(event.rowID) comes on show, and not that it went.")
            }
            if event.isGone {
                problems.append("It told that row \(event.rowID) comes on show, which is not in the table.")
            }
        } else if event.isNamed(.didEndDisplay), shown.remove(key) == nil {
            problems.append("It told that row \(event.rowID) is no longer on show, and not that it came.")
        }
    }
}
