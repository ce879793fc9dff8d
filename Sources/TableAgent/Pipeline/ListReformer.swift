/// The reformer of a plain list: an array in, one section with a row for each element out.
///
/// ```swift
/// try agent.attach(container, rawData: orders, reformer: ListReformer<OrderLine>())
/// ```
public struct ListReformer<Item: TableItem>: StatelessReformer
where Item.Data: Identifiable, Item.Data.ID: Sendable {
    /// The columns of the table.
    public var columns: [GridColumn]

    /// Made in the client's module, where the types are known; see the rows `edit/` of the benchmark.
    @usableFromInline
    let makeRows: ([Item.Data]) -> Rows

    @usableFromInline
    init(columns: [GridColumn], makeRows: @escaping ([Item.Data]) -> Rows) {
        self.columns = columns
        self.makeRows = makeRows
    }

    /// The id of the one section.
    public static var sectionID: AnyID { "list" }

    /// Creates the reformer of a list without column titles.
    @inlinable
    public init() {
        self.init(columns: [])
    }

    /// Creates the reformer of a list.
    ///
    /// - Parameter columns: The columns of the table.
    @inlinable
    public init(columns: [GridColumn]) {
        self.init(columns: columns) { Rows($0, as: Item.self) }
    }

    /// Makes a table with one section of one row for each element.
    ///
    /// - Parameter elements: The business data, a row each.
    /// - Complexity: O(1).
    public func reform(_ elements: [Item.Data]) -> TableInfo {
        TableInfo(columns: columns) {
            TableSection(id: Self.sectionID) { makeRows(elements) }
        }
    }
}
