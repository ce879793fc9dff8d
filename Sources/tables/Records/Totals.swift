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
    /// The titles of the aggregates.
    private let titles: [String]
    /// The groups in the order of first appearance, with the kinds of their first rows.
    private var groups: [Group] = []
    private var numbers: [[ExactText]: Int] = [:]
    private var values: [AggregateValues]
    /// The forms of the groups' values, and of the least and greatest values.
    fileprivate private(set) var forms: [ExactText: ValueForm] = [:]
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
        let names = groupBy + aggregates.map { $0.title(besides: groupBy) }
        titles = SourceTable.uniqueNames(names.map { Array($0.utf8) }).suffix(aggregates.count)
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
            forms[ExactText(name)] = table.form(ofColumn: column).form
        }
        let numbers = rows.paths.indices.map { group in
            let kinds = table.withCells { cells in columns.map { cells[rows.rows[group][0], $0].kind } }
            return number(of: rows.paths[group], kinds: kinds)
        }
        for index in values.indices {
            try values[index].add(table, rows, numbers: numbers, isPart: findsNumbers)
            forms[ExactText(titles[index])] = values[index].writtenForm
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

    /// Returns a table with a row for each group: the values that its rows share, and its aggregates.
    fileprivate func table(_ totals: [[Total?]]) -> SourceTable {
        var table = SourceTable(
            file: source.file, columns: groupBy + titles, guessesKinds: source.guessesKinds)
        table.values = source.values
        for (index, entry) in entries.enumerated() where !entry.isSubtotal {
            let group = groups[entry.groups[0]]
            table.rows.append(SourceTable.RowStart(line: 0, cell: UInt32(table.cells.count)))
            let values = totals.map { $0[index]?.value }.map { value in
                (value ?? "", value.map { $0.isNumber ? .number : .text } ?? SourceTable.Kind.null)
            }
            for (text, kind) in zip(group.path.map(\.description), group.kinds) + values {
                let start = table.bytes.count
                table.bytes += text.utf8
                table.cells.append(SourceTable.Cell(start..<table.bytes.count, kind))
            }
        }
        if findsNumbers { table.findNumbers() }
        return table
    }

    /// A value of an aggregate, and its text for people, or `nil` for the value itself.
    typealias Total = (value: String, shown: String?)

    /// Returns the values of each aggregate for each entry and, as the last one, for all groups.
    func totals() throws(InputError) -> [[Total?]] {
        let sets = entries.map(\.groups) + [Array(groups.indices)]
        return try values.map { values throws(InputError) in try values.totals(of: sets, in: source) }
    }
}

extension [ExactText] {
    /// The texts as one text for people.
    var joined: String {
        map { $0.description.isEmpty ? "(empty)" : $0.description }.joined(separator: " · ")
    }
}

/// The values that the rows of a group share, and its aggregates.
enum GroupTotalLine: GridLineItem {
    static func fill(_ line: inout GridLine, with total: (group: Record, values: [Totals.Total?])) {
        RecordLine.fill(&line, with: total.group)
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
        let entries = totals.entries
        let values = try totals.totals()
        func foot(_ label: String, of entry: Int) -> Foot {
            Foot(
                (label: label, sums: totals.groupBy.map { _ in nil } + values.map { $0[entry] }),
                as: SumLine.self)
        }
        let table = totals.table(values)
        let rows = try RowSelection(order: order).rows(of: table, forms: totals.forms)
        let levels = totals.groupBy.indices
        let source = Record.Source(table: table, columns: Array(levels))
        // The entries of the table's rows.
        let groups = entries.indices.filter { !entries[$0].isSubtotal }
        let subtotals = entries.indices.filter { entries[$0].isSubtotal && order == RowOrder() }
        var rest = rows[...]
        let sections = (subtotals.isEmpty ? [entries.count] : subtotals).map { end in
            let lines = rest.prefix { groups[$0] < end }.map { row in
                (group: Record(source: source, row: row), values: values.map { $0[groups[row]] })
            }
            rest = rest.dropFirst(lines.count)
            return TableSection(id: subtotals.isEmpty ? "totals" : entries[end].id) {
                Rows(byPosition: lines, as: GroupTotalLine.self)
                if !subtotals.isEmpty { foot(entries[end].label, of: end) }
            }
        }
        let barred = try bars.map { try table.column(named: $0) }
        let columns = table.columns.indices.map { index in
            levels.contains(index)
                ? RecordsReformer(showsTypes: showsTypes).column(table.columns[index], of: table, at: index)
                : GridColumn(
                    table.columns[index], alignment: .decimal, bar: barred.contains(index) ? .automatic : nil)
        }
        let hasTotal = !levels.isEmpty && !rows.isEmpty && rows.count == groups.count
        return TableInfo(
            columns: columns, sections: sections,
            foot: hasTotal ? foot("Grand total", of: entries.count) : nil)
    }
}
