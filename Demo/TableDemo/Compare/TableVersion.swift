/// The rows of a file in groups, ready to be compared with another version of it.
struct TableVersion {
    /// The rows that share a value, or all rows of the file.
    struct Group {
        /// The value as text; `nil` if there is no column to group by.
        let name: String?
        let records: [VersionRecord]
    }

    let source: VersionRecord.Source
    private(set) var groups: [Group] = []
    /// The rows whose key stands above them in their group already.
    private(set) var duplicates: [DuplicateKey] = []

    /// Groups the rows of a file.
    ///
    /// - Parameters:
    ///   - columns: the numbers of the compared columns; `nil` for one that the file lacks.
    ///   - key: the column that tells rows apart.
    ///   - groupBy: the column whose values make groups.
    /// - Throws: ``InputError`` for an unknown column. A file without rows need not have columns.
    init(_ table: SourceTable, columns: [Int?], key: String, groupBy: String?) throws(InputError) {
        source = VersionRecord.Source(table: table, columns: columns)
        guard table.rowCount > 0 || !table.columns.isEmpty else {
            if groupBy == nil { groups = [Group(name: nil, records: [])] }
            return
        }
        let key = try table.column(named: key)
        if let groupBy {
            for group in table.rows(groupedBy: try table.column(named: groupBy)) {
                add(group.name, group.rows, key)
            }
        } else {
            add(nil, 0..<table.rowCount, key)
        }
    }

    private mutating func add(_ name: String?, _ rows: some Collection<Int>, _ key: Int) {
        var records: [VersionRecord] = []
        records.reserveCapacity(rows.count)
        // The first row with a key, and how many there are by now.
        var known = [String: (row: Int, count: Int)](minimumCapacity: rows.count)
        for row in rows {
            let text = source.table.text(row: row, column: key)
            let before = known.updateValue((row, 1), forKey: text)
            if let before {
                known[text] = (before.row, before.count + 1)
                duplicates.append(DuplicateKey(key: text, row: row, firstRow: before.row))
            }
            let id = VersionRecord.ID(key: text, repetition: before?.count ?? 0)
            records.append(VersionRecord(source: source, row: row, id: id))
        }
        groups.append(Group(name: name, records: records))
    }
}
