import TableAgent

/// The keys of the rows of a file: the texts of some columns.
struct RowKeys: Sendable {
    /// The identity of a row when the file is read again: the texts of its key, and the number of earlier rows
    /// with the same key in its group.
    struct Texts: Hashable, Sendable {
        let texts: [ExactText]
        let repetition: Int
    }

    /// The columns whose values identify rows.
    private let columns: [Int]
    /// The identity of each row, by the numbers of keys.
    private(set) var ids: [Record.ID] = []
    /// The rows whose key already appears in an earlier row of the same group.
    private var duplicates: [(row: Int, firstRow: Int)] = []

    /// Finds the keys of rows.
    ///
    /// - Parameters:
    ///   - table: The file.
    ///   - cells: The cells of the file.
    ///   - columns: The columns whose values identify rows.
    ///   - groupBy: The column to group by.
    ///   - rows: The rows whose keys count, in the order of the file, or `nil` for all rows.
    ///   - numbers: The numbers of keys, which another version can share.
    init(
        _ table: SourceTable, _ cells: SourceTable.LentCells, keys columns: [Int], groupBy: Int?,
        rows: [Int]? = nil, numbers: inout KeyNumbers
    ) {
        self.columns = columns
        ids = Array(repeating: Record.ID(key: 0, repetition: 0), count: table.rows.count)
        // The first row of each key in a group, and the number of rows with that key so far.
        var known: [(row: Int, count: Int)] = []
        for (count, row) in (rows ?? Array(table.rows.indices)).enumerated() {
            if count.isMultiple(of: 4096) { Progress.shared.add(min(count, 4096), to: .comparing) }
            let key = numbers.number(of: row, in: columns, of: cells)
            let place = groupBy.map { numbers.number(of: row, in: [$0] + columns, of: cells) } ?? key
            while known.count <= place { known.append((row: row, count: 0)) }
            if known[place].count == 0 {
                known[place].row = row
            } else {
                duplicates.append((row, known[place].row))
            }
            ids[row] = Record.ID(key: key, repetition: known[place].count)
            known[place].count += 1
        }
    }

    /// Finds the keys of all rows of one version.
    init(_ table: SourceTable, keys: [String], groupBy: String?) throws(InputError) {
        let columns = try keys.map { name throws(InputError) in try table.column(named: name) }
        let group = try groupBy.map { name throws(InputError) in try table.column(named: name) }
        self = table.withCells { cells in
            var numbers = KeyNumbers(capacity: table.rows.count)
            return RowKeys(table, cells, keys: columns, groupBy: group, numbers: &numbers)
        }
    }

    /// Returns the identity of a row by the texts of its key.
    func texts(of row: Int, in table: SourceTable) -> Texts {
        table.withCells { cells in
            Texts(texts: columns.map { ExactText(cells[row, $0].text) }, repetition: ids[row].repetition)
        }
    }

    /// Returns the warning about rows with duplicate keys, or `nil` without such rows. The warning is one line
    /// without control characters.
    func warning(in table: SourceTable) -> String? {
        guard let first = duplicates.first else { return nil }
        let key = table.withCells { cells in columns.map { cells[first.row, $0].text } }.joined(
            separator: ", ")
        let count = TableWords.counted(duplicates.count, "row")
        let rows = duplicates.count == 1 ? "" : "; \(count) repeat a key"
        return
            ("warning: \(table.file):\(table.rows[first.row].line): the key \(key.quoted()) is on line "
            + "\(table.rows[first.firstRow].line), too\(rows); rows with one key are paired in their order, "
            + "so add a column to --key that tells them apart").visible
    }
}
