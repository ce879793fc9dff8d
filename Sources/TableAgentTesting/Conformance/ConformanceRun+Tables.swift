import TableAgent

extension ConformanceRun {
    /// Checks what the container says about itself; false when there is no point in going on.
    func checkItems() -> Bool {
        var canGoOn = false
        perform(.gridItems) {
            let container = try newContainer()
            require(!container.surfaceName.isEmpty, .surfaceName, "Its surfaceName is empty.")
            let items = [ItemType(SampleLine.self), ItemType(NameLine.self), ItemType(SampleTitle.self)]
            canGoOn = items.allSatisfy(container.canShow)
            require(canGoOn, .gridItems, "It claims by canShow(_:) to have no view for a grid item.")
        }
        return canGoOn
    }

    func checkTables() {
        for (requirement, name, table) in Samples.tables {
            perform(requirement) {
                let (container, agent) = try attached()
                try show(table, on: agent, for: requirement, name)
                _ = try content(of: container)
            }
        }
        checkContent()
        perform(.oneSection) {
            let (container, agent) = try attached()
            try show(Samples.names(["Ada", "Grace", "Edsger"]), on: agent, for: .oneSection, "three rows")
            guard canRead else { return }
            let content = try content(of: container)
            for name in ["Ada", "Grace", "Edsger"] where content.firstRange(ofText: name) == nil {
                report(.oneSection, "It does not show the text “\(name)” of a row.")
            }
        }
    }

    /// Checks that the texts of a table are on show, and those of hidden rows are not.
    private func checkContent() {
        perform(.severalSections) {
            let (container, agent) = try attached()
            try show(Samples.several, on: agent, for: .severalSections, "several sections")
            guard canRead else { return }
            let content = try content(of: container)
            var texts = ["Barbara", "Donald", "Alan", "Tony", "John"]
            if parts.contains(.headsAndFeet) { texts += ["First", "two rows", "Collapsed 2"] }
            if parts.contains(.hiddenRows) { texts += ["Edsger", "Niklaus"] }
            for text in texts where content.firstRange(ofText: text) == nil {
                report(.severalSections, "It does not show the text “\(text)”.")
            }
            if !parts.contains(.hiddenRows), content.firstRange(ofText: "Edsger") != nil {
                report(.severalSections, "It shows a row of a collapsed section.")
            }
        }
    }

    func checkReplacement() {
        perform(.replacement) {
            let (container, agent) = try attached()
            try show(Samples.several, on: agent, for: .replacement, "a first table")
            let first = try content(of: container)
            try show(Samples.names(["Ada"]), on: agent, for: .replacement, "a second table")
            guard canRead else { return }
            let second = try content(of: container)
            require(first != second, .replacement, "It shows the first table after a second one came.")

            let (fresh, freshAgent) = try attached()
            try show(Samples.names(["Ada"]), on: freshAgent, for: .replacement, "a table")
            let expected = try content(of: fresh)
            require(
                second == expected, .replacement,
                "After a second table it does not show the same as if that had been the first.")
        }
    }

    func checkClearing() {
        perform(.clearing) {
            let (container, agent) = try attached()
            try show(Samples.several, on: agent, for: .clearing, "a table")
            try show(nil, on: agent, for: .clearing, "nothing, which clears the table,")
            let (fresh, freshAgent) = try attached()
            try show(TableInfo(), on: freshAgent, for: .clearing, "an empty table")
            let cleared = try content(of: container)
            let empty = try content(of: fresh)
            require(cleared == empty, .clearing, "It shows something else than an empty table once cleared.")
        }
    }
}

extension String {
    /// Where a text begins, without Foundation.
    func firstRange(ofText text: String) -> Int? {
        let bytes = Array(utf8)
        let wanted = Array(text.utf8)
        guard bytes.count >= wanted.count else { return nil }
        return (0...(bytes.count - wanted.count)).first { bytes[$0..<($0 + wanted.count)] == wanted[...] }
    }
}
