import TableAgent

// Checks of attaching, detaching, and ownership.
extension ConformanceRun {
    /// Checks that the container keeps its panel. Returns whether further checks make sense.
    func checkAttachment() -> Bool {
        var canGoOn = false
        perform(.attachment) {
            let (container, agent) = try attached()
            require(
                agent.tableInfo.sections.isEmpty, for: .attachment,
                "It shows a table as soon as it is attached.")
            canGoOn = container.panel === agent.panel
            require(canGoOn, for: .attachment, "It does not keep the panel that it is given.")
            agent.detach()
            require(container.panel == nil, for: .attachment, "It still has a panel after that was cleared.")
            _ = try content(of: container)
        }
        return canGoOn
    }

    func checkReattachment() {
        perform(.reattachment) {
            let (container, first) = try attached(showing: Samples.several, for: .reattachment)
            first.detach()
            let second = try agent(for: container)
            guard container.panel === second.panel else {
                return report(.reattachment, "It does not keep the panel of another agent.")
            }
            let table = Samples.names(["Ada"])
            try show(table, on: second, for: .reattachment, "the table of another agent")
            try checkShows(
                table, on: container, of: second, for: .reattachment, "Attached to another agent")
        }
    }

    func checkOwnership() {
        perform(.ownership) {
            weak var looseContainer: Container?
            do {
                let container = try newContainer()
                looseContainer = container
            }
            guard looseContainer == nil else {
                return report(
                    .ownership, "It stays alive without an agent; the closure must make a new one each time.")
            }
            guard try releasesPanel() else {
                return report(.ownership, "It keeps the panel alive; a container holds it weakly.")
            }
            try checkRelease(detaching: true)
            try checkRelease(detaching: false)
        }
    }

    /// Returns whether the panel is released with its agent while the container still exists.
    private func releasesPanel() throws -> Bool {
        let container = try newContainer()
        weak var loosePanel: Panel?
        do {
            let agent = try agent(for: container)
            try show(Samples.several, on: agent, for: .ownership, "a table")
            loosePanel = agent.panel
        }
        return withExtendedLifetime(container) { loosePanel == nil }
    }

    /// Checks that a container is released after its agent is detached or released, and that the agent is
    /// released too.
    private func checkRelease(detaching: Bool) throws {
        weak var looseContainer: Container?
        weak var looseAgent: Agent<SampleInput>?
        do {
            let (container, agent) = try attached(showing: Samples.several, for: .ownership)
            looseContainer = container
            looseAgent = agent
            if detaching { agent.detach() }
        }
        let state = detaching ? "after its agent was detached" : "without its agent"
        require(looseAgent == nil, for: .ownership, "It keeps the agent alive.")
        require(looseContainer == nil, for: .ownership, "It stays alive \(state).")
    }
}
