import TableAgent

// Checks of changes over time: after edits, and while a user scrolls.
extension ConformanceRun {
    /// Checks the container after each of a series of edits. It must show the same as a new container, and
    /// its display events must be consistent. The event of a row must name that row, even after edits have moved the row.
    func checkEdits(_ select: Act?) {
        perform(.edits) {
            let (container, agent) = try attached()
            let record = EventRecord()
            agent.eventDelegate = record
            try show(Samples.several, on: agent, for: .edits, "a table")
            // The foot is between these two lines.
            let around: Set = ["the head of section first", "row Alan"]
            require(
                !record.visibleLines.isSuperset(of: around)
                    || record.visibleLines.contains("the foot of section first"), for: .display,
                "It tells by willDisplay that heads become visible, and not that feet do.")
            var selected: Set<AnyID> = []
            for (name, edit) in Samples.edits {
                do {
                    try agent.edit(edit)
                } catch {
                    throw abandon(.edits, "It can't show that \(name): \(error)")
                }
                let table = agent.tableInfo
                try checkShows(table, on: container, of: agent, for: .edits, "After \(name)")
                // Use a row that is not selected, because another touch would deselect a selected row.
                let row = table.visibleRows.last { !selected.contains($0.id) }
                if let select, let row {
                    selected.insert(row.id)
                    record.clear()
                    try select(container, row.position)
                    let events = record.events.filter { $0.hasPrefix("select ") }
                    require(
                        events == ["select of row \(row.id) at \(row.position)"], for: .events,
                        "After \(name), selecting the row at \(row.position) did not send one event of it, but "
                            + "these: \(events).")
                }
            }
            for problem in record.displayProblems { report(.display, problem) }
        }
    }

    /// Checks the container after queries, and after an edit, a reload, and other columns while a query is shown.
    func checkQueries() {
        perform(.queries) {
            let (container, agent) = try attached(showing: Samples.several, for: .queries, "a table")
            let key = Samples.columns[0].key
            func check(_ name: String, _ change: () throws -> Void) throws {
                do {
                    try change()
                } catch {
                    throw abandon(.queries, "It can't show \(name): \(error)")
                }
                try checkShows(agent.tableInfo, on: container, of: agent, for: .queries, "After \(name)")
            }
            try check("a sort") { try agent.show(TableQuery(sorts: [.descending(key)])) }
            try check("an edit of a sorted table") {
                try agent.edit {
                    try $0.append(Rows(["Zoe", "Aaron"], id: \.self, as: NameLine.self), to: .id("first"))
                }
            }
            try check("a filter") {
                try agent.show(
                    TableQuery(filters: [.column(key, .contains("a"))], sorts: [.ascending(key)]))
            }
            try check("a row that no longer meets a filter") {
                try agent.edit { try $0.replaceData(ofRow: .id("Zoe", in: .id("first")), with: "Zoë") }
            }
            try check("a search without a result") { try agent.show(TableQuery(search: "no such name")) }
            try check("other data while a query is shown") {
                try agent.reload(.success(Samples.names(["Ada", "Grace"])))
            }
            try check("a page") {
                try agent.show(
                    TableQuery(sorts: [.descending(key)], page: TableQuery.Page(size: 1, start: .last)))
            }
            try check("other columns") {
                try agent.show(TableQuery(columns: Samples.columns.reversed().map(\.key)))
            }
            try check("the table without a query") { try agent.show(TableQuery()) }
        }
    }

    /// Checks a long table that a user scrolls: which lines become visible, which stop being visible, and
    /// whether reused views show traces of other rows.
    func checkScrolling(_ scroll: Act) {
        perform(.display) {
            let (container, agent) = try attached()
            let record = EventRecord()
            agent.eventDelegate = record
            try show(Samples.long, on: agent, for: .display, "a long table")
            let first = RowPosition(section: 0, row: 0)
            try scroll(container, first)
            let atFirst = try content(of: container)
            require(
                record.isVisible("0-0"), for: .display,
                "It does not tell by willDisplay that the first row becomes visible.")

            let last = RowPosition(section: 2, row: Samples.longCount - 1)
            try scroll(container, last)
            try checkIsVisible(last, in: container, record)
            try checkRemoval(of: last, on: agent, record)
            try scroll(container, first)
            require(
                record.isVisible("0-0"), for: .display,
                "Scrolled back, it does not tell that a row becomes visible.")
            require(
                try content(of: container) == atFirst, for: .reuse,
                "Scrolled to the end and back, it does not show the same as before.")
            require(
                record.hasShownHead, for: .display,
                "It does not tell by willDisplay that heads become visible.")

            try show(nil, on: agent, for: .display, "nothing, which clears the table,")
            require(
                record.visibleLines.isEmpty, for: .display,
                "Cleared, it does not tell by didEndDisplay of all that was visible, such as "
                    + "\(record.visibleLines.min() ?? "none").")
            for problem in record.displayProblems { report(.display, problem) }
        }
    }

    private func checkIsVisible(
        _ position: RowPosition, in container: Container, _ record: EventRecord
    ) throws {
        let id = AnyID(Samples.longID(at: position))
        require(
            record.isVisible(id), for: .display,
            "It does not tell by willDisplay that a row becomes visible to which a user scrolls.")
        guard canRead else { return }
        require(
            try content(of: container).contains("row \(id)"), for: .reuse,
            "Scrolled to the row at \(position), it does not show its text.")
    }

    /// Removes a visible row and checks that its `didEndDisplay` event carries the row's last data.
    private func checkRemoval(
        of position: RowPosition, on agent: Agent<SampleInput>, _ record: EventRecord
    ) throws {
        let name = Samples.longID(at: position)
        let id = AnyID(name)
        guard record.isVisible(id) else { return }
        try agent.edit { try $0.removeRow(.at(position)) }
        require(
            !record.isVisible(id), for: .display,
            "It does not tell by didEndDisplay of a row that was removed.")
        require(
            record.lastNames[id] == name, for: .display,
            "The didEndDisplay of a row that was removed does not carry the data that the row had.")
        try agent.edit {
            try $0.append([Row(name, id: name, as: LongLine.self)], to: .at(position.section))
        }
    }

    /// Checks that a listener may show another table while a user scrolls.
    func checkReloadWhileScrolling(_ scroll: Act) {
        perform(.reentrancy) {
            let (container, agent) = try attached(showing: Samples.long, for: .reentrancy, "a long table")
            let table = Samples.names(["Ada"])
            var hasReloaded = false
            agent.on(.willDisplay) { [weak agent] (_: CellEvent) in
                guard !hasReloaded else { return }
                hasReloaded = true
                try? agent?.reload(.success(table))
            }
            try scroll(container, RowPosition(section: 2, row: Samples.longCount - 1))
            guard hasReloaded else { return }
            try checkShows(
                table, on: container, of: agent, for: .reentrancy,
                "After a listener showed another table while it scrolled")
        }
    }
}

extension TableInfo {
    /// The ids of all visible rows, with their positions.
    fileprivate var visibleRows: [(id: AnyID, position: RowPosition)] {
        sections.enumerated().flatMap { index, section in
            section.visibleRows.enumerated().map { number, row in
                (row.id, RowPosition(section: index, row: number))
            }
        }
    }
}
