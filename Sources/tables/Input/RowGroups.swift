#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The rows of a table, grouped by their texts in some columns, in the order of first appearance.
struct RowGroups {
    /// The texts of each group, one for each column. Without columns, the only element is empty.
    private(set) var paths: [[ExactText]] = []
    /// The rows of each group, in the order of the selected rows.
    private(set) var rows: [[Int]] = []

    /// Groups rows of a table. Without columns, all of them form one group.
    ///
    /// - Complexity: O(*n*). Only the names of groups become strings.
    init(_ table: SourceTable, by columns: [Int], rows selected: [Int]) {
        if columns.isEmpty {
            paths = [[]]
            rows = [selected]
            return
        }
        table.withCells { cells in
            var keys = KeyNumbers(capacity: 0)
            // The group of each key, or -1 for a key of fewer columns.
            var groups: [Int] = []
            for row in selected {
                let key = keys.number(of: row, in: columns, of: cells)
                while groups.count <= key { groups.append(-1) }
                if groups[key] < 0 {
                    groups[key] = paths.count
                    paths.append(columns.map { ExactText(cells[row, $0].text) })
                    rows.append([])
                }
                rows[groups[key]].append(row)
            }
        }
    }

    /// Returns the group of each row of a table, or -1 for a row that is not selected.
    func numbers(rowCount: Int) -> [Int] {
        var numbers = [Int](repeating: -1, count: rowCount)
        for (number, rows) in rows.enumerated() {
            for row in rows { numbers[row] = number }
        }
        return numbers
    }
}

/// The numbers of keys, in the order of their first appearance. Equal keys of two versions have equal numbers.
struct KeyNumbers {
    private struct Part: Hashable {
        /// The number of the values before the text.
        let prefix: Int
        let text: LentText
    }

    private var numbers: [Part: Int] = [:]
    /// The values by their numbers. The first number is 1.
    private var parts: [Part] = []
    private var lastNumber = 0

    /// Creates numbers of no keys, with room for a number of keys.
    init(capacity: Int) {
        numbers.reserveCapacity(capacity)
        parts.reserveCapacity(capacity)
    }

    /// Returns the number of a row's values in some columns. The cells must stay valid as long as the numbers.
    mutating func number(of row: Int, in columns: [Int], of cells: SourceTable.LentCells) -> Int {
        var number = 0
        for column in columns {
            let part = Part(prefix: number, text: LentText(utf8: cells[row, column].utf8))
            if lastNumber < parts.count, parts[lastNumber] == part {
                // The rows follow each other as in the other version.
                number = lastNumber + 1
            } else if let known = numbers[part] {
                number = known
            } else {
                parts.append(part)
                number = parts.count
                numbers[part] = number
            }
            lastNumber = number
        }
        return number
    }
}

/// The text of a cell that a table lends.
struct LentText: Hashable {
    let utf8: UnsafeBufferPointer<UInt8>

    static func == (first: LentText, second: LentText) -> Bool { first.utf8.isEqual(to: second.utf8) }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(utf8)) }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns whether the bytes equal other bytes.
    func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count, let start = baseAddress, let otherStart = other.baseAddress else {
            return count == other.count
        }
        return memcmp(start, otherStart, count) == 0
    }
}

extension Collection {
    /// Returns the indices of elements by their names. Of equal names, the first counts.
    func indices(byName name: (Element) -> String) -> [ExactText: Index] {
        Dictionary(zip(map { ExactText(name($0)) }, indices)) { first, _ in first }
    }
}

/// A text that equals another text only if the code points are equal, even if Unicode treats both as the same
/// character.
struct ExactText: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    let description: String
    var debugDescription: String { description.debugDescription }

    init(_ text: String) {
        description = text
    }

    static func == (first: ExactText, second: ExactText) -> Bool {
        first.description.utf8.elementsEqual(second.description.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = description
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
