extension Agent {
    /// Creates an agent and shows a table with it.
    ///
    /// - Parameters:
    ///   - container: The surface.
    ///   - rawData: The business data; without it nothing is shown until the first ``reload(_:)``.
    ///   - reformer: Makes the table.
    ///   - panel: The type of the panel between them.
    ///   - eventDelegate: Takes the events; held weakly.
    /// - Throws: What the reformer or the container throws.
    @_disfavoredOverload
    public convenience init(
        _ container: any TableContainer, rawData: RawData? = nil, reformer: some Reformer<RawData>,
        panel: any Panel.Type = StandardPanel.self, eventDelegate: (any EventDelegate)? = nil
    ) throws {
        self.init()
        try attach(
            container, rawData: rawData, reformer: reformer, panel: panel, eventDelegate: eventDelegate)
    }

    /// Creates an agent and shows a table with it, by the type of a reformer without dependencies.
    ///
    /// - Parameters:
    ///   - container: The surface.
    ///   - rawData: The business data; without it nothing is shown until the first ``reload(_:)``.
    ///   - reformer: The type that makes the table.
    ///   - panel: The type of the panel between them.
    ///   - eventDelegate: Takes the events; held weakly.
    /// - Throws: What the reformer or the container throws.
    public convenience init<R: StatelessReformer<RawData>>(
        _ container: any TableContainer, rawData: RawData? = nil, reformer: R.Type,
        panel: any Panel.Type = StandardPanel.self, eventDelegate: (any EventDelegate)? = nil
    ) throws {
        try self.init(
            container, rawData: rawData, reformer: reformer.init(), panel: panel, eventDelegate: eventDelegate
        )
    }

    /// Creates an agent for a plain list and shows it: an array in, the data of a selected row out.
    ///
    /// ```swift
    /// let agent = try Agent(container, list: orders, as: OrderLine.self) { order in
    ///     open(order)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - container: The surface.
    ///   - list: The business data, a row each.
    ///   - item: The item that shows them.
    ///   - columns: The columns of a grid.
    ///   - onSelect: Takes the data of a row that was selected.
    /// - Throws: What the container throws.
    @inlinable
    public convenience init<Item: TableItem>(
        _ container: any TableContainer, list: RawData, as item: Item.Type, columns: [GridColumn] = [],
        onSelect: ((Item.Data) -> Void)? = nil
    ) throws where RawData == [Item.Data], Item.Data: Identifiable, Item.Data.ID: Sendable {
        try self.init(
            container, list: list, by: ListReformer<Item>(columns: columns), onSelect: onSelect)
    }

    /// Creates an agent for a plain list of data that can be compared, and shows it.
    ///
    /// - Parameters:
    ///   - container: The surface.
    ///   - list: The business data, a row each.
    ///   - item: The item that shows them.
    ///   - columns: The columns of a grid.
    ///   - onSelect: Takes the data of a row that was selected.
    /// - Throws: What the container throws.
    @inlinable
    public convenience init<Item: TableItem>(
        _ container: any TableContainer, list: RawData, as item: Item.Type, columns: [GridColumn] = [],
        onSelect: ((Item.Data) -> Void)? = nil
    ) throws
    where RawData == [Item.Data], Item.Data: Identifiable, Item.Data.ID: Sendable, Item.Data: Equatable {
        try self.init(
            container, list: list, by: ListReformer<Item>(columns: columns), onSelect: onSelect)
    }

    @usableFromInline
    convenience init<Item: TableItem>(
        _ container: any TableContainer, list: RawData, by reformer: ListReformer<Item>,
        onSelect: ((Item.Data) -> Void)?
    ) throws where RawData == [Item.Data] {
        self.init()
        if let onSelect {
            on(.select, of: Item.Data.self, perform: onSelect)
        }
        try attach(container, rawData: list, reformer: reformer)
    }
}
