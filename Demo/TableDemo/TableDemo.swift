import Foundation
import TableSurfaces

/// A small sales ledger on any surface, or a table of the user's own file.
@main
enum TableDemo {
    static func main() {
        // A closed pipe and a file that may not grow are then errors of the write, which the sink cleans up
        // after; the former ends the program quietly.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs the program and returns its exit status: 0, 1 for bad input or output, 2 for wrong usage.
    private static func run(_ arguments: [String]) -> Int32 {
        do {
            let options = try Options(parsing: arguments)
            try options.help ? showUsage() : Demo(options).run()
            return 0
        } catch let error as UsageError {
            complain("\(error)")
            return 2
        } catch let error as OutputError where error.isBrokenPipe {
            return 0
        } catch {
            complain("\(error)")
            return 1
        }
    }

    private static func showUsage() throws {
        do {
            try HandleSink.standardOutput.write(Array(Options.usage.utf8))
        } catch {
            throw OutputError(file: "standard output", cause: error)
        }
    }

    /// Prints a line on standard error.
    static func complain(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data("TableDemo: \(message)\n".utf8))
    }
}
