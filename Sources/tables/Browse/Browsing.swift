import TableAgent
import TableBrowser
import TableSurfaces

/// Shows a file in the browser: its rows at once, while they come in, or whenever they change. A key describes the columns.
@MainActor
final class Browsing {
    /// The error of the input, which the status line shows, too.
    private(set) var failure: (any Error)?

    private let input: Input
    private let file: InputFile
    private let browser = TableBrowser()
    private let agent: Agent<TableInfo>
    /// The parts that were appended, each with the index of its first row.
    private var parts: [(first: Int, part: RowStream.Part)] = []
    /// The forms of the columns in the first part that has them.
    private var forms: [ExactText: ValueForm?] = [:]
    /// The number of rows in the parts.
    private var rowCount = 0
    /// The file of the shown version, unless it is shown in parts.
    private var source: SourceTable?
    private var isReading = true
    /// Whether the person has left the rows to see their description.
    private var wantsDescription = false
    /// The events of the first rows and of the end of reading.
    private let shown = AsyncStream.makeStream(of: Void.self)

    /// Opens the input.
    ///
    /// - Parameters:
    ///   - path: The path of a file, or `-` for standard input.
    ///   - options: The options for reading.
    ///   - reformer: Makes the table.
    ///   - keys: The columns whose values identify rows, or an empty array.
    ///   - isPlain: Whether the browser writes a line at a time.
    init(
        _ path: String, _ options: InputOptions, _ reformer: RecordsReformer, keys: [String], isPlain: Bool
    ) throws {
        input = Input(path: path, options: options, reformer: reformer, keys: keys)
        file = try InputFile(path: path, options.encoding)
        agent = try Agent(browser, rawData: TableInfo(), reformer: UnchangedTable())
        // Enter has no effect without a pick. An event that nobody receives would be reported on the screen.
        agent.on(.select) { (_: CellEvent) in }
        if isPlain { browser.isPlain = true }
        guard !reformer.describes else { return }
        browser.bindings["I"] = .post(.describe)
        agent.on(.describe) { [weak self] (_: CellEvent) in self?.leaveForDescription() }
    }

    /// Browses until the person leaves or chooses rows.
    ///
    /// A pipe can block its reader, but neither the keys nor the end of the program.
    ///
    /// - Parameters:
    ///   - picks: Whether Enter chooses rows and leaves.
    ///   - watches: Whether the changes of the file are shown.
    /// - Returns: The table of the chosen rows, or `nil` without a choice.
    func run(picks: Bool, watches: Bool) async throws -> TableInfo? {
        let reading = Task { await read(watches: watches) }
        defer { reading.cancel() }
        // A line at a time is read aloud, and is not replaced when the rows arrive.
        if browser.isPlain ?? TerminalTraits.standardOutput.isDumb { for await _ in shown.stream { break } }
        while true {
            wantsDescription = false
            var rows: [Row] = []
            if picks { rows = try await browser.pickRows() } else { try await browser.run() }
            guard wantsDescription else { return rows.isEmpty ? nil : table.table(of: rows) }
            try await browseDescription()
        }
    }

    private func leaveForDescription() {
        wantsDescription = true
        browser.leave()
    }

    /// Shows the description of the columns in a browser of its own. Enter moves the cursor of the rows to a column.
    private func browseDescription() async throws {
        let descriptions = TableBrowser()
        descriptions.isPlain = browser.isPlain
        let agent = try Agent(descriptions, rawData: TableInfo(), reformer: UnchangedTable())
        agent.on(.select) { (_: CellEvent) in }
        let work = Task {
            descriptions.show("describing…")
            do {
                try agent.reload(await input.description(of: source, parts.map(\.part), isReading: isReading))
                descriptions.show("Enter goes to the column, q returns to the rows")
            } catch {
                descriptions.show("\(error)")
            }
        }
        defer { work.cancel() }
        let chosen = try await descriptions.pickRows().first?.data(as: ColumnSummary.self)
        let column = table.columns.firstIndex { $0.title.utf8.elementsEqual((chosen?.name ?? "").utf8) }
        if let column { browser.moveCursor(toColumn: column) }
    }

    private func read(watches: Bool) async {
        var (file, watch) = (file, FileWatch(try? FileWatch.Stamp(path: input.path)))
        browser.show("reading…")
        do {
            if !watches, !file.isRegular, input.reformer.takesParts,
                var stream = try await input.stream(&file)
            {
                try append(RowStream.Part(table: stream.header, rows: []))
                while let part = try await Input.readNextPart(of: &stream) { try append(part) }
                browser.show(stream.notes.first ?? "\(TableWords.counted(stream.rowCount, "row")) read")
            } else {
                browser.show(try show(await input.version(of: file, keepsGoodRows: !watches), &watch))
                if let error = source?.failure { fail(error) }
            }
        } catch {
            fail(error)
            if watches { browser.show(watch.fail(error, at: FileWatch.timeOfDay)) }
        }
        isReading = false
        shown.continuation.finish()
        if watches { await follow(&watch) }
    }

    /// Keeps an error of the input. It remains above the rows that were read before it.
    private func fail(_ error: any Error) {
        failure = error
        browser.show("\(error)")
        var table = table
        table.caption = "\(error)"
        try? agent.reload(table)
    }

    /// Shows a version of the file, and returns the message for the person.
    private func show(_ version: Input.Version, _ watch: inout FileWatch) throws -> String {
        let message = try watch.accept(version.end, of: input.path, at: FileWatch.timeOfDay)
        try agent.reload(version.table)
        source = version.source
        failure = nil
        return version.warning ?? version.source.notes.first ?? message
            ?? "\(TableWords.counted(version.source.rows.count, "row")) read"
    }

    /// The shown table.
    var table: TableInfo { agent.tableInfo }

    /// Appends rows. The first rows, and rows with new columns, also change the columns.
    func append(_ part: RowStream.Part) throws {
        let list = input.reformer.columns ?? part.table.columns
        let names = try part.table.columnNames(matching: list, isPart: true)
        let known = rowCount == 0 ? [] : table.columns
        let indices = known.indices(byName: \.title)
        let columns = names.map { name in
            indices[ExactText(name)].map { known[$0] }
                ?? input.reformer.column(name, of: part.table, at: part.table.index(ofColumn: name))
        }
        parts.append((rowCount, part))
        let first = rowCount
        rowCount += part.table.rows.count
        defer { if rowCount > 0 { shown.continuation.yield() } }
        if columns == table.columns {
            let rows = rows(of: part, from: first, names)
            try agent.edit { try $0.append(rows, to: .id("all"), creatingIfNeeded: true) }
        } else {
            let all = parts.reduce(into: [] as Rows) { $0.append(rows(of: $1.part, from: $1.first, names)) }
            try agent.reload(
                TableInfo(columns: columns, sections: [TableSection(id: "all") { all }]))
        }
    }

    /// Returns the selected rows of a part. The id of a row is its index among all rows.
    private func rows(of part: RowStream.Part, from first: Int, _ columns: [String]) -> Rows {
        let indices = columns.map { part.table.index(ofColumn: $0) }
        // The first rows determine the forms of columns, as they determine which ones have numbers.
        for (name, index) in zip(columns, indices)
        where forms[ExactText(name)] == nil && !part.table.rows.isEmpty {
            forms[ExactText(name)] = .some(input.reformer.form(ofColumn: index, in: part.table))
        }
        let source = Record.Source(
            table: part.table, columns: indices, forms: columns.map { forms[ExactText($0)] ?? nil })
        return Rows(
            part.rows.map { Record(source: source, row: $0) }, id: { first + $0.row }, as: RecordLine.self)
    }

    /// Reads the file again whenever it changes, until the task is cancelled.
    private func follow(_ watch: inout FileWatch) async {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            switch watch.next(await input.poll(), at: FileWatch.timeOfDay) {
            case .wait: break
            case .show(let message): browser.show(message)
            case .read:
                do {
                    browser.show(try show(await input.version(), &watch))
                } catch {
                    browser.show(watch.fail(error, at: FileWatch.timeOfDay))
                }
            }
        }
    }
}

extension EventName<Void> {
    /// A person wants to see the description of the columns. The help of the browser contains the text.
    fileprivate static var describe: Self { Self("describe the columns") }
}

extension TableInfo {
    /// Returns a table of some rows with the columns of this table.
    func table(of rows: [Row]) -> TableInfo {
        let rows = rows.reduce(into: [] as Rows) { $0.append([$1]) }
        return TableInfo(columns: columns, sections: [TableSection(id: "chosen") { rows }])
    }
}

/// The input and the reformer of its table, for work off the actor of the browser.
private struct Input: Sendable {
    /// A table of the whole input.
    struct Version {
        let table: TableInfo
        let source: SourceTable
        /// The warning about rows with duplicate keys, or a note about values with two readings.
        let warning: String?
        let end: FileWatch.End
    }

    let path: String
    let options: InputOptions
    let reformer: RecordsReformer
    let keys: [String]

    /// Reads the start of a pipe. Returns `nil` for a format that must be read whole.
    @concurrent
    func stream(_ file: inout InputFile) async throws -> RowStream? {
        try RowStream(&file, options, selection: reformer.selection, columns: reformer.columns)
    }

    @concurrent
    static func readNextPart(of stream: inout RowStream) async throws -> RowStream.Part? {
        try stream.readNextPart()
    }

    /// Reads the whole input, or opens and reads the file again, and makes its table.
    ///
    /// - Parameter keepsGoodRows: Whether the rows before an error are the table.
    @concurrent
    func version(of opened: InputFile? = nil, keepsGoodRows: Bool = false) async throws -> sending Version {
        var options = options
        options.keepsGoodRows = keepsGoodRows
        var (file, reformer) = (try opened ?? InputFile(path: path, options.encoding), reformer)
        try file.loadAll()
        let format = options.format(of: file)
        let table = try SourceTable(reading: consume file, as: format, options)
        if !keys.isEmpty {
            reformer.keys = try RowKeys(table, keys: keys, groupBy: reformer.selection.groupBy.first)
        }
        let end = FileWatch.End(size: table.bytes.count, isLineEnd: table.bytes.last?.isLineBreak == true)
        let shown = try reformer.reform(table)
        // The browser sorts such columns as texts.
        let note = try table.readingNotes(ofColumns: reformer.columns).first?.reason
        return Version(
            table: shown, source: table, warning: reformer.keys?.warning(in: table) ?? note, end: end)
    }

    /// Describes the columns of a file, or those of the parts that have been read so far.
    @concurrent
    func description(
        of source: SourceTable?, _ parts: [RowStream.Part], isReading: Bool
    ) async throws -> sending TableInfo {
        if let source { return try reformer.description.reform(source) }
        let part = try RowStream.Part(joining: parts)
        return try reformer.description.reform(part.table, rows: part.rows, isReading: isReading)
    }

    @concurrent
    func poll() async -> Result<FileWatch.Stamp, InputError> {
        Result { () throws(InputError) in try FileWatch.Stamp(path: path) }
    }
}
