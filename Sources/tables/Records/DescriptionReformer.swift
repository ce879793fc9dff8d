import TableAgent
import TableBrowser
import TableSurfaces

/// A row for a column of a file.
enum SummaryLine: GridLineItem {
    static func fill(_ line: inout GridLine, with summary: ColumnSummary) {
        line.text(summary.name, role: .strong)
        line.text(summary.type.rawValue, role: summary.type == .mixed ? .warning : .muted)
        line.integer(summary.emptyCount, shown: summary.emptyCount.grouped)
        line.integer(
            summary.distinctCount, shown: summary.distinctText + (summary.isUnique ? " · unique" : ""))
        for bound in [summary.min, summary.max] {
            if summary.type == .date || summary.type == .time { line.date(bound) } else { line.add(bound) }
        }
        line.add(summary.median)
        line.add(summary.mean)
        var text = summary.mostCommon?.text ?? ""
        text.withUTF8 {
            line.add(SourceTable.LentCell(kind: summary.mostCommon?.kind ?? .null, utf8: $0))
        }
        line.integer(summary.mostCommon?.count, shown: summary.mostCommon.map(\.count.grouped))
        line.series(summary.shape?.shares, shown: summary.shape?.words)
    }
}

extension ColumnSummary {
    /// The number of different values for people.
    fileprivate var distinctText: String {
        distinctCount.map(\.grouped) ?? "> \(ValueCounts.mostValues.grouped)"
    }
}

/// Makes a table of the facts about the columns of a file: a row for each column.
struct DescriptionReformer: Reformer, Sendable {
    /// The rows to describe.
    var selection = RowSelection()
    /// The names of the columns to describe, or `nil` for all columns.
    var columns: [String]?

    func reform(_ table: SourceTable) throws -> TableInfo {
        try reform(table, rows: selection.rows(of: table))
    }

    /// Describes some rows of a table.
    ///
    /// - Parameter isReading: Whether more rows will arrive.
    func reform(_ table: SourceTable, rows: [Int], isReading: Bool = false) throws -> TableInfo {
        let chosen = try table.columns(matching: columns)
        let summaries = summaries(of: table, columns: chosen, rows: rows)
        let file = table.file.split(separator: "/").last.map { String($0) } ?? table.file
        let all = rows.count == table.rows.count ? "" : "\(rows.count.grouped) of "
        let count = all + TableWords.counted(table.rows.count, "row") + (isReading ? " so far" : "")
        return TableInfo(caption: "\(file): \(count)", columns: titles(of: summaries)) {
            TableSection(id: "columns") {
                Rows(summaries, id: { ExactText($0.name) }, as: SummaryLine.self)
            }
        }
    }

    /// Describes columns in some rows.
    ///
    /// Two threads share the columns. More threads would need more memory than reading the table.
    private func summaries(of table: SourceTable, columns: [Int], rows: [Int]) -> [ColumnSummary] {
        let rest = Locked(columns[...])
        let found = Locked([Int: ColumnSummary]())
        let describe: @Sendable () -> Void = {
            while let column = rest.withLock({ $0.popFirst() }) {
                let summary = ColumnSummary(of: table, column: column, rows: rows)
                found.withLock { $0[column] = summary }
            }
        }
        let thread = columns.count > 1 ? TerminalSignals.startThread(describe) : nil
        describe()
        thread?.join()
        return found.withLock { found in columns.compactMap { found[$0] } }
    }

    /// Returns the columns for summaries.
    ///
    /// 80 terminal columns suffice for all but the columns of low priority, because long names and the word "unique"
    /// can take another line. The omitted columns follow each other, so that one sign replaces all of them.
    private func titles(of summaries: [ColumnSummary]) -> [GridColumn] {
        let name = summaries.map(\.name.count).max() ?? 0
        let distinct = summaries.map(\.distinctText.count).max() ?? 0
        return [
            GridColumn("Column", key: "column", width: min(max(name, 6), 12)...Int.max, priority: 9),
            GridColumn("Type", key: "type", priority: 8),
            GridColumn("Empty", key: "empty", alignment: .right, priority: 6),
            GridColumn(
                "Distinct", key: "distinct", alignment: .right, width: max(distinct, 8)...Int.max,
                overflow: .wrap, priority: 7),
            GridColumn("Min", key: "min", alignment: .right, priority: 5),
            GridColumn("Max", key: "max", alignment: .right, priority: 5),
            GridColumn("Median", key: "median", alignment: .right, priority: 3),
            GridColumn("Mean", key: "mean", alignment: .right, priority: 2),
            GridColumn("Most common", key: "most_common", width: 1...24, overflow: .cut, priority: 1),
            GridColumn("Times", key: "times", alignment: .right),
            GridColumn("Shape", key: "shape", priority: 4),
        ]
    }
}
