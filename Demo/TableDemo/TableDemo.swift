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

/// A small sales ledger on any surface, or a table of the user's own file.
@main
enum TableDemo {
    static func main() {
        // A closed pipe and a file that may not grow are then errors of the write, after which the sink
        // cleans up; the former ends the program silently.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs the program and returns its exit status: 0, 1 for bad input or output, 2 for wrong usage.
    private static func run(_ arguments: [String]) -> Int32 {
        var target = "standard output"
        do {
            let options = try Options(parsing: arguments)
            target = options.output ?? target
            try Demo(options: options).run()
            return 0
        } catch let error where error is UsageError || error is InputError || error is TableError {
            complain("\(error)")
            return error is UsageError ? 2 : 1
        } catch {
            let failure = error as? WriteError
            // The reader of a pipe is gone, which is no reason to complain.
            if failure?.posixCode == EPIPE { return 0 }
            complain("\(target): the output can't be written: \(failure?.reason ?? "\(error)")".visible)
            return 1
        }
    }

    /// Prints a line on standard error.
    static func complain(_ message: String) {
        try? HandleSink(fileDescriptor: STDERR_FILENO).write(Array("TableDemo: \(message)\n".utf8))
    }
}

/// One run of the demo: the input reformed and shown on the surface that the options name.
struct Demo {
    let options: Options

    /// Shows the input, or the help text.
    ///
    /// - Throws: ``InputError``, `TableError` or an error of the output.
    func run() throws {
        if options.help { return try write(Options.usage) }
        if let old = options.input, let new = options.compare, let key = options.key {
            return try showComparison(from: old, to: new, key: key)
        }
        switch options.outputFormat {
        case .text: try show(on: textFormat)
        case .markdown: try show(on: MarkdownFormat())
        case .html:
            let title = options.input.map { $0 == "-" ? "Table" : URL(fileURLWithPath: $0).lastPathComponent }
            let language = title == nil ? "en" : nil
            try show(on: HTMLFormat(page: HTMLPage(title ?? "Sales ledger", language: language)))
        case .csv: try show(on: CSVFormat())
        case .tsv: try show(on: TSVFormat())
        case .tsvEscaped: try show(on: TSVFormat(usesEscapes: true))
        case .json: try show(on: JSONFormat())
        case .jsonRows: try show(on: JSONFormat(layout: .rows))
        case .jsonl: try show(on: JSONLinesFormat())
        }
    }

    private func show(on format: some GridFormat) throws {
        let container = GridContainer(format, to: sink)
        if let path = options.input {
            let table = try SourceTable(contentsOf: path, options.reading)
            let reformer = RecordsReformer(
                groupBy: options.groupBy, sums: options.sums, columns: options.columns)
            _ = try Agent(container, rawData: table, reformer: reformer)
        } else {
            _ = try Agent(container, rawData: Ledger.sample, reformer: LedgerReformer.self)
            // People see what the business hears while a person uses the table, too.
            guard options.outputFormat == .text, options.output == nil else { return }
            try write("\nWhat the business hears while a person uses the table:\n")
            let steps = try LedgerController.play(Ledger.sample)
            _ = try Agent(container, list: steps, as: StepLine.self, columns: StepLine.columns)
        }
    }

    /// Shows what changed between two versions of a table.
    ///
    /// Rows that their key does not tell apart are no error, but worth a line on standard error.
    private func showComparison(from oldPath: String, to newPath: String, key: String) throws {
        let comparison = try Comparison(
            from: SourceTable(contentsOf: oldPath, options.reading),
            to: SourceTable(contentsOf: newPath, options.reading),
            key: key, groupBy: options.groupBy, columns: options.columns)
        comparison.warnings.forEach(TableDemo.complain)
        if options.outputFormat == .json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            try write(String(decoding: encoder.encode(comparison.changes), as: UTF8.self) + "\n")
        } else {
            let report = ChangeReport(comparison)
            var format = textFormat
            // The one line that is left to say needs no frame.
            if report.isEmpty { format.border = .none }
            _ = try Agent(GridContainer(format, to: sink), rawData: report, reformer: ChangeReformer.self)
        }
    }

    /// A new sink for the output that the options name.
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

    /// The look of a text table that the options and the terminal ask for.
    var textFormat: TextFormat {
        let terminal = TerminalTraits.standardOutput
        let isFile = options.output != nil
        let isColored = options.color == .always || options.color == .auto && !isFile && terminal.isColored
        return TextFormat(
            border: options.border ?? .light, width: options.width ?? (isFile ? nil : terminal.width),
            overflow: options.overflow == .cut ? .cut : .wrap, narrowing: options.narrow ?? .stack,
            widthPolicy: isFile ? .standard : terminal.widthPolicy, isColored: isColored)
    }
}
