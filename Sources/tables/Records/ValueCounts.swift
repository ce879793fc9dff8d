/// The different values of a column and the number of rows with each value, in the order of first appearance.
///
/// A value is a kind and the bytes of its text, so `1` and `1.0` are different values. Only row numbers and hashes are
/// stored, because a dictionary of the texts would need three times the memory.
struct ValueCounts {
    /// A value and the number of its rows.
    struct Value {
        /// The first row with the value.
        let row: UInt32
        /// The number of rows with the value.
        fileprivate(set) var count: UInt32
        fileprivate let hash: UInt32
    }

    /// The maximum number of different values that are counted.
    static let mostValues = 1_000_000

    private let limit: Int
    /// The values. Beyond the limit, each row adds an entry, even for a value that is in the list.
    private(set) var values: [Value] = []
    /// Whether each value is in the list only once.
    private(set) var isExact = true
    /// Open addressing: the numbers of values from 1, at the places of their hashes, or 0 for a free place. The number
    /// of places is a power of two and at least twice that of values.
    private var places = [UInt32](repeating: 0, count: 64)

    /// Counts the values of some rows. Empty cells are no values. A cancelled task counts only the first ones.
    ///
    /// - Complexity: O(*n*) in the bytes of the values.
    init(_ cells: SourceTable.LentCells, column: Int, rows: [Int], limit: Int = mostValues) {
        self.limit = limit
        for start in stride(from: 0, to: rows.count, by: Self.blockSize) where !Task.isCancelled {
            add(rows[start..<min(start + Self.blockSize, rows.count)], column: column, of: cells)
        }
        places = []
    }

    private static let blockSize = 256

    /// Counts the values of a block of rows.
    ///
    /// Each step takes all rows of the block. A place and the text of an earlier row are rarely in the cache of the
    /// processor, which so waits for many of them at once.
    private mutating func add(_ rows: ArraySlice<Int>, column: Int, of cells: SourceTable.LentCells) {
        let rows = rows.filter { !cells[$0, column].isEmpty }
        guard isExact else { return values += rows.map { Value(row: UInt32($0), count: 1, hash: 0) } }
        let new = rows.map { cells[$0, column] }
        let hashes = new.map { UInt32(truncatingIfNeeded: LentText(utf8: $0.utf8).hashValue) }
        let numbers = hashes.map { Int(places[Int($0) & (places.count - 1)]) }
        let known = numbers.map { $0 > 0 ? values[$0 - 1] : nil }
        let old = known.map { $0.map { cells[Int($0.row), column] } }
        for index in new.indices {
            if let cell = old[index], known[index]?.hash == hashes[index], cell.isEqual(to: new[index]) {
                values[numbers[index] - 1].count += 1
            } else {
                add(new[index], ofRow: rows[index], hash: hashes[index], column: column, of: cells)
            }
        }
    }

    /// Counts a value that is not at the first place of its hash.
    private mutating func add(
        _ cell: SourceTable.LentCell, ofRow row: Int, hash: UInt32, column: Int,
        of cells: SourceTable.LentCells
    ) {
        var place = Int(hash) & (places.count - 1)
        while isExact, places[place] > 0 {
            let index = Int(places[place]) - 1
            if values[index].hash == hash, cells[Int(values[index].row), column].isEqual(to: cell) {
                values[index].count += 1
                return
            }
            place = (place + 1) & (places.count - 1)
        }
        values.append(Value(row: UInt32(row), count: 1, hash: hash))
        guard isExact else { return }
        places[place] = UInt32(values.count)
        if values.count > limit {
            isExact = false
        } else if values.count * 2 > places.count {
            grow()
        }
    }

    /// Doubles the number of places.
    private mutating func grow() {
        places = [UInt32](repeating: 0, count: places.count * 2)
        for (index, value) in values.enumerated() {
            var place = Int(value.hash) & (places.count - 1)
            while places[place] > 0 { place = (place + 1) & (places.count - 1) }
            places[place] = UInt32(index + 1)
        }
    }

    /// Returns the values with the most rows, the most common one first. Among values of equally many rows, the first one
    /// in the table precedes the others.
    func mostCommon(_ count: Int) -> [Value] {
        var result: [Value] = []
        for value in values where result.count < count || value.count > result[count - 1].count {
            result.insert(value, at: result.firstIndex { $0.count < value.count } ?? result.count)
            if result.count > count { result.removeLast() }
        }
        return result
    }
}

extension SourceTable.LentCell {
    /// Whether the cell has no value, or an empty text.
    var isEmpty: Bool { !kind.isValue || utf8.isEmpty }

    fileprivate func isEqual(to other: Self) -> Bool { kind == other.kind && utf8.isEqual(to: other.utf8) }
}
