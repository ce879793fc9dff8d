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
    public var height: Double? { run.operations.height(run, index) }

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
/// without data takes `()`, as in `Head((), as: Divider.self)`.
public struct Head {
    /// The row that the section keeps.
    @usableFromInline package let row: Row

    /// Creates a head.
    @inlinable
    public init<Item: TableItem>(_ data: Item.Data, as item: Item.Type) {
        row = Row(run: TypedRun([data], as: item, identity: PositionIdentity()))
    }
}

/// The foot of a section, shown below its rows, as one writes it in the section's builder.
///
/// It is written in the same way as a ``Head``.
public struct Foot {
    /// The row that the section keeps.
    @usableFromInline package let row: Row

    /// Creates a foot.
    @inlinable
    public init<Item: TableItem>(_ data: Item.Data, as item: Item.Type) {
        row = Row(run: TypedRun([data], as: item, identity: PositionIdentity()))
    }
}

/// Whether a row is the head or the foot of its section.
public enum HeadFootKind: String, Hashable, Sendable, Codable {
    /// The one above the section's rows.
    case head
    /// The one below the section's rows.
    case foot
}
