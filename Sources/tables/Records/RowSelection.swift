import TableAgent

/// The rows of a table to use, in an order and in groups.
struct RowSelection: Equatable, Sendable {
    /// A query of a file. Its conditions hold together with those of the command line.
    var saved = TableQuery()
    /// The conditions that the rows meet, such as `status = open or amount >= 10`.
    var conditions: [String] = []
    var order = RowOrder()
    /// The names of the columns to group by, the outermost first.
    var groupBy: [String] = []

    /// Whether rows can be left out, apart from those beyond a maximum number.
    var hidesRows: Bool { !conditions.isEmpty || saved.hidesRows }

    /// Whether the rows are in the order of the table, from the first one on.
    var isUnordered: Bool {
        order.columns.isEmpty && saved.sorts.isEmpty && (saved.page?.start ?? .first) == .first
    }

    /// The maximum number of rows.
    var limit: Int? { order.limit ?? saved.page?.size }

    /// Returns the selected rows of a table in their groups.
    func groups(in table: SourceTable) throws(InputError) -> RowGroups {
        let columns = try groupBy.map { name throws(InputError) in try table.column(named: name) }
        return RowGroups(table, by: columns, rows: try rows(of: table))
    }

    /// Returns the query for a table. The sorts of the command line are the most important ones.
    ///
    /// - Parameter isPart: Whether other rows of the file, which are unknown, can have more columns.
    func query(of table: SourceTable, isPart: Bool = false) throws(InputError) -> TableQuery {
        var query = saved
        for condition in conditions {
            var parser = ConditionParser(table: table, isPart: isPart, rest: condition[...])
            query.filters += try parser.filters()
        }
        query.columns = try saved.columns.map { columns throws(InputError) in
            try table.columnNames(matching: columns, isPart: isPart)
        }
        query.sorts = try order.sorts(in: table) + saved.sorts
        if let limit = order.limit { query.page = TableQuery.Page(size: limit) }
        return query
    }

    /// Returns the selected rows of a table, which can be a part of a file.
    func rows(of table: SourceTable, isPart: Bool = false) throws(InputError) -> [Int] {
        let query = try query(of: table, isPart: isPart)
        guard query.changesRows else { return Array(table.rows.indices) }
        var names = query.columnNames
        if !query.words.isEmpty { names += query.columns ?? table.columns }
        var columns: [(name: String, index: Int?)] = []
        var known = Set<ExactText>()
        for name in names where known.insert(ExactText(name)).inserted {
            // Any later line of JSON can have the column.
            let isUnknown = isPart && !table.guessesKinds && table.index(ofColumn: name) == nil
            columns.append((name, isUnknown ? nil : try table.column(named: name)))
        }
        let forms = try table.forms(of: columns, in: query, isStrict: !isPart)
        try table.check(query, except: forms)
        return try table.rows(of: query.plain(forms, in: table), columns, forms, isStrict: !isPart)
    }
}

/// An order of rows, and their maximum number.
struct RowOrder: Equatable, Sendable {
    /// The columns to sort by, the most important one first. `:desc` after a name reverses the order.
    var columns: [String] = []
    /// The maximum number of rows.
    var limit: Int?

    /// Returns the sorts of a table.
    func sorts(in table: SourceTable) throws(InputError) -> [TableQuery.Sort] {
        var sorts: [TableQuery.Sort] = []
        for name in columns {
            let direction =
                table.index(ofColumn: name) == nil ? [":desc", ":asc"].first { name.hasSuffix($0) } : nil
            let column = String(name.dropLast(direction?.count ?? 0))
            _ = try table.column(named: column)
            sorts.append(TableQuery.Sort(column, isDescending: direction == ":desc"))
        }
        return sorts
    }
}

// MARK: Rows

extension SourceTable {
    /// Returns the forms of the columns that a query compares.
    fileprivate func forms(
        of columns: [(name: String, index: Int?)], in query: TableQuery, isStrict: Bool
    ) throws(InputError) -> [ExactText: ValueForm] {
        let sorted = Set(query.sorts.map { ExactText($0.column) })
        let compared = Dictionary(grouping: query.comparisons) { ExactText($0.column) }
        // Other parts of a column that is compared with texts may have texts.
        let texts = isStrict ? [] : query.columnsOfTexts
        var forms: [ExactText: ValueForm] = [:]
        for name in sorted.union(compared.keys) {
            let index = columns.first { ExactText($0.name) == name }?.index ?? nil
            let values = compared[name] ?? []
            if sorted.contains(name) {
                forms[name] = try clearForm(ofColumn: index, verb: "sorted")
            } else if values.contains(where: { $0.isBound || !hasText($0.value, inColumn: index) }) {
                forms[name] = try clearForm(
                    ofColumn: index, verb: "compared with \(values[0].value.quoted())")
            } else {
                forms[name] = form(ofColumn: index).form
            }
            if texts.contains(name), forms[name] == .number(.plain) || forms[name] == nil {
                forms[name] = .text
            }
        }
        return forms
    }

    fileprivate func rows(
        of query: TableQuery, _ columns: [(name: String, index: Int?)], _ forms: [ExactText: ValueForm],
        isStrict: Bool
    ) throws(InputError) -> [Int] {
        let source = Record.Source(
            table: self, columns: columns.map(\.index), forms: columns.map { forms[ExactText($0.name)] })
        let section = TableSection(id: 0) {
            Rows(byPosition: rows.indices.map { Record(source: source, row: $0) }, as: RecordLine.self)
        }
        do throws(TableError) {
            let plan = QueryPlan(query, columns: columns.map { GridColumn($0.name, key: $0.name) })
            try plan.checkExpressions()
            var work = QueriedTable.Work(plan, of: TableInfo(sections: [section]), isStrict: isStrict)
            guard let queried = try work.run() else { return [] }
            let page = queried.result.page
            return queried.rows(ofSection: 0).map { $0[page].map { Int($0) } } ?? Array(page)
        } catch {
            throw InputError(file: file, error)
        }
    }

    /// Throws an error for a column of texts if a query compares it with a number in vain, or if it sorts numbers with commas.
    fileprivate func check(_ query: TableQuery, except forms: [ExactText: ValueForm]) throws(InputError) {
        let comparisons = query.comparisons.filter { $0.value.isNumber && forms[ExactText($0.column)] == nil }
        for name in Set(comparisons.map { ExactText($0.column) }).map(\.description).sorted() {
            // With --text, a person wants texts.
            guard let column = index(ofColumn: name), !self.values.texts.contains(name) else { continue }
            guard let row = firstRow(ofColumn: column) else {
                try checkCodes(ofColumn: column, comparisons.filter { $0.column == name })
                continue
            }
            let values = comparisons.filter { ExactText($0.column) == ExactText(name) }
            // An equal text is found, and one that is only an equal number would be missed.
            let texts = Set(values.map(\.value))
            let numbers = Dictionary(values.map { ($0.value.number, $0.value) }) { first, _ in first }
            var missed: String?
            _ = firstRow(ofColumn: column) { cell in
                guard NumberText(cell) != nil, !texts.contains(String(decoding: cell, as: UTF8.self)) else {
                    return false
                }
                missed = numbers[ExactDecimal(cell)]
                return missed != nil
            }
            if let value = values.first(where: \.isBound)?.value ?? missed {
                throw error(in: column, ofRow: row, verb: "compared with \(value.quoted())")
            }
        }
        for sort in query.sorts where guessesKinds && forms[ExactText(sort.column)] == nil {
            guard let column = index(ofColumn: sort.column), let row = firstRow(ofColumn: column),
                firstRow(ofColumn: column, where: { NumberText($0) == nil && !$0.hasDecimalComma }) == nil
            else { continue }
            throw error(in: column, ofRow: row, verb: "sorted")
        }
    }

    /// Throws an error for a range of numbers in a column of codes such as `1E5`, which are texts.
    private func checkCodes(
        ofColumn column: Int, _ comparisons: [(column: String, value: String, isBound: Bool)]
    ) throws(InputError) {
        let code = withCells { cells in
            rows.indices.lazy.map { cells[$0, column] }.first { $0.kind == .text && !$0.isEmpty }?.text
        }
        guard let code, let bound = comparisons.first(where: \.isBound) else { return }
        let name = columns[column].quoted()
        throw InputError(
            file: file,
            reason:
                "column \(name) can't be compared with \(bound.value.quoted()): \(code.quoted()) can be a code or a "
                + "number; add --text \(name) to compare texts")
    }

    /// Throws an error if all texts of a column that are no numbers have a comma.
    func checkCommas(ofColumn name: String, _ texts: [String]) throws(InputError) {
        let others = texts.filter { !$0.isEmpty && !$0.isNumber }
        guard let first = others.first, others.allSatisfy(\.utf8.hasDecimalComma) else { return }
        throw notSummed(name, first, verb: "sorted")
    }

    /// Returns the first row with a value of a column that is no number of the file and meets a condition: by default, that
    /// it is no number at all.
    private func firstRow(
        ofColumn column: Int?, where isFound: (UnsafeBufferPointer<UInt8>) -> Bool = { NumberText($0) == nil }
    ) -> Int? {
        withCells { cells in
            rows.indices.first { row in
                let cell = cells[row, column]
                return cell.kind != .number && !cell.isEmpty && isFound(cell.utf8)
            }
        }
    }

    /// Whether a value of a column has a text, byte for byte.
    private func hasText(_ text: String, inColumn column: Int?) -> Bool {
        withCells { cells in rows.indices.contains { cells[$0, column].utf8.elementsEqual(text.utf8) } }
    }

    /// Returns the first text of a column that is not empty.
    fileprivate func firstText(ofColumn name: String) -> String? {
        withCells { cells in
            rows.indices.lazy.map { cells[$0, index(ofColumn: name)] }.first { !$0.isEmpty }?.text
        }
    }

    private func error(in column: Int, ofRow row: Int, verb: String) -> InputError {
        withCells { cells in
            notSummed(columns[column], line: Int(rows[row].line), cells[row, column].text, verb: verb)
        }
    }
}

extension Collection<UInt8> {
    /// Whether the text is a number with a comma, such as `9,95` or `1,234.50`, which would be sorted as text.
    fileprivate var hasDecimalComma: Bool {
        contains(",") && contains { $0.isDigit }
            && allSatisfy { $0.isDigit || [",", ".", "-", "+"].contains($0) }
    }
}

extension TableQuery {
    /// The values that conditions compare with those of columns, and whether each of them is the end of a range.
    fileprivate var comparisons: [(column: String, value: String, isBound: Bool)] {
        var comparisons: [(column: String, value: String, isBound: Bool)] = []
        for (column, condition) in conditions {
            switch condition {
            case .from(let text), .above(let text), .through(let text), .below(let text):
                comparisons.append((column, text, true))
            case .isOneOf(let texts): comparisons += texts.map { (column, $0, false) }
            case .contains, .begins, .matches, .isEmpty: break
            }
        }
        return comparisons
    }

    /// Returns the query with the plain values of columns that have a form.
    fileprivate func plain(_ forms: [ExactText: ValueForm], in table: SourceTable) throws(InputError)
        -> TableQuery
    {
        var query = self
        query.filters = try filters.map { filter throws(InputError) in try filter.plain(forms, in: table) }
        return query
    }

    /// The columns that are compared with a text that is no number.
    fileprivate var columnsOfTexts: Set<ExactText> {
        Set(comparisons.filter { !$0.value.isNumber }.map { ExactText($0.column) })
    }
}

extension String {
    var isNumber: Bool { Array(utf8).withUnsafeBufferPointer { NumberText($0) != nil } }

    /// The number that the text is.
    var number: ExactDecimal { Array(utf8).withUnsafeBufferPointer { ExactDecimal($0) } }
}

extension TableQuery.Filter {
    /// Returns the filter with the plain values of columns that have a form.
    fileprivate func plain(_ forms: [ExactText: ValueForm], in table: SourceTable) throws(InputError) -> Self
    {
        switch self {
        case .not(let filter): return .not(try filter.plain(forms, in: table))
        case .any(let filters):
            return .any(try filters.map { filter throws(InputError) in try filter.plain(forms, in: table) })
        case .column(let name, let condition):
            guard let form = forms[ExactText(name)], form != .number(.plain) else { return self }
            func plain(_ value: String) throws(InputError) -> String {
                if let plain = form.plain(given: value) { return plain }
                let problem = "\(value.quoted()) is not written like the values of column \(name.quoted())"
                let example = table.firstText(ofColumn: name).map { ", such as \($0.quoted())" } ?? ""
                throw InputError(file: table.file, reason: problem + example)
            }
            switch condition {
            case .from(let value): return .column(name, .from(try plain(value)))
            case .above(let value): return .column(name, .above(try plain(value)))
            case .through(let value): return .column(name, .through(try plain(value)))
            case .below(let value): return .column(name, .below(try plain(value)))
            case .isOneOf(let values):
                let plainValues = try values.map { value throws(InputError) in
                    // A number that the column can't have may be meant otherwise, but a text is just not found.
                    value.isNumber && form.isNumber ? try plain(value) : form.plain(given: value) ?? value
                }
                return .column(name, .isOneOf(plainValues))
            case .contains, .begins, .matches, .isEmpty: return self
            }
        }
    }
}

extension InputError {
    /// Creates an error of a query, as a part of a line.
    init(file: String, _ error: TableError) {
        let sentence = error.description
        let reason = sentence.prefix(1).lowercased() + sentence.dropFirst()
        self.init(file: file, reason: reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
    }
}
