import TableAgent

/// The aggregates of groups of rows. The rows can come from several parts of a table.
struct Totals {
    /// The value that the rows of a group share: its kind, and its text, or `nil` for all rows.
    typealias Group = (kind: SourceTable.Kind, name: ExactText?)

    /// The name of the column to group by, or `nil` for one group of all rows.
    let groupBy: String?
    let aggregates: [Aggregate]
    /// The groups in the order of first appearance, with the kinds of their first rows.
    private var groups: [Group] = []
    private var numbers: [ExactText?: Int] = [:]
    private var values: [AggregateValues]
    /// A table without rows, with the file and its columns.
    private let source: SourceTable
    /// Whether numbers are found among the groups' values, because the parts of the table have only texts.
    private let findsNumbers: Bool

    /// Creates totals without rows.
    ///
    /// - Throws: ``InputError`` if the table lacks a column.
    init(
        of source: SourceTable, _ aggregates: [Aggregate], groupBy: String? = nil, findsNumbers: Bool = false
    ) throws(InputError) {
        let summed = aggregates.filter { $0.function != .count }.map(\.column)
        for name in [groupBy].compactMap(\.self) + summed { _ = try source.column(named: name) }
        self.source = source
        self.groupBy = groupBy
        self.aggregates = aggregates
        self.findsNumbers = findsNumbers
        values = aggregates.map { AggregateValues(of: $0) }
        if groupBy == nil { _ = number(of: nil, kind: .null) }
    }

    /// Adds rows of a table.
    ///
    /// - Complexity: O(*n*) in the rows.
    mutating func add(_ table: SourceTable, _ rows: RowGroups) throws(InputError) {
        let column = try groupBy.map { name throws(InputError) in try table.column(named: name) }
        let numbers = rows.names.indices.map { group in
            let kind = table.withCells { cells in rows.rows[group].first.map { cells[$0, column].kind } }
            return number(of: rows.names[group], kind: kind ?? .null)
        }
        for index in values.indices {
            try values[index].add(table, rows, numbers: numbers, isPart: findsNumbers)
        }
    }

    /// Adds the selected rows of a table, whatever their order.
    mutating func add(_ table: SourceTable, selectedBy selection: RowSelection) throws(InputError) {
        var selection = selection
        selection.order = RowOrder()
        selection.saved.sorts = []
        selection.saved.page = nil
        try add(table, selection.groups(in: table))
    }

    private mutating func number(of name: ExactText?, kind: SourceTable.Kind) -> Int {
        if let number = numbers[name] { return number }
        groups.append((kind, name))
        for index in values.indices { values[index].addGroup() }
        numbers[name] = groups.count - 1
        return groups.count - 1
    }

    /// Returns the groups with their kinds. If numbers are to be found, all values are numbers or none.
    func groupsWithKinds() -> [Group] {
        guard findsNumbers else { return groups }
        let texts = groups.map { $0.name?.description ?? "" }.filter { !$0.isEmpty }
        var evidence = NumberEvidence(source.values.decimal)
        for text in texts { _ = Array(text.utf8).withUnsafeBufferPointer { evidence.add($0) } }
        let isNumeric = evidence.isConclusive
        return groups.map { group in
            let isNull = group.kind == .null || isNumeric && group.name == ExactText("")
            return (isNull ? .null : isNumeric ? .number : .text, group.name)
        }
    }

    /// Whether the file has only texts, so that numbers among the groups are guessed.
    var groupsAreTexts: Bool { source.guessesKinds }

    /// A table without rows, with the columns to sort by: the aggregates and, after them, the group.
    var table: SourceTable {
        SourceTable(
            file: source.file, columns: aggregates.map(\.title) + [groupBy].compactMap(\.self),
            guessesKinds: source.guessesKinds)
    }

    /// Returns the text of each aggregate for each group and, as the last one, for all groups.
    func texts() throws(InputError) -> [[String?]] {
        try values.map { values throws(InputError) in try values.texts(in: source) }
    }
}

/// A group's value and its aggregates, as one row.
enum GroupTotalLine: GridLineItem {
    static func fill(_ line: inout GridLine, with total: (group: Totals.Group, values: [String?])) {
        if var name = total.group.name?.description {
            name.withUTF8 { line.add(SourceTable.LentCell(kind: total.group.kind, utf8: $0)) }
        }
        for value in total.values { line.add(value) }
    }
}

/// Makes a table of totals: a row for each group, and the totals of all groups below, if all of them are shown.
struct TotalsReformer: Reformer {
    /// The order of the groups. The default is that of their first rows.
    var order = RowOrder()
    /// Whether the title of the group column contains the type of its values.
    var showsTypes = false
    /// The titles of the aggregates that have bars.
    var bars: [String] = []

    func reform(_ totals: Totals) throws -> TableInfo {
        let groups = totals.groupsWithKinds()
        let values = try totals.texts()
        let lines = groups.enumerated().map { number, group in
            (group: group, values: values.map { $0[number] })
        }
        let table = totals.table
        let sorts = try order.sorts(in: table)
        if let name = totals.groupBy, totals.groupsAreTexts, sorts.contains(where: { $0.column == name }) {
            try table.checkCommas(ofColumn: name, groups.compactMap { $0.name?.description })
        }
        let isComplete = order.limit.map { $0 >= groups.count } ?? true
        let hasTotal = totals.groupBy != nil && !groups.isEmpty && isComplete
        let total = [totals.groupBy].map { _ in nil } + values.map { $0[groups.count] }
        let barred = try bars.map { try table.column(named: $0) }
        let titles = totals.aggregates.enumerated().map { index, aggregate in
            GridColumn(
                aggregate.title, alignment: .decimal, bar: barred.contains(index) ? .automatic : nil)
        }
        let whole = TableInfo(
            columns: [totals.groupBy].compactMap(\.self).map {
                GridColumn($0, kinds: groups.map(\.kind), showsType: showsTypes)
            } + titles,
            sections: [TableSection(id: "totals") { Rows(byPosition: lines, as: GroupTotalLine.self) }],
            foot: hasTotal ? Foot((label: "Grand total", sums: total), as: SumLine.self) : nil)
        // An aggregate with the name of the group precedes it.
        let names = totals.aggregates.map(\.title)
        let keys = [totals.groupBy].compactMap(\.self).map { names.contains($0) ? "" : $0 } + names
        let query = TableQuery(sorts: sorts, page: order.limit.map { TableQuery.Page(size: $0) })
        var work = QueriedTable.Work(
            QueryPlan(query, columns: keys.map { GridColumn($0, key: $0) }), of: whole)
        return try work.run()?.visible ?? whole
    }
}
