/// The filter that a surface offers for a column.
package struct ColumnFilter: Sendable {
    /// The way of filtering.
    package enum Kind: Sendable {
        /// A range of numbers.
        case numbers
        /// A range of dates.
        case dates
        /// A part of the text.
        case text
        /// Some of the values.
        case choice([Choice])
    }

    /// A value to choose.
    package struct Choice: Sendable {
        /// The value as a query writes it.
        package let value: String
        /// The value as rows display it.
        package let shown: String
        /// The number of rows with the value that meet the other filters; `nil` in a long table, and for an answer.
        package let count: Int?
    }

    package let column: GridColumn
    package let kind: Kind
}

extension TableInfo {
    /// Returns the filters that a surface for people offers for the columns of a table without its query.
    ///
    /// Up to 20,000 rows are read for the kinds of columns, for choices of texts, and for counts. In a longer table, the first
    /// 1,000 rows determine the kinds, and texts are filtered by a part.
    ///
    /// - Parameter query: The query that is shown. A count of rows leaves out the filters of its own column.
    /// - Throws: ``TableError`` for a row whose item fills no cells, and with the code ``TableError/Code/invalidQuery`` for a
    ///   column whose key can't be a field of an address.
    /// - Complexity: O(rows × columns with choices), for at most 20,000 rows.
    package func columnFilters(for query: TableQuery) throws(TableError) -> [ColumnFilter] {
        let isWhole = queryAnswer == nil && rowCount <= 20_000
        let values = try ColumnValues.read(from: self, limit: isWhole ? .max : 1_000)
        var filters: [ColumnFilter] = []
        // Of columns with equal keys, a query finds the first one. A column without a key has no title, either.
        var keys: Set = [""]
        for (index, column) in columns.enumerated()
        where column.isShown(to: .people) && keys.insert(column.key).inserted {
            let kind: ColumnFilter.Kind
            var choices: [String]?
            var titles: [[UInt8]: String] = [:]
            switch column.filter {
            case .none: continue
            case .numbers: kind = .numbers
            case .dates: kind = .dates
            case .text: kind = .text
            case .choice(let values, let texts):
                kind = .text
                choices = values
                titles = Dictionary(zip(values.map { Array($0.utf8) }, texts)) { first, _ in first }
            case .automatic: (kind, choices) = (values[index].filter, values[index].choices(isWhole: isWhole))
            }
            try TableQuery.checkField(ofColumn: column.key)
            guard let choices else {
                filters.append(ColumnFilter(column: column, kind: kind))
                continue
            }
            let counts = isWhole ? try counts(ofColumn: index, for: query) : nil
            let list = choices.filter { !$0.isEmpty }.map { value in
                let bytes = Array(value.utf8)
                return ColumnFilter.Choice(
                    value: value, shown: titles[bytes] ?? values[index].shown[bytes]?.shown ?? value,
                    count: counts.map { $0[bytes, default: 0] })
            }
            filters.append(ColumnFilter(column: column, kind: .choice(list)))
        }
        return filters
    }

    /// Returns the number of rows with each value of a column that meet the filters of other columns.
    private func counts(ofColumn index: Int, for query: TableQuery) throws(TableError) -> [[UInt8]: Int] {
        let key = columns[index].key
        let filters = query.filters.filter {
            !$0.conditions.contains { $0.column == key } || $0.conditions.contains { $0.column != key }
        }
        let plan = QueryPlan(
            TableQuery(search: query.search, filters: filters, columns: query.columns), columns: columns)
        var work = QueryWork(plan, of: content)
        _ = try work.run()
        var counts: [[UInt8]: Int] = [:]
        var line = plan.line
        for (section, order) in zip(content, work.orders) {
            for row in order.rows?.map(Int.init) ?? Array(section.rows.indices) {
                _ = section.rows[row].fill(&line, in: section.state)
                if let value = line.queryValue(inColumn: index) { counts[Array(value.utf8), default: 0] += 1 }
            }
        }
        return counts
    }
}

/// The values of a column, as far as they are read.
private struct ColumnValues {
    /// The displayed texts of some values, by their bytes.
    private(set) var shown: [[UInt8]: (value: String, shown: String)] = [:]
    /// Whether a text has a control character, such as a line break, which no form sends unchanged.
    private var hasControl = false
    private var kind: ColumnKind?

    private static let mostChoices = 12
    private static let mostValues = 64

    /// The kind of filter for all values.
    var filter: ColumnFilter.Kind {
        switch kind {
        case .number: .numbers
        case .date: .dates
        case .boolean, .text, nil: .text
        }
    }

    /// The values to choose from, if there are few texts or Booleans, in the order of the texts.
    ///
    /// - Parameter isWhole: Whether all rows were read.
    func choices(isWhole: Bool) -> [String]? {
        switch kind {
        case .boolean: return ["false", "true"]
        case .text where isWhole && !hasControl && shown.count <= Self.mostChoices:
            return shown.values.sorted { FoldedText.precedes($0.shown, $1.shown) }.map(\.value)
        case .text, .number, .date, nil: return nil
        }
    }

    /// Reads rows of a table.
    static func read(from table: TableInfo, limit: Int) throws(TableError) -> [ColumnValues] {
        var columns = Array(repeating: ColumnValues(), count: table.columns.count)
        var line = GridLine()
        var count = 0
        for section in table.content {
            for row in section.rows.indices where count < limit {
                count += 1
                guard section.rows[row].fill(&line, in: section.state) else {
                    throw TableError.itemNotShown(
                        section.rows[row].item, place: "row \(row)", surface: "a filter", position: nil)
                }
                for index in columns.indices { columns[index].add(line, line.cell(inColumn: index)) }
            }
        }
        return columns
    }

    private mutating func add(_ line: borrowing GridLine, _ cell: GridCell) {
        guard let kind = line.columnKind(of: cell) else { return }
        self.kind = self.kind == nil || self.kind == kind ? kind : .text
        guard shown.count < Self.mostValues else { return }
        let bytes = line.withValue(of: cell) { Array($0) }
        guard shown[bytes] == nil else { return }
        hasControl = hasControl || bytes.contains { $0 < 0x20 }
        shown[bytes] = line.withShown(of: cell) {
            (String(decoding: bytes, as: UTF8.self), String(decoding: $0, as: UTF8.self))
        }
    }
}
