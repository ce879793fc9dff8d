import TableAgent

/// A row of the file, its cells in their own types.
enum RecordLine: GridLineItem {
    static func fill(_ line: inout GridLine, with record: Record) {
        let source = record.source
        source.table.withRow(record.row) { row in
            for column in source.columns {
                let cell = row[column]
                line.value(cell.utf8, cell.kind)
            }
        }
    }
}

extension GridLine {
    /// Adds a cell of the type that a value has in its file.
    mutating func value(
        _ utf8: UnsafeBufferPointer<UInt8>, _ kind: SourceTable.Kind, role: GridRole = .plain
    ) {
        switch kind {
        case .text: text(utf8: utf8, role: role)
        case .number: decimal(utf8: utf8, role: role)
        case .true: boolean(true, role: role)
        case .false: boolean(false, role: role)
        case .null, .missing: empty(role: role)
        }
    }
}

/// The value that the rows of a group share.
enum GroupTitle: GridLineItem, SectionItem {
    static func fill(_ line: inout GridLine, with group: RecordGroup, in section: SectionState) {
        let rows = section.rowCount == 1 ? "1 row" : "\(section.rowCount) rows"
        let name = group.name.isEmpty ? "(empty)" : group.name
        line.text(group.name, shown: "\(group.column): \(name) (\(rows))", role: .strong)
    }
}

/// The sums of a group's columns, below its rows.
enum SumLine: GridLineItem {
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
