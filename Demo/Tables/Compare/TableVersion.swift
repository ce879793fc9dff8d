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
    private(set) var groups: [Group]
    /// The rows whose key already appears in an earlier row of the same group.
    private var duplicates: [(key: ExactText, row: Int, firstRow: Int)] = []

    /// Groups the rows of a file. The file may lack some of the compared columns. If the file has no rows, it
    /// may also lack the key column and the group column.
    init(_ table: SourceTable, columns: [String], keys: [String], groupBy: String?) throws(InputError) {
        let isEmpty = table.rows.isEmpty && table.columns.isEmpty
        let keys = try isEmpty ? [] : keys.map { name throws(InputError) in try table.column(named: name) }
        let column =
            try isEmpty ? nil : groupBy.map { name throws(InputError) in try table.column(named: name) }
        let groups = RowGroups(table, by: column, rows: Array(table.rows.indices))
        var ids = [Record.ID](
            repeating: Record.ID(key: ExactText(""), repetition: 0), count: table.rows.count)
        for group in groups.names.indices {
            // The first row with a key, and the number of rows with that key so far.
            var known: [ExactText: (row: Int, count: Int)] = [:]
            for row in groups.rows[group] {
                let text = ExactText(table.withCells { cells in Self.key(keys.map { cells[row, $0] }) })
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

    /// Returns the key of a row as one text. Texts with a comma are quoted, so that different keys have different texts.
    private static func key(_ cells: [SourceTable.LentCell]) -> String {
        guard cells.count > 1 else { return cells.first?.text ?? "" }
        return cells.map { cell in
            let text = cell.text
            return text.contains(",") || text.contains("\"")
                ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
        }.joined(separator: ",")
    }

    /// Returns the version with its groups and rows in the order of another version, and additional ones at the end.
    func ordered(like other: TableVersion) -> TableVersion {
        func ordered<Element, ID: Hashable>(_ new: [Element], like old: [Element], _ id: (Element) -> ID)
            -> [Element]
        {
            let places = Dictionary(old.enumerated().map { (id($1), $0) }) { first, _ in first }
            let placed = new.map { (element: $0, place: places[id($0)] ?? old.count) }
            return placed.sorted { $0.place < $1.place }.map(\.element)
        }
        var version = self
        let records = Dictionary(other.groups.map { ($0.name, $0.records) }) { first, _ in first }
        version.groups = ordered(groups, like: other.groups, \.name).map { group in
            Group(name: group.name, records: ordered(group.records, like: records[group.name] ?? [], \.id))
        }
        return version
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
