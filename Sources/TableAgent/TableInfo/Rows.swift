/// The rows of a section: runs of one kind each, side by side.
///
/// A run keeps the business array as it is, shared and never walked, so a million rows cost as much to put
/// into a table as ten. In a section's builder, `Rows` is how an array is written; read back, it is a
/// collection of ``Row``.
///
/// ```swift
/// Rows(orders, as: OrderLine.self)                 // the orders' own ids
/// Rows(lines, id: \.sku, as: StockLine.self)       // an id read from the data
/// Rows(byPosition: notes, as: NoteLine.self)       // data without identity
/// ```
public struct Rows {
    private(set) var slices: [RunSlice] = []
    /// For each slice, the number of the row after its last one.
    private var ends: [Int] = []

    /// Creates rows without any row.
    public init() {}

    @usableFromInline
    init(run: Run) {
        self.init()
        append(RunSlice(run))
    }

    /// Adds a slice, to the last one if it goes on with it.
    mutating func append(_ slice: RunSlice) {
        guard slice.count > 0 else { return }
        let end = count + slice.count
        if let last = slices.last, last.run === slice.run, last.range.upperBound == slice.start {
            slices[slices.count - 1] = RunSlice(last.run, start: last.start, count: last.count + slice.count)
            ends[ends.count - 1] = end
        } else {
            slices.append(slice)
            ends.append(end)
        }
    }

    mutating func reserveCapacity(_ count: Int) {
        slices.reserveCapacity(count)
        ends.reserveCapacity(count)
    }

    /// Adds a row below the others.
    ///
    /// - Parameter row: The row to add.
    public mutating func append(_ row: Row) {
        // A copy, so that one row does not keep the data of all its former neighbours.
        append(RunSlice(row.run.count == 1 ? row.run : row.run.copy(of: row.index..<row.index + 1)))
    }

    /// Adds rows below the others, sharing their arrays.
    ///
    /// - Parameter rows: The rows to add.
    /// - Complexity: O(arrays of `rows`).
    public mutating func append(contentsOf rows: Rows) {
        for slice in rows.slices {
            append(slice)
        }
    }

    /// The number of the slice that holds a row.
    func sliceIndex(of row: Int) -> Int {
        var low = 0
        var high = ends.count - 1
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= row { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The number of a slice's first row.
    func start(ofSlice index: Int) -> Int { ends[index] - slices[index].count }

    /// The slice that holds a row, and the row's index in the run.
    func place(of row: Int) -> (slice: RunSlice, index: Int) {
        let number = slices.count == 1 ? 0 : sliceIndex(of: row)
        let slice = slices[number]
        return (slice, slice.start + row - start(ofSlice: number))
    }

    /// The number of the row that shows an element of a run.
    ///
    /// - Complexity: O(slices).
    func row(ofElement index: Int, of run: Run) -> Int? {
        for (number, slice) in slices.enumerated() where slice.run === run && slice.range.contains(index) {
            return start(ofSlice: number) + index - slice.start
        }
        return nil
    }

    /// How many rows at the start and at the end stand in the same slices as those of other rows.
    func countShared(with other: Rows) -> (start: Int, end: Int) {
        let most = Swift.min(slices.count, other.slices.count)
        var first = 0
        while first < most, slices[first].isSame(as: other.slices[first]) { first += 1 }
        var last = 0
        while last < most - first,
            slices[slices.count - 1 - last].isSame(as: other.slices[other.slices.count - 1 - last])
        {
            last += 1
        }
        return (
            start: first == 0 ? 0 : ends[first - 1],
            end: last == 0 ? 0 : count - start(ofSlice: slices.count - last)
        )
    }
}

extension Rows: RandomAccessCollection {
    /// The first row's number, 0.
    public var startIndex: Int { 0 }

    /// How many rows there are.
    ///
    /// - Complexity: O(1).
    public var endIndex: Int { ends.last ?? 0 }

    /// Returns a row by its number.
    ///
    /// - Parameter position: The row's number, from 0; it must be below `count`.
    /// - Complexity: O(log runs).
    public subscript(position: Int) -> Row {
        precondition(indices.contains(position), "Row \(position) is out of range: there are \(count) rows.")
        let place = place(of: position)
        return Row(run: place.slice.run, index: place.index)
    }
}

extension Rows {
    /// Finds a row by its id.
    ///
    /// - Parameter id: The row's id.
    /// - Returns: The number of the first row with that id, or `nil`.
    /// - Complexity: O(rows).
    public func firstIndex(ofID id: some Hashable & Sendable) -> Int? {
        let id = AnyID(id)
        var start = 0
        for slice in slices {
            if let index = slice.run.index(of: id, in: slice.range) { return start + index - slice.start }
            start += slice.count
        }
        return nil
    }
}

extension Rows {
    /// The number of the first row whose data equals some.
    func firstIndex<Data: Equatable>(of data: Data) -> Int? {
        var start = 0
        for slice in slices {
            if let run = slice.run as? TypedRun<Data>,
                let index = run.elements[slice.range].firstIndex(of: data)
            {
                return start + index - slice.start
            }
            start += slice.count
        }
        return nil
    }
}
