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
            reportProblems(of: displays)
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
}
