import TableAgent

/// The rows of a table to use, in an order and in groups.
struct RowSelection: Equatable, Sendable {
    /// A query of a file. Its conditions hold together with those of the command line.
    var saved = TableQuery()
    /// The conditions that the rows meet, such as `status = open or amount >= 10`.
    var conditions: [String] = []
    var order = RowOrder()
    /// The indices of the rows in their order, if they were chosen before; `nil` for those that meet the conditions.
    var chosen: [Int]?
    /// The names of the columns to group by, the outermost first.
    var groupBy: [String] = []

    /// Whether rows can be left out, apart from those beyond a maximum number.
    var hidesRows: Bool { !conditions.isEmpty || saved.hidesRows || chosen != nil }

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

    /// Returns the table for the selected rows. A column without a form in all rows has the form of these rows.
    func choosing(in table: SourceTable) throws(InputError) -> SourceTable {
        var selection = self
        selection.order = RowOrder()
        selection.saved.sorts = []
        selection.saved.page = nil
        return table.choosing(try selection.rows(of: table))
    }

    /// Returns the query for a table. The sorts of the command line are the most important ones.
    ///
    /// - Parameter isPart: Whether other rows of the file, which are unknown, can have more columns.
    func query(of table: SourceTable, isPart: Bool = false) throws(InputError) -> TableQuery {
        var query = saved
        for condition in conditions {
            var parser = ConditionParser(condition, for: ConditionColumns(table, isPart: isPart))
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
    ///
    /// - Parameter forms: The forms of columns that are known from more rows.
    func rows(
        of table: SourceTable, isPart: Bool = false, forms: [ExactText: ValueForm] = [:]
    ) throws(InputError) -> [Int] {
        if let chosen { return chosen }
        var query = try query(of: table, isPart: isPart)
        guard query.changesRows else { return Array(table.rows.indices) }
        let named = query.columnNames + (query.words.isEmpty ? [] : query.columns ?? table.columns)
        let names = named.indices(byName: \.self).values.sorted().map { named[$0] }
        let columns = try names.map { name throws(InputError) in
            // Any later line of JSON can have the column.
            let isUnknown = isPart && !table.guessesKinds && table.index(ofColumn: name) == nil
            return isUnknown ? nil : try table.column(named: name)
        }
        var forms = forms
        for name in query.sorts.map({ ExactText($0.column) }) where forms[name] == nil {
            forms[name] = try table.form(for: TableQuery.ComparedValues(column: name.description, texts: []))
        }
        query.filters = try query.filters.map { filter throws(InputError) in
            try filter.mapValues { values throws(InputError) in
                var form = try table.form(for: values)
                // Other parts of a column that is compared with texts may have texts.
                let isDate = [.date(.iso), .date(.utc)].contains(form)
                if isPart, isDate || [nil, .number(.plain)].contains(form),
                    !values.texts.allSatisfy({ isDate ? form?.plain(given: $0) != nil : $0.isNumber })
                {
                    form = .text
                }
                let name = ExactText(values.column)
                if forms[name] != .text { forms[name] = form }
                return try table.plain(values, as: form)
            }
        }
        let source = Record.Source(
            table: table, columns: columns,
            forms: names.map { forms[ExactText($0)].map { $0 == .date(.utc) ? .date(.iso) : $0 } })
        let section = TableSection(id: 0) {
            Rows(byPosition: table.rows.indices.map { Record(source: source, row: $0) }, as: RecordLine.self)
        }
        do throws(TableError) {
            let plan = QueryPlan(query, columns: names.map { GridColumn($0, key: $0) })
            try plan.checkExpressions()
            var work = QueriedTable.Work(plan, of: TableInfo(sections: [section]), isStrict: !isPart)
            guard let queried = try work.run() else { return [] }
            let page = queried.result.page
            return queried.rows(ofSection: 0).map { $0[page].map { Int($0) } } ?? Array(page)
        } catch {
            let sentence = error.description
            let reason = sentence.prefix(1).lowercased() + sentence.dropFirst()
            throw InputError(
                file: table.file, reason: reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
        }
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

// MARK: Values

extension SourceTable {
    /// Returns the plain texts of values that are compared with those of their column.
    ///
    /// - Throws: ``InputError`` for a value that has two readings, or that is not written like those of the column.
    func plain(_ values: TableQuery.ComparedValues) throws(InputError) -> [String] {
        try plain(values, as: form(for: values))
    }

    /// Returns the form of the column that a query compares with values, or sorts.
    ///
    /// - Throws: ``InputError`` if the order of the values, or their equality to a number, has two readings.
    fileprivate func form(for given: TableQuery.ComparedValues) throws(InputError) -> ValueForm? {
        let name = given.column
        guard let column = index(ofColumn: name) else { return nil }
        return try withCells { cells throws(InputError) in
            let filled = rows.indices.lazy.filter { !cells[$0, column].isEmpty }
            let missing = given.texts.first { text in
                given.bound != nil || !filled.contains { cells[$0, column].utf8.elementsEqual(text.utf8) }
            }
            func verb(_ text: String) -> String { "compared with \(text.quoted())" }
            if let use = given.texts.isEmpty ? "sorted" : missing.map(verb) {
                if let form = try clearForm(ofColumn: column, verb: use) { return form }
            } else if let form = form(ofColumn: column).form {
                return form
            }
            if values.texts.contains(where: { ExactText($0) == ExactText(name) }) { return nil }
            // The values of the column are texts, or numbers of the file.
            let texts = filled.filter { cells[$0, column].kind != .number }
            func isWord(_ row: Int) -> Bool { NumberText(cells[row, column].utf8) == nil }
            func refuse(_ verb: String) throws(InputError) {
                guard let row = texts.first(where: isWord) ?? texts.first else { return }
                let line = Int(rows[row].line)
                throw misfit(
                    cells[row, column].text, inColumn: name, line: line == 0 ? nil : line,
                    verb: verb, advice: "; to compare texts, add --text \(name.quoted())")
            }
            let numbers = given.texts.filter(\.isNumber)
            // Texts are compared with texts.
            guard let first = numbers.first else {
                let looksLikeNumbers = texts.allSatisfy { cells[$0, column].utf8.looksLikeNumber }
                if given.texts.isEmpty, looksLikeNumbers, texts.contains(where: isWord) {
                    try refuse("sorted")
                }
                return nil
            }
            if given.bound != nil { try refuse(verb(first)) }
            let known = Dictionary(numbers.map { ($0.number, $0) }) { first, _ in first }
            // An equal text is found, but another text of an equal number would be missed.
            let missed = texts.lazy.compactMap { row in
                let cell = cells[row, column]
                let text = NumberText(cell.utf8) == nil ? nil : known[ExactDecimal(cell.utf8)]
                return text == nil || given.texts.contains(cell.text) ? nil : text
            }.first
            if let missed { try refuse(verb(missed)) }
            return nil
        }
    }

    /// Returns the plain texts of given values in the form of their column.
    func plain(_ values: TableQuery.ComparedValues, as form: ValueForm?) throws(InputError)
        -> [String]
    {
        guard let form, form != .number(.plain) else { return values.texts }
        return try values.texts.map { text throws(InputError) in
            if let plain = form.plain(given: text) { return plain }
            // A number that the column can't have may be meant otherwise, but a text is just not found.
            if values.bound == nil, !text.isNumber || !form.isNumber { return text }
            let name = values.column
            let example = withCells { cells in
                rows.indices.lazy.map { cells[$0, index(ofColumn: name)] }.first { !$0.isEmpty }?.text
            }
            let isUnclear = form.isNumber && text.isNumber
            let problem = isUnclear ? "has two readings beside" : "is not written like"
            let advice = isUnclear ? "; write it without groups of digits" : ""
            let values =
                "the values of column \(name.quoted())" + (example.map { ", such as \($0.quoted())" } ?? "")
            throw InputError(file: file, reason: "\(text.quoted()) \(problem) \(values)\(advice)")
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the text is a number, perhaps with commas, such as `9,95` or `1,234.50`, which would be sorted as text.
    fileprivate var looksLikeNumber: Bool {
        NumberText(self) != nil
            || contains(",") && allSatisfy { $0.isDigit || [",", ".", "-", "+"].contains($0) }
    }
}

extension String {
    var isNumber: Bool { Array(utf8).withUnsafeBufferPointer { NumberText($0) != nil } }

    /// The number that the text is.
    var number: ExactDecimal { Array(utf8).withUnsafeBufferPointer { ExactDecimal($0) } }
}
