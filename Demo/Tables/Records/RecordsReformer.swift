import TableAgent

/// One row of a file.
struct Record: Identifiable {
    /// The identity of a row when two versions of a file are compared: its value in the key column, and the
    /// number of earlier rows with the same value.
    struct ID: Hashable, Sendable {
        let key: ExactText
        let repetition: Int
    }

    /// The data that all records of a table share.
    final class Source: Sendable {
        let table: SourceTable
        /// The indices of the visible columns in the file, in display order. The index is `nil` for a column
        /// that the file lacks.
        let columns: [Int?]
        fileprivate let ids: [ID]

        init(table: SourceTable, columns: [Int?], ids: [ID] = []) {
            (self.table, self.columns, self.ids) = (table, columns, ids)
        }
    }

    let source: Source
    /// The row's index in the file, from 0, not counting the header.
    let row: Int

    var id: ID { source.ids[row] }

    /// Adds a cell for each column to a line.
    func fill(_ line: inout GridLine, role: GridRole = .plain) {
        source.table.withCells { cells in
            for column in source.columns { line.add(cells[row, column], role: role) }
        }
    }

    /// Lends the values of two versions of a row, column by column, and whether the two values are equal.
    ///
    /// Kinds are compared only if both files declare them. Guessed kinds are ignored, because one word in a
    /// numeric column turns the whole column into text. A key that a JSON object lacks equals null.
    static func forEachValue(
        old: Record, new: Record,
        _ body: (_ index: Int, SourceTable.LentCell, SourceTable.LentCell, _ isSame: Bool) -> Void
    ) {
        let (oldSource, newSource) = (old.source, new.source)
        let comparesKinds = !oldSource.table.guessesKinds && !newSource.table.guessesKinds
        oldSource.table.withCells { oldCells in
            newSource.table.withCells { newCells in
                for index in oldSource.columns.indices {
                    let before = oldCells[old.row, oldSource.columns[index]]
                    let after = newCells[new.row, newSource.columns[index]]
                    let isSameKind =
                        !comparesKinds || before.kind == after.kind
                        || !before.kind.isValue && !after.kind.isValue
                    body(index, before, after, isSameKind && before.utf8.elementsEqual(after.utf8))
                }
            }
        }
    }
}

extension GridLine {
    /// Adds a cell with the type of a value in its file.
    mutating func add(_ value: SourceTable.LentCell, shown: String? = nil, role: GridRole = .plain) {
        switch value.kind {
        case .text: text(utf8: value.utf8, shown: shown, role: role)
        case .number: decimal(utf8: value.utf8, shown: shown, role: role)
        case .true: boolean(true, shown: shown, role: role)
        case .false: boolean(false, shown: shown, role: role)
        case .json: json(value.text, shown: shown, role: role)
        case .null: empty(shown: shown, role: role)
        case .missing: missing(role: role)
        }
    }

    /// Adds a cell with a sum. Without a sum, the cell contains display text but no data.
    fileprivate mutating func add(_ sum: DecimalSum?, shown: String? = nil, role: GridRole = .plain) {
        guard var text = sum?.description else { return empty(shown: shown, role: role) }
        text.withUTF8 { decimal(utf8: $0, role: role) }
    }
}

/// A row of the file.
enum RecordLine: GridLineItem {
    static func fill(_ line: inout GridLine, with record: Record) {
        record.fill(&line)
    }

    static func isUnchanged(_ old: Record, _ new: Record) -> Bool {
        var isUnchanged = true
        Record.forEachValue(old: old, new: new) { isUnchanged = isUnchanged && $3 }
        return isUnchanged
    }
}

/// The value that the rows of a group share, and the number of rows.
enum GroupTitle: GridLineItem, SectionItem {
    static func fill(
        _ line: inout GridLine, with group: (column: String, name: String), in section: SectionState
    ) {
        let name = group.name.isEmpty ? "(empty)" : group.name
        let rows = counted(section.rowCount, "row")
        line.text(group.name, shown: "\(group.column): \(name) (\(rows))", role: .strong)
    }
}

/// A label and the sums below rows. A sum is `nil` for a column without a sum.
enum SumLine: GridLineItem {
    static func fill(_ line: inout GridLine, with total: (label: String, sums: [DecimalSum?])) {
        let label = total.sums.firstIndex { $0 == nil }
        for (index, sum) in total.sums.enumerated() {
            line.add(sum, shown: index == label ? total.label : nil, role: .strong)
        }
    }
}

/// A group's value and its sums, as one row.
enum GroupTotalLine: GridLineItem {
    static func fill(_ line: inout GridLine, with total: (group: Record?, sums: [DecimalSum])) {
        total.group?.fill(&line)
        for sum in total.sums { line.add(sum) }
    }
}

/// Makes a table from a file: one section, or a section for each value of a column, with sums below.
struct RecordsReformer: Reformer {
    /// The name of the column to group by.
    var groupBy: String?
    /// The names of the columns to sum.
    var sums: [String] = []
    /// The names of the visible columns, or `nil` for all columns.
    var columns: [String]?
    /// Whether only the sums are shown, with one row for each group.
    var showsTotalsOnly = false
    /// Whether the rows contain the column to group by, which their head already shows. Given columns are always shown.
    var showsGroupColumn = true

    func reform(_ table: SourceTable) throws -> TableInfo {
        let group = try groupBy.map { try table.column(named: $0) }
        let summed = try sums.map { try table.column(named: $0) }
        let groups = RowGroups(table, by: group)
        let sums = try summed.map { try table.sums(of: $0, in: groups) }

        // Sums appear below their columns. Without other rows, they follow the value of their group.
        let leading = [group].compactMap(\.self)
        let chosen =
            try columns?.map { try table.column(named: $0) }
            ?? table.columns.indices.filter { $0 != group || showsGroupColumn }
        let shown = showsTotalsOnly ? leading + summed : chosen
        let cells = shown.enumerated().map { index, column in
            showsTotalsOnly && index < leading.count ? nil : summed.firstIndex(of: column)
        }
        func foot(_ label: String, of group: Int) -> Foot {
            Foot((label: label, sums: cells.map { $0.map { sums[$0][group] } }), as: SumLine.self)
        }
        let source = Record.Source(table: table, columns: showsTotalsOnly ? leading : shown)
        var sections = (showsTotalsOnly ? [] : Array(groups.names.indices)).map { number in
            TableSection(id: groups.names[number].map { AnyID($0) } ?? "all") {
                if let name = groups.names[number]?.description, let groupBy {
                    Head((column: groupBy, name: name), as: GroupTitle.self)
                }
                let records = groups.rows[number].map { Record(source: source, row: $0) }
                Rows(records, id: \.row, as: RecordLine.self)
                if !sums.isEmpty { foot("Total", of: number) }
            }
        }
        if showsTotalsOnly {
            let rows = groups.names.indices.map { number in
                (groups.rows[number].first.map { Record(source: source, row: $0) }, sums.map { $0[number] })
            }
            sections = [TableSection(id: "totals") { Rows(byPosition: rows, as: GroupTotalLine.self) }]
        }
        let hasTotal = group != nil && !groups.names.isEmpty && !sums.isEmpty
        let total = hasTotal ? foot("Grand total", of: groups.names.count) : nil
        let titles = shown.map { column in
            GridColumn(table.columns[column], alignment: table.isNumeric(column) ? .decimal : .left)
        }
        return TableInfo(
            columns: titles, sections: shown.isEmpty && group == nil ? [] : sections, foot: total)
    }
}

extension SourceTable {
    /// Returns the exact sum of a column in each group of rows and, as the last one, in all groups.
    fileprivate func sums(of column: Int, in groups: RowGroups) throws(InputError) -> [DecimalSum] {
        let total = groups.names.count
        var sums = [DecimalSum](repeating: DecimalSum(), count: total + 1)
        // In file order, because consecutive rows are near each other in memory.
        try withCells { cells throws(InputError) in
            for row in rows.indices {
                let number = cells[row, column].utf8
                if !number.isEmpty { try add(number, to: &sums[groups.numbers[row]], column, row) }
            }
        }
        for group in 0..<total {
            try Array(sums[group].description.utf8).withUnsafeBufferPointer { text throws(InputError) in
                try add(text, to: &sums[total], column)
            }
        }
        return sums
    }

    private func add(
        _ number: UnsafeBufferPointer<UInt8>, to sum: inout DecimalSum, _ column: Int, _ row: Int? = nil
    ) throws(InputError) {
        do {
            try sum.add(number)
        } catch {
            let value = String(decoding: number, as: UTF8.self).quoted()
            let sum = "with \(value) the sum has more than \(DecimalSum.mostDigits) digits"
            let hasDigits = number.contains { 0x30...0x39 ~= $0 }
            let advice =
                guessesKinds && !hasDigits ? "; if it means a missing value, add --null \(value)" : ""
            let problem = error == .notANumber ? "\(value) is no decimal number\(advice)" : sum
            throw InputError(
                file: file, line: row.map { Int(rows[$0].line) },
                reason: "column \(columns[column].quoted()) can't be summed: \(problem)")
        }
    }
}
