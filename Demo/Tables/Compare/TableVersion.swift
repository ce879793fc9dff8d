import TableAgent

/// The grouped rows of a file, ready for comparison with another version.
struct TableVersion {
    /// The rows with the same value, or all rows of the file.
    struct Group {
        /// The value as text, or `nil` if there is no column to group by.
        let name: ExactText?
        let records: [Record]
    }

    let source: Record.Source
    let groups: [Group]
    /// The rows whose key already appears in an earlier row of the same group.
    private var duplicates: [(key: ExactText, row: Int, firstRow: Int)] = []

    /// Groups the rows of a file. The file may lack some of the compared columns. If the file has no rows, it
    /// may also lack the key column and the group column.
    init(_ table: SourceTable, columns: [String], key: String, groupBy: String?) throws(InputError) {
        let isEmpty = table.rows.isEmpty && table.columns.isEmpty
        let key = isEmpty ? nil : try table.column(named: key)
        let column =
            try isEmpty ? nil : groupBy.map { name throws(InputError) in try table.column(named: name) }
        let groups = RowGroups(table, by: column)
        var ids = [Record.ID](
            repeating: Record.ID(key: ExactText(""), repetition: 0), count: table.rows.count)
        for group in groups.names.indices {
            // The first row with a key, and the number of rows with that key so far.
            var known: [ExactText: (row: Int, count: Int)] = [:]
            for row in groups.rows[group] {
                let text = ExactText(table.withCells { $0[row, key].text })
                let before = known[text]
                known[text] = (before?.row ?? row, (before?.count ?? 0) + 1)
                if let before { duplicates.append((text, row, before.row)) }
                ids[row] = Record.ID(key: text, repetition: before?.count ?? 0)
            }
        }
        let numbers = Dictionary(table.columns.enumerated().map { (ExactText($1), $0) }) { first, _ in first }
        let source = Record.Source(table: table, columns: columns.map { numbers[ExactText($0)] }, ids: ids)
        self.source = source
        let names = isEmpty && groupBy != nil ? [] : groups.names
        self.groups = names.enumerated().map { number, name in
            Group(name: name, records: groups.rows[number].map { Record(source: source, row: $0) })
        }
    }

    /// Returns the compared columns that the file lacks. If the file has no columns at all, the result is
    /// empty.
    func lackedColumns(of columns: [String]) -> [String] {
        source.table.columns.isEmpty ? [] : zip(columns, source.columns).filter { $1 == nil }.map { $0.0 }
    }

    /// Whether a compared column is numeric. A column that the file lacks counts as numeric.
    func isNumeric(at index: Int) -> Bool {
        source.columns[index].map { source.table.isNumeric($0) } ?? true
    }

    /// The warnings about rows with duplicate keys, one line each, without control characters. Ten rows are
    /// named, and the others are counted.
    var warnings: [String] {
        let table = source.table
        var warnings = duplicates.prefix(10).map { duplicate in
            let (line, first) = (table.rows[duplicate.row].line, table.rows[duplicate.firstRow].line)
            let place = "\(table.file):\(line): the key \(duplicate.key.description.quoted())"
            return "\(place) is on line \(first) too; rows with one key are paired in their order"
        }
        let rest = duplicates.count - warnings.count
        if rest > 0 {
            let rows =
                rest == 1 ? "1 more row has a key that is" : "\(rest) more rows have keys that are"
            warnings.append("\(table.file): \(rows) on other lines too")
        }
        return warnings.map { "warning: \($0)".visible }
    }
}
