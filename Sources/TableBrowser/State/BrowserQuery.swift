import TableAgent

/// The filters and sorts that a person has chosen with keys, in their order.
///
/// Columns are named by the index at which a person sees them, because their keys may be missing or equal.
struct BrowserQuery: Hashable, Sendable {
    /// A condition that the visible rows meet, as the status line names it.
    struct Filter: Hashable, Sendable {
        /// The name.
        let name: String

        /// The text that the person typed, which the screen highlights.
        var pattern: TextPattern?

        /// The conditions, all of which hold; none for words in any column.
        let conditions: [TableQuery.Filter]
    }

    /// The conditions that the visible rows meet, in the order of their keys.
    var filters: [Filter] = []

    /// The order of the rows, the most important column first.
    var sorts: [TableQuery.Sort] = []

    /// Whether all rows are visible in the order of the table.
    var isEmpty: Bool { filters.isEmpty && sorts.isEmpty }

    /// Returns the sorts after the key that sorts by a column alone. The second time, the order is reversed.
    func sorts(byColumn column: Int) -> [TableQuery.Sort] {
        [TableQuery.Sort(String(column), isDescending: sorts.first == .ascending(String(column)))]
    }

    /// Returns the sorts after the key that sorts equal rows by another column. The second time, their order is reversed.
    func sorts(alsoByColumn column: Int) -> [TableQuery.Sort] {
        guard let place = place(ofColumn: column) else { return sorts + [.ascending(String(column))] }
        var result = sorts
        result[place].isDescending.toggle()
        return result
    }

    private func place(ofColumn column: Int) -> Int? { sorts.firstIndex { $0.column == String(column) } }

    /// The sign of a column that the rows are sorted by: an arrow and, among several, its place.
    func sign(ofColumn column: Int) -> String {
        guard let place = place(ofColumn: column) else { return "" }
        return (sorts[place].isDescending ? "↓" : "↑") + (sorts.count > 1 ? String(place + 1) : "")
    }

    /// Returns the query for the lines of a table whose series have some words.
    func plan(
        for table: TableInfo, seriesText: @escaping @Sendable (SeriesSummary) -> String
    ) -> QueryPlan {
        let words = filters.compactMap { $0.conditions.isEmpty ? $0.pattern?.text : nil }
        let query = TableQuery(
            search: words.joined(separator: " "), filters: filters.flatMap(\.conditions), sorts: sorts)
        // A row can have more cells than the table has columns.
        let titles = table.columns.shown(to: .people).map(\.title)
        let count = max(titles.count, 1 + (query.columnNames.compactMap { Int($0) }.max() ?? -1))
        var plan = QueryPlan(
            query, columns: (0..<count).map { GridColumn("", key: String($0)) },
            line: GridLine(seriesText: seriesText, columns: table.columns))
        plan.names = (0..<count).map { $0 < titles.count ? titles[$0] : String($0 + 1) }
        return plan
    }
}

extension TableLines {
    /// Returns the condition of rows that have the value of a row in a column.
    func filter(
        byValueOf line: BrowserLine, column: Int, title: String, words: BrowserWords
    ) -> BrowserQuery.Filter {
        var grid = GridLine()
        fill(&grid, with: line)
        let value = grid.queryValue(inColumn: column)
        return BrowserQuery.Filter(
            name: value == nil ? words.emptyCell(title) : "\(title) = \(grid.shown(at: column))",
            conditions: [.column(String(column), value.map { .isOneOf([$0]) } ?? .isEmpty)])
    }
}
