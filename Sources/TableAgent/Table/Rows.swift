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
    private(set) var slices = SliceList()

    /// Above how many slices it is worth while to join them again.
    var joinLimit = Rows.leastJoinLimit
    static let leastJoinLimit = 256

    /// The items of the rows, each once, and maybe those of rows that were removed.
    private(set) var items: [ItemType] = []

    /// Creates rows without any row.
    public init() {}

    @usableFromInline
    init(run: Run) {
        self.init()
        append(RunSlice(run))
    }

    /// Adds a slice.
    mutating func append(_ slice: RunSlice) {
        guard slice.count > 0 else { return }
        slices.append(slice)
        add(slice.run.item)
    }

    private mutating func add(_ item: ItemType) {
        if items.last != item, !items.contains(item) { items.append(item) }
    }

    /// Puts other rows in the place of some.
    mutating func replaceSlices(_ range: Range<Int>, with rows: Rows) {
        slices.replaceSubrange(range, with: rows.slices)
        for item in rows.items { add(item) }
    }

    /// Some of the rows, which share the arrays of all.
    func part(_ range: Range<Int>) -> Rows {
        var result = Rows()
        result.slices = slices.part(range)
        result.items = items
        return result
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

    /// The slice that holds a row, and the row's index in the run.
    func place(of row: Int) -> (slice: RunSlice, index: Int) {
        let number = slices.number(ofRow: row)
        let slice = slices[number]
        return (slice, slice.start + row - slices.start(ofSlice: number))
    }
}

extension Rows: RandomAccessCollection {
    /// The first row's number, 0.
    public var startIndex: Int { 0 }

    /// How many rows there are.
    ///
    /// - Complexity: O(1).
    public var endIndex: Int { slices.rowCount }

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
    /// The number of the first row that an item shows.
    ///
    /// - Complexity: O(slices).
    func firstIndex(of item: ItemType) -> Int? {
        slices.firstIndex { $0.run.item == item }.map { slices.start(ofSlice: $0) }
    }

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
