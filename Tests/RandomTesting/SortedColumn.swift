import Foundation

/// A column whose values are hard to sort, in their order, from `Tests/Fixtures/columns.json`. Cells without a value are last.
///
/// The surfaces of several modules and the command are tested with the same columns.
package struct SortedColumn: Decodable, Sendable, CustomStringConvertible {
    package let name: String
    package let kind: Kind
    package let sorted: [String?]

    package enum Kind: String, Decodable, Sendable {
        case text, number, boolean
    }

    /// The values in another order.
    package var scrambled: [String?] {
        let indices = sorted.indices.sorted { ($0 * 7 % 11, $0) > ($1 * 7 % 11, $1) }
        return indices.map { sorted[$0] }
    }

    /// The values from the greatest one on. Cells without a value are last, too.
    package var descending: [String?] {
        sorted.filter { $0 != nil }.reversed() + sorted.filter { $0 == nil }
    }

    package var description: String { name }

    /// All columns.
    package static let all: [SortedColumn] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Fixtures/columns.json")
        do {
            return try JSONDecoder().decode([SortedColumn].self, from: Data(contentsOf: file))
        } catch {
            fatalError("\(file.path): \(error)")
        }
    }()
}
