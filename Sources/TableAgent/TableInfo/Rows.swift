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
    private(set) var runs: [Run]
    /// For each run, the number of the row after its last one.
    private var ends: [Int]

    /// Creates rows without any row.
    public init() {
        runs = []
        ends = []
    }

    @usableFromInline
    init(run: Run) {
        self.init()
        append(run)
    }

    mutating func append(_ run: Run) {
        guard run.count > 0 else { return }
        runs.append(run)
        ends.append(count + run.count)
    }

    /// Adds a row below the others.
    ///
    /// - Parameter row: The row to add.
    public mutating func append(_ row: Row) {
        append(row.run.single(at: row.index))
    }

    /// Adds rows below the others, sharing their arrays.
    ///
    /// - Parameter rows: The rows to add.
    /// - Complexity: O(runs of `rows`).
    public mutating func append(contentsOf rows: Rows) {
        for run in rows.runs {
            append(run)
        }
    }

    /// The run that holds a row, and the row's index in it.
    func place(of row: Int) -> (run: Run, index: Int) {
        if runs.count == 1 { return (runs[0], row) }
        var low = 0
        var high = ends.count - 1
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= row { low = middle + 1 } else { high = middle }
        }
        return (runs[low], row - (ends[low] - runs[low].count))
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
        return Row(run: place.run, index: place.index)
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
        for run in runs {
            if let index = run.index(of: id) { return start + index }
            start += run.count
        }
        return nil
    }
}
