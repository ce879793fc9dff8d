/// A row of a table: its id, its data, and the item that shows it.
///
/// In the body of a section, a `Row` adds a single row. Prefer ``Rows`` for several rows of one item, because
/// they share the business array. A row that is read from a table is a lightweight reference to the table's
/// storage.
///
/// ```swift
/// TableSection(id: "july") {
///     Rows(orders, as: OrderLine.self)
///     Row(total, id: "total", as: TotalLine.self)
/// }
/// ```
public struct Row {
    @usableFromInline let run: Run
    @usableFromInline let index: Int

    @inlinable
    init(run: Run, index: Int = 0) {
        self.run = run
        self.index = index
    }

    /// The row without the others of its array, so that the array can be released.
    var alone: Row {
        run.count == 1 ? self : Row(run: run.operations.copy(run, index..<index + 1, run.isRenewed))
    }

    /// The row's id.
    public var id: AnyID { run.id(at: index) }

    /// The item that shows the row.
    public var item: any TableItem.Type { run.item }

    /// The height from the item, in the surface's unit; `nil` lets the surface choose.
    public var height: Double? { item.height(ofAny: run.operations.data(run, index)) }

    /// Returns the business data of the row.
    ///
    /// - Parameter type: The type of the data.
    /// - Returns: The data, or `nil` if it has another type.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? {
        run.operations.data(run, index) as? Data
    }

    /// The context that was given with the row, if it has a type.
    func context<Context>(as type: Context.Type) -> Context? {
        run.operations.context(run, index) as? Context
    }

    /// Fills a view with the row's data.
    ///
    /// - Parameters:
    ///   - view: A view of the item's type.
    ///   - section: The state of the section, for a ``SectionItem``.
    /// - Returns: Whether the view was filled; `false` if the item fills another type of view.
    @discardableResult
    public func fill<View>(_ view: inout View, in section: SectionState = SectionState()) -> Bool {
        run.fill(&view, at: index, in: section)
    }

    /// Fills a view as another item does, which takes the same data and context.
    ///
    /// A container uses this method for the views that the app registered for the row's item.
    ///
    /// - Parameters:
    ///   - view: A view of the other item.
    ///   - item: The other item.
    ///   - section: The state of the section, for a ``SectionItem``.
    /// - Returns: Whether the view was filled; `false` if the row has another type of data or context.
    @discardableResult
    public func fill<Item: TableItem>(
        _ view: inout Item.View, as item: Item.Type, in section: SectionState = SectionState()
    ) -> Bool {
        guard let data = data(as: Item.Data.self), let context = context(as: Item.Context.self)
        else { return false }
        item.fill(&view, with: data, in: section, context: context)
        return true
    }
}

extension Row {
    /// Creates a row from data with its own id.
    @inlinable
    public init<Item: TableItem>(_ data: Item.Data, as item: Item.Type)
    where Item.Data: Identifiable, Item.Data.ID: Sendable, Item.Context == Void {
        self.init(data, as: item, with: ())
    }

    /// Creates a row of a ``ContextItem`` from data with its own id.
    @inlinable
    public init<Item: TableItem>(_ data: Item.Data, as item: Item.Type, with context: Item.Context)
    where Item.Data: Identifiable, Item.Data.ID: Sendable {
        self.init(run: TypedRun([data], as: item, identity: OwnIdentity(), context: context))
    }

    /// Creates a row with a separate id, which is unique in its section.
    ///
    /// For an item without data, pass `()`, as in `Row((), id: "line", as: Divider.self)`.
    @inlinable
    public init<Item: TableItem>(_ data: Item.Data, id: some Hashable & Sendable, as item: Item.Type)
    where Item.Context == Void {
        self.init(data, id: id, as: item, with: ())
    }

    /// Creates a row of a ``ContextItem`` with a separate id.
    @inlinable
    public init<Item: TableItem>(
        _ data: Item.Data, id: some Hashable & Sendable, as item: Item.Type, with context: Item.Context
    ) {
        self.init(run: TypedRun([data], as: item, identity: GivenIdentity(id), context: context))
    }
}

extension Row {
    /// Fills a line of cells with the row's data. The old cells of the line are removed.
    ///
    /// - Returns: Whether the line was filled; `false` if the row's item does not fill a ``GridLine``.
    @discardableResult
    public func fill(_ line: inout GridLine, in section: SectionState = SectionState()) -> Bool {
        fill(&line, in: section, as: .head)
    }

    /// Fills a line of cells with the data of a row, head, or foot. The old cells of the line are removed.
    package func fill(_ line: inout GridLine, in section: SectionState, as part: TablePart) -> Bool {
        line.removeAll()
        let isFilled = run.fill(&line, at: index, in: section)
        line.arrangeCells(ofRow: part == .row)
        return isFilled
    }

    /// The same row with content that counts as changed.
    var renewed: Row { Row(run: run.operations.copy(run, index..<index + 1, true)) }
}

extension Row {
    /// Whether the row has details.
    package var hasDetails: Bool { item is any DetailItem.Type }

    /// Returns the details of the row, or `nil` if its item is not a ``DetailItem``.
    package func details(in words: TableWords) -> RowDetails? {
        func details<Item: DetailItem>(of item: Item.Type) -> RowDetails? {
            guard let data = data(as: Item.Data.self), let context = context(as: Item.Context.self)
            else { return nil }
            var details = RowDetails(words: words)
            item.fill(&details, with: data, context: context)
            return details
        }
        return (item as? any DetailItem.Type).flatMap { details(of: $0) }
    }
}

/// The head of a section, shown above its rows.
///
/// A head with a ``SectionItem`` also receives whether the section is collapsed and how many rows it has. For
/// an item without data, pass `()`, as in `Head((), as: Divider.self)`. Data such as a total can be computed
/// from the rows, and is computed again after an edit of the rows:
///
/// ```swift
/// TableSection(id: customer.id) {
///     Head(customer, as: CustomerTitle.self)
///     Rows(customer.orders, as: OrderLine.self)
///     Foot(of: Order.self, as: TotalLine.self) { orders in orders.reduce(0) { $0 + $1.total } }
/// }
/// ```
public struct Head {
    @usableFromInline package let part: SectionPart

    /// Creates a head.
    @inlinable
    public init<Item: TableItem>(_ data: Item.Data, as item: Item.Type) where Item.Context == Void {
        part = SectionPart(data, as: item, with: ())
    }

    /// Creates a head of a ``ContextItem``.
    @inlinable
    public init<Item: TableItem>(_ data: Item.Data, as item: Item.Type, with context: Item.Context) {
        part = SectionPart(data, as: item, with: context)
    }

    /// Creates a head whose data is computed from the rows of its section.
    ///
    /// The data is computed when the head is first needed, and again if the head is needed after the rows
    /// have changed. ``Agent/reload(concurrently:by:)`` computes it off the caller's actor. A container
    /// updates the head if the new data differs.
    ///
    /// - Parameters:
    ///   - data: The type of the row data to compute from.
    ///   - item: The item that shows the head.
    ///   - compute: Returns the data of the head. It receives the data of all rows with this type of data, in
    ///     order, even if the section is collapsed. The result must depend only on these rows.
    /// - Complexity: O(rows of the section), once after each change of the rows. If one array contains all the
    ///   data, the array is not copied.
    @inlinable
    public init<Data, Item: TableItem>(
        of data: Data.Type, as item: Item.Type, compute: @escaping ([Data]) -> Item.Data
    ) where Item.Context == Void {
        part = SectionPart(of: data, as: item, with: (), compute: compute)
    }

    /// Creates a head of a ``ContextItem`` whose data is computed from rows.
    @inlinable
    public init<Data, Item: TableItem>(
        of data: Data.Type, as item: Item.Type, with context: Item.Context,
        compute: @escaping ([Data]) -> Item.Data
    ) {
        part = SectionPart(of: data, as: item, with: context, compute: compute)
    }
}

/// The foot of a section or of the table, shown below its rows.
///
/// A foot is written in the same way as a ``Head``. Pass the foot of the table, such as a grand total, to the
/// table:
///
/// ```swift
/// TableInfo(foot: Foot(of: Order.self, as: TotalLine.self) { $0.reduce(0) { $0 + $1.total } }) {
///     for customer in customers {
///         TableSection(id: customer.id) { Rows(customer.orders, as: OrderLine.self) }
///     }
/// }
/// ```
public struct Foot {
    @usableFromInline package let part: SectionPart

    /// Creates a foot from its row.
    package init(_ row: Row) { part = .given(row) }

    /// Creates a foot.
    @inlinable
    public init<Item: TableItem>(_ data: Item.Data, as item: Item.Type) where Item.Context == Void {
        part = SectionPart(data, as: item, with: ())
    }

    /// Creates a foot of a ``ContextItem``.
    @inlinable
    public init<Item: TableItem>(_ data: Item.Data, as item: Item.Type, with context: Item.Context) {
        part = SectionPart(data, as: item, with: context)
    }

    /// Creates a foot whose data is computed from the rows of its section or table, such as a total.
    ///
    /// ``Head/init(of:as:compute:)`` describes when the data is computed.
    ///
    /// - Parameters:
    ///   - data: The type of the row data to compute from.
    ///   - item: The item that shows the foot.
    ///   - compute: Returns the data of the foot. It receives the data of all rows with this type of data, in
    ///     order, even if a section is collapsed. The result must depend only on these rows.
    /// - Complexity: O(rows of the section or table), once after each change of the rows. If one array contains
    ///   all the data, the array is not copied.
    @inlinable
    public init<Data, Item: TableItem>(
        of data: Data.Type, as item: Item.Type, compute: @escaping ([Data]) -> Item.Data
    ) where Item.Context == Void {
        part = SectionPart(of: data, as: item, with: (), compute: compute)
    }

    /// Creates a foot of a ``ContextItem`` whose data is computed from rows.
    @inlinable
    public init<Data, Item: TableItem>(
        of data: Data.Type, as item: Item.Type, with context: Item.Context,
        compute: @escaping ([Data]) -> Item.Data
    ) {
        part = SectionPart(of: data, as: item, with: context, compute: compute)
    }
}
