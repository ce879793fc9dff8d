import TableAgent

/// The grouped rows of a file, ready for comparison with another version.
struct TableVersion {
    /// The rows with the same value, or all rows of the file.
    struct Group {
        /// The value as text, or `nil` if there is no column to group by.
        let name: ExactText?
        let records: [Record]

        /// The records as a section of a table.
        var section: TableSection {
            TableSection(id: name.map { AnyID($0) } ?? "all") { Rows(records, as: RecordLine.self) }
        }
    }

    let source: Record.Source
    private(set) var groups: [Group]
    private let keys: RowKeys

    /// Groups the rows of a file. The file may lack some of the compared columns. If the file has no rows, it
    /// may also lack the key columns and the group column.
    ///
    /// - Parameters:
    ///   - table: The file.
    ///   - cells: The cells of the file.
    ///   - columns: The compared columns.
    ///   - keys: The columns whose values identify rows.
    ///   - groupBy: The column to group by.
    ///   - rows: The compared rows, in the order of the file.
    ///   - forms: The forms of the compared columns whose numbers are texts.
    ///   - tolerance: The greatest difference between equal numbers.
    ///   - numbers: The numbers of keys in both versions.
    init(
        _ table: SourceTable, _ cells: SourceTable.LentCells, columns: [String], keys: [String],
        groupBy: String?, rows: [Int], forms: [ValueForm?], tolerance: Tolerance, numbers: inout KeyNumbers
    ) throws(InputError) {
        let isEmpty = table.rows.isEmpty && table.columns.isEmpty
        let keys = try isEmpty ? [] : keys.map { name throws(InputError) in try table.column(named: name) }
        let column =
            try isEmpty ? nil : groupBy.map { name throws(InputError) in try table.column(named: name) }
        let groups = RowGroups(table, by: [column].compactMap(\.self), rows: rows)
        let rowKeys = RowKeys(table, cells, keys: keys, groupBy: column, rows: rows, numbers: &numbers)
        let source = Record.Source(
            table: table, columns: columns.map { table.index(ofColumn: $0) }, forms: forms,
            ids: rowKeys.ids, tolerance: tolerance)
        self.source = source
        self.keys = rowKeys
        let names = isEmpty && groupBy != nil ? [] : groups.paths.map(\.first)
        self.groups = names.enumerated().map { number, name in
            Group(name: name, records: groups.rows[number].map { Record(source: source, row: $0) })
        }
    }

    /// Returns the version with its groups and rows in the order of another version, and additional ones at the end.
    func ordered(like other: TableVersion) -> TableVersion {
        var version = self
        let records = Dictionary(other.groups.map { ($0.name, $0.records) }) { first, _ in first }
        version.groups = groups.ordered(like: other.groups, by: \.name).map { group in
            let old = records[group.name] ?? []
            return Group(name: group.name, records: group.records.ordered(like: old, by: \.id))
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
    var warning: String? { keys.warning(in: source.table) }
}

extension Array {
    /// Returns the elements in the order of those with the same ids in another list, and additional ones at the end.
    fileprivate func ordered<ID: Hashable>(like old: [Element], by id: (Element) -> ID) -> [Element] {
        let places = Dictionary(zip(old.map(id), old.indices)) { first, _ in first }
        let placed = map { (element: $0, place: places[id($0)] ?? old.count) }
        return placed.sorted { $0.place < $1.place }.map(\.element)
    }
}
