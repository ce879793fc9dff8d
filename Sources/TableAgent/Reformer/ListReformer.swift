/// The reformer of a plain list: an array in, one section with a row for each element out.
///
/// ```swift
/// try agent.attach(container, rawData: orders, reformer: ListReformer<OrderLine>())
/// ```
public struct ListReformer<Item: TableItem>: StatelessReformer
where Item.Data: Identifiable, Item.Data.ID: Sendable {
    /// The columns of the table.
    public var columns: [GridColumn]

    /// The id of the one section.
    public static var sectionID: AnyID { "list" }

    /// Creates the reformer of a list without column titles.
    public init() {
        columns = []
    }

    /// Creates the reformer of a list.
    ///
    /// - Parameter columns: The columns of the table.
    public init(columns: [GridColumn]) {
        self.columns = columns
    }

    /// Makes a table with one section of one row for each element.
    ///
    /// - Parameter elements: The business data, a row each.
    /// - Complexity: O(1).
    public func reform(_ elements: [Item.Data]) -> TableInfo {
        TableInfo(columns: columns) {
            Section(id: Self.sectionID) {
                Rows(elements, as: Item.self)
            }
        }
    }
}
