import TableAgent

/// One row of a file.
struct Record: Identifiable {
    /// The identity of a row when two versions of a file are compared: the number of its key, and the number of earlier
    /// rows with the same key.
    struct ID: Hashable, Sendable {
        let key: Int
        let repetition: Int
    }

    /// The way in which the values of a column become cells. A byte is copied much faster than a form.
    fileprivate enum Reading: UInt8 {
        case asInFile, asDate, byForm
    }

    /// The data that all records of a table share.
    final class Source: Sendable {
        let table: SourceTable
        /// The indices of the visible columns in the file, in display order. The index is `nil` for a column
        /// that the file lacks.
        let columns: [Int?]
        /// The forms of the columns whose values are plain data; `nil` for the texts of the file.
        let forms: [ValueForm?]
        fileprivate let readings: [Reading]
        fileprivate let ids: [ID]
        /// The index of the table's first row in the whole input; `nil` for a table of the whole input.
        let firstRow: Int?
        /// The tolerance of comparisons with other versions, or `nil` if numbers are compared as texts.
        fileprivate let tolerance: Tolerance?

        init(
            table: SourceTable, columns: [Int?], forms: [ValueForm?]? = nil, ids: [ID] = [],
            firstRow: Int? = nil, tolerance: Tolerance? = nil
        ) {
            self.table = table
            self.columns = columns
            self.forms = forms ?? columns.map { _ in nil }
            readings = self.forms.map { $0 == nil ? .asInFile : $0 == .date(.iso) ? .asDate : .byForm }
            self.ids = ids
            self.firstRow = firstRow
            self.tolerance = tolerance
        }
    }

    let source: Source
    /// The row's index in the file, from 0, not counting the header.
    let row: Int

    var id: ID { source.ids[row] }

    /// The index of the row in the whole input.
    var index: Int { (source.firstRow ?? 0) + row }

    /// Lends the values of two versions of a row, column by column, and whether the two values are equal.
    ///
    /// Kinds are compared only if both files declare them. Guessed kinds are ignored, because one word in a
    /// numeric column turns the whole column into text. A key that a JSON object lacks equals null. Numbers are equal if
    /// the tolerance permits it, so that `10` equals `10.0`, and `$1,000` equals `$1000.00` if their columns have forms; in
    /// a column of texts, both are texts.
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
                    let isSame =
                        before.utf8.isEqual(to: after.utf8)
                        || newSource.tolerance?.permits(
                            before.number(in: oldSource.forms[index]),
                            after.number(in: newSource.forms[index])) == true
                    body(index, before, after, isSameKind && isSame)
                }
            }
        }
    }
}

extension SourceTable.LentCell {
    /// Returns the number of the cell, as JSON writes it; `nil` for another value, and for a text without the form.
    fileprivate func number(in form: ValueForm?) -> String? {
        kind == .number ? text : form?.plain(utf8).map { String(decoding: $0, as: UTF8.self) }
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
        case .json: json(utf8: value.utf8, shown: shown, role: role)
        case .null: empty(shown: shown, role: role)
        case .missing: missing(role: role)
        }
    }

    /// Adds a cell with a number, or with display text but no data.
    mutating func add(_ number: String?, shown: String? = nil, role: GridRole = .plain) {
        guard var text = number else { return empty(shown: shown, role: role) }
        text.withUTF8 { decimal(utf8: $0, shown: shown, role: role) }
    }

    /// Adds a cell with a value in the form of its column. The value is plain, and people see the text of the file.
    mutating func add(_ value: SourceTable.LentCell, as form: ValueForm?) {
        guard let form, !value.isEmpty, let plain = form.plain(value.utf8) else { return add(value) }
        let shown = plain.elementsEqual(value.utf8) ? nil : value.text
        plain.withUnsafeBufferPointer { plain in
            switch form {
            case .number: decimal(utf8: plain, shown: shown)
            case .date: date(String(decoding: plain, as: UTF8.self), shown: shown)
            case .text: text(utf8: plain)
            }
        }
    }
}

/// A row of the file.
enum RecordLine: GridLineItem {
    static func fill(_ line: inout GridLine, with record: Record) {
        let source = record.source
        source.table.withCells { cells in
            for (index, column) in source.columns.enumerated() {
                let value = cells[record.row, column]
                switch source.readings[index] {
                // A query checks the dates that it compares.
                case .asDate where value.kind == .text && !value.isEmpty: line.date(utf8: value.utf8)
                case .asInFile, .asDate: line.add(value)
                case .byForm: line.add(value, as: source.forms[index])
                }
            }
        }
    }

    static func isUnchanged(_ old: Record, _ new: Record) -> Bool {
        var isUnchanged = true
        Record.forEachValue(old: old, new: new) { isUnchanged = isUnchanged && $3 }
        return isUnchanged
    }
}

/// The values that the rows of a group share, and the number of rows.
enum GroupTitle: GridLineItem, SectionItem {
    static func fill(
        _ line: inout GridLine, with group: (columns: [String], path: [ExactText]), in section: SectionState
    ) {
        let names = zip(group.columns, group.path).map { "\($0): \([$1].joined)" }.joined(separator: " · ")
        let rows = TableWords.counted(section.rowCount, "row")
        let value = group.path.map(\.description).joined(separator: " · ")
        line.text(value, shown: "\(names) (\(rows))", role: .strong)
    }
}

/// A label and the sums below rows. A sum is `nil` for a column without a sum.
enum SumLine: GridLineItem {
    static func fill(_ line: inout GridLine, with total: (label: String, sums: [Totals.Total?])) {
        let label = total.sums.firstIndex { $0 == nil }
        for (index, sum) in total.sums.enumerated() {
            var shown = index == label ? total.label : sum?.shown
            // Without a free cell, the label is beside the first sum.
            if label == nil, index == 0, let sum { shown = "\(total.label) \(sum.shown ?? sum.value)" }
            line.add(sum?.value, shown: shown, role: .strong)
        }
    }
}

/// A remark below the rows.
enum RemarkLine: GridLineItem {
    static func fill(_ line: inout GridLine, with text: String) {
        line.text(text, role: .muted)
    }
}

/// Makes a table from a file: one section, or a section for each value of some columns, with sums below.
struct RecordsReformer: Reformer, Sendable {
    /// The rows and their groups.
    var selection = RowSelection()
    /// The sums below the rows of each group and below all rows.
    var sums: [Aggregate] = []
    /// The names of the visible columns, or `nil` for all columns.
    var columns: [String]?
    /// Whether the rows contain the columns to group by, which their head already shows. Given columns are always shown.
    var showsGroupColumn = true
    /// Whether the groups are collapsed at first.
    var foldsGroups = false
    /// Whether the titles contain the types of the columns.
    var showsTypes = false
    /// The surface of the table.
    var use = ValueUse.texts
    /// The names of the columns whose numbers have bars.
    var bars: [String] = []
    /// A remark below the rows.
    var remark: String?
    /// Whether the table has only the totals.
    var showsTotals = false
    /// Whether the table describes the columns.
    var describes = false
    /// The keys of the rows, whose texts are the ids; or `nil`, so that the indices of rows are the ids.
    var keys: RowKeys?

    /// Whether the rows are those of the file.
    var hasRecords: Bool { !showsTotals && !describes }

    /// Describes the columns of the rows.
    var description: DescriptionReformer { DescriptionReformer(selection: selection, columns: columns) }

    func reform(_ table: SourceTable) throws -> TableInfo {
        do {
            return try makeTable(of: table)
        } catch let error as InputError where selection.hidesRows {
            // A row that is left out, such as a total, can be written otherwise.
            guard let chosen = try? selection.choosing(in: table) else { throw error }
            return try makeTable(of: chosen)
        }
    }

    private func makeTable(of table: SourceTable) throws -> TableInfo {
        if describes { return try description.reform(table) }
        if showsTotals {
            var totals = try Totals(of: table, sums, groupBy: selection.groupBy)
            try totals.add(table, selectedBy: selection)
            return try TotalsReformer(order: selection.order, showsTypes: showsTypes, bars: bars)
                .reform(totals)
        }
        let grouped = try Set(selection.groupBy.map { try table.column(named: $0) })
        let groups = try selection.groups(in: table)
        var totals = try Totals(of: table, sums, groupBy: selection.groupBy)
        try totals.add(table, groups)
        let texts = try totals.totals()
        let shown = try table.columns(matching: columns)
            .filter { !grouped.contains($0) || showsGroupColumn || columns != nil }
        let summed = try sums.map { try table.column(named: $0.column) }
        let barred = try Set(bars.map { try table.columnOfNumbers(named: $0) })
        let cells = shown.map { summed.firstIndex(of: $0) }
        func foot(_ label: String, of entry: Int, rowCount: Int) -> Foot {
            func line(_ sums: [[Totals.Total?]], at entry: Int) -> SumLine.Data {
                (label: label, sums: cells.map { $0.flatMap { sums[$0][entry] } })
            }
            let given = line(texts, at: entry)
            guard use == .browser, rowCount > 0 else { return Foot(given, as: SumLine.self) }
            // A person who filters the rows sees the sums of the visible ones.
            return Foot(of: Record.self, as: SumLine.self) { [sums] records in
                guard records.count < rowCount else { return given }
                let chosen = RowSelection(chosen: records.map(\.row))
                guard var totals = try? Totals(of: table, sums),
                    (try? totals.add(table, selectedBy: chosen)) != nil,
                    let sums = try? totals.totals()
                else { return (label: label, sums: cells.map { _ in nil }) }
                return line(sums, at: 0)
            }
        }
        let source = Record.Source(
            table: table, columns: shown, forms: shown.map { form(ofColumn: $0, in: table) })
        let entries = totals.entries
        let sections = entries.enumerated().map { number, entry in
            var section = TableSection(id: entry.id) {
                if !entry.isSubtotal {
                    if !entry.path.isEmpty {
                        Head((columns: selection.groupBy, path: entry.path), as: GroupTitle.self)
                    }
                    let records = groups.rows[entry.groups[0]].map { Record(source: source, row: $0) }
                    if let keys {
                        Rows(records, id: { keys.texts(of: $0.row, in: table) }, as: RecordLine.self)
                    } else {
                        Rows(records, id: \.row, as: RecordLine.self)
                    }
                }
                if !sums.isEmpty {
                    foot(
                        entry.label, of: number,
                        rowCount: entry.isSubtotal ? 0 : groups.rows[entry.groups[0]].count)
                }
            }
            section.isCollapsed = foldsGroups && section.hasHead
            return section
        }
        var titles = shown.map { column(table.columns[$0], of: table, at: $0) }
        // On a narrow screen, the columns that the person has named are omitted last.
        let named = try Set(
            (selection.query(of: table).columnNames + sums.map(\.column)).map { try table.column(named: $0) })
        for index in titles.indices where barred.contains(shown[index]) || named.contains(shown[index]) {
            if barred.contains(shown[index]) { titles[index].bar = .automatic }
            titles[index].priority = 1
        }
        let hasTotal = !grouped.isEmpty && !entries.isEmpty && !sums.isEmpty
        let total =
            hasTotal
            ? foot("Grand total", of: entries.count, rowCount: groups.rows.reduce(0) { $0 + $1.count }) : nil
        return TableInfo(
            columns: titles,
            sections: shown.isEmpty && grouped.isEmpty ? [] : sections,
            foot: total ?? remark.map { Foot($0, as: RemarkLine.self) }
                ?? (shown.isEmpty && use == .people
                    ? Foot(TableWords.counted(table.rows.count, "row"), as: RemarkLine.self) : nil))
    }

    /// Returns the form of a column whose values are plain data, or `nil` for the texts of the file.
    func form(ofColumn column: Int?, in table: SourceTable) -> ValueForm? {
        use == .texts ? nil : table.form(ofColumn: column).form.flatMap { use.form($0) }
    }

    /// Returns a column with the alignment of its values. A table that lacks the column has no index.
    ///
    /// The title of a column in a workbook contains the unit or the time zone, because its values are only numbers.
    func column(_ name: String, of table: SourceTable, at index: Int?) -> GridColumn {
        let found = showsTypes ? table.form(ofColumn: index).form : nil
        var column = table.withCells { cells in
            GridColumn(
                name, kinds: table.rows.indices.lazy.map { cells[$0, index].kind },
                form: found == .number(.plain) ? nil : found, showsType: showsTypes)
        }
        guard let form = form(ofColumn: index, in: table) else { return column }
        if form.isNumber { column.alignment = .right }
        if use == .workbook, let unit = form.unit {
            column.title += " (\(unit))"
            column.key = name
        }
        return column
    }

    /// Whether the table consists of the tables of its parts, one after the other.
    var takesParts: Bool {
        selection.isUnordered && selection.groupBy.isEmpty && sums.isEmpty && !showsTotals && bars.isEmpty
            && !describes
    }
}

extension GridColumn {
    /// Creates a column for values of some kinds, whose types the title can contain. Texts can have a form.
    init(
        _ name: String, kinds: some Collection<SourceTable.Kind>, form: ValueForm? = nil, showsType: Bool
    ) {
        var title = name
        if showsType {
            let types =
                form.map { [$0.typeName] } ?? Set(kinds.map(\.typeName)).subtracting(["empty"]).sorted()
            title += "\n" + types.joined(separator: ", ")
        }
        self.init(title, alignment: SourceTable.Kind.areNumeric(kinds) ? .decimal : .left)
    }
}

extension SourceTable {
    /// Returns the index of a column whose numbers have bars.
    ///
    /// - Throws: ``InputError`` if the column does not exist, or if it has values but no number.
    fileprivate func columnOfNumbers(named name: String) throws(InputError) -> Int {
        let column = try column(named: name)
        if try clearForm(ofColumn: column, verb: "drawn as bars", allowsOthers: true)?.isNumber == true {
            return column
        }
        let example = withCells { cells in
            let values = rows.indices.lazy.map { cells[$0, column] }.filter { !$0.isEmpty }
            if values.contains(where: { $0.kind == .number }) { return nil as String? }
            return (values.first { NumberText($0.utf8) == nil } ?? values.first)?.text
        }
        guard let example else { return column }
        throw misfit(example, inColumn: name, verb: "drawn as bars")
    }
}

extension SourceTable.Kind {
    fileprivate var typeName: String {
        switch self {
        case .text: "text"
        case .number: "number"
        case .true, .false: "boolean"
        case .json: "JSON"
        case .null, .missing: "empty"
        }
    }
}
