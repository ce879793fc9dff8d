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
        browser.conditionValues = { [weak self] table, column, values throws(TableError) in
            try self?.plain(values, inColumn: column, of: table) ?? values.texts
        }
    }

    /// Returns the visible rows, or the marked ones, of the file that they come from. A newer version of the file can wait.
    private func rows(marked: Bool = false) -> BrowsedRows {
        let columns = browser.visibleTable.columns.enumerated()
            .filter { !browser.hiddenColumns.contains($0.offset) }
        let records =
            marked
            ? browser.pickedRows.compactMap { $0.data(as: Record.self) }
            : browser.queriedTable?.sections.flatMap { $0.rows.data(as: Record.self) }
        return BrowsedRows(
            rows: records?.map(\.index), columns: columns.map(\.element.title),
            selection: input.reformer.selection,
            parts: origin(of: records?.first ?? firstRecord(of: browser.visibleTable)))
    }

    /// Returns the parts of the input that a record comes from.
    func origin(of record: Record?) -> [SourceTable] {
        if let source = record?.source, source.firstRow == nil { return [source.table] }
        return source.map { [$0] } ?? parts.map(\.part.table)
    }

    /// Returns the first record of a table, which has the forms of the columns.
    private func firstRecord(of table: TableInfo) -> Record? {
        table.sections.lazy.compactMap { $0.rows.first?.data(as: Record.self) }.first
    }

    /// The name of the cursor's column, or `nil` without columns.
    private var currentColumn: String? {
        let columns = browser.visibleTable.columns
        return columns.indices.contains(browser.cursorColumn) ? columns[browser.cursorColumn].title : nil
    }

    /// Returns the plain texts of values that a person compares with those of a column. The browser handles a key meanwhile.
    private func plain(
        _ values: TableQuery.ComparedValues, inColumn column: Int, of table: TableInfo
    ) throws(TableError) -> [String] {
        guard let record = firstRecord(of: table), table.columns.indices.contains(column) else {
            return values.texts
        }
        let values = values.inColumn(table.columns[column].title)
        do throws(InputError) {
            if record.source.firstRow == nil { return try record.source.table.plain(values) }
            // The form of a column in a pipe is that of its first rows. Another part can have texts.
            let form = record.source.forms[column]
            if form == nil, values.bound != nil {
                for part in origin(of: record) { _ = try part.plain(values) }
            }
            return try record.source.table.plain(values, as: form)
        } catch {
            throw TableError(.invalidQuery, error.reason.visible)
        }
    }

    // MARK: Columns

    /// Shows the description of the columns. Enter moves the cursor of the rows to a column.
    private func browseDescription() async throws {
        let (rows, isReading) = (rows(), isReading)
        let chosen = try await browse(
            "describing…", then: "Enter goes to the column, q returns to the rows", hint: "Enter goes to it"
        ) {
            try await rows.description(isReading: isReading)
        }
        let column = chosen.first?.data(as: ColumnSummary.self)
        let index = table.columns.firstIndex { $0.title.utf8.elementsEqual((column?.name ?? "").utf8) }
        if let index { browser.moveCursor(toColumn: index) }
    }

    /// Shows the values of the cursor's column. Enter shows only rows with the marked values, and `-` those without them.
    private func browseValues() async throws {
        guard let column = currentColumn else { return }
        let rows = rows()
        let form = firstRecord(of: browser.visibleTable)?.source.forms[browser.cursorColumn]
        var excluded: [Row] = []
        let help = "Enter shows only this value, - all others, m marks several, q returns"
        let chosen = try await browse("counting…", then: help, hint: "Enter keeps it  - leaves it out") {
            try await rows.values(ofColumn: column, form: form)
        } adding: { values in
            values.commands["-"] = ProgramCommand("leave out this value, or the marked ones") {
                [weak values] in
                excluded = values?.pickedRows ?? []
                values?.leave()
            }
        }
        let values = (chosen + excluded).compactMap { $0.data(as: ColumnValue.self) }
        guard !values.isEmpty else { return }
        guard let index = browser.visibleTable.columns.firstIndex(where: { $0.title == column }) else {
            return browser.show("The column “\(column)” is gone.")
        }
        let filter = TableQuery.Filter.equals(String(index), values.map(\.plain))
        let names =
            values.count <= 3
            ? values.map(\.text).joined(separator: ", ") : TableWords.counted(values.count, "value")
        let (sign, words) = excluded.isEmpty ? ("=", "in") : ("!=", "not in")
        browser.addFilter(
            named: "\(column) \(values.count == 1 ? sign : words) \(names)",
            [excluded.isEmpty ? filter : .not(filter)])
    }

    /// Shows a table in a browser of its own, until the person chooses rows or leaves.
    ///
    /// - Parameters:
    ///   - progress: The message while the table is made.
    ///   - help: The message after that.
    ///   - hint: The most useful keys, in the status line.
    ///   - makeTable: Makes the table off the actor of the browser.
    ///   - addCommands: Adds commands to the browser.
    private func browse(
        _ progress: String, then help: String, hint: String,
        makeTable: @escaping () async throws -> sending TableInfo,
        adding addCommands: (TableBrowser) -> Void = { _ in }
    ) async throws -> [Row] {
        let other = TableBrowser()
        other.isPlain = browser.isPlain
        other.usesMouse = browser.usesMouse
        other.words.browser.quitHint = "q back"
        other.words.browser.searchHint = hint
        other.words.browser.noRows = progress
        other.bindings = browser.bindings
        other.bindings[.escape] = .leave
        addCommands(other)
        let agent = try Agent(other, rawData: TableInfo(), reformer: UnchangedTable())
        agent.on(.select) { (_: CellEvent) in }
        let work = Task {
            other.show(progress)
            do {
                try agent.reload(await makeTable())
                other.words.browser.noRows = "No rows"
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

    /// Groups the rows by the cursor's column. Rows that are grouped by this column become one list again.
    private func toggleGroups() {
        guard let column = currentColumn else { return }
        guard !isReading else { return browser.show("Grouping waits until all rows are read.") }
        guard browser.commands[.escape] == nil else { return }
        let isGrouped = input.reformer.selection.groupBy.contains(column)
        var grouped = input
        grouped.reformer.selection.groupBy = isGrouped ? [] : [column]
        grouped.reformer.foldsGroups = true
        browser.show("grouping…, Esc stops")
        // The newest version, also during a pause.
        let (grouping, all, number) = (grouped, origin(of: nil), versionCount)
        let work = Task {
            defer { browser.commands[.escape] = nil }
            do {
                let version = try await grouping.version(of: all)
                if Task.isCancelled { return browser.show("Stopped.") }
                guard number == versionCount else {
                    return browser.show("The file has changed meanwhile. Press B again.")
                }
                input = grouping
                browser.showNextFromTop()
                var table = version.table
                table.caption = failure.map { "\($0)" }
                try agent.reload(table)
                source = version.source
                parts = []
                browser.show(
                    isGrouped
                        ? "Not grouped." : "Space opens a group, e all; B in this column ends the groups.")
            } catch {
                browser.show("\(error)")
            }
        }
        browser.commands[.escape] = ProgramCommand("stop grouping") { work.cancel() }
    }

    // MARK: Files

    /// Asks for the name of a file, and writes the marked rows or all visible ones.
    private func askForFile() {
        guard writing == nil else { return browser.show("A file is being written. Press w after that.") }
        let marked = browser.markedCount > 0
        let rows = rows(marked: marked)
        let number = rows.rows?.count ?? browser.visibleTable.rowCount
        let count = TableWords.counted(number, marked ? "marked row" : "row")
        let hidden = browser.hiddenColumns.isEmpty ? "" : " without the hidden columns"
        browser.ask(
            "Write \(count)\(hidden) to the file:",
            hint: ".csv .tsv .json .jsonl .md .html .txt .xlsx"
        ) { [weak self] name in
            guard let self, !name.isEmpty else { return }
            let path = name.hasPrefix("~/") ? InputFile.home + name.dropFirst() : name
            if InputFile.isSame(path, input.path) {
                return browser.show("\(path) is the file that is shown; give another name.")
            }
            guard InputFile.isSame(path, path) else { return write(rows, count, to: path) }
            browser.ask("\(path) exists. Type y and Enter to replace it:") { [weak self] in
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
        let write = writeFile
        writing = Task {
            defer { writing = nil }
            do {
                try await write(rows, path)
                let note = failure == nil ? "" : "; the file that is shown has more, which can't be read"
                browser.show("\(count) written to \(path)\(note)")
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
        let (table, rows) = try source()
        return try DescriptionReformer(columns: columns).reform(table, rows: rows, isReading: isReading)
    }

    /// Counts the values of a column.
    @concurrent
    fileprivate func values(ofColumn column: String, form: ValueForm?) async throws -> sending TableInfo {
        let (table, rows) = try source()
        return try ColumnValues(column: column, rows: rows, form: form).reform(table)
    }
}
