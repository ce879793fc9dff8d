/// The one adapter between business data and a table: it turns raw data of any shape into a ``TableInfo``.
///
/// A reformer knows the business data and the items, never a surface. Dependencies such as formatters are
/// stored properties, given to its initialiser.
///
/// ```swift
/// struct LedgerReformer: Reformer {
///     let money: MoneyFormat
///
///     func reform(_ ledger: Ledger) throws -> TableInfo {
///         TableInfo {
///             for customer in ledger.customers {
///                 TableSection(id: customer.id) {
///                     Head(customer, as: CustomerTitle.self)
///                     Rows(customer.orders, as: OrderLine.self)
///                 }
///             }
///         }
///     }
/// }
/// ```
///
/// A reformer that needs nothing injected conforms to ``StatelessReformer`` and is given as a type.
public protocol Reformer<RawData> {
    /// The business data, of any shape.
    associatedtype RawData

    /// Makes a table of business data.
    ///
    /// - Parameter rawData: The business data, as the agent was given it.
    /// - Returns: The table.
    /// - Throws: Any error; it reaches the caller of the agent unchanged, and the current table stays.
    func reform(_ rawData: RawData) throws -> TableInfo
}

/// A reformer without dependencies, so that its type is enough to name it.
///
/// ```swift
/// let agent = try Agent(container, rawData: ledger, reformer: LedgerReformer.self)
/// ```
public protocol StatelessReformer<RawData>: Reformer {
    /// Creates the reformer.
    init()
}

/// The reformer of a plain list: an array in, one section with a row for each element out.
@usableFromInline
struct ListReformer<Element>: Reformer {
    private let columns: [GridColumn]

    /// Made in the client's module, where the types are known; see the rows `edit/` of the benchmark.
    private let makeRows: ([Element]) -> Rows

    @usableFromInline
    init(columns: [GridColumn], makeRows: @escaping ([Element]) -> Rows) {
        self.columns = columns
        self.makeRows = makeRows
    }

    @usableFromInline
    func reform(_ elements: [Element]) -> TableInfo {
        TableInfo(columns: columns, sections: [TableSection(id: "list", rows: makeRows(elements))])
    }
}
