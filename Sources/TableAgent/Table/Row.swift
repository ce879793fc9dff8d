/// One row of a table: its id, its data and the item that shows it.
///
/// In a section's builder a `Row` is how a single row is written; rows of one kind are better written as
/// ``Rows``, which share the business array. Read back, a `Row` is a light reference into the table info.
///
/// ```swift
/// TableSection(id: "july") {
///     Rows(orders, as: OrderLine.self)
///     Row(total, id: "total", as: TotalLine.self)
/// }
/// ```
public struct Row {
    let run: Run
    let index: Int

    init(run: Run, index: Int) {
        self.run = run
        self.index = index
    }

    /// The row's id.
    public var id: AnyID { run.id(at: index) }

    /// The item that shows the row, with its data and view types.
    public var item: ItemType { run.item }

    /// The height in the surface's unit; `nil` lets the surface decide.
    public var height: Double? { run.height(at: index) }

    /// Returns the business data as it was put in.
    ///
    /// - Parameter type: The type of the data.
    /// - Returns: The data, or `nil` when it is of another type.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? {
        run.data(at: index) as? Data
    }

    /// Fills a view with the row's data.
    ///
    /// For a ``GridLine`` use ``fill(line:in:)``, which makes the line empty first.
    ///
    /// - Parameters:
    ///   - view: A view of the type that the row's item fills.
    ///   - section: The state of the section, which a head or foot may show.
    /// - Returns: Whether the view was filled; `false` when the item fills another type of view.
    @discardableResult
    public func fill<View>(_ view: inout View, in section: SectionState = SectionState()) -> Bool {
        run.fill(&view, at: index, in: section)
    }
}

/// Whether a row is the head or the foot of its section.
public enum HeadFootKind: String, Hashable, Sendable, Codable {
    /// The one above the section's rows.
    case head
    /// The one below the section's rows.
    case foot
}

extension Row {
    /// Creates a row of data that brings its own id.
    ///
    /// - Parameters:
    ///   - data: The business data.
    ///   - item: The item that shows it.
    ///   - height: The row's height in the surface's unit.
    ///   - unchanged: Whether two values of one id show the same; `nil` if that can't be known, and then a
    ///     change of the table fills the view anew.
    @inlinable
    public init<Item: TableItem>(
        _ data: Item.Data, as item: Item.Type, height: ViewHeight<Item.Data> = .automatic,
        unchanged: ((Item.Data, Item.Data) -> Bool)? = nil
    ) where Item.Data: Identifiable, Item.Data.ID: Sendable {
        self.init(
            run: .make(
                [data], item: item, identity: OwnIdentity(), height: height, content: .asking(unchanged)))
    }

    /// Creates a row of data that brings its own id.
    ///
    /// - Parameters:
    ///   - data: The business data.
    ///   - item: The item that shows it.
    ///   - height: The row's height in the surface's unit.
    @inlinable
    public init<Item: TableItem>(
        _ data: Item.Data, as item: Item.Type, height: ViewHeight<Item.Data> = .automatic
    ) where Item.Data: Identifiable, Item.Data.ID: Sendable, Item.Data: Equatable {
        self.init(
            run: .make([data], item: item, identity: OwnIdentity(), height: height, content: .equal))
    }

    /// Creates a row with an id given beside its data.
    ///
    /// - Parameters:
    ///   - data: The business data.
    ///   - id: The row's id, unique in its section.
    ///   - item: The item that shows it.
    ///   - height: The row's height in the surface's unit.
    ///   - unchanged: Whether two values of one id show the same; `nil` if that can't be known, and then a
    ///     change of the table fills the view anew.
    @inlinable
    public init<Item: TableItem>(
        _ data: Item.Data, id: some Hashable & Sendable, as item: Item.Type,
        height: ViewHeight<Item.Data> = .automatic,
        unchanged: ((Item.Data, Item.Data) -> Bool)? = nil
    ) {
        self.init(
            run: .make(
                [data], item: item, identity: GivenIdentity(id), height: height, content: .asking(unchanged)))
    }

    /// Creates a row with an id given beside its data.
    ///
    /// - Parameters:
    ///   - data: The business data.
    ///   - id: The row's id, unique in its section.
    ///   - item: The item that shows it.
    ///   - height: The row's height in the surface's unit.
    @inlinable
    public init<Item: TableItem>(
        _ data: Item.Data, id: some Hashable & Sendable, as item: Item.Type,
        height: ViewHeight<Item.Data> = .automatic
    ) where Item.Data: Equatable {
        self.init(
            run: .make([data], item: item, identity: GivenIdentity(id), height: height, content: .equal))
    }

    /// Creates a row that needs no data, such as a divider.
    ///
    /// - Parameters:
    ///   - id: The row's id, unique in its section.
    ///   - item: The item that shows it.
    ///   - height: The row's height in the surface's unit.
    @inlinable
    public init<Item: TableItem>(
        id: some Hashable & Sendable, as item: Item.Type, height: ViewHeight<Void> = .automatic
    ) where Item.Data == Void {
        self.init(
            run: .make(
                [()], item: item, identity: GivenIdentity(id), height: height,
                content: .asking { _, _ in true }))
    }

    @usableFromInline
    init(run: Run) {
        self.init(run: run, index: 0)
    }
}
