extension Agent {
    /// Changes the table on show, and shows what changed as one batch.
    ///
    /// The table is edited by the verbs of ``TableInfo``, by id or by position, as many as needed. What happens
    /// in the midst of another update is done after it, on the table that is then on show.
    ///
    /// ```swift
    /// try agent.edit { table in
    ///     try table.replaceData(ofRow: .id(order.id), with: order)
    ///     try table.append(Row(newOrder, as: OrderLine.self), to: .id(customer.id), animation: .left)
    ///     try table.collapseSection(.id("archive"))
    /// }
    /// ```
    ///
    /// The raw data stays as it is: the next ``reload(_:)`` shows what the reformer makes of new data, in place
    /// of what the edit made. Sections that an edit collapsed or expanded stay so.
    ///
    /// - Parameter change: Changes the table.
    /// - Throws: ``TableError`` with the code ``TableError/Code/notAttached`` without a container; what `change`
    ///   or the container throws, and then what is on show stays.
    /// - Complexity: O(sections + arrays), where *arrays* are those that the rows of the sections consist of:
    ///   an edit of one row in a million does not walk over the others. The first look-up by id does, once.
    public func edit(_ change: (inout TableInfo) throws -> Void) throws {
        try requireDataSource().edit(change)
    }

    /// The data source, which has not been given to another agent.
    func requireDataSource() throws(TableError) -> DataSource<RawData> {
        guard let dataSource else { throw TableError.notAttached }
        guard dataSource.delegate === self else { throw TableError.dataSourceLost }
        return dataSource
    }
}
