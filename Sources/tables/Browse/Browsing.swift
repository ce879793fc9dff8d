import TableAgent
import TableBrowser
import TableSurfaces

/// Shows a file in the browser: its rows at once, while they come in, or whenever they change.
@MainActor
final class Browsing {
    /// Writes rows to a file in the format that its name ends with.
    typealias WriteFile = @Sendable (_ rows: BrowsedRows, _ path: String) async throws -> Void

    /// The rows that a person has chosen.
    enum Choice {
        /// Rows of the file.
        case rows(BrowsedRows)
        /// Totals, or descriptions of columns.
        case table(TableInfo)
    }

    /// The error of the input, which the status line shows, too.
    private(set) var failure: (any Error)?
    /// Whether the person has left with `^C`.
    var wasInterrupted = false

    var input: BrowsedInput
    private let file: InputFile
    let browser = TableBrowser()
    let agent: Agent<TableInfo>
    /// The parts that were appended, each with the index of its first row.
    var parts: [(first: Int, part: RowStream.Part)] = []
    /// The forms of the columns in the first part that has them.
    private var forms: [ExactText: ValueForm?] = [:]
    /// The number of rows in the parts.
    private var rowCount = 0
    /// The file of the shown version, unless it is shown in parts.
    var source: SourceTable?
    private(set) var isReading = true
    /// Whether the first rows of a large file were shown before the others.
    private var hasShownFirstRows = false
    /// Shows another table, for which the person has left the rows.
    private var showOther: ((Browsing) async throws -> Void)?
    /// Writes rows to a file of any format.
    let writeFile: WriteFile
    /// The number of versions of the file that were shown.
    private(set) var versionCount = 0
    /// The work that writes a file.
    var writing: Task<Void, Never>?
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
    ///   - usesMouse: Whether the browser uses the mouse.
    ///   - writeFile: Writes rows to a file.
    init(
        _ path: String, _ options: InputOptions, _ reformer: RecordsReformer, keys: [String], isPlain: Bool,
        usesMouse: Bool = false, writeFile: @escaping WriteFile
    ) throws {
        self.writeFile = writeFile
        input = BrowsedInput(path: path, options: options, reformer: reformer, keys: keys)
        file = try InputFile(path: path, options.encoding)
        agent = try Agent(browser, rawData: TableInfo(), reformer: UnchangedTable())
        if isPlain || TerminalTraits.standardOutput.isDumb { browser.isPlain = true }
        browser.usesMouse = usesMouse
        addCommands()
    }

    /// Browses until the person leaves or chooses rows.
    ///
    /// A pipe can block its reader, but neither the keys nor the end of the program.
    ///
    /// - Parameters:
    ///   - picks: Whether Enter chooses rows and leaves.
    ///   - watches: Whether the changes of the file are shown.
    /// - Returns: The chosen rows, or `nil` without a choice.
    func run(picks: Bool, watches: Bool) async throws -> Choice? {
        let reading = Task { await read(watches: watches) }
        defer { reading.cancel() }
        // A line at a time is read aloud, and is not replaced when the rows arrive.
        if browser.isPlain == true { for await _ in shown.stream { break } }
        if watches { browser.changeSignDuration = .seconds(5) }
        agent.on(.select) { [weak browser] (_: CellEvent) in if !picks { browser?.openDetails() } }
        browser.words.browser.help.select = picks ? "choose the row, or the marked rows" : "all of the row"
        while true {
            showOther = nil
            var rows: [Row] = []
            do {
                if picks { rows = try await browser.pickRows() } else { try await browser.run() }
                wasInterrupted = browser.wasInterrupted
                try await showOther?(self)
            } catch {
                await writing?.value
                throw error
            }
            if showOther != nil, !wasInterrupted { continue }
            // A file is written completely.
            await writing?.value
            if rows.isEmpty { return nil }
            guard input.reformer.hasRecords else { return .table(table.table(of: rows)) }
            if hasShownFirstRows { await reading.value }
            let records = rows.compactMap { $0.data(as: Record.self) }
            return .rows(
                BrowsedRows(
                    rows: records.map(\.index), columns: table.columns.map(\.title),
                    selection: RowSelection(), parts: origin(of: records.first)))
        }
    }

    /// Leaves the rows to show another table for a while.
    func leave(toShow showOther: @escaping (Browsing) async throws -> Void) {
        self.showOther = showOther
        browser.leave()
    }

    private func read(watches: Bool) async {
        var (file, watch) = (file, FileWatch(try? FileWatch.Stamp(path: input.path)))
        browser.show("reading…")
        do {
            if !watches, !file.isRegular, input.reformer.takesParts,
                var stream = try await input.stream(&file)
            {
                try append(RowStream.Part(table: stream.header, rows: []))
                while let part = try await BrowsedInput.readNextPart(of: &stream) { try append(part) }
                browser.show(stream.notes.first ?? "\(TableWords.counted(stream.rowCount, "row")) read")
            } else {
                if browser.isPlain != true, let part = try await input.readFirstRows(of: &file),
                    (try? append(part)) != nil
                {
                    hasShownFirstRows = true
                    let rows = TableWords.counted(rowCount, "row")
                    try setCaption("reading…, only the first \(rows) so far")
                }
                let version = try await input.version(of: consume file, keepsGoodRows: !watches)
                browser.show(try show(version, &watch))
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
        try? setCaption("\(error)")
    }

    private func setCaption(_ caption: String) throws {
        var table = table
        table.caption = caption
        try agent.reload(table)
    }

    /// Shows a version of the file, and returns the message for the person.
    private func show(_ version: BrowsedInput.Version, _ watch: inout FileWatch) throws -> String {
        let message = try watch.accept(version.end, of: input.path, at: FileWatch.timeOfDay)
        let (rows, last) = (version.source.rows.count, source?.rows.count)
        try agent.reload(version.table)
        source = version.source
        versionCount += 1
        parts = []
        failure = nil
        return version.warning ?? version.source.notes.first ?? message
            ?? "\(TableWords.counted(rows, "row")) read\(last.map { $0 == rows ? "" : ", \($0.grouped) before" } ?? "")"
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
            table: part.table, columns: indices, forms: columns.map { forms[ExactText($0)] ?? nil },
            firstRow: first)
        return Rows(
            part.rows.map { Record(source: source, row: $0) }, id: \.index,
            as: RecordLine.self)
    }

    /// Reads the file again whenever it changes, until the task is cancelled.
    private func follow(_ watch: inout FileWatch) async {
        while (try? await Task.sleep(for: FileWatch.interval)) != nil {
            switch watch.next(await input.poll(), at: FileWatch.timeOfDay) {
            case .wait: break
            case .show(let message): browser.show(message)
            case .read:
                let start = ContinuousClock.now
                do {
                    var version = try await input.version()
                    // The person may have grouped the rows meanwhile.
                    while version.groupBy != input.reformer.selection.groupBy {
                        version = try await input.version(of: [version.source])
                    }
                    browser.show(try show(version, &watch))
                } catch {
                    browser.show(watch.fail(error, at: FileWatch.timeOfDay))
                }
                watch.rest(afterReadingFor: start.duration(to: .now))
            }
        }
    }
}

extension TableInfo {
    /// Returns a table of some rows with the columns of this table.
    func table(of rows: [Row]) -> TableInfo {
        let rows = rows.reduce(into: [] as Rows) { $0.append([$1]) }
        return TableInfo(columns: columns, sections: [TableSection(id: "chosen") { rows }])
    }
}

/// The input and the reformer of its table, for work off the actor of the browser.
struct BrowsedInput: Sendable {
    /// A table of the whole input.
    struct Version {
        let table: TableInfo
        let source: SourceTable
        /// The names of the columns that the rows are grouped by.
        let groupBy: [String]
        /// The warning about rows with duplicate keys, or a note about values with two readings.
        let warning: String?
        let end: FileWatch.End
    }

    let path: String
    let options: InputOptions
    var reformer: RecordsReformer
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

    /// Reads the start of a file that is too large to be read at once. Returns `nil` for other files, and if the table is
    /// not that of the first rows and those after them.
    @concurrent
    func readFirstRows(of file: inout InputFile) async throws -> RowStream.Part? {
        guard reformer.takesParts, reformer.selection == RowSelection(), keys.isEmpty, file.isRegular
        else { return nil }
        try file.load(upTo: 2 * CSVReader.partSize)
        let format = options.format(of: file)
        // A part of a line of JSON would be an error.
        let end = file.bytes.prefix(CSVReader.partSize).lastIndex(of: "\n") ?? 0
        let start = file.prefix(end + 1)
        guard !file.isComplete, !format.isDrawn, format != .json,
            let table = try? SourceTable(reading: start, as: format, options, limit: 1_000)
        else { return nil }
        return table.rows.isEmpty ? nil : RowStream.Part(table: table, rows: Array(table.rows.indices))
    }

    /// Reads the whole input, or opens and reads the file again, and makes its table.
    ///
    /// - Parameter keepsGoodRows: Whether the rows before an error are the table.
    @concurrent
    func version(of opened: consuming InputFile? = nil, keepsGoodRows: Bool = false) async throws
        -> sending Version
    {
        var options = options
        options.keepsGoodRows = keepsGoodRows
        var file = try opened.take() ?? InputFile(path: path, options.encoding)
        try file.loadAll()
        let format = options.format(of: file)
        return try makeVersion(of: SourceTable(reading: consume file, as: format, options))
    }

    /// Makes the table of an input that was read.
    @concurrent
    func version(of parts: [SourceTable]) async throws -> sending Version {
        try makeVersion(of: SourceTable(joining: parts))
    }

    private func makeVersion(of table: SourceTable) throws -> sending Version {
        var reformer = reformer
        if !keys.isEmpty {
            reformer.keys = try RowKeys(table, keys: keys, groupBy: reformer.selection.groupBy.first)
        }
        let end = FileWatch.End(size: table.bytes.count, isLineEnd: table.bytes.last?.isLineBreak == true)
        let shown = try reformer.reform(table)
        // The browser sorts such columns as texts.
        let note = try table.readingNotes(ofColumns: reformer.columns).first?.reason
        return Version(
            table: shown, source: table, groupBy: reformer.selection.groupBy,
            warning: reformer.keys?.warning(in: table) ?? note, end: end)
    }

    @concurrent
    func poll() async -> Result<FileWatch.Stamp, InputError> {
        Result { () throws(InputError) in try FileWatch.Stamp(path: path) }
    }
}
