import Foundation
import TableAgent
import TableSurfaces

extension Demo {
    /// Shows what changed between two versions of a table.
    ///
    /// Rows that their key does not tell apart are no error, but worth a line on standard error.
    func showComparison(from oldPath: String, to newPath: String, key: String) throws {
        let comparison = try Comparison(
            from: SourceTable(contentsOf: oldPath, format: options.inputFormat),
            to: SourceTable(contentsOf: newPath, format: options.inputFormat),
            key: key, groupBy: options.groupBy, columns: options.columns)
        for warning in comparison.warnings { TableDemo.complain(warning) }
        if options.outputFormat == .json {
            try write(comparison.changes)
        } else {
            let report = ChangeReport(comparison)
            var format = textFormat
            // The one line that is left to say needs no frame.
            if report.isEmpty { format.border = .none }
            _ = try Agent(GridContainer(format, to: sink), rawData: report, reformer: ChangeReformer.self)
        }
    }

    /// Writes changes as one JSON object on a line.
    private func write(_ changes: TableChanges) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(changes)
        let sink = sink
        do {
            try sink.write(Array(json) + [Byte.lineFeed])
            try sink.finish()
        } catch {
            sink.discard()
            throw error
        }
    }
}
