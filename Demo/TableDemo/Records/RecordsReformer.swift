import TableAgent

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
        return TableInfo(
            columns: shown.map {
                GridColumn(table.columns[$0], alignment: table.isNumeric(column: $0) ? .decimal : .left)
            },
            sections: try sections(of: source, summed: summed))
    }

    private func sections(of source: Record.Source, summed: Set<Int>) throws -> [TableSection] {
        guard let groupBy else {
            let records = (0..<source.table.rowCount).map { Record(source: source, row: $0) }
            guard !source.columns.isEmpty else { return [] }
            return [try section(id: "all", records, of: source, summed: summed, head: nil)]
        }
        let column = try source.table.column(named: groupBy)
        return try source.table.rows(groupedBy: column).map { name, rows in
            let records = rows.map { Record(source: source, row: $0) }
            let group = RecordGroup(column: groupBy, name: name, records: records)
            return try section(
                id: group.name, group.records, of: source, summed: summed,
                head: Head(group, as: GroupTitle.self))
        }
    }

    private func section(
        id: String, _ records: [Record], of source: Record.Source, summed: Set<Int>, head: Head?
    ) throws -> TableSection {
        try TableSection(id: id) {
            if let head { head }
            Rows(records, id: \.row, as: RecordLine.self)
            if !summed.isEmpty {
                Foot(try sums(of: records, in: source, summed: summed), as: SumLine.self)
            }
        }
    }

    private func sums(
        of records: [Record], in source: Record.Source, summed: Set<Int>
    ) throws -> RecordSums {
        RecordSums(
            columns: try source.columns.map { column in
                guard summed.contains(column) else { return nil }
                var sum = DecimalSum()
                for record in records {
                    try add(record, column, to: &sum)
                }
                return sum.description
            })
    }

    private func add(_ record: Record, _ column: Int, to sum: inout DecimalSum) throws {
        let table = record.source.table
        do {
            try table.withUTF8(row: record.row, column: column) { utf8 throws(DecimalSum.Failure) in
                if !utf8.isEmpty { try sum.add(utf8) }
            }
        } catch {
            let value = table.text(row: record.row, column: column).quoted()
            let name = table.columns[column].quoted()
            let problem =
                switch error {
                case .notANumber: "can't be summed: \(value) is no decimal number"
                case .outOfReach: "can't be summed: \(value) has too many digits"
                }
            throw InputError(
                file: table.file, line: table.line(ofRow: record.row), reason: "column \(name) \(problem)")
        }
    }
}
