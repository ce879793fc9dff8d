#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import TableAgent
import TableBrowser
import TableSurfaces
import TableWorkbook

/// Shows a file of business data as a table in any format, or the changes between two versions of the file.
@main
struct Program {
    var options = Options()
    /// Whether the compared versions differ.
    private(set) var hasChanges = false

    static func main() async {
        // A closed pipe, or a file that must not grow, then causes an error of the write, and the sink cleans
        // up. After a closed pipe, the program ends without a message.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let status = await run(Array(CommandLine.arguments.dropFirst()))
        Progress.shared.end()
        exit(status)
    }

    /// Runs the program and returns its exit status: 0, 1 for invalid input or failed output, and 2 for an
    /// invalid command line or a missing terminal. With `--exit-code`, 1 means changes, and 2 means any error. The
    /// status is 130 after `^C` in the browser, and if no row was chosen with `--pick`.
    private static func run(_ arguments: [String]) async -> Int32 {
        var program = Program()
        do {
            program.options = try Options(
                parsing: arguments, readsStandardInput: isatty(STDIN_FILENO) == 0,
                writesTerminal: isatty(STDOUT_FILENO) != 0)
            if program.showsProgress { Progress.shared.start() }
            try await program.run()
        } catch  where (error as? WriteError)?.posixCode == EPIPE {
            // The reader of the pipe has closed it. This is not an error of the user.
        } catch is NoChoice {
            return 130
        } catch {
            let target = program.options.output ?? "standard output"
            let reason = (error as? WriteError)?.reason ?? "\(error)"
            let isOfInput = error is UsageError || error is InputError || error is TableError
            complain(isOfInput ? reason : "\(target): the output can't be written: \(reason)".visible)
            let isUnusable = error is UsageError || (error as? TableError)?.code == .noTerminal
            return isUnusable || program.options.exitCode ? 2 : 1
        }
        return program.options.exitCode && program.hasChanges ? 1 : 0
    }

    /// Prints a line on standard error.
    static func complain(_ message: String) {
        Progress.shared.end()
        try? HandleSink(fileDescriptor: STDERR_FILENO).write(Array("tables: \(message)\n".utf8))
    }

    /// Shows the input on the surface that the options specify, or prints the help text.
    ///
    /// - Throws: ``InputError``, `TableError`, or an error of the output.
    mutating func run() async throws {
        if options.help { return try write(options.helpsWithAll ? Options.usage : Options.jobs) }
        if options.version { return try write("tables 1.0.0\n") }
        if let shell = options.completions { return try write(shell.completions) }
        try options.loadQuery()
        if options.browse { return try await browse() }
        if let new = options.compare { return try await showComparison(from: options.input, to: new) }
        var file = try InputFile(path: options.input, options.reading.encoding)
        if options.readsRowsOnce {
            let isPreview = options.outputFormat == .text && !options.totals
            try file.load(upTo: isPreview ? Self.smallFile : CSVReader.partSize)
            if isPreview ? try showFirstRows(of: file) : try showParts(of: file) { return }
            // The parts may have been read up to a value that depends on all rows.
            if file.isRegular, options.input != "-" {
                file = try InputFile(path: options.input, options.reading.encoding)
            }
        }
        try file.loadAll()
        let format = options.reading.format(of: file)
        let table = try SourceTable(reading: consume file, as: format, options.reading)
        table.notes.forEach(Program.complain)
        if options.describe || use == .workbook, !options.totals {
            for note in try table.readingNotes(ofColumns: options.columns) { Program.complain("\(note)") }
        }
        try show(table, reformer)
        if let path = options.saveQuery {
            // The order and the number of totals are not those of rows.
            var selection = options.selection
            if options.totals { selection.order = RowOrder() }
            var query = try selection.query(of: table)
            query.columns = try options.columns.map { try table.columnNames(matching: $0) } ?? query.columns
            try query.save(to: path)
        }
    }

    private var showsProgress: Bool {
        options.progress && !options.browse
            && Progress.isUseful(inputs: [options.input, options.compare], output: options.output)
    }

    private func show<Raw, R: Reformer>(_ data: Raw, _ reformer: R) throws where R.RawData == Raw {
        let isSorted = !options.selection.isUnordered
        Progress.shared.begin(options.describe ? .describing : isSorted ? .sorting : .writing)
        try gridFormat.write(reformer.reform(data), to: sink)
    }

    private var use: ValueUse {
        if options.browse { return .browser }
        return switch options.outputFormat {
        case .text, .markdown, .html: .people
        case .csv, .tsv: .texts
        case .json, .jsonRows, .jsonl: .json
        case .xlsx: .workbook
        }
    }

    private var reformer: RecordsReformer {
        RecordsReformer(
            selection: options.selection, sums: options.aggregates, columns: options.columns,
            showsGroupColumn: options.browse || !options.outputFormat.isForPeople, showsTypes: options.types,
            use: use, bars: options.bars, showsTotals: options.totals, describes: options.describe)
    }

    // MARK: Large files

    /// The size in bytes up to which a file is read whole for a preview.
    private static let smallFile = 8 << 20

    /// Shows the first rows of a file that is too large to be read at once, if it has begun with enough of them.
    private func showFirstRows(of file: borrowing InputFile) throws -> Bool {
        let text = textFormat(on: .standardOutput)
        var height: Int?
        if case .fitting(let lines) = text.rows { height = lines }
        guard let count = options.selection.limit ?? height, !file.isComplete else { return false }
        let start = file.prefix(CSVReader.partSize)
        let input = options.reading.format(of: file)
        guard !input.isDrawn,
            let table = try? SourceTable(reading: start, as: input, options.reading, limit: count),
            table.rows.count == count
        else { return false }
        table.notes.forEach(Program.complain)
        if options.selection.limit != nil {
            try show(table, reformer)
            return true
        }
        var (reformer, format) = (reformer, text)
        reformer.remark = "… more rows; --full shows all of them"
        format.rows = .all
        for shown in (1...count).reversed() {
            let lines = try format.bytes(of: reformer.reform(table.prefix(shown)))
            guard shown == 1 || lines.count(where: { $0 == "\n" }) <= count else { continue }
            try write(String(decoding: lines, as: UTF8.self))
            break
        }
        return true
    }

    /// Shows totals of CSV or TSV, or converts it to CSV or TSV, part by part. Returns `false` if the output depends on all
    /// rows, as that of other formats does.
    private func showParts(of file: borrowing InputFile) throws -> Bool {
        let input = options.reading.format(of: file)
        // A small file is read whole, with its hints.
        guard !file.isComplete, [.csv, .tsv, .tsvEscaped].contains(input) else { return false }
        guard var reader = try CSVReader(startOf: copy file, as: input, options.reading) else { return false }
        let table = SourceTable(file: file.name, columns: reader.columns, guessesKinds: true)
        if options.totals {
            // Values other than plain numbers have a form, which depends on all rows.
            guard file.isRegular, options.input != "-", let totals = try? readTotals(of: table, &reader)
            else {
                return false
            }
            try show(totals, TotalsReformer(showsTypes: options.types))
        } else {
            for name in options.reading.values.texts { _ = try table.column(named: name) }
            try convert(table, &reader)
        }
        reader.notes.forEach(Program.complain)
        return true
    }

    /// Adds up the parts of a file.
    private func readTotals(of table: SourceTable, _ reader: inout CSVReader) throws -> Totals {
        var totals = try Totals(
            of: table, options.aggregates, groupBy: options.selection.groupBy, findsNumbers: true)
        while let part = try reader.readNextPart() { try totals.add(part, selectedBy: options.selection) }
        return totals
    }

    private func convert(_ table: SourceTable, _ reader: inout CSVReader) throws {
        let shown = try table.columns(matching: options.columns)
        let columns = shown.map { GridColumn(table.columns[$0]) }
        let stream = GridStream(gridFormat, columns: columns, to: sink)
        var rest = options.selection.limit ?? .max
        while rest > 0, let part = try reader.readNextPart() {
            let source = Record.Source(table: part, columns: shown)
            for row in part.rows.indices.prefix(rest) {
                try stream.append(Record(source: source, row: row), as: RecordLine.self)
            }
            rest -= min(rest, part.rows.count)
        }
        try stream.finish()
    }

    // MARK: Browsing

    /// Shows the input in the browser, and writes the rows that the person chose.
    ///
    /// - Throws: ``NoChoice`` if the person left with `^C` or without a choice. After the person has left, an error of the input.
    @MainActor
    private func browse() async throws {
        let browsing = try Browsing(
            options.input, options.reading, reformer, keys: options.keys, isPlain: options.plain,
            usesMouse: options.mouse
        ) { [self] rows, path in try await write(rows, to: path) }
        let chosen = try await browsing.run(picks: options.pick, watches: options.watch)
        switch chosen {
        case .rows(let rows):
            var program = self
            program.options.aggregates = []
            try program.write(rows, as: options.outputFormat, to: sink)
        case .table(let table): try gridFormat.write(table, to: sink)
        case nil: break
        }
        if browsing.wasInterrupted { throw NoChoice() }
        if let failure = browsing.failure { throw failure }
        if options.pick, chosen == nil { throw NoChoice() }
    }

    /// Writes rows that a person sees to a file in the format that its name ends with.
    @concurrent
    private func write(_ rows: BrowsedRows, to path: String) async throws {
        guard let format = try? OutputFormat(path: path) else {
            throw UsageError("end the name with .csv, .tsv, .json, .jsonl, .md, .html, .txt, or .xlsx")
        }
        var program = self
        program.options.output = path
        try program.write(rows, as: format, to: FileSink(URL(fileURLWithPath: path)))
    }

    /// Writes rows of the browser as a format writes rows of the file.
    private func write(_ rows: BrowsedRows, as format: OutputFormat, to sink: some ByteSink) throws {
        var program = self
        program.options.browse = false
        program.options.outputFormat = format
        let (table, chosen) = try rows.source()
        program.options.selection = RowSelection(chosen: chosen, groupBy: rows.selection.groupBy)
        program.options.columns = rows.columns
        try program.gridFormat.write(program.reformer.reform(table), to: sink)
    }

    // MARK: Changes

    /// Shows the changes between two versions of a table.
    ///
    /// Rows with duplicate keys are not an error, but cause a warning on standard error.
    private mutating func showComparison(from oldPath: String, to newPath: String) async throws {
        let reading = options.reading
        @Sendable func read(_ path: String) throws -> SourceTable {
            var reading = reading
            reading.format = InputFormat(path: path) ?? reading.format
            return try SourceTable(contentsOf: path, reading)
        }
        async let old = read(oldPath)
        async let new = read(newPath)
        let comparison = try Comparison(
            from: await old, to: await new, keys: options.keys, groupBy: options.selection.groupBy.first,
            columns: options.columns, conditions: options.selection.conditions,
            tolerance: options.tolerance ?? Tolerance(), ignoresOrder: options.ignoreOrder)
        hasChanges = !comparison.isEmpty
        [comparison.old.warning, comparison.new.warning].compactMap(\.self).forEach(Program.complain)
        if options.outputFormat == .json, !options.summary {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return try write(String(decoding: encoder.encode(comparison.changes), as: UTF8.self) + "\n")
        }
        // A single line needs no frame.
        let report = ChangeReport(comparison)
        if options.summary { return try write(report.summary + "\n") }
        if options.outputFormat == .text, !hasChanges { return try write("No changes.\n") }
        let reformer = ChangeReformer(
            showsAllColumns: options.allColumns || options.columns != nil,
            isForPrograms: !options.outputFormat.isForPeople, limit: options.selection.limit)
        try show(report, reformer)
    }

    // MARK: Output

    var gridFormat: any GridFormat {
        switch options.outputFormat {
        case .text: return textFormat(on: .standardOutput)
        case .markdown: return MarkdownFormat()
        case .html where options.inline: return HTMLFormat(styling: .inline)
        case .html:
            return HTMLFormat(page: HTMLPage(title, language: nil))
        case .csv: return CSVFormat(lineEnd: options.endsLinesWithCRLF ? .crlf : .lf)
        case .tsv: return TSVFormat(usesEscapes: true)
        case .json: return JSONFormat()
        case .jsonRows: return JSONFormat(layout: .rows)
        case .jsonl: return JSONLinesFormat()
        case .xlsx: return WorkbookFormat(sums: summedColumns, title: title)
        }
    }

    /// The names of the input files.
    private var title: String {
        [options.input, options.compare].compactMap { $0 }
            .map { $0 == "-" ? "Table" : URL(fileURLWithPath: $0).lastPathComponent }.joined(separator: " → ")
    }

    /// The columns whose sums are below their rows.
    private var summedColumns: [String] {
        options.totals ? [] : options.aggregates.filter { $0.function == .sum }.map(\.column)
    }

    /// A new sink for the output that the options specify.
    private var sink: any ByteSink {
        let file = options.output.map { StoppableFileSink(URL(fileURLWithPath: $0)) }
        return CountingSink(
            file ?? HandleSink.standardOutput, isTerminal: file == nil && isatty(STDOUT_FILENO) == 1)
    }

    private func write(_ text: String) throws {
        let sink = sink
        do {
            try sink.write(Array(text.utf8))
            try sink.finish()
        } catch {
            sink.discard()
            throw error
        }
    }

    /// Returns the format of a text table, from the options and the terminal.
    ///
    /// By default, a terminal shows a preview that fits its screen: each row takes one line, and rows and columns are
    /// omitted as necessary.
    func textFormat(on terminal: TerminalTraits) -> TextFormat {
        let isFile = options.output != nil
        let isColored = options.color == .always || options.color == .auto && !isFile && terminal.isColored
        // The prompt takes the last line.
        let height =
            isFile || options.full || options.compare != nil || options.pick
            ? nil : terminal.height.map { max($0 - 1, 1) }
        let isPreview = height != nil && options.rows == nil
        return TextFormat(
            border: options.border ?? .light, width: options.width ?? (isFile ? nil : terminal.width),
            rows: options.rows.map { .ends($0) } ?? height.map { .fitting(lines: $0) } ?? .all,
            overflow: (options.overflow ?? (isPreview ? .cut : .wrap)) == .cut ? .cut : .wrap,
            narrowing: options.narrow ?? (options.full ? .stack : .automatic),
            widthPolicy: isFile ? .standard : terminal.widthPolicy,
            palette: isColored ? terminal.palette : nil)
    }
}

/// The end of browsing with `^C`, or of `--pick` without a chosen row.
private struct NoChoice: Error {}

/// A file sink that keeps the old file if a signal ends the program during the write.
///
/// From the first block until the end of the table, a signal only sets a flag. The next block checks the
/// flag.
final class StoppableFileSink: ByteSink {
    private let file: FileSink
    /// The postponed signals, or `nil` before the first block.
    private var signals: [Int32]?

    /// The received signal, or 0 if no signal was received.
    nonisolated(unsafe) private static var stopSignal: Int32 = 0

    init(_ url: URL) {
        file = FileSink(url)
    }

    func write(_ block: [UInt8]) throws {
        if signals == nil { putOffSignals() }
        guard Self.stopSignal == 0 else { throw CancellationError() }
        try file.write(block)
    }

    func finish() throws {
        try file.finish()
        obeySignals()
    }

    func discard() {
        file.discard()
        obeySignals()
    }

    private func putOffSignals() {
        var info = stat()
        // A device or pipe has no unfinished file, and a write to it can block the program.
        let isFile = stat(file.url.path, &info) != 0 || info.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
        signals = (isFile ? [SIGHUP, SIGINT, SIGTERM] : []).filter { number in
            // A signal that the program ignores, for example because of nohup, remains ignored. `SIG_IGN` is 1.
            let former = signal(number, { StoppableFileSink.stopSignal = $0 })
            guard unsafeBitCast(former, to: Int.self) == 1 else { return true }
            signal(number, former)
            return false
        }
    }

    /// Restores the default handling of signals, and ends the program if a signal was received.
    private func obeySignals() {
        Progress.shared.end()
        for number in signals ?? [] { signal(number, SIG_DFL) }
        signals = nil
        if Self.stopSignal != 0 { raise(Self.stopSignal) }
    }
}
