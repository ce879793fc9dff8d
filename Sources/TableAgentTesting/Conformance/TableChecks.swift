import TableAgent

// Checks of whole tables and of refused items.
extension ConformanceRun {
    /// Checks the container's name and the items that it can show. Returns whether further checks make sense.
    func checkItems() -> Bool {
        var canGoOn = false
        perform(.gridItems) {
            let container = try newContainer()
            require(!container.surfaceName.isEmpty, for: .surfaceName, "Its surfaceName is empty.")
            let items: [any TableItem.Type] = [SampleLine.self, NameLine.self, SampleTitle.self]
            canGoOn = items.allSatisfy(container.canShow)
            require(canGoOn, for: .gridItems, "It claims by canShow(_:) to have no view for a grid item.")
        }
        return canGoOn
    }

    func checkTables(headsAndFeet: Bool, tableFoot: Bool, hiddenRows: Bool) {
        for (requirement, name, table) in Samples.tables {
            perform(requirement) {
                let (container, agent) = try attached(showing: table, for: requirement, name)
                _ = try content(of: container)
                withExtendedLifetime(agent) {}
            }
        }
        let names = ["Ada", "Grace", "Edsger"]
        checkTexts(names, of: Samples.names(names), "three rows", for: .oneSection)
        var texts = ["Barbara", "Donald", "Alan", "Tony", "John"]
        if headsAndFeet { texts += ["First", "two rows", "Collapsed 2"] }
        if hiddenRows { texts += ["Edsger", "Niklaus"] }
        let hidden = hiddenRows ? nil : "Edsger"
        checkTexts(texts, hidden: hidden, of: Samples.several, "several sections", for: .severalSections)
        if tableFoot {
            let table = Samples.totaled(Samples.several)
            checkTexts(["9 in all"], of: table, "a foot of the table", for: .tableFoot)
        }
    }

    /// Checks that the texts of a table are visible, and that a text in a collapsed section is not.
    private func checkTexts(
        _ texts: [String], hidden: String? = nil, of table: TableInfo, _ name: String,
        for requirement: Requirement
    ) {
        perform(requirement) {
            let (container, agent) = try attached(showing: table, for: requirement, name)
            guard canRead else { return }
            let content = try content(of: container)
            withExtendedLifetime(agent) {}
            for text in texts where !content.contains(text) {
                report(requirement, "It does not show the text “\(text)”.")
            }
            if let hidden, content.contains(hidden) {
                report(requirement, "It shows a row of a collapsed section.")
            }
        }
    }

    func checkReplacement() {
        perform(.replacement) {
            let (container, agent) = try attached(
                showing: Samples.several, for: .replacement, "a first table")
            let first = try content(of: container)
            let table = Samples.names(["Ada"])
            try show(table, on: agent, for: .replacement, "a second table")
            guard canRead else { return }
            require(
                try content(of: container) != first, for: .replacement,
                "It shows the first table after a second one came.")
            try checkShows(table, on: container, of: agent, for: .replacement, "After a second table")
        }
    }

    func checkClearing() {
        perform(.clearing) {
            let (container, agent) = try attached(showing: Samples.several, for: .clearing)
            try show(nil, on: agent, for: .clearing, "nothing, which clears the table,")
            try checkShows(TableInfo(), on: container, of: agent, for: .clearing, "Once cleared")
        }
    }

    /// Checks a table with an item that no container can show.
    func checkRefusal() {
        perform(.refusal) {
            let (container, agent) = try attached(showing: Samples.several, for: .refusal)
            guard !container.canShow(UnknownLine.self) else {
                return report(
                    .refusal, "It claims by canShow(_:) to have a view for an item that no surface knows.")
            }
            try checkChangesNothing(on: container, of: agent, for: .refusal, "A refused table") {
                for (place, table) in Samples.unknown {
                    do {
                        try agent.reload(.success(table))
                        report(.refusal, "It took a table with an unknown item as \(place) without an error.")
                    } catch let error as TableError {
                        require(
                            error.code == .itemNotShown, for: .refusal,
                            "It refused a table with an unknown item as \(place) for another reason: \(error)"
                        )
                    }
                }
            }
        }
    }

    func checkFailedReform() {
        perform(.failedReform) {
            let (container, agent) = try attached(showing: Samples.several, for: .failedReform)
            let cause = "Data that can't be reformed"
            try checkChangesNothing(on: container, of: agent, for: .failedReform, cause) {
                do {
                    try agent.reload(.failure(BrokenData()))
                    report(.failedReform, "An error of the reformer did not reach the caller.")
                } catch is BrokenData {}
            }
            try show(Samples.names(["Ada"]), on: agent, for: .failedReform, "a table after a failed one")
        }
    }

    private func checkChangesNothing(
        on container: Container, of agent: Agent<SampleInput>, for requirement: Requirement, _ cause: String,
        _ action: () throws -> Void
    ) throws {
        let outline = agent.tableInfo.outline
        let content = try content(of: container)
        try action()
        require(
            agent.tableInfo.outline == outline, for: requirement, "\(cause) changed the visible table info.")
        require(
            try self.content(of: container) == content, for: requirement, "\(cause) changed what it shows.")
    }
}
