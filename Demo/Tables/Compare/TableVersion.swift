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
    private let keys: [Int]
    /// The rows whose key already appears in an earlier row of the same group.
    private var duplicates: [(row: Int, firstRow: Int)] = []

    /// Groups the rows of a file. The file may lack some of the compared columns. If the file has no rows, it
    /// may also lack the key columns and the group column.
    ///
    /// - Parameters:
    ///   - table: The file.
    ///   - cells: The cells of the file.
    ///   - columns: The compared columns.
    ///   - keys: The columns whose values identify rows.
    ///   - groupBy: The column to group by.
    ///   - numbers: The numbers of keys in both versions.
    init(
        _ table: SourceTable, _ cells: SourceTable.LentCells, columns: [String], keys: [String],
        groupBy: String?,
        _ numbers: inout KeyNumbers
    ) throws(InputError) {
        let isEmpty = table.rows.isEmpty && table.columns.isEmpty
        let keys = try isEmpty ? [] : keys.map { name throws(InputError) in try table.column(named: name) }
        let column =
            try isEmpty ? nil : groupBy.map { name throws(InputError) in try table.column(named: name) }
        let groups = RowGroups(table, by: column, rows: Array(table.rows.indices))
        var ids: [Record.ID] = []
        ids.reserveCapacity(table.rows.count)
        // The first row of each key in a group, and the number of rows with that key so far.
        var known: [(row: Int, count: Int)] = []
        for row in table.rows.indices {
            let key = numbers.number(of: row, in: keys, of: cells)
            let place = column.map { numbers.number(of: row, in: [$0] + keys, of: cells) } ?? key
            while known.count <= place { known.append((row: row, count: 0)) }
            if known[place].count == 0 {
                known[place].row = row
            } else {
                duplicates.append((row, known[place].row))
            }
            ids.append(Record.ID(key: key, repetition: known[place].count))
            known[place].count += 1
        }
        let indices = Dictionary(table.columns.enumerated().map { (ExactText($1), $0) }) { first, _ in first }
        let source = Record.Source(table: table, columns: columns.map { indices[ExactText($0)] }, ids: ids)
        (self.source, self.keys) = (source, keys)
        let names = isEmpty && groupBy != nil ? [] : groups.names
        self.groups = names.enumerated().map { number, name in
            Group(name: name, records: groups.rows[number].map { Record(source: source, row: $0) })
        }
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

    /// The warning about rows with duplicate keys, one line without control characters, or `nil` without such rows.
    var warning: String? {
        guard let first = duplicates.first else { return nil }
        let table = source.table
        let key = table.withCells { cells in keys.map { cells[first.row, $0].text } }.joined(separator: ", ")
        let rows = duplicates.count == 1 ? "" : "; \(counted(duplicates.count, "row")) repeat a key"
        return
            ("warning: \(table.file):\(table.rows[first.row].line): the key \(key.quoted()) is on line "
            + "\(table.rows[first.firstRow].line), too\(rows); rows with one key are paired in their order, "
            + "so add a column to --key that tells them apart").visible
    }
}

/// The numbers of keys, in the order of their first appearance. Equal keys of two versions have equal numbers.
struct KeyNumbers {
    private struct Part: Hashable {
        /// The number of the values before the text.
        let prefix: Int
        let text: LentText
    }

    private var numbers: [Part: Int] = [:]
    /// The values by their numbers. The first number is 1.
    private var parts: [Part] = []
    private var lastNumber = 0

    /// Creates numbers of no keys, with room for a number of keys.
    init(capacity: Int) {
        numbers.reserveCapacity(capacity)
        parts.reserveCapacity(capacity)
    }

    /// Returns the number of a row's values in some columns. The cells must stay valid as long as the numbers.
    mutating func number(of row: Int, in columns: [Int], of cells: SourceTable.LentCells) -> Int {
        var number = 0
        for column in columns {
            let part = Part(prefix: number, text: LentText(utf8: cells[row, column].utf8))
            if lastNumber < parts.count, parts[lastNumber] == part {
                // The rows follow each other as in the other version.
                number = lastNumber + 1
            } else if let known = numbers[part] {
                number = known
            } else {
                parts.append(part)
                number = parts.count
                numbers[part] = number
            }
            lastNumber = number
        }
        return number
    }
}
