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
    /// - Complexity: O(rows × (1 + filtered columns)), for at most 20,000 rows.
    package func columnFilters(for query: TableQuery) throws(TableError) -> [ColumnFilter] {
        let isWhole = queryAnswer == nil && rowCount <= 20_000
        var values = columns.map { ColumnValues(of: $0) }
        var rest = isWhole ? Int.max : 1_000
        for section in content where rest > 0 {
            let rows = section.rows.count > rest ? section.rows.part(0..<rest) : section.rows
            rest -= rows.count
            try values.read(rows, of: section, columns.indices)
        }
        if isWhole, query.hidesRows { try count(&values, for: query) }
        var filters: [ColumnFilter] = []
        // Of columns with equal keys, a query finds the first one. A column without a key has no title, either.
        var keys: Set = [""]
        for (index, column) in columns.enumerated()
        where column.isShown(to: .people) && keys.insert(column.key).inserted {
            let kind: ColumnFilter.Kind
            switch column.filter {
            case .none: continue
            case .numbers: kind = .numbers
            case .dates: kind = .dates
            case .text: kind = .text
            case .choice, .automatic: kind = values[index].filter(isWhole: isWhole)
            }
            try TableQuery.checkField(ofColumn: column.key)
            filters.append(ColumnFilter(column: column, kind: kind))
        }
        return filters
    }

    /// Counts the rows with each value of a column that meet the search and the filters of other columns.
    private func count(_ values: inout [ColumnValues], for query: TableQuery) throws(TableError) {
        var columnsByFilters: [[TableQuery.Filter]: [Int]] = [:]
        for index in columns.indices where values[index].hasChoices {
            let key = columns[index].key
            let filters = query.filters.filter {
                !$0.conditions.contains { $0.column == key } || $0.conditions.contains { $0.column != key }
            }
            columnsByFilters[filters, default: []].append(index)
        }
        for (filters, indices) in columnsByFilters {
            let query = TableQuery(search: query.search, filters: filters, columns: query.columns)
            guard query.hidesRows else { continue }
            var work = QueryWork(QueryPlan(query, columns: columns), of: content)
            _ = try work.run()
            for index in indices { values[index].removeCounts() }
            for (section, order) in zip(content, work.orders) {
                let rows = order.rows.map { section.rows.ordered($0) } ?? section.rows
                try values.read(rows, of: section, indices)
            }
        }
    }
}

extension [ColumnValues] {
    /// Reads the values of some columns.
    fileprivate mutating func read(
        _ rows: Rows, of section: TableSection, _ indices: some Collection<Int>
    ) throws(TableError) {
        var line = GridLine()
        do {
            try rows.fillLines(&line, in: section.state) { line, _ in
                for index in indices { self[index].add(line, line.cell(inColumn: index)) }
            }
        } catch let error as TableError {
            throw error
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

/// The values of a column, as far as they are read.
private struct ColumnValues {
    private struct Value {
        let bytes: [UInt8]
        /// The text that the first row with the value displays.
        var shown: String?
        /// The number of rows with the value.
        var count = 0
    }

    /// The values to choose from; without such a list, the first ones that were read.
    private var values: [Value] = []
    /// The indices of the values, if there are many.
    private var indices: [[UInt8]: Int] = [:]
    /// Whether other values are added.
    private let isAutomatic: Bool
    /// Whether a text has a control character, such as a line break, which no form sends unchanged.
    private var hasControl = false
    private var kind: ColumnKind?

    private static let mostChoices = 12

    init(of column: GridColumn) {
        isAutomatic = column.filter == .automatic
        guard case .choice(let choices, let texts) = column.filter else { return }
        values = choices.enumerated().map { index, choice in
            Value(bytes: Array(choice.utf8), shown: index < texts.count ? texts[index] : nil)
        }
        guard values.count > Self.mostChoices else { return }
        let all = zip(values.map(\.bytes), values.indices)
        indices = Dictionary(all, uniquingKeysWith: { first, _ in first })
    }

    /// Whether a filter may be by a choice of the values.
    var hasChoices: Bool {
        isAutomatic ? kind == .boolean || (kind == .text && isChoice) : !values.isEmpty
    }

    /// Whether texts are few enough to choose from, and a form sends them unchanged.
    private var isChoice: Bool { !hasControl && values.count <= Self.mostChoices }

    /// Returns the kind of filter for all values. Few texts and Booleans are choices, in the order of the texts.
    ///
    /// - Parameter isWhole: Whether all rows were read.
    func filter(isWhole: Bool) -> ColumnFilter.Kind {
        func choices(_ values: [[UInt8]]) -> [ColumnFilter.Choice] {
            values.filter { !$0.isEmpty }.map { bytes in
                let value = bytes.withUnsafeBufferPointer { index(of: $0) }.map { self.values[$0] }
                let text = String(decoding: bytes, as: UTF8.self)
                return ColumnFilter.Choice(
                    value: text, shown: value?.shown ?? text, count: isWhole ? value?.count ?? 0 : nil)
            }
        }
        guard isAutomatic else { return .choice(choices(values.map(\.bytes))) }
        switch kind {
        case .number: return .numbers
        case .date: return .dates
        case .boolean: return .choice(choices([Array("false".utf8), Array("true".utf8)]))
        case .text where isWhole && isChoice:
            return .choice(choices(values.map(\.bytes)).sorted { FoldedText.precedes($0.shown, $1.shown) })
        case .text, nil: return .text
        }
    }

    /// Sets the counts to zero before the rows are read again.
    mutating func removeCounts() {
        for index in values.indices { values[index].count = 0 }
    }

    /// Adds the value of a row, and counts the row.
    mutating func add(_ line: borrowing GridLine, _ cell: GridCell) {
        guard let kind = line.columnKind(of: cell) else { return }
        self.kind = self.kind == nil || self.kind == kind ? kind : .text
        guard !isAutomatic || values.count <= Self.mostChoices else { return }
        let index = line.withValue(of: cell) { self.index(of: $0) } ?? values.count
        if index == values.count {
            guard isAutomatic else { return }
            let bytes = line.withValue(of: cell) { Array($0) }
            hasControl = hasControl || bytes.contains { $0 < 0x20 }
            values.append(Value(bytes: bytes))
        }
        values[index].count += 1
        if values[index].shown == nil {
            values[index].shown = line.withShown(of: cell) { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Returns the index of a value. Few values are compared with the bytes, which takes no memory.
    private func index(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if !indices.isEmpty { return indices[Array(bytes)] }
        return values.firstIndex { $0.bytes.count == bytes.count && $0.bytes.elementsEqual(bytes) }
    }
}
