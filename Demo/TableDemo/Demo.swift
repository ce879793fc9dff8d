import Foundation
import TableAgent
import TableSurfaces

/// One run of the demo: the input reformed and shown on the surface that the options name.
struct Demo {
    let options: Options

    init(_ options: Options) {
        self.options = options
    }

    /// Shows the input.
    ///
    /// - Throws: ``InputError``, `TableError` or ``OutputError``.
    func run() throws {
        do {
            try show()
        } catch let error as InputError {
            throw error
        } catch let error as TableError {
            throw error
        } catch {
            throw OutputError(file: options.output ?? "standard output", cause: error)
        }
    }

    private func show() throws {
        if let old = options.input, let new = options.compare, let key = options.key {
            return try showComparison(from: old, to: new, key: key)
        }
        switch options.outputFormat {
        case .text: try show(on: textFormat)
        case .markdown: try show(on: MarkdownFormat())
        case .html: try show(on: HTMLFormat(pageTitle: title, language: options.input == nil ? "en" : nil))
        case .csv: try show(on: CSVFormat())
        case .tsv: try show(on: TSVFormat())
        case .json: try show(on: JSONFormat())
        case .jsonl: try show(on: JSONLinesFormat())
        }
    }

    private func show(on format: some GridFormat) throws {
        let container = GridContainer(format, to: sink)
        if let path = options.input {
            let table = try SourceTable(contentsOf: path, format: options.inputFormat)
            let reformer = RecordsReformer(
                groupBy: options.groupBy, sums: options.sums, columns: options.columns)
            _ = try Agent(container, rawData: table, reformer: reformer)
        } else {
            try showLedger(on: container)
        }
    }

    /// Shows the sample ledger and, where people look, what the business hears while a person uses it.
    private func showLedger(on container: GridContainer<some GridFormat>) throws {
        _ = try Agent(container, rawData: Ledger.sample, reformer: LedgerReformer.self)
        guard options.outputFormat == .text, options.output == nil else { return }
        try container.sink.write(Array("\nWhat the business hears while a person uses the table:\n".utf8))
        _ = try Agent(
            container, rawData: try LedgerFlow.play(Ledger.sample), reformer: LedgerStepsReformer.self)
    }

    /// A new sink for the output that the options name.
    var sink: any ByteSink {
        if let path = options.output {
            FileSink(URL(fileURLWithPath: path))
        } else {
            HandleSink.standardOutput
        }
    }

    /// The look of a text table that the options and the terminal ask for.
    var textFormat: TextFormat {
        let terminal = TerminalTraits.standardOutput
        let isFile = options.output != nil
        let isColored =
            switch options.color {
            case .always: true
            case .never: false
            case .auto: !isFile && terminal.isColored
            }
        return TextFormat(
            border: options.border ?? .light, width: options.width ?? (isFile ? nil : terminal.width),
            overflow: options.overflow == .cut ? .cut : .wrap, narrowing: options.narrow ?? .stack,
            widthPolicy: isFile ? .standard : terminal.widthPolicy, isColored: isColored)
    }

    private var title: String {
        switch options.input {
        case nil: "Sales ledger"
        case "-": "Table"
        case let path?: URL(fileURLWithPath: path).lastPathComponent
        }
    }
}
