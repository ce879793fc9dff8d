/// The answer of a business to a query: the query, and the numbers of rows.
final class QueryAnswer: Sendable {
    let query: TableQuery
    /// The numbers of rows when the business answered, before edits.
    private let result: QueryResult

    init(_ query: TableQuery, _ result: QueryResult) {
        self.query = query
        self.result = result
    }

    /// Returns the numbers of rows of the table, which may have been edited.
    func result(for table: TableInfo) -> QueryResult {
        let added = table.rowCount - result.page.count
        var edited = result
        edited.page = result.page.lowerBound..<result.page.lowerBound + table.rowCount
        edited.matchingRowCount += added
        edited.pagedRowCount += added
        edited.rowCount += added
        return edited
    }

    /// Throws an error for another query, whose rows the table does not have.
    func check(_ other: TableQuery) throws(TableError) {
        var same = other
        same.columns = query.columns
        guard same != query else { return }
        throw TableError(
            .queryNotAnswered,
            "The business has answered another query. Reload the agent with the answer to this one; only the columns can change."
        )
    }
}

extension TableInfo {
    /// Returns the table as the answer of a business to a query.
    ///
    /// A database answers a query itself, and makes a table of the rows of the page. A panel then shows the rows as they are, and
    /// applies only the columns of the query. The query is the panel's own from then on:
    ///
    /// ```swift
    /// func reform(_ page: OrderPage) -> TableInfo {
    ///     TableInfo(columns: columns) {
    ///         TableSection(id: "orders") { Rows(page.orders, as: OrderLine.self) }
    ///     }
    ///     .answering(page.query, matching: page.count)
    /// }
    /// ```
    ///
    /// Another query is an error of ``Agent/show(_:animated:completion:)`` with the code ``TableError/Code/queryNotAnswered``, because
    /// the rows that it asks for are not in the table. Reload the agent with the answer to it.
    ///
    /// A database that finds pages by the values of their rows gives the texts of the pages beside this one. One that counts only up
    /// to a limit gives the limit:
    ///
    /// ```swift
    /// table.answering(page.query, matching: page.count, countingTo: 10_000, previous: nil, next: "4711")
    /// ```
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - count: The number of rows on all pages.
    ///   - total: The number of rows without the query; `nil` if it is the same.
    ///   - limit: The number to which the business counts; `nil` for exact numbers. A greater count means more than the limit.
    ///   - first: The place of the page's first row among the rows of all pages, from 0; `nil` for the place that the query names.
    ///     A page after or before a text names none and is said to begin at 0.
    ///   - previous: The text of ``TableQuery/Page/Start/before(_:)`` for the page before this one, or `nil` if there is none.
    ///   - next: The text of ``TableQuery/Page/Start/after(_:)`` for the page after this one, or `nil` if there is none.
    public func answering(
        _ query: TableQuery, matching count: Int, of total: Int? = nil, countingTo limit: Int? = nil,
        from first: Int? = nil, previous: String? = nil, next: String? = nil
    ) -> TableInfo {
        let named =
            switch query.page?.start {
            case .offset(let offset): offset
            case .last: count - rowCount
            case .first, .after, .before, nil: 0
            }
        let start = max(0, first ?? named)
        var table = self
        var result = QueryResult(
            matchingRowCount: count, rowCount: total ?? count, page: start..<start + rowCount)
        result.countLimit = limit
        result.previous = previous
        result.next = next
        table.answer = QueryAnswer(query, result)
        return table
    }

    /// The answer that the table is.
    var queryAnswer: QueryAnswer? { answer as? QueryAnswer }

    /// Throws an error for a page that only a database knows, if no business has answered the query.
    func checkPage(of query: TableQuery) throws(TableError) {
        switch query.page?.start {
        case .after, .before: if queryAnswer == nil { throw .unknownPage }
        case nil, .first, .last, .offset: break
        }
    }
}
