import TableAgent

extension ConformanceRun {
    /// Checks that the container takes its panel; false when there is no point in going on.
    func checkAttachment() -> Bool {
        var canGoOn = false
        perform(.attachment) {
            let (container, agent) = try attached()
            require(
                agent.tableInfo.sections.isEmpty, .attachment, "Mere attaching put a table on show.")
            let panel = container.panel
            canGoOn = panel?.eventHandler === agent.eventHandler
            require(canGoOn, .attachment, "It does not keep the panel that it is given.")
            agent.detach()
            // The panel lives on, so that a container does not lose it by itself.
            withExtendedLifetime(panel) {
                require(container.panel == nil, .attachment, "It still has a panel after that was cleared.")
            }
            _ = try content(of: container)
        }
        return canGoOn
    }

    func checkOwnership() {
        perform(.ownership) {
            weak var loose: Container?
            do {
                let container = try newContainer()
                loose = container
            }
            guard loose == nil else {
                return report(
                    .ownership, "It stays alive without an agent; the closure must make a new one each time.")
            }
            if try !keepsPanel() {
                try checkRelease(detaching: true)
                try checkRelease(detaching: false)
            }
        }
    }

    /// Checks that a panel is released with its agent while the container lives on.
    private func keepsPanel() throws -> Bool {
        let container = try newContainer()
        weak var loose: Panel?
        do {
            let agent = try agent(for: container)
            try show(Samples.several, on: agent, for: .ownership, "a table")
            loose = agent.panel
        }
        return withExtendedLifetime(container) {
            require(loose == nil, .ownership, "It keeps the panel alive; a container holds it weakly.")
            return loose != nil
        }
    }

    /// Checks that nothing keeps a container whose agent is detached or gone, nor that agent.
    private func checkRelease(detaching: Bool) throws {
        weak var loose: Container?
        weak var looseAgent: Agent<SampleInput>?
        do {
            let (container, agent) = try attached()
            loose = container
            looseAgent = agent
            try show(Samples.several, on: agent, for: .ownership, "a table")
            if detaching { agent.detach() }
        }
        let state = detaching ? "after its agent was detached" : "without its agent"
        require(looseAgent == nil, .ownership, "It keeps the agent alive.")
        require(loose == nil, .ownership, "It stays alive \(state).")
    }

    func checkReattachment() {
        perform(.reattachment) {
            let (container, first) = try attached()
            try show(Samples.several, on: first, for: .reattachment, "a table")
            first.detach()
            let second = try agent(for: container)
            guard container.panel?.eventHandler === second.eventHandler else {
                return report(.reattachment, "It does not keep the panel of another agent.")
            }
            try show(
                Samples.names(["Ada"]), on: second, for: .reattachment, "the table of another agent")

            let (fresh, freshAgent) = try attached()
            try show(Samples.names(["Ada"]), on: freshAgent, for: .reattachment, "a table")
            let content = try content(of: container)
            let expected = try self.content(of: fresh)
            require(
                content == expected, .reattachment,
                "Attached to another agent it does not show the same as a new container.")
        }
    }
}
