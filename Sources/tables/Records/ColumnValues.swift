import TableAgent
import TableSurfaces

/// A value of a column, with the number of its rows.
struct ColumnValue {
    /// A row with the value, in a table of the column alone. Its cell is empty for rows without a value.
    let record: Record
    let count: Int
    /// The share of the rows, from 0 to 1.
    let share: Double

    /// The value as a query writes it; empty for rows without a value.
    var plain: String {
        var line = GridLine()
        RecordLine.fill(&line, with: record)
        return line.queryValue(inColumn: 0) ?? ""
    }

    /// The text of the value for people.
    var text: String {
        var line = GridLine()
        ColumnValueLine.fill(&line, with: self)
        return line.shown(at: 0)
    }
}

/// A row for a value of a column.
enum ColumnValueLine: GridLineItem {
    static func fill(_ line: inout GridLine, with value: ColumnValue) {
        RecordLine.fill(&line, with: value.record)
        if line.queryValue(inColumn: 0) == nil {
            line.removeAll()
            line.empty(shown: "(empty)", role: .muted)
        }
        line.integer(value.count, shown: value.count.grouped)
        let tenths = Int((value.share * 1_000).rounded())
        line.decimal(tenths, scale: 1, shown: tenths == 0 ? "<0.1 %" : "\(tenths / 10).\(tenths % 10) %")
    }
}

/// Makes a table of the values of a column, the most frequent one first.
struct ColumnValues: Reformer, Sendable {
    /// The name of the column.
    let column: String
    /// The indices of the rows to count.
    let rows: [Int]
    /// The form of the column, as the rows show it.
    let form: ValueForm?

    /// - Complexity: O(*n*) in the bytes of the column, and O(*m* log *m*) in its different values.
    func reform(_ table: SourceTable) throws -> TableInfo {
        let index = try table.column(named: column)
        let source = Record.Source(table: table, columns: [index], forms: [form])
        func value(_ row: Int, _ count: Int) -> ColumnValue {
            ColumnValue(
                record: Record(source: source, row: row), count: count,
                share: Double(count) / Double(max(rows.count, 1)))
        }
        let counts = table.withCells { cells in
            let counts = ValueCounts(cells, column: index, rows: rows, limit: .max).values
            let empty = rows.count - counts.reduce(0) { $0 + Int($1.count) }
            let row = empty == 0 ? nil : rows.first { cells[$0, index].isEmpty }
            return merged(counts.map { (row: Int($0.row), count: Int($0.count)) }, column: index, of: cells)
                + (row.map { [(row: $0, count: empty)] } ?? [])
        }
        let order = counts.indices.sorted { (counts[$1].count, $0) < (counts[$0].count, $1) }
        var title = RecordsReformer().column(column, of: table, at: index)
        if form?.isNumber == true { title.alignment = .right }
        return TableInfo(
            caption:
                "\(column): \(TableWords.counted(order.count, "value")) in \(TableWords.counted(rows.count, "row"))",
            columns: [
                title,
                GridColumn("Rows", alignment: .right, bar: .automatic),
                GridColumn("Share", alignment: .right),
            ]
        ) {
            TableSection(id: "values") {
                Rows(
                    byPosition: order.map { value(counts[$0].row, counts[$0].count) },
                    as: ColumnValueLine.self)
            }
        }
    }

    private enum ComparedValue: Hashable {
        case number(ExactDecimal)
        case date(DatePeriod, fraction: ExactDecimal)
        case text([UInt8])
    }

    /// Returns the values of which no two are equal to a filter, such as `1` and `1.0`, because it shows the rows of both.
    private func merged(
        _ values: [(row: Int, count: Int)], column: Int, of cells: SourceTable.LentCells
    ) -> [(row: Int, count: Int)] {
        // A column of a pipe is compared as texts if a later part has other values than the first one.
        let form = form.flatMap { form in
            values.allSatisfy { form.fits(cells[$0.row, column].utf8) } ? form : nil
        }
        let kinds = Set(values.lazy.map { cells[$0.row, column].kind })
        let areNumbers = form?.isNumber ?? (kinds == [.number])
        func isPlain(_ cell: SourceTable.LentCell) -> Bool {
            !areNumbers || cell.utf8.allSatisfy(\.isDigit) && (cell.utf8.first != "0" || cell.utf8.count == 1)
        }
        if [nil, .text].contains(form), kinds.count <= 1,
            values.allSatisfy({ isPlain(cells[$0.row, column]) })
        {
            return values
        }
        var indices: [ComparedValue: Int] = [:]
        var result: [(row: Int, count: Int)] = []
        for value in values {
            let cell = cells[value.row, column]
            let plain = form?.plain(cell.utf8) ?? Array(cell.utf8)
            let compared = plain.withUnsafeBufferPointer { utf8 -> ComparedValue in
                if areNumbers { return NumberText(utf8) == nil ? .text(plain) : .number(ExactDecimal(utf8)) }
                return form.flatMap { _ in DatePeriod(utf8) }
                    .map { .date($0, fraction: DatePeriod.fraction(of: utf8)) } ?? .text(plain)
            }
            if let index = indices[compared] {
                result[index].count += value.count
            } else {
                indices[compared] = result.count
                result.append(value)
            }
        }
        return result
    }
}
