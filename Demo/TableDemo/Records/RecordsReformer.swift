import TableAgent

/// One row of a file that was read.
struct Record: Identifiable {
    /// What tells a row from others where two versions of a file are compared: the value in the key's column
    /// and, of rows with one value, how many are above.
    struct ID: Hashable, Sendable {
        let key: String
        let repetition: Int
    }

    /// What all records of a table share.
    final class Source: Sendable {
        let table: SourceTable
        /// The numbers of the file's columns that are shown, in this order; `nil` for one that it lacks.
        let columns: [Int?]
        fileprivate let ids: [ID]

        init(table: SourceTable, columns: [Int?], ids: [ID] = []) {
            (self.table, self.columns, self.ids) = (table, columns, ids)
        }
    }

    let source: Source
    /// The row's number in the file, from 0, the header not counted.
    let row: Int

    var id: ID { source.ids[row] }

    /// Adds a cell for each column to a line.
    func fill(_ line: inout GridLine, role: GridRole = .plain) {
        source.table.withRow(row) { row in
            for column in source.columns { line.add(row[column], role: role) }
        }
    }

    /// Lends the values of two versions of a row side by side, and whether they are the same.
    ///
    /// Kinds count only if neither file has them guessed: one word in a column of numbers makes text of
    /// them all. A key that a JSON object lacks is as good as a null.
    static func forEachValue(
        old: Record, new: Record,
        _ body: (SourceTable.LentCell, SourceTable.LentCell, _ isSame: Bool) -> Void
    ) {
        let (oldSource, newSource) = (old.source, new.source)
        let comparesKinds = !oldSource.table.guessesKinds && !newSource.table.guessesKinds
        oldSource.table.withRow(old.row) { oldRow in
            newSource.table.withRow(new.row) { newRow in
                for (oldColumn, newColumn) in zip(oldSource.columns, newSource.columns) {
                    let (before, after) = (oldRow[oldColumn], newRow[newColumn])
                    let isSameKind =
                        !comparesKinds || before.kind == after.kind
                        || !before.kind.isValue && !after.kind.isValue
                    body(before, after, isSameKind && before.utf8.elementsEqual(after.utf8))
                }
            }
        }
    }
}

extension GridLine {
    /// Adds a cell of the type that a value has in its file.
    mutating func add(_ value: SourceTable.LentCell, role: GridRole = .plain) {
        switch value.kind {
        case .text: text(utf8: value.utf8, role: role)
        case .number: decimal(utf8: value.utf8, role: role)
        case .true: boolean(true, role: role)
        case .false: boolean(false, role: role)
        case .json: json(value.text, role: role)
        case .null: empty(role: role)
        case .missing: missing(role: role)
        }
    }
}

/// A row of the file.
enum RecordLine: GridLineItem {
    static func fill(_ line: inout GridLine, with record: Record) {
        record.fill(&line)
    }

    static func isUnchanged(_ old: Record, _ new: Record) -> Bool {
        var isUnchanged = true
        Record.forEachValue(old: old, new: new) { isUnchanged = isUnchanged && $2 }
        return isUnchanged
    }
}

/// The value that the rows of a group share, and their number.
enum GroupTitle: GridLineItem, SectionItem {
    static func fill(
        _ line: inout GridLine, with group: (column: String, name: String), in section: SectionState
    ) {
        let name = group.name.isEmpty ? "(empty)" : group.name
        let rows = counted(section.rowCount, "row")
        line.text(group.name, shown: "\(group.column): \(name) (\(rows))", role: .strong)
    }
}

/// The sums of a group, below its rows; `nil` for a column that is not summed.
enum SumLine: GridLineItem {
    static func fill(_ line: inout GridLine, with sums: [String?]) {
        let label = sums.firstIndex(of: nil)
        for (index, sum) in sums.enumerated() {
            if var sum {
                sum.withUTF8 { line.decimal(utf8: $0, role: .strong) }
            } else {
                line.empty(shown: index == label ? "Total" : nil, role: .strong)
            }
        }
    }
}

/// Makes a table of a file: one section, or one for each value of a column, with sums below.
struct RecordsReformer: Reformer {
    /// The name of the column to group by.
    var groupBy: String?
    /// The names of the columns to sum.
    var sums: [String] = []
    /// The names of the columns to show; all of them if `nil`.
    var columns: [String]?

    func reform(_ table: SourceTable) throws -> TableInfo {
        let shown = try columns?.map { try table.column(named: $0) } ?? Array(table.columns.indices)
        let summed = Set(try sums.map { try table.column(named: $0) })
        let source = Record.Source(table: table, columns: shown)

        let groups = table.rows(groupedBy: try groupBy.map { try table.column(named: $0) })
        let sections = try groups.map { name, rows in
            try TableSection(id: name ?? "all") {
                if let name, let groupBy { Head((column: groupBy, name: name), as: GroupTitle.self) }
                Rows(rows.map { Record(source: source, row: $0) }, id: \.row, as: RecordLine.self)
                if !summed.isEmpty {
                    let sums = try shown.map { summed.contains($0) ? try table.sum(of: $0, in: rows) : nil }
                    Foot(sums, as: SumLine.self)
                }
            }
        }
        return TableInfo(
            columns: shown.map {
                GridColumn(table.columns[$0], alignment: table.isNumeric($0) ? .decimal : .left)
            },
            sections: shown.isEmpty && groupBy == nil ? [] : sections)
    }
}

extension SourceTable {
    /// Returns the exact sum of a column in some rows.
    fileprivate func sum(of column: Int, in rows: [Int]) throws(InputError) -> String {
        var sum = DecimalSum()
        for row in rows {
            do {
                try withRow(row) { row throws(DecimalSum.Failure) in
                    if !row[column].utf8.isEmpty { try sum.add(row[column].utf8) }
                }
            } catch {
                let value = withRow(row) { $0[column].text.quoted() }
                let sum = "with \(value) the sum has more than \(DecimalSum.mostDigits) digits"
                let problem = error == .notANumber ? "\(value) is no decimal number" : sum
                throw InputError(
                    file: file, line: line(ofRow: row),
                    reason: "column \(columns[column].quoted()) can't be summed: \(problem)")
            }
        }
        return sum.description
    }
}
