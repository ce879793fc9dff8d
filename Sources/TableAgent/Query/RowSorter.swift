/// The keys of rows in a column, as they are read.
struct SortKeys {
    /// A key of 8 bytes for each row, reversed for a descending order.
    fileprivate var bits: [UInt64] = []
    /// The length and the bytes of the sort keys of texts and of rounded numbers, and their place for each row.
    fileprivate var bytes = ByteBuffer()
    fileprivate var starts: [Int] = []
    /// The keys of which several values are possible, if there are few of them.
    private var rounded: Set<UInt64> = []
    private static let mostRounded = 4_096

    mutating func reserveCapacity(_ count: Int) { bits.reserveCapacity(count) }

    /// Adds the key of a row.
    @inline(__always)
    mutating func append(_ line: borrowing GridLine, _ sort: QueryPlan.Sort) {
        let cell = line.cell(inColumn: sort.column)
        if sort.kind == .text {
            // The kind of the column was not known before its first value.
            while starts.count < bits.count { starts.append(0) }
            starts.append(bytes.count)
            bits.append(
                line.columnKind(of: cell) == nil ? OrderKey.missing : appendBytes(of: cell, line, sort))
        } else if let key = line.orderKey(of: cell) {
            bits.append(sort.isDescending ? ~key.bits : key.bits)
            if key.isRounded, rounded.count <= Self.mostRounded { rounded.insert(bits[bits.count - 1]) }
        } else {
            bits.append(OrderKey.missing)
        }
    }

    /// Returns whether values with a key may differ.
    fileprivate func mayDiffer(_ key: UInt64) -> Bool {
        rounded.count > Self.mostRounded || rounded.contains(key)
    }

    /// Adds the sort key of a cell with a value, and returns its first 8 bytes.
    fileprivate mutating func appendBytes(
        of cell: GridCell, _ line: borrowing GridLine, _ sort: QueryPlan.Sort
    ) -> UInt64 {
        let start = bytes.count
        bytes.append(atMost: 8) { _ in 8 }
        if sort.kind == .text {
            line.withShown(of: cell) { bytes.append(sortKeyOf: $0) }
        } else {
            line.exactKey(of: cell).bytes.withUnsafeBufferPointer { bytes.append($0) }
        }
        bytes.setLength(bytes.count - start - 8, at: start)
        return word(at: start, depth: 0, sort)
    }

    /// Returns 8 bytes of a sort key; zeros follow its end.
    fileprivate func word(at start: Int, depth: Int, _ sort: QueryPlan.Sort) -> UInt64 {
        let word = bytes.word(at: start + 8 + 8 * depth, end: start + 8 + bytes.length(at: start))
        return sort.isDescending ? ~word : word
    }
}

extension ByteBuffer {
    fileprivate mutating func setLength(_ length: Int, at start: Int) {
        storage.withUnsafeMutableBytes { $0.storeBytes(of: length, toByteOffset: start, as: Int.self) }
    }

    @inline(__always)
    fileprivate func length(at start: Int) -> Int {
        storage.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: Int.self) }
    }

    /// Returns 8 bytes as a number whose order is that of the bytes.
    fileprivate func word(at start: Int, end: Int) -> UInt64 {
        if start + 8 <= end {
            return storage.withUnsafeBytes {
                UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            }
        }
        var word: UInt64 = 0
        for index in start..<max(start, end) {
            word |= UInt64(storage[index]) << UInt64(56 - 8 * (index - start))
        }
        return word
    }
}

/// Sorts the rows of a section in steps, so that a surface can answer a person between two of them.
///
/// Rows are sorted by 8 bytes of a number, or of a text's sort key. Rows with equal bytes are then sorted by the next 8 bytes, by
/// the sort key of a rounded number, or by the next column. A sort takes 28 bytes for each
/// row, and 8 bytes and the sort key for each text and each of several numbers that are rounded to the same one.
///
/// The sort is stable. Rows without a value are last in both directions.
struct RowSorter {
    /// A part of the rows whose earlier bytes and columns are equal.
    private struct Part {
        var range: Range<Int>
        /// The index of the sort.
        var sort: Int
        /// The number of words of the sort key that are equal.
        var depth = 0
        /// Whether the keys of numbers are equal, and the numbers may differ.
        var isExact = false
    }

    private enum Step {
        case read(offset: Int)
        case sort(shift: UInt64)
        /// Finds rows that are still equal, from an index on.
        case divide(from: Int)
    }

    /// The rows of the section, as the filter left them.
    private let rows: [UInt32]
    private let sorts: [QueryPlan.Sort]
    /// The keys of the rows, and the indices of the rows in `rows`, in the order so far.
    private var keys: [UInt64]
    private var order: [UInt32]
    private var otherKeys: [UInt64] = []
    private var otherOrder: [UInt32] = []
    private var sortKeys: SortKeys
    /// The parts to sort, the next one at the end, and the parts of the last one, in order.
    private var parts: [Part] = []
    private var found: [Part] = []
    private var step = Step.sort(shift: 0)

    /// Creates the sort of rows whose keys of the first column are known.
    init(_ rows: [UInt32], by sorts: [QueryPlan.Sort], _ firstKeys: consuming SortKeys) {
        self.rows = rows
        self.sorts = sorts
        keys = firstKeys.bits
        firstKeys.bits = []
        sortKeys = firstKeys
        order = Array(0..<UInt32(rows.count))
        if rows.count > 1 { parts = [Part(range: 0..<rows.count, sort: 0)] }
    }

    /// The sorted rows, when the sort is finished.
    var sorted: [UInt32] { order.map { rows[Int($0)] } }

    /// Sorts until a deadline, and returns whether the sort is finished.
    ///
    /// - Parameter fill: Fills a line with a row of the section.
    mutating func run(
        until deadline: ContinuousClock.Instant?, _ line: inout GridLine,
        fill: (UInt32, inout GridLine) -> Void
    ) -> Bool {
        var work = 0
        while let part = parts.last {
            work += 16 + perform(part, line: &line, fill: fill)
            if work > 20_000, let deadline {
                if ContinuousClock.now >= deadline { return false }
                work = 0
            }
        }
        return true
    }

    /// Performs a step of a part, and returns the number of rows that it read or moved.
    private mutating func perform(
        _ part: Part, line: inout GridLine, fill: (UInt32, inout GridLine) -> Void
    ) -> Int {
        switch step {
        case .read(let offset):
            let end = min(offset + 2_048, part.range.upperBound)
            for index in offset..<end { read(index, part, line: &line, fill: fill) }
            step = end < part.range.upperBound ? .read(offset: end) : .sort(shift: 0)
            return 8 * (end - offset)
        case .sort(let shift):
            if shift == 0, part.range.count <= 32 || isSorted(part.range) {
                insertionSort(part.range)
                step = .divide(from: part.range.lowerBound)
            } else {
                distribute(part.range, shift)
                step = shift < 56 ? .sort(shift: shift + 8) : .divide(from: part.range.lowerBound)
            }
            return 2 * part.range.count
        case .divide(let start):
            let end = divide(part, from: start)
            step = .divide(from: end)
            guard end == part.range.upperBound else { return 8 * (end - start) }
            parts.removeLast()
            parts += found.reversed()
            found.removeAll()
            if let next = parts.last { step = .read(offset: next.range.lowerBound) }
            return end - start
        }
    }

    // MARK: Reading

    private mutating func read(
        _ index: Int, _ part: Part, line: inout GridLine, fill: (UInt32, inout GridLine) -> Void
    ) {
        let row = Int(order[index])
        let sort = sorts[part.sort]
        if part.depth > 0 {
            keys[index] = sortKeys.word(at: sortKeys.starts[row], depth: part.depth, sort)
            return
        }
        fill(rows[row], &line)
        // The key is added at the end, and then belongs to its row.
        let start = sortKeys.bytes.count
        if part.isExact {
            keys[index] = sortKeys.appendBytes(of: line.cells[sort.column], line, sort)
        } else {
            sortKeys.append(line, sort)
            keys[index] = sortKeys.bits.removeLast()
            guard sort.kind == .text else { return }
            sortKeys.starts.removeLast()
        }
        if sortKeys.starts.isEmpty { sortKeys.starts = Array(repeating: 0, count: rows.count) }
        sortKeys.starts[row] = start
    }

    // MARK: Sorting

    /// Sorts a part by one byte of the keys; rows with equal bytes keep their order.
    private mutating func distribute(_ range: Range<Int>, _ shift: UInt64) {
        var counts = [Int](repeating: 0, count: 256)
        for index in range { counts[Int(truncatingIfNeeded: keys[index] >> shift & 0xFF)] &+= 1 }
        guard counts[Int(truncatingIfNeeded: keys[range.lowerBound] >> shift & 0xFF)] < range.count else {
            return
        }
        if otherKeys.isEmpty {
            otherKeys = Array(repeating: 0, count: keys.count)
            otherOrder = Array(repeating: 0, count: keys.count)
        }
        var next = range.lowerBound
        for digit in 0..<256 {
            let count = counts[digit]
            counts[digit] = next
            next += count
        }
        for index in range {
            let digit = Int(truncatingIfNeeded: keys[index] >> shift & 0xFF)
            otherKeys[counts[digit]] = keys[index]
            otherOrder[counts[digit]] = order[index]
            counts[digit] &+= 1
        }
        if range.count == keys.count {
            swap(&keys, &otherKeys)
            swap(&order, &otherOrder)
        } else {
            for index in range {
                keys[index] = otherKeys[index]
                order[index] = otherOrder[index]
            }
        }
    }

    private func isSorted(_ range: Range<Int>) -> Bool {
        range.dropFirst().allSatisfy { keys[$0 - 1] <= keys[$0] }
    }

    /// Sorts a part that is short, or sorted already.
    private mutating func insertionSort(_ range: Range<Int>) {
        for index in range.dropFirst() {
            let key = keys[index]
            let row = order[index]
            var place = index
            while place > range.lowerBound, keys[place - 1] > key {
                keys[place] = keys[place - 1]
                order[place] = order[place - 1]
                place -= 1
            }
            keys[place] = key
            order[place] = row
        }
    }

    // MARK: Equal keys

    /// Finds rows that are still equal, from an index on, and returns the index behind some thousands of rows.
    private mutating func divide(_ part: Part, from first: Int) -> Int {
        var start = first
        while start < part.range.upperBound, start - first < 4_096 {
            var end = start + 1
            while end < part.range.upperBound, keys[start] == keys[end] { end += 1 }
            if end - start > 1 { divide(start..<end, of: part) }
            start = end
        }
        return start
    }

    /// Adds the part of some rows whose keys are equal.
    private mutating func divide(_ range: Range<Int>, of part: Part) {
        let key = keys[range.lowerBound]
        let hasValue = key != OrderKey.missing || part.depth > 0
        let next = Part(range: range, sort: part.sort, depth: part.depth + 1, isExact: part.isExact)
        if part.isExact || sorts[part.sort].kind == .text, hasValue {
            // Equal keys end at the same word, because the last byte of a key is not zero.
            let length = sortKeys.bytes.length(at: sortKeys.starts[Int(order[range.lowerBound])])
            if length > 8 * next.depth { return found.append(next) }
        } else if hasValue, sortKeys.mayDiffer(key) {
            return found.append(Part(range: range, sort: part.sort, isExact: true))
        }
        if part.sort + 1 < sorts.count { found.append(Part(range: range, sort: part.sort + 1)) }
    }
}
