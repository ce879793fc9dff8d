/// A statement of SQL, or a part of one: constant texts, and values that are its parameters.
///
/// ```swift
/// let filter: OrderStatement = "o.total >= \(.integer(500))"
/// let statement: OrderStatement = "SELECT o.id FROM orders o WHERE \(filter)"
/// // SELECT o.id FROM orders o WHERE o.total >= $1
/// ```
///
/// Only values and other statements can be interpolated, so no text of a request becomes a part of the SQL.
package struct OrderStatement: Sendable, ExpressibleByStringInterpolation {
    private enum Part {
        case text(String)
        case value(OrderValue)
    }

    private var parts: [Part] = []

    package init(stringLiteral text: String) { parts = [.text(text)] }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.statement.parts }

    /// Creates a statement of parts with a separator between them.
    init(_ statements: [OrderStatement], separator: StaticString) {
        parts = Array(statements.map(\.parts).joined(separator: [.text(separator.description)]))
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var statement: OrderStatement = ""

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ text: String) { statement.parts.append(.text(text)) }

        package mutating func appendInterpolation(_ value: OrderValue) {
            statement.parts.append(.value(value))
        }

        package mutating func appendInterpolation(_ other: OrderStatement) { statement.parts += other.parts }
    }

    /// The text, whose parameters are `$1`, `$2`, and so on.
    var sql: String {
        var sql = ""
        var number = 0
        for part in parts {
            switch part {
            case .text(let text): sql += text
            case .value:
                number += 1
                sql += "$\(number)"
            }
        }
        return sql
    }

    /// The values of the parameters.
    var values: [OrderValue] {
        parts.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }
}
