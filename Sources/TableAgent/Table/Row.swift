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
    @usableFromInline let run: Run
    @usableFromInline let index: Int

    @inlinable
    init(run: Run, index: Int = 0) {
        self.run = run
        self.index = index
    }

    /// The row's id.
    public var id: AnyID { run.id(at: index) }

    /// The item that shows the row.
    public var item: any TableItem.Type { run.item }

    /// The height that the item gives the row, in the surface's unit; `nil` lets the surface decide.
    public var height: Double? { item.height(ofAny: run.operations.data(run, index)) }

    /// Returns the business data as it was put in.
    ///
    /// - Parameter type: The type of the data.
    /// - Returns: The data, or `nil` when it is of another type.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? {
        run.operations.data(run, index) as? Data
    }

    /// Fills a view with the row's data.
    ///
    /// For a ``GridLine`` use ``fill(line:in:)``, which makes the line empty first.
    ///
    /// - Parameters:
    ///   - view: A view of the type that the row's item fills.
    ///   - section: The state of the section, for a ``SectionItem``.
    /// - Returns: Whether the view was filled; `false` when the item fills another type of view.
    @discardableResult
    public func fill<View>(_ view: inout View, in section: SectionState = SectionState()) -> Bool {
        run.fill(&view, at: index, in: section)
    }
}

extension Row {
    /// Creates a row of data that brings its own id.
    @inlinable
    public init<Item: TableItem>(_ data: Item.Data, as item: Item.Type)
    where Item.Data: Identifiable, Item.Data.ID: Sendable {
        self.init(run: TypedRun([data], as: item, identity: OwnIdentity()))
    }

    /// Creates a row with an id given beside its data, unique in its section.
    ///
    /// An item without data takes `()`, as in `Row((), id: "line", as: Divider.self)`.
    @inlinable
    public init<Item: TableItem>(_ data: Item.Data, id: some Hashable & Sendable, as item: Item.Type) {
        self.init(run: TypedRun([data], as: item, identity: ReadIdentity { _ in id }))
    }
}

extension Row {
    /// Fills a line of cells with the row.
    ///
    /// - Parameters:
    ///   - line: The line; what it held before is removed.
    ///   - section: The state of the section, for a ``SectionItem``.
    /// - Returns: Whether the line was filled; `false` when the row's item does not fill a
    ///   ``GridLine``.
    @discardableResult
    public func fill(line: inout GridLine, in section: SectionState = SectionState()) -> Bool {
        line.removeAll()
        return fill(&line, in: section)
    }

    /// The same row, whose content counts as changed.
    var renewed: Row { Row(run: run.operations.copy(run, index..<index + 1, true)) }
}

/// The head of a section, shown above its rows, as one writes it in the section's builder.
///
/// Give it a ``SectionItem`` and it also learns whether the section is collapsed and how many rows it has. An item
/// without data takes `()`, as in `Head((), as: Divider.self)`. Data such as a total is computed from the rows, and
/// again after an edit of them:
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
    public init<Item: TableItem>(_ data: Item.Data, as item: Item.Type) {
        part = SectionPart(data, as: item)
    }

    /// Creates a head whose data is computed from the rows of its section.
    ///
    /// It is computed when it is first needed, and again when it is needed after the section's rows have changed; by
    /// ``Agent/reload(concurrently:by:)``, off the caller's actor. A container updates the head if its new data differs.
    ///
    /// - Parameters:
    ///   - data: The type of the data of rows to compute from.
    ///   - item: The item that shows the head.
    ///   - compute: Returns the data of the head. It takes the data of the rows that have such data, in order, those
    ///     of a collapsed section, too. Let it depend on nothing that changes.
    /// - Complexity: O(rows of the section), once after each change of them. Data that is one array is not copied.
    @inlinable
    public init<Data, Item: TableItem>(
        of data: Data.Type, as item: Item.Type, compute: @escaping ([Data]) -> Item.Data
    ) {
        part = SectionPart(of: data, as: item, compute: compute)
    }
}

/// The foot of a section or of the table, shown below its rows.
///
/// It is written in the same way as a ``Head``. The foot of the table, such as a grand total, is given to the table:
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

    /// Creates a foot.
    @inlinable
    public init<Item: TableItem>(_ data: Item.Data, as item: Item.Type) {
        part = SectionPart(data, as: item)
    }

    /// Creates a foot whose data is computed from the rows of its section or table, such as a total.
    ///
    /// It is computed when ``Head/init(of:as:compute:)`` says.
    ///
    /// - Parameters:
    ///   - data: The type of the data of rows to compute from.
    ///   - item: The item that shows the foot.
    ///   - compute: Returns the data of the foot. It takes the data of the rows that have such data, in order, those
    ///     of a collapsed section, too. Let it depend on nothing that changes.
    /// - Complexity: O(rows of the section or table), once after each change of them. Data that is one array is not copied.
    @inlinable
    public init<Data, Item: TableItem>(
        of data: Data.Type, as item: Item.Type, compute: @escaping ([Data]) -> Item.Data
    ) {
        part = SectionPart(of: data, as: item, compute: compute)
    }
}

/// A head or foot: a row that is given, or one that is computed from the rows of its section or table.
@usableFromInline
package enum SectionPart {
    case given(Row)
    /// The row, once it has been needed, its item, and what makes it.
    indirect case computed(Row?, any TableItem.Type, (Rows) -> Row)

    @inlinable
    init<Item: TableItem>(_ data: Item.Data, as item: Item.Type) {
        self = .given(Row(run: TypedRun([data], as: item, identity: PositionIdentity())))
    }

    @inlinable
    init<Data, Item: TableItem>(
        of data: Data.Type, as item: Item.Type, compute: @escaping ([Data]) -> Item.Data
    ) {
        self = .computed(nil, item) { rows in
            Row(run: TypedRun([compute(rows.data(as: data))], as: item, identity: PositionIdentity()))
        }
    }

    var isComputed: Bool { if case .computed = self { true } else { false } }

    /// The item that shows the row, which need not be computed for that.
    var item: any TableItem.Type {
        switch self {
        case .given(let row): row.item
        case .computed(_, let item, _): item
        }
    }

    /// The row, if it is given or was computed already.
    var knownRow: Row? {
        switch self {
        case .given(let row): row
        case .computed(let row, _, _): row
        }
    }

    /// Returns the row of a section or table with these rows, after passing on a part that keeps it if it is new.
    func row(of rows: @autoclosure () -> Rows, keep: (SectionPart) -> Void) -> Row {
        switch self {
        case .given(let row), .computed(let row?, _, _): return row
        case .computed(nil, let item, let make):
            let row = make(rows())
            keep(.computed(row, item, make))
            return row
        }
    }

    /// The same part for a section or table whose rows change.
    var withoutComputedRow: SectionPart {
        if case .computed(_?, let item, let make) = self { .computed(nil, item, make) } else { self }
    }

    /// The same part for a section with these rows, whose content counts as changed.
    func renewed(of rows: Rows) -> SectionPart {
        switch self {
        case .given(let row): .given(row.renewed)
        case .computed(_, let item, let make): .computed(make(rows).renewed, item, make)
        }
    }
}

/// Whether a row is the head or the foot of its section.
public enum HeadFootKind: String, Hashable, Sendable, Codable {
    /// The one above the section's rows.
    case head
    /// The one below the section's rows.
    case foot
}
