import TableAgent

extension ConformanceRun {
    /// An item with a view of the suite's own, which no container can know.
    func checkRefusal() {
        perform(.refusal) {
            let (container, agent) = try attached()
            try show(Samples.several, on: agent, for: .refusal, "a table")
            let former = agent.tableInfo.outline
            let content = try content(of: container)
            guard !container.canShow(ItemType(UnknownLine.self)) else {
                return report(
                    .refusal, "It claims by canShow(_:) to have a view for an item that no surface knows.")
            }
            for (place, table) in Samples.unknown {
                do {
                    try agent.reload(.table(table))
                    report(.refusal, "A table with an unknown item as \(place) was taken without an error.")
                } catch let error as TableError {
                    require(
                        error.code == .itemNotShown, .refusal,
                        "A table with an unknown item as \(place) was refused for another reason: \(error)")
                }
            }
            require(
                agent.tableInfo.outline == former, .refusal, "A refused table is the one on show.")
            let after = try self.content(of: container)
            require(after == content, .refusal, "A refused table changed what it shows.")
        }
    }

    func checkFailedReform() {
        perform(.failedReform) {
            let (container, agent) = try attached()
            try show(Samples.several, on: agent, for: .failedReform, "a table")
            let former = agent.tableInfo.outline
            let content = try content(of: container)
            do {
                try agent.reload(.broken)
                report(.failedReform, "An error of the reformer did not arrive at the caller.")
            } catch is SampleInput.Broken {}
            require(
                agent.tableInfo.outline == former, .failedReform,
                "Data that can't be reformed changed the table info on show.")
            let after = try self.content(of: container)
            require(after == content, .failedReform, "Data that can't be reformed changed what it shows.")
            try show(Samples.names(["Ada"]), on: agent, for: .failedReform, "a table after a failed one")
        }
    }
}
