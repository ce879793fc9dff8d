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
import TableSurfaces

/// Shows a file of business data as a table in any format, or the changes between two versions of the file.
@main
struct Program {
    var options = Options()
    /// Whether the compared versions differ.
    private(set) var hasChanges = false

    static func main() {
        // A closed pipe, or a file that must not grow, then causes an error of the write, and the sink cleans
        // up. After a closed pipe, the program ends without a message.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs the program and returns its exit status: 0, 1 for invalid input or failed output, and 2 for an
    /// invalid command line. With `--exit-code`, 1 means changes, and 2 means any error.
    private static func run(_ arguments: [String]) -> Int32 {
        var program = Program()
        do {
            program.options = try Options(
                parsing: arguments, readsStandardInput: isatty(STDIN_FILENO) == 0)
            try program.run()
        } catch  where (error as? WriteError)?.posixCode == EPIPE {
            // The reader of the pipe has closed it. This is not an error of the user.
        } catch {
            let target = program.options.output ?? "standard output"
            let reason = (error as? WriteError)?.reason ?? "\(error)"
            let isOfInput = error is UsageError || error is InputError || error is TableError
            complain(isOfInput ? reason : "\(target): the output can't be written: \(reason)".visible)
            return error is UsageError || program.options.exitCode ? 2 : 1
        }
        return program.options.exitCode && program.hasChanges ? 1 : 0
    }

    /// Prints a line on standard error.
    static func complain(_ message: String) {
        try? HandleSink(fileDescriptor: STDERR_FILENO).write(Array("tables: \(message)\n".utf8))
    }

    /// Shows the input on the surface that the options specify, or prints the help text.
    ///
    /// - Throws: ``InputError``, `TableError`, or an error of the output.
    mutating func run() throws {
        if options.help { return try write(Options.usage) }
        if options.version { return try write("tables 1.0.0\n") }
        let path = options.input
        if let new = options.compare, let key = options.key {
            return try showComparison(from: path, to: new, key: key)
        }
        let table = try SourceTable(contentsOf: path, options.reading)
        let reformer = RecordsReformer(
            groupBy: options.groupBy, sums: options.sums, columns: options.columns,
            showsTotalsOnly: options.totals, showsGroupColumn: !options.outputFormat.isForPeople)
        _ = try Agent(container, rawData: table, reformer: reformer)
    }

    /// Shows the changes between two versions of a table.
    ///
    /// Rows with duplicate keys are not an error, but cause a warning on standard error.
    private mutating func showComparison(from oldPath: String, to newPath: String, key: String) throws {
        func read(_ path: String) throws -> SourceTable {
            var reading = options.reading
            reading.format = InputFormat(path: path) ?? reading.format
            return try SourceTable(contentsOf: path, reading)
        }
        let comparison = try Comparison(
            from: read(oldPath), to: read(newPath), key: key, groupBy: options.groupBy,
            columns: options.columns)
        hasChanges = !comparison.isEmpty
        (comparison.old.warnings + comparison.new.warnings).forEach(Program.complain)
        if options.outputFormat == .json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return try write(String(decoding: encoder.encode(comparison.changes), as: UTF8.self) + "\n")
        }
        // A single line needs no frame.
        if options.outputFormat == .text, !hasChanges { return try write("No changes.\n") }
        let reformer = ChangeReformer(
            showsAllColumns: options.allColumns || options.columns != nil,
            isForPrograms: !options.outputFormat.isForPeople)
        _ = try Agent(container, rawData: ChangeReport(comparison), reformer: reformer)
    }

    /// A new container for the format and the output that the options specify.
    private var container: any TableContainer {
        switch options.outputFormat {
        case .text: return GridContainer(textFormat(on: .standardOutput), to: sink)
        case .markdown: return GridContainer(MarkdownFormat(), to: sink)
        case .html:
            let names = [options.input, options.compare].compactMap { $0 }
                .map { $0 == "-" ? "Table" : URL(fileURLWithPath: $0).lastPathComponent }
            let page = HTMLPage(names.joined(separator: " → "), language: nil)
            return GridContainer(HTMLFormat(page: page), to: sink)
        case .csv: return GridContainer(CSVFormat(), to: sink)
        case .tsv: return GridContainer(TSVFormat(), to: sink)
        case .tsvEscaped: return GridContainer(TSVFormat(usesEscapes: true), to: sink)
        case .json: return GridContainer(JSONFormat(), to: sink)
        case .jsonRows: return GridContainer(JSONFormat(layout: .rows), to: sink)
        case .jsonl: return GridContainer(JSONLinesFormat(), to: sink)
        }
    }

    /// A new sink for the output that the options specify.
    private var sink: any ByteSink {
        options.output.map { StoppableFileSink(URL(fileURLWithPath: $0)) } ?? HandleSink.standardOutput
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
            isFile || options.full || options.compare != nil ? nil : terminal.height.map { max($0 - 1, 1) }
        let isPreview = height != nil && options.rows == nil
        return TextFormat(
            border: options.border ?? .light, width: options.width ?? (isFile ? nil : terminal.width),
            rows: options.rows.map { .ends($0) } ?? height.map { .fitting(lines: $0) } ?? .all,
            overflow: (options.overflow ?? (isPreview ? .cut : .wrap)) == .cut ? .cut : .wrap,
            narrowing: options.narrow ?? .automatic,
            widthPolicy: isFile ? .standard : terminal.widthPolicy,
            palette: isColored ? terminal.palette : nil)
    }
}

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
            // A signal that the program ignores, for example because of nohup, remains ignored. `nil` means
            // the default handler.
            guard let former = signal(number, { StoppableFileSink.stopSignal = $0 }) else { return true }
            signal(number, former)
            return false
        }
    }

    /// Restores the default handling of signals, and ends the program if a signal was received.
    private func obeySignals() {
        for number in signals ?? [] { signal(number, SIG_DFL) }
        signals = nil
        if Self.stopSignal != 0 { raise(Self.stopSignal) }
    }
}
