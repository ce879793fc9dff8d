package import Orders

/// A database of orders, which ``OrderStore`` reads and changes by the same statements, whatever the database is.
///
/// The tables are `customers`, `orders`, `payments`, `requests`, `secrets`, and `changes`. Triggers add each change of the
/// orders to `changes`, whichever program makes it.
package protocol OrderDatabase: Sendable {
    /// The key of the tokens of viewers: 32 random bytes, which are created with the database.
    var tokenKey: [UInt8] { get }

    /// Calls a closure with a connection that sees one state of the database.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any OrderConnection) throws -> Result
    ) async throws -> Result

    /// Calls a closure in a transaction, which is committed when the closure returns, and rolled back when it throws.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any OrderConnection) throws -> Result
    ) async throws -> Result

    // MARK: Changes

    /// Returns the changes that were committed after a state, by any program.
    ///
    /// - Parameter state: The state that an earlier call returned, or `nil` if the caller knows none.
    /// - Returns: The changes, and the state that includes them all. The changes are ``Orders/OrderChange/any`` if the database
    ///   can't name them: without a state, and for too many changes.
    func changes(after state: String?) async throws -> (changes: Set<OrderChange>, state: String)

    /// Deletes the changes that a state includes. Call this only when no program still uses an earlier state.
    func deleteChanges(through state: String) async throws

    /// Subscribes to notifications of commits, so that a program can call ``changes(after:)`` at once instead of at its next
    /// poll.
    ///
    /// - Returns: A stream with one element for any number of notifications, which ends when its connection is lost; or
    ///   `nil` if the database sends no notifications.
    func notifications() async throws -> AsyncStream<Void>?

    /// The number of callers that wait for a connection.
    var waitingCount: Int { get async }
}

extension OrderDatabase {
    func notifications() async throws -> AsyncStream<Void>? { nil }

    var waitingCount: Int { 0 }

    /// The maximum number of changes that are named.
    static var maximumChangeCount: Int { 100 }
}

/// A connection to a database during a transaction. It is used by one thread.
package protocol OrderConnection {
    /// Executes a statement.
    ///
    /// - Parameters:
    ///   - sql: A constant text, whose parameters are `$1`, `$2`, and so on, each of which occurs once.
    ///   - values: The values of the parameters.
    ///   - isKept: Whether the database keeps the parsed statement for the next call. There are too many statements of queries.
    ///   - body: Makes a value from a row.
    /// - Returns: The values of all rows.
    func rows<Value>(
        _ sql: String, _ values: [OrderValue], isKept: Bool, as body: (any OrderRow) throws -> Value
    ) throws -> [Value]

    /// Calls a closure with statements that only read, and returns `nil` if a statement takes longer than a time.
    func within<Result>(_ time: Duration, _ body: () throws -> Result) throws -> Result?

    /// Waits until no other transaction changes an order. Statements after this one see the changes of those transactions.
    func lock(_ order: Order.ID) throws
}

extension OrderConnection {
    /// Executes a constant statement.
    func rows<Value>(
        _ sql: String, _ values: [OrderValue] = [], as body: (any OrderRow) throws -> Value
    ) throws -> [Value] {
        try rows(sql, values, isKept: true, as: body)
    }

    /// Executes a statement of a query.
    func rows<Value>(
        _ statement: OrderStatement, as body: (any OrderRow) throws -> Value
    ) throws -> [Value] {
        try rows(statement.sql, statement.values, isKept: false, as: body)
    }

    /// Executes a statement without rows.
    func execute(_ sql: String, _ values: [OrderValue] = []) throws { _ = try rows(sql, values) { _ in } }

    /// Returns the first column of the first row.
    func integer(_ sql: String, _ values: [OrderValue] = []) throws -> Int? {
        try rows(sql, values) { try $0.integer(0) }.first
    }

    /// Returns the first column of the first row.
    func text(_ sql: String, _ values: [OrderValue] = []) throws -> String? {
        try rows(sql, values) { try $0.text(0) }.first
    }
}

/// A value of a parameter.
package enum OrderValue: Sendable, ExpressibleByIntegerLiteral {
    case integer(Int)
    case text(String)

    package init(integerLiteral value: Int) { self = .integer(value) }

    /// Whether the value is an empty text.
    var isEmpty: Bool { if case .text("") = self { true } else { false } }
}

/// A row of a result, whose columns have numbers from 0.
package protocol OrderRow {
    func integer(_ column: Int) throws -> Int
    func text(_ column: Int) throws -> String
}

extension OrderChange {
    /// Creates the change of a row of `changes`: the order, its customer, and its statuses before and after the change. All
    /// are empty texts where they don't apply.
    init(_ row: any OrderRow, from column: Int) throws {
        let (order, customer) = (try row.text(column), try row.text(column + 1))
        let statuses = try (column + 2...column + 3).map { try row.text($0) }
        let isKnown = statuses.allSatisfy { $0.isEmpty || OrderStatus(rawValue: $0) != nil }
        guard let order = Int(order), let customer = Int(customer), isKnown else {
            self = .any
            return
        }
        self = .order(
            order, of: customer, from: OrderStatus(rawValue: statuses[0]),
            to: OrderStatus(rawValue: statuses[1]))
    }
}

/// The database does not answer at the moment, or has too many requests.
///
/// A change may have been committed nevertheless, if the connection was lost during the commit.
package struct DatabaseUnavailable: Error, CustomStringConvertible {
    package let description: String
}

/// The reason why a database can't be used.
package struct OrderDatabaseError: Error, Equatable, CustomStringConvertible {
    package let description: String

    /// Whether the database has rolled back the transaction because of another one, so that it can be repeated.
    let isConflict: Bool

    init(_ description: String, isConflict: Bool = false) {
        self.description = description
        self.isConflict = isConflict
    }

    /// The address is one of PostgreSQL, but the program has only SQLite.
    package static let withoutPostgreSQL = Self(
        "This program was built without PostgreSQL. Install libpq-dev, and build it with --traits PostgreSQL."
    )
}
