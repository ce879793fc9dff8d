extension Agent {
    /// Changes the table on show, and shows what changed as one batch.
    ///
    /// The table is edited by the verbs of ``TableInfo``, by id or by position, as many as needed. An edit in
    /// the midst of another update changes the table of that one, and is shown after it.
    ///
    /// ```swift
    /// try agent.edit { table in
    ///     try table.replaceData(ofRow: .id(order.id), with: order)
    ///     try table.append(Row(newOrder, as: OrderLine.self), to: .id(customer.id), animation: .left)
    ///     try table.collapseSection(.id("archive"))
    /// }
    /// ```
    ///
    /// The raw data stays as it is: the next ``reload(_:)`` shows what the reformer makes of new data, in
    /// place of what the edit made. Sections that an edit collapsed or expanded stay so.
    ///
    /// - Parameter change: Changes the table.
    /// - Returns: What `change` returns.
    /// - Throws: ``TableError`` with the code ``TableError/Code/notAttached`` without a container; what
    ///   `change` or the container throws, and then what is on show stays.
    /// - Complexity: O(sections + arrays), where *arrays* are those that the rows of a section consist of: an
    ///   edit of one row in a million does not walk over the others. The first look-up by id does, once.
    @discardableResult
    public func edit<Result>(_ change: (inout TableInfo) throws -> Result) throws -> Result {
        try requireDataSource().edit(change)
    }

    /// The data source, which has not been given to another agent.
    func requireDataSource() throws(TableError) -> DataSource<RawData> {
        guard let dataSource else { throw TableError.notAttached }
        guard dataSource.delegate === self else { throw TableError.dataSourceLost }
        return dataSource
    }
}
