import TableAgent

/// The rows of a file in groups, ready to be compared with another version of it.
struct TableVersion {
    /// The rows that share a value, or all rows of the file.
    struct Group {
        /// The value as text; `nil` if there is no column to group by.
        let name: ExactText?
        let records: [Record]
    }

    let source: Record.Source
    let groups: [Group]
    /// The rows with a key that another row of their group has already.
    private var duplicates: [(key: ExactText, row: Int, firstRow: Int)] = []

    /// Groups the rows of a file, whose columns may lack some of those that are compared. A file without
    /// rows need not have the columns of key and group.
    init(_ table: SourceTable, columns: [String], key: String, groupBy: String?) throws(InputError) {
        let isEmpty = table.rows.isEmpty && table.columns.isEmpty
        let key = isEmpty ? nil : try table.column(named: key)
        let column =
            try isEmpty ? nil : groupBy.map { name throws(InputError) in try table.column(named: name) }
        let groups = RowGroups(table, by: column)
        var ids = [Record.ID](
            repeating: Record.ID(key: ExactText(""), repetition: 0), count: table.rows.count)
        for group in groups.names.indices {
            // The first row with a key, and how many there are by now.
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

    /// Returns those of the compared columns that the file lacks; none if it has no columns at all.
    func lackedColumns(of columns: [String]) -> [String] {
        source.table.columns.isEmpty ? [] : zip(columns, source.columns).filter { $1 == nil }.map { $0.0 }
    }

    /// Whether a compared column is one of numbers, as far as the file has it.
    func isNumeric(at index: Int) -> Bool {
        source.columns[index].map { source.table.isNumeric($0) } ?? true
    }

    /// The warnings about rows that their keys do not tell apart, a line each, with no control character
    /// of the file in them. Ten rows are named; the others are counted.
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
