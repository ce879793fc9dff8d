import TableAgent

/// A row of the file, its cells in their own types.
enum RecordLine: GridItem {
    static func fill(_ line: inout GridLine, with record: Record) {
        let table = record.source.table
        for column in record.source.columns {
            table.withUTF8(row: record.row, column: column) { utf8 in
                switch table.kind(row: record.row, column: column) {
                case .text: line.text(utf8: utf8)
                case .number: line.decimal(utf8: utf8)
                case .true: line.boolean(true)
                case .false: line.boolean(false)
                case .null, .missing: line.empty()
                }
            }
        }
    }
}

/// The value that the rows of a group share.
enum GroupTitle: GridItem, SectionItem {
    static func fill(_ line: inout GridLine, with group: RecordGroup, in section: SectionState) {
        let rows = section.rowCount == 1 ? "1 row" : "\(section.rowCount) rows"
        let name = group.name.isEmpty ? "(empty)" : group.name
        line.text(group.name, shown: "\(group.column): \(name) (\(rows))", role: .strong)
    }
}

/// The sums of a group's columns, below its rows.
enum SumLine: GridItem {
    static func fill(_ line: inout GridLine, with sums: RecordSums) {
        let label = sums.columns.firstIndex { $0 == nil }
        for (index, sum) in sums.columns.enumerated() {
            if var sum {
                sum.withUTF8 { line.decimal(utf8: $0, role: .strong) }
            } else {
                line.empty(shown: index == label ? "Total" : nil, role: .strong)
            }
        }
    }
}
