#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The rows of a table, grouped by their text in a column, in the order of first appearance.
struct RowGroups {
    /// The texts of the groups. If there is no column, the only element is `nil`.
    private(set) var names: [ExactText?] = []
    /// The rows of each group, in the order of the selected rows.
    private(set) var rows: [[Int]] = []
    /// The group of each row of the table, or -1 for a row that is not selected.
    private(set) var numbers: [Int]

    /// Groups rows of a table. Without a column, all of them form one group.
    ///
    /// - Complexity: O(*n*). Only the names of groups become strings.
    init(_ table: SourceTable, by column: Int?, rows selected: [Int]) {
        numbers = [Int](repeating: -1, count: table.rows.count)
        guard let column else {
            for row in selected { numbers[row] = 0 }
            names = [nil]
            rows = [selected]
            return
        }
        table.withCells { cells in
            var known: [LentText: Int] = [:]
            for row in selected {
                let cell = cells[row, column]
                let number = known[LentText(utf8: cell.utf8)] ?? names.count
                if number == names.count {
                    known[LentText(utf8: cell.utf8)] = number
                    names.append(ExactText(cell.text))
                    rows.append([])
                }
                numbers[row] = number
                rows[number].append(row)
            }
        }
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
struct ExactText: Hashable, Sendable, CustomStringConvertible {
    let description: String

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
