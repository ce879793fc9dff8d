extension Panel {
    /// The query of the visible table. It changes together with ``tableInfo``.
    public var query: TableQuery { queried?.query ?? TableQuery() }

    /// The query of the visible table, to show a table by it off the actor of the panel; `nil` without a query.
    var queryRequest: QueriedTable.Request? { queried?.request }

    /// The table without the query, which edits change.
    public var wholeTable: TableInfo { queried?.whole ?? tableInfo }

    /// The numbers of rows that the query found.
    public var queryResult: QueryResult {
        queried?.result ?? QueryResult(of: tableInfo)
    }

    /// Shows the newest table by another query, for a container whose user sorts or filters the table.
    ///
    /// Business code shows a query by ``Agent/show(_:animated:completion:)``.
    ///
    /// - Throws: The same errors as ``Agent/show(_:animated:completion:)``.
    public func show(_ query: TableQuery) throws { try show(query, Transition()) }

    /// Returns a query by which a table can be shown.
    func checked(_ query: TableQuery, on table: TableInfo) throws(TableError) -> TableQuery {
        try QueryPlan(query, columns: table.columns).checkColumns()
        try table.checkPage(of: query)
        try table.queryAnswer?.check(query)
        return query
    }

    /// Returns a source of the events of a row that may be on another page of the query.
    ///
    /// - Parameters:
    ///   - sender: The row.
    ///   - table: The table with the row. The data is that of this table if the row is not visible.
    /// - Throws: ``TableError`` if the table does not have the row.
    package func source(_ sender: EventSender, in table: TableInfo) throws(TableError) -> EventSource {
        try EventSource(self, of: sender, in: table)
    }

    /// Returns whether a table that waits is shown by a query that changes rows, so that an edit of it names no positions.
    func changesRows(of queued: QueuedTable, running: QueriedTable?) -> Bool {
        if queued.isPlain, queried == nil, running == nil { return false }
        return (queued.query ?? queued.table.queryAnswer?.query ?? running?.query ?? query).changesRows
    }

    /// Returns a table as its query shows it, or `nil` for a query that asks for nothing.
    func shown(
        _ queued: QueuedTable
    ) throws(TableError) -> (table: QueriedTable, known: [Int: KnownRows])? {
        if queued.isPlain, queried == nil { return nil }
        let answer = queued.table.queryAnswer
        // An edit of an answered table keeps the columns that were chosen since.
        let visible = queried?.whole.queryAnswer === answer ? query : answer?.query ?? query
        let query = queued.query ?? visible
        if queued.table.rowCount > 0 { try queued.table.checkPage(of: query) }
        guard query != TableQuery() || answer != nil else { return nil }
        if queued.query == nil, let shown = queued.shown, shown.query == query,
            shown.whole.isCopy(of: queued.table)
        {
            return (shown, [:])
        }
        return try QueriedTable.show(
            query, of: queued.table, after: queried, isStrict: queued.query != nil,
            limit: max(changeLimit, 1_000))
    }
}
