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
            let key = numbers.number(of: keys.lazy.map { cells[row, $0].utf8 })
            let place =
                column == nil ? key : numbers.number(of: ([column] + keys).map { cells[row, $0].utf8 })
            if place >= known.count {
                known += repeatElement((row: row, count: 0), count: place + 1 - known.count)
            }
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

    /// The warnings about rows with duplicate keys, one line each, without control characters. Ten rows are
    /// named, and the others are counted.
    var warnings: [String] {
        let table = source.table
        var warnings = duplicates.prefix(10).map { duplicate in
            let (line, first) = (table.rows[duplicate.row].line, table.rows[duplicate.firstRow].line)
            let key = table.withCells { cells in keys.map { cells[duplicate.row, $0].text } }
            let place = "\(table.file):\(line): the key \(key.joined(separator: ", ").quoted())"
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

/// The numbers of keys, in the order of their first appearance. Equal keys of two versions have equal numbers.
struct KeyNumbers {
    private struct Part: Hashable {
        /// The number of the values before the text.
        let prefix: Int
        let text: LentText
    }

    private var numbers: [Part: Int] = [:]

    /// Creates numbers of no keys, with room for a number of keys.
    init(capacity: Int) {
        numbers.reserveCapacity(capacity)
    }

    /// Returns the number of a key with the given values. The texts must stay valid as long as the numbers.
    mutating func number(of values: some Sequence<UnsafeBufferPointer<UInt8>>) -> Int {
        var number = 0
        for value in values {
            let next = numbers.count + 1
            let part = Part(prefix: number, text: LentText(utf8: value))
            number = numbers[part, default: next]
            if number == next { numbers[part] = next }
        }
        return number
    }
}
