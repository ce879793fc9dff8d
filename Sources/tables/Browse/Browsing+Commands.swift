import TableAgent
import TableBrowser
import TableSurfaces

/// The commands of the program in the browser: the columns, the values of one, groups, and files.
extension Browsing {
    /// Binds the commands to keys. Totals and descriptions have no rows of the file.
    func addCommands() {
        // Rows of a file have no actions.
        for key in ["a", "E"] as [BrowserKey] { browser.bindings[key] = nil }
        guard input.reformer.hasRecords else { return }
        browser.commands["I"] = ProgramCommand("describe the columns of the visible rows") { [weak self] in
            self?.leave(toShow: { try await $0.browseDescription() })
        }
        browser.commands["V"] = ProgramCommand("count the values of this column") { [weak self] in
            self?.leave(toShow: { try await $0.browseValues() })
        }
        browser.commands["B"] = ProgramCommand("group by this column, or end that") { [weak self] in
            self?.toggleGroups()
        }
        browser.commands["w"] = ProgramCommand("write the marked or the visible rows to a file") {
            [weak self] in
            self?.askForFile()
        }
        browser.conditionValues = { [weak self] column, values throws(TableError) in
            try self?.plain(values, inColumn: column) ?? values.texts
        }
    }

    /// The visible rows, or the marked ones.
    private func rows(marked: Bool = false) -> BrowsedRows {
        let columns = table.columns.indices.filter { !browser.hiddenColumns.contains($0) }
        let indices =
            marked
            ? browser.pickedRows.compactMap(\.recordIndex)
            : browser.queriedTable?.sections.flatMap { $0.rows.data(as: Record.self).map(\.index) }
        return BrowsedRows(
            rows: indices, columns: columns.map { table.columns[$0].title },
            selection: input.reformer.selection,
            input: source.map { .whole($0) } ?? .parts(parts.map(\.part)))
    }

    /// The name of the cursor's column, or `nil` without columns.
    private var currentColumn: String? {
        table.columns.indices.contains(browser.cursorColumn) ? table.columns[browser.cursorColumn].title : nil
    }

    /// Returns the plain texts of values that a person compares with those of a column.
    private func plain(
        _ values: TableQuery.ComparedValues, inColumn column: Int
    ) throws(TableError) -> [String] {
        guard let source = source ?? parts.last?.part.table, table.columns.indices.contains(column) else {
            return values.texts
        }
        do throws(InputError) {
            return try source.plain(
                TableQuery.ComparedValues(
                    column: table.columns[column].title, texts: values.texts, areBounds: values.areBounds))
        } catch {
            throw TableError(.invalidQuery, "\(error)")
        }
    }

    // MARK: Columns

    /// Shows the description of the columns. Enter moves the cursor of the rows to a column.
    private func browseDescription() async throws {
        let (rows, isReading) = (rows(), isReading)
        let chosen = try await browse("describing…", then: "Enter goes to the column, q returns to the rows")
        {
            try await rows.description(isReading: isReading)
        }
        let column = chosen.first?.data(as: ColumnSummary.self)
        let index = table.columns.firstIndex { $0.title.utf8.elementsEqual((column?.name ?? "").utf8) }
        if let index { browser.moveCursor(toColumn: index) }
    }

    /// Shows the values of the cursor's column. Enter shows only rows with the marked values, and `-` those without them.
    private func browseValues() async throws {
        guard let column = currentColumn else { return }
        let (rows, use, index) = (rows(), input.reformer.use, browser.cursorColumn)
        var excluded: [Row] = []
        let help = "Enter shows only this value, - all others, m marks several, q returns"
        let chosen = try await browse("counting…", then: help) {
            try await rows.values(ofColumn: column, use: use)
        } adding: { values in
            values.commands["-"] = ProgramCommand("leave out this value, or the marked ones") {
                [weak values] in
                excluded = values?.pickedRows ?? []
                values?.leave()
            }
        }
        let values = (chosen + excluded).compactMap { $0.data(as: ColumnValue.self) }
        guard !values.isEmpty else { return }
        let filter = TableQuery.Filter.any(values.map { $0.condition(ofColumn: index) })
        let names = values.count == 1 ? values[0].text : "\(TableWords.counted(values.count, "value"))"
        browser.addFilter(
            named: "\(column) \(excluded.isEmpty ? "" : "not ")\(values.count == 1 ? "=" : "in") \(names)",
            [excluded.isEmpty ? filter : .not(filter)])
    }

    /// Shows a table in a browser of its own, until the person chooses rows or leaves.
    ///
    /// - Parameters:
    ///   - progress: The message while the table is made.
    ///   - help: The message after that.
    ///   - makeTable: Makes the table off the actor of the browser.
    ///   - addCommands: Adds commands to the browser.
    private func browse(
        _ progress: String, then help: String, makeTable: @escaping () async throws -> sending TableInfo,
        adding addCommands: (TableBrowser) -> Void = { _ in }
    ) async throws -> [Row] {
        let other = TableBrowser()
        other.isPlain = browser.isPlain
        other.usesMouse = browser.usesMouse
        other.words.browser.quitHint = "q back"
        other.bindings = browser.bindings
        other.bindings[.escape] = .leave
        addCommands(other)
        let agent = try Agent(other, rawData: TableInfo(), reformer: UnchangedTable())
        agent.on(.select) { (_: CellEvent) in }
        let work = Task {
            other.show(progress)
            do {
                try agent.reload(await makeTable())
                other.show(help)
            } catch {
                other.show("\(error)")
            }
        }
        defer { work.cancel() }
        let rows = try await other.pickRows()
        wasInterrupted = other.wasInterrupted
        return rows
    }

    // MARK: Groups

    /// Groups the rows by the cursor's column. If they are grouped by it, ends that.
    private func toggleGroups() {
        guard let column = currentColumn else { return }
        guard !isReading else { return browser.show("Grouping waits until all rows are read.") }
        let isGrouped = input.reformer.selection.groupBy == [column]
        input.reformer.selection.groupBy = isGrouped ? [] : [column]
        input.reformer.foldsGroups = true
        browser.show("grouping…")
        let input = input
        let all = rows().input
        Task {
            do {
                let version = try await input.version(of: all)
                browser.showNextFromTop()
                try agent.reload(version.table)
                source = version.source
                parts = []
                browser.show(
                    isGrouped
                        ? "Not grouped." : "Space opens a group, e all; B in this column ends the groups.")
            } catch {
                browser.show("\(error)")
            }
        }
    }

    // MARK: Files

    /// Asks for the name of a file, and writes the marked rows or all visible ones.
    private func askForFile() {
        let marked = browser.markedCount > 0
        let rows = rows(marked: marked)
        let count = TableWords.counted(rows.rows?.count ?? table.rowCount, "row")
        browser.ask(
            "Write \(marked ? "the \(count) marked" : count) to the file:",
            hint: ".csv .tsv .json .jsonl .md .html .txt .xlsx"
        ) { [weak self] name in
            guard let self, !name.isEmpty else { return }
            let path = name.hasPrefix("~/") ? InputFile.home + name.dropFirst() : name
            if InputFile.isSame(path, input.path) {
                return browser.show("\(path) is the file that is shown; give another name.")
            }
            guard InputFile.isSame(path, path) else { return write(rows, count, to: path) }
            browser.ask("\(path) exists. Type y to replace it:") { [weak self] in
                if $0.lowercased() == "y" {
                    self?.write(rows, count, to: path)
                } else {
                    self?.browser.show("Nothing was written.")
                }
            }
        }
    }

    private func write(_ rows: BrowsedRows, _ count: String, to path: String) {
        browser.show("writing…")
        let (write, before) = (writeFile, writing)
        writing = Task {
            await before?.value
            do {
                try await write(rows, path)
                browser.show("\(count) written to \(path)")
            } catch {
                browser.show("\(path): \((error as? WriteError)?.reason ?? "\(error)")")
            }
        }
    }
}

extension BrowsedRows {
    /// Describes the columns.
    @concurrent
    fileprivate func description(isReading: Bool) async throws -> sending TableInfo {
        let source = try source()
        return try DescriptionReformer(columns: columns)
            .reform(source.table, rows: source.selection.rows(of: source.table), isReading: isReading)
    }

    /// Counts the values of a column.
    @concurrent
    fileprivate func values(ofColumn column: String, use: ValueUse) async throws -> sending TableInfo {
        let source = try source()
        let rows = try source.selection.rows(of: source.table)
        return try ColumnValues(column: column, rows: rows, use: use).reform(source.table)
    }
}
