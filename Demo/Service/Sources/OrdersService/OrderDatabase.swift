package import Orders

/// A database of orders, which ``OrderStore`` reads and changes by the same statements, whatever the database is.
///
/// The tables are `customers`, `orders`, `payments`, `requests`, and `secrets`.
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
}

/// A connection to a database during a transaction. It is used by one thread.
package protocol OrderConnection {
    /// Executes a statement.
    ///
    /// - Parameters:
    ///   - sql: A constant text, whose parameters are `$1`, `$2`, and so on, each of which occurs once.
    ///   - values: The values of the parameters.
    ///   - body: Makes a value from a row.
    /// - Returns: The values of all rows.
    func rows<Value>(
        _ sql: String, _ values: [OrderValue], _ body: (any OrderRow) throws -> Value
    ) throws -> [Value]

    /// Waits until no other transaction changes an order. Statements after this one see the changes of those transactions.
    func lock(_ order: Order.ID) throws
}

extension OrderConnection {
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
}

/// A row of a result, whose columns have numbers from 0.
package protocol OrderRow {
    func integer(_ column: Int) throws -> Int
    func text(_ column: Int) throws -> String
}

/// The reason why a database can't be used.
package struct OrderDatabaseError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
