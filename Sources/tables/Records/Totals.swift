import TableAgent

/// The aggregates of groups of rows. The rows can come from several parts of a table.
struct Totals {
    /// The values that the rows of a group share: their kinds and their texts.
    typealias Group = (kinds: [SourceTable.Kind], path: [ExactText])

    /// A group, or the groups whose paths have the same beginning.
    struct Entry {
        /// The texts that the rows share.
        let path: [ExactText]
        let groups: [Int]
        let isSubtotal: Bool

        /// The id of a section.
        var id: AnyID { path.isEmpty ? "all" : path.count == 1 ? AnyID(path[0]) : AnyID(path) }
        /// The label of the sums.
        var label: String { isSubtotal ? "Total \(path.joined)" : "Total" }
    }

    /// The names of the columns to group by, the outermost first. Without a name, all rows are one group.
    let groupBy: [String]
    let aggregates: [Aggregate]
    /// The groups in the order of first appearance, with the kinds of their first rows.
    private var groups: [Group] = []
    private var numbers: [[ExactText]: Int] = [:]
    private var values: [AggregateValues]
    /// The columns to group by whose values have a form, in which their order is not that of their texts.
    private var groupForms: Set<ExactText> = []
    /// A table without rows, with the file and its columns.
    private let source: SourceTable
    /// Whether numbers are found among the groups' values, because the parts of the table have only texts.
    private let findsNumbers: Bool

    /// Creates totals without rows.
    ///
    /// - Throws: ``InputError`` if the table lacks a column.
    init(
        of source: SourceTable, _ aggregates: [Aggregate], groupBy: [String] = [], findsNumbers: Bool = false
    ) throws(InputError) {
        let summed = aggregates.filter { $0.function != .count }.map(\.column)
        for name in groupBy + summed { _ = try source.column(named: name) }
        self.source = source
        self.groupBy = groupBy
        self.aggregates = aggregates
        self.findsNumbers = findsNumbers
        values = aggregates.map { AggregateValues(of: $0) }
        if groupBy.isEmpty { _ = number(of: [], kinds: []) }
    }

    /// Adds rows of a table.
    ///
    /// - Complexity: O(*n*) in the rows.
    mutating func add(_ table: SourceTable, _ rows: RowGroups) throws(InputError) {
        let columns = try groupBy.map { name throws(InputError) in try table.column(named: name) }
        for (name, column) in zip(groupBy, columns) where !findsNumbers {
            if table.form(ofColumn: column).form?.hasOtherTexts == true { groupForms.insert(ExactText(name)) }
        }
        let numbers = rows.paths.indices.map { group in
            let kinds = table.withCells { cells in columns.map { cells[rows.rows[group][0], $0].kind } }
            return number(of: rows.paths[group], kinds: kinds)
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

    private mutating func number(of path: [ExactText], kinds: [SourceTable.Kind]) -> Int {
        if let number = numbers[path] { return number }
        groups.append((kinds, path))
        for index in values.indices { values[index].addGroup() }
        numbers[path] = groups.count - 1
        return groups.count - 1
    }

    /// Returns the groups with their kinds. If numbers are to be found, all values are numbers or none.
    func groupsWithKinds() -> [Group] {
        guard findsNumbers else { return groups }
        var groups = groups
        for level in groupBy.indices {
            var evidence = NumberEvidence(source.values.decimal)
            for text in groups.map({ $0.path[level].description }) where !text.isEmpty {
                _ = Array(text.utf8).withUnsafeBufferPointer { evidence.add($0) }
            }
            for index in groups.indices where groups[index].kinds[level] != .null {
                let isEmpty = groups[index].path[level].description.isEmpty
                groups[index].kinds[level] = !evidence.isConclusive ? .text : isEmpty ? .null : .number
            }
        }
        return groups
    }

    /// The groups in an order in which those with equal outer values follow each other, before an entry for their sums.
    var entries: [Entry] { entries(of: Array(groups.indices), level: 0) }

    private func entries(of members: [Int], level: Int) -> [Entry] {
        if level + 1 >= groupBy.count {
            return members.map { Entry(path: groups[$0].path, groups: [$0], isSubtotal: false) }
        }
        let parts = Dictionary(grouping: members) { groups[$0].path[level] }.values
        return parts.sorted { $0[0] < $1[0] }.flatMap { members in
            let path = Array(groups[members[0]].path.prefix(level + 1))
            let subtotal = Entry(path: path, groups: members, isSubtotal: true)
            return entries(of: members, level: level + 1) + (aggregates.isEmpty ? [] : [subtotal])
        }
    }

    /// A table without rows, with the columns to sort by: the aggregates and, after them, the groups.
    var table: SourceTable {
        SourceTable(
            file: source.file, columns: aggregates.map(\.title) + groupBy,
            guessesKinds: source.guessesKinds)
    }

    /// The columns of the totals whose order is not that of their texts.
    fileprivate var writtenColumns: Set<ExactText> {
        groupForms.union(values.filter(\.hasOtherOrder).map { ExactText($0.aggregate.title) })
    }

    /// A value of an aggregate, and its text for people, or `nil` for the value itself.
    typealias Total = (value: String, shown: String?)

    /// Returns the values of each aggregate for each entry and, as the last one, for all groups.
    func totals() throws(InputError) -> [[Total?]] {
        let sets = entries.map(\.groups) + [Array(groups.indices)]
        return try values.map { values throws(InputError) in
            try values.texts(of: sets, in: source).map { $0.map { ($0, values.shown($0)) } }
        }
    }
}

extension [ExactText] {
    /// The texts as one text for people.
    var joined: String {
        map { $0.description.isEmpty ? "(empty)" : $0.description }.joined(separator: " · ")
    }
}

/// A group's values and its aggregates, as one row.
enum GroupTotalLine: GridLineItem {
    static func fill(_ line: inout GridLine, with total: (group: Totals.Group, values: [Totals.Total?])) {
        for (kind, text) in zip(total.group.kinds, total.group.path) {
            var name = text.description
            name.withUTF8 { line.add(SourceTable.LentCell(kind: kind, utf8: $0)) }
        }
        for total in total.values { line.add(total?.value, shown: total?.shown) }
    }
}

/// Makes a table of totals: a row for each group, and the totals of all groups below, if all of them are shown.
///
/// In the order of first rows, the groups with the same outer values are a section with their totals below.
struct TotalsReformer: Reformer {
    /// The order of the groups. The default is that of their first rows.
    var order = RowOrder()
    /// Whether the title of the group column contains the type of its values.
    var showsTypes = false
    /// The titles of the aggregates that have bars.
    var bars: [String] = []

    func reform(_ totals: Totals) throws -> TableInfo {
        let groups = totals.groupsWithKinds()
        let entries = totals.entries
        let values = try totals.totals()
        func foot(_ label: String, of entry: Int) -> Foot {
            Foot(
                (label: label, sums: totals.groupBy.map { _ in nil } + values.map { $0[entry] }),
                as: SumLine.self)
        }
        let subtotals = entries.indices.filter { entries[$0].isSubtotal && order == RowOrder() }
        var start = 0
        let sections = (subtotals.isEmpty ? [entries.count] : subtotals).map { end in
            let shown = (start..<end).filter { !entries[$0].isSubtotal }
            let lines = shown.map { entry in
                (group: groups[entries[entry].groups[0]], values: values.map { $0[entry] })
            }
            start = end + 1
            return TableSection(id: subtotals.isEmpty ? "totals" : entries[end].id) {
                Rows(byPosition: lines, as: GroupTotalLine.self)
                if !subtotals.isEmpty { foot(entries[end].label, of: end) }
            }
        }
        let table = totals.table
        let sorts = try order.sorts(in: table)
        for (level, name) in totals.groupBy.enumerated()
        where table.guessesKinds && sorts.contains(where: { $0.column == name }) {
            try table.checkCommas(ofColumn: name, groups.map { $0.path[level].description })
        }
        if let sort = sorts.first(where: { totals.writtenColumns.contains(ExactText($0.column)) }) {
            throw InputError(
                file: table.file,
                reason:
                    "totals can't be sorted by column \(sort.column.quoted()), whose values are written like "
                    + "01.02.2024 or $5; leave out --sort, or sort the rows before")
        }
        let isComplete = order.limit.map { $0 >= groups.count } ?? true
        let hasTotal = !totals.groupBy.isEmpty && !groups.isEmpty && isComplete
        let barred = try bars.map { try table.column(named: $0) }
        let titles = totals.aggregates.enumerated().map { index, aggregate in
            GridColumn(
                aggregate.title, alignment: .decimal, bar: barred.contains(index) ? .automatic : nil)
        }
        let whole = TableInfo(
            columns: totals.groupBy.enumerated().map { level, name in
                GridColumn(name, kinds: groups.map { $0.kinds[level] }, showsType: showsTypes)
            } + titles,
            sections: sections, foot: hasTotal ? foot("Grand total", of: entries.count) : nil)
        // An aggregate with the name of the group precedes it.
        let names = totals.aggregates.map(\.title)
        let keys = totals.groupBy.map { names.contains($0) ? "" : $0 } + names
        let query = TableQuery(sorts: sorts, page: order.limit.map { TableQuery.Page(size: $0) })
        var work = QueriedTable.Work(
            QueryPlan(query, columns: keys.map { GridColumn($0, key: $0) }), of: whole)
        return try work.run()?.visible ?? whole
    }
}
