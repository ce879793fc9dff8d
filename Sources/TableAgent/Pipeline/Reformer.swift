/// The adapter between business data and a table: it makes a ``TableInfo`` from raw data of any shape.
///
/// A reformer knows the business data and the items, but no surface. Dependencies such as formatters are
/// stored properties, which are passed to its initializer.
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
/// A reformer without dependencies conforms to ``StatelessReformer``, and is passed as a type.
public protocol Reformer<RawData> {
    /// The business data, of any shape.
    associatedtype RawData

    /// Makes a table from business data.
    ///
    /// - Parameter rawData: The business data of the agent.
    /// - Returns: The table.
    /// - Throws: Any error. The caller of the agent receives the error unchanged, and the visible table
    ///   stays.
    func reform(_ rawData: RawData) throws -> TableInfo
}

/// A reformer without dependencies, which can be passed as a type.
///
/// ```swift
/// let agent = try Agent(container, rawData: ledger, reformer: LedgerReformer.self)
/// ```
public protocol StatelessReformer<RawData>: Reformer {
    /// Creates the reformer.
    init()
}

/// The reformer of an agent that is created with a closure.
struct ClosureReformer<RawData>: Reformer {
    private let makeTable: (RawData) throws -> TableInfo

    init(_ makeTable: @escaping (RawData) throws -> TableInfo) {
        self.makeTable = makeTable
    }

    func reform(_ rawData: RawData) throws -> TableInfo { try makeTable(rawData) }
}
