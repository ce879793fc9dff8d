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

/// Shows a small sales ledger in any format and, as text, the events that the business receives from a user of the
/// table.
///
/// Start with `Ledger.swift`, which makes the table. `LedgerController.swift` handles the events.
@main
struct Program {
    /// The formats that `--to` offers by name.
    private var formats = TableFormats.standard
    private var format: any GridFormat
    /// Whether a person browses the ledger.
    private var isBrowsed = false

    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        do {
            if CommandLine.arguments.dropFirst().contains(where: { ["--help", "-h"].contains($0) }) {
                return try HandleSink.standardOutput.write(Array(usage.utf8))
            }
            try await Program(Array(CommandLine.arguments.dropFirst())).run()
        } catch let error as UsageError {
            stop("\(error.message); see --help", status: 2)
        } catch let error as TableError where error.code == .noTerminal {
            stop("\(error)", status: 2)
        } catch  where (error as? WriteError)?.posixCode == EPIPE {
            // The reader of the pipe has closed it. This is not an error of the user.
        } catch let error as WriteError {
            stop("the output can't be written: \(error.reason)", status: 1)
        } catch {
            stop("\(error)", status: 1)
        }
    }

    private static let usage = """
        Shows a small sales ledger, and the events that the business receives.

        Usage: TableDemo [--browse] [--to FORMAT] [--width N]

          --browse             browses the ledger in the terminal, and then prints
                               the events; F1 lists the keys
          --to FORMAT          text (default), markdown, html, csv, tsv, json or jsonl
          --width N            columns of the terminal to use; if left out, those of
                               the terminal, or no limit for a file or pipe

        To show a file of your own, use tables.

        """

    /// An invalid command line.
    private struct UsageError: Error {
        let message: String
    }

    private init(_ arguments: [String]) throws {
        var text: TextFormat = .terminal
        var name = text.name
        var rest = arguments[...]
        while let option = rest.popFirst() {
            if option == "--browse" {
                isBrowsed = true
                continue
            }
            let value = rest.popFirst()
            switch option {
            case "--to": name = value ?? ""
            case "--width":
                guard let width = value.flatMap({ Int($0) }), width > 0 else {
                    throw UsageError(message: "--width needs a whole number from 1 up")
                }
                text.width = width
            default: throw UsageError(message: "there is no option \(option.debugDescription)")
            }
        }
        formats[text.name] = text
        formats["HTML"] = HTMLFormat(page: HTMLPage("Sales ledger", language: "en"))
        guard let format = formats[name] else {
            throw UsageError(message: "there is no format \(name.debugDescription)")
        }
        self.format = format
    }

    private func run() async throws {
        let ledger = try Ledger.sample()
        if isBrowsed { return try show(await LedgerController.browse(ledger)) }
        try format.write(LedgerReformer().reform(ledger))
        // Readers of the text also see the events that a user of the table causes.
        guard format is TextFormat else { return }
        try HandleSink.standardOutput.write(
            Array("\nWhat the business hears while a person uses the table:\n".utf8))
        try show(LedgerController.play(ledger))
    }

    private func show(_ steps: [LedgerStep]) throws {
        let table = TableInfo(columns: LedgerStep.columns) {
            TableSection(id: "list") { Rows(steps, as: LedgerStep.self) }
        }
        try format.write(table)
    }

    private static func stop(_ message: String, status: Int32) {
        try? HandleSink(fileDescriptor: STDERR_FILENO).write(Array("TableDemo: \(message)\n".utf8))
        exit(status)
    }
}
