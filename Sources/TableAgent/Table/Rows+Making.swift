extension Rows {
    /// Creates rows of data that brings its own ids.
    ///
    /// - Parameters:
    ///   - elements: The business data, a row each; the array is shared, not copied.
    ///   - item: The item that shows them.
    ///   - height: The rows' height in the surface's unit.
    ///   - unchanged: Whether two values of one id show the same; `nil` if that can't be known, and then a
    ///     change of the table fills the view anew.
    /// - Complexity: O(1).
    @inlinable
    public init<Item: TableItem>(
        _ elements: [Item.Data], as item: Item.Type, height: ViewHeight<Item.Data> = .automatic,
        unchanged: ((Item.Data, Item.Data) -> Bool)? = nil
    ) where Item.Data: Identifiable, Item.Data.ID: Sendable {
        self.init(
            run: .make(
                elements, item: item, identity: OwnIdentity(), height: height, content: .asking(unchanged)))
    }

    /// Creates rows of data that brings its own ids.
    ///
    /// - Parameters:
    ///   - elements: The business data, a row each; the array is shared, not copied.
    ///   - item: The item that shows them.
    ///   - height: The rows' height in the surface's unit.
    /// - Complexity: O(1).
    @inlinable
    public init<Item: TableItem>(
        _ elements: [Item.Data], as item: Item.Type, height: ViewHeight<Item.Data> = .automatic
    ) where Item.Data: Identifiable, Item.Data.ID: Sendable, Item.Data: Equatable {
        self.init(
            run: .make(elements, item: item, identity: OwnIdentity(), height: height, content: .equal))
    }

    /// Creates rows with ids read from their data.
    ///
    /// - Parameters:
    ///   - elements: The business data, a row each; the array is shared, not copied.
    ///   - id: Reads the id, unique in the section, as in `\.sku`.
    ///   - item: The item that shows them.
    ///   - height: The rows' height in the surface's unit.
    ///   - unchanged: Whether two values of one id show the same; `nil` if that can't be known, and then a
    ///     change of the table fills the view anew.
    /// - Complexity: O(1).
    @inlinable
    public init<Item: TableItem, ID: Hashable & Sendable>(
        _ elements: [Item.Data], id: @escaping (Item.Data) -> ID, as item: Item.Type,
        height: ViewHeight<Item.Data> = .automatic,
        unchanged: ((Item.Data, Item.Data) -> Bool)? = nil
    ) {
        self.init(
            run: .make(
                elements, item: item, identity: ReadIdentity(id), height: height, content: .asking(unchanged))
        )
    }

    /// Creates rows with ids read from their data.
    ///
    /// - Parameters:
    ///   - elements: The business data, a row each; the array is shared, not copied.
    ///   - id: Reads the id, unique in the section, as in `\.sku`.
    ///   - item: The item that shows them.
    ///   - height: The rows' height in the surface's unit.
    /// - Complexity: O(1).
    @inlinable
    public init<Item: TableItem, ID: Hashable & Sendable>(
        _ elements: [Item.Data], id: @escaping (Item.Data) -> ID, as item: Item.Type,
        height: ViewHeight<Item.Data> = .automatic
    ) where Item.Data: Equatable {
        self.init(
            run: .make(elements, item: item, identity: ReadIdentity(id), height: height, content: .equal))
    }

    /// Creates rows of data without identity; a row's id is its number in the array.
    ///
    /// With such ids a row that is inserted above others looks as if all below had changed, and rows that an
    /// edit adds begin with 0 again. Prefer an id from the data where there is one.
    ///
    /// - Parameters:
    ///   - elements: The business data, a row each; the array is shared, not copied.
    ///   - item: The item that shows them.
    ///   - height: The rows' height in the surface's unit.
    ///   - unchanged: Whether two values of one id show the same; `nil` if that can't be known, and then a
    ///     change of the table fills the view anew.
    /// - Complexity: O(1).
    @inlinable
    public init<Item: TableItem>(
        byPosition elements: [Item.Data], as item: Item.Type, height: ViewHeight<Item.Data> = .automatic,
        unchanged: ((Item.Data, Item.Data) -> Bool)? = nil
    ) {
        self.init(
            run: .make(
                elements, item: item, identity: PositionIdentity(), height: height,
                content: .asking(unchanged)))
    }

    /// Creates rows of data without identity; a row's id is its number in the array.
    ///
    /// With such ids a row that is inserted above others looks as if all below had changed, and rows that an
    /// edit adds begin with 0 again. Prefer an id from the data where there is one.
    ///
    /// - Parameters:
    ///   - elements: The business data, a row each; the array is shared, not copied.
    ///   - item: The item that shows them.
    ///   - height: The rows' height in the surface's unit.
    /// - Complexity: O(1).
    @inlinable
    public init<Item: TableItem>(
        byPosition elements: [Item.Data], as item: Item.Type, height: ViewHeight<Item.Data> = .automatic
    ) where Item.Data: Equatable {
        self.init(
            run: .make(elements, item: item, identity: PositionIdentity(), height: height, content: .equal))
    }
}
