/// The rows of a section: a list of runs, each with rows of one item.
///
/// A run shares the business array and does not read it, so adding a million rows to a table takes as little
/// time as adding ten. In the body of a section, `Rows` adds an array. Rows that are read from a section are
/// a collection of ``Row``.
///
/// ```swift
/// Rows(orders, as: OrderLine.self)                 // the orders' own ids
/// Rows(lines, id: \.sku, as: StockLine.self)       // an id read from the data
/// Rows(byPosition: notes, as: NoteLine.self)       // data without identity
/// ```
public struct Rows {
    @usableFromInline
    enum Storage {
        /// One run. This is the common case and needs no list of slices.
        case one(Run)
        case many(RunSlices)
    }

    @usableFromInline
    private(set) var storage: Storage

    @usableFromInline
    init() {
        storage = .many(RunSlices())
    }

    @inlinable
    init(run: Run) {
        storage = .one(run)
    }

    init(list: RunSlices) {
        if list.slices.count == 1, list.rowCount == list.slices[0].run.count {
            storage = .one(list.slices[0].run)
        } else {
            storage = .many(list)
        }
    }

    /// The rows as a list of slices, even if they are one run.
    var list: RunSlices {
        switch storage {
        case .one(let run): RunSlices(run)
        case .many(let list): list
        }
    }

    /// The slices of runs that the rows consist of.
    var slices: [RunSlice] { list.slices }
}

extension Rows {
    /// Creates rows from data with its own ids.
    ///
    /// ```swift
    /// Rows(orders[page], as: OrderLine.self)      // a window of the raw data
    /// ```
    ///
    /// - Complexity: O(1) for an array; other collections, such as a slice of one, are copied.
    @inlinable
    public init<Item: TableItem, Elements: Collection>(_ elements: Elements, as item: Item.Type)
    where
        Elements.Element == Item.Data, Item.Data: Identifiable, Item.Data.ID: Sendable, Item.Context == Void
    {
        self.init(elements, as: item, with: ())
    }

    /// Creates rows of a ``ContextItem`` from data with its own ids. All rows share the context.
    ///
    /// ```swift
    /// Rows(tickets, as: TicketLine.self, with: staff)
    /// ```
    ///
    /// - Complexity: O(1) for an array.
    @inlinable
    public init<Item: TableItem, Elements: Collection>(
        _ elements: Elements, as item: Item.Type, with context: Item.Context
    ) where Elements.Element == Item.Data, Item.Data: Identifiable, Item.Data.ID: Sendable {
        self.init(run: TypedRun(Array(elements), as: item, identity: OwnIdentity(), context: context))
    }

    /// Creates rows with ids that are read from their data, as in `\.sku`. Each id is unique in its section.
    ///
    /// - Complexity: O(1) for an array.
    @inlinable
    public init<Item: TableItem, Elements: Collection, ID: Hashable & Sendable>(
        _ elements: Elements, id: @escaping (Item.Data) -> ID, as item: Item.Type
    ) where Elements.Element == Item.Data, Item.Context == Void {
        self.init(elements, id: id, as: item, with: ())
    }

    /// Creates rows of a ``ContextItem`` with ids that are read from their data.
    ///
    /// - Complexity: O(1) for an array.
    @inlinable
    public init<Item: TableItem, Elements: Collection, ID: Hashable & Sendable>(
        _ elements: Elements, id: @escaping (Item.Data) -> ID, as item: Item.Type, with context: Item.Context
    ) where Elements.Element == Item.Data {
        self.init(run: TypedRun(Array(elements), as: item, identity: ReadIdentity(id), context: context))
    }

    /// Creates rows from data without ids. The id of a row is its index in the collection.
    ///
    /// With such ids, inserting a row makes all rows below it look changed, and rows that an edit adds have
    /// ids from 0 again. Prefer an id from the data if there is one.
    ///
    /// - Complexity: O(1) for an array.
    @inlinable
    public init<Item: TableItem, Elements: Collection>(byPosition elements: Elements, as item: Item.Type)
    where Elements.Element == Item.Data, Item.Context == Void {
        self.init(byPosition: elements, as: item, with: ())
    }

    /// Creates rows of a ``ContextItem`` from data without ids.
    ///
    /// - Complexity: O(1) for an array.
    @inlinable
    public init<Item: TableItem, Elements: Collection>(
        byPosition elements: Elements, as item: Item.Type, with context: Item.Context
    ) where Elements.Element == Item.Data {
        self.init(run: TypedRun(Array(elements), as: item, identity: PositionIdentity(), context: context))
    }
}

extension Rows: RandomAccessCollection {
    /// The index of the first row, 0.
    public var startIndex: Int { 0 }

    /// The number of rows.
    ///
    /// - Complexity: O(1).
    public var endIndex: Int {
        switch storage {
        case .one(let run): run.count
        case .many(let list): list.rowCount
        }
    }

    /// Returns a row by its index.
    ///
    /// - Parameter position: The row's index, from 0; it must be below `count`.
    /// - Complexity: O(log runs).
    public subscript(position: Int) -> Row {
        precondition(indices.contains(position), "Row \(position) is out of range: there are \(count) rows.")
        let element = element(ofRow: position)
        return Row(run: element.run, index: element.index)
    }

    /// Returns the run of a row, its index in the run, and the number of rows from there to the end of the
    /// slice.
    @inline(__always)
    func element(ofRow row: Int) -> (run: Run, index: Int, count: Int) {
        switch storage {
        case .one(let run): (run, row, run.count - row)
        case .many(let list): list.element(ofRow: row)
        }
    }

    /// Calls a closure with the run of a row and the row's index in the run, and returns its result.
    ///
    /// The closure borrows the run, whereas ``element(ofRow:)`` would retain it.
    @inline(__always)
    func withRun<Result>(of row: Int, _ body: (Run, Int) -> Result) -> Result {
        switch storage {
        case .one(let run): return body(run, row)
        case .many(let list):
            let element = list.element(ofRow: row)
            return body(element.run, element.index)
        }
    }

    /// Returns the hash of a row's id and item.
    func hash(at row: Int) -> Int { withRun(of: row) { $0.hash(at: $1) } }
}

// MARK: Editing

extension Row {
    /// A collection that contains only the row.
    @usableFromInline
    var rows: Rows {
        // A copy, so that one row does not keep the data of all its old neighbors alive.
        Rows(run: run.count == 1 ? run : run.operations.copy(run, index..<index + 1, false))
    }
}

extension Rows: ExpressibleByArrayLiteral {
    /// Creates rows from single rows, as in `[Row(order, as: OrderLine.self)]`.
    public init(arrayLiteral rows: Row...) {
        self.init()
        for row in rows { append(row.rows) }
    }
}

extension Rows {
    /// Adds rows after the existing ones, and shares their arrays.
    ///
    /// - Complexity: O(arrays of `rows`).
    public mutating func append(_ rows: Rows) {
        if rows.isEmpty { return }
        if isEmpty { return self = rows }
        var list = list
        storage = .many(RunSlices())
        list.append(rows.list, 0..<rows.count)
        storage = .many(list)
    }

    /// Replaces some rows with others.
    ///
    /// The business arrays are neither copied nor read. The remaining rows are slices of the old runs.
    ///
    /// ```swift
    /// rows.replaceSubrange(3..<4, with: Rows([order], as: OrderLine.self))
    /// ```
    ///
    /// - Parameters:
    ///   - range: The indices of the rows to replace, from 0. An empty range inserts.
    ///   - rows: The new rows.
    /// - Complexity: O(arrays), of both the existing and the new rows.
    public mutating func replaceSubrange(_ range: Range<Int>, with rows: Rows) {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count,
            "Rows \(range) are out of range: there are \(count) rows.")
        replaceSubrange(range, with: rows, joinsSlices: false)
    }

    /// Replaces some rows, and may join neighboring slices into one run, so that later edits and comparisons
    /// read fewer slices.
    mutating func replaceSubrange(_ range: Range<Int>, with rows: Rows, joinsSlices: Bool) {
        if range.count == count { return self = rows }
        var list = list
        storage = .many(RunSlices())
        let oldCount = list.slices.count
        list.replaceSubrange(range, with: rows.list)
        if joinsSlices { list.join(ifMoreThan: oldCount) }
        storage = .many(list)
    }

    /// Returns some of the rows, which share the arrays of all rows.
    func part(_ range: Range<Int>) -> Rows {
        if range.count == count { return self }
        var part = RunSlices()
        part.append(list, range)
        return Rows(list: part)
    }

    /// The same rows with content that counts as changed.
    var renewed: Rows { Rows(list: list.renewed) }

    /// Returns the row at an index with other data, or `nil` if its item takes data of another type.
    ///
    /// The row keeps an id that is separate from its data.
    func replacingData(ofRow row: Int, with data: Any) -> Rows? {
        let element = element(ofRow: row)
        return element.run.operations.replacing(element.run, element.index, data).map { Rows(run: $0) }
    }
}

// MARK: Another order

extension Rows {
    /// Returns some of the rows in another order, with their ids. The rows share the list.
    ///
    /// - Parameter order: The indices of the rows.
    /// - Complexity: O(rows of `order`) for rows of several items, otherwise O(arrays).
    func ordered(_ order: [UInt32]) -> Rows {
        let list = list
        guard let first = list.slices.first, !order.isEmpty else { return Rows() }
        if list.slices.allSatisfy({ $0.run.item == first.run.item }) {
            return Rows(run: first.run.ordered(order[...], of: list))
        }
        var result = RunSlices()
        var rest = order[...]
        while let row = rest.first {
            let run = list.element(ofRow: Int(row)).run
            let part = rest.prefix { list.element(ofRow: Int($0)).run.item == run.item }
            result.append(run.ordered(part, of: list), 0..<part.count)
            rest = rest[part.endIndex...]
        }
        return Rows(list: result)
    }
}

// MARK: Comparing and finding

extension Rows {
    /// Returns the data of all rows whose data has a type, in order.
    ///
    /// - Complexity: O(1) for one run of this type, otherwise O(rows).
    @usableFromInline
    package func data<Data>(as type: Data.Type) -> [Data] {
        var result: [Data] = []
        for slice in slices {
            let (run, operations) = (slice.run, slice.run.operations)
            if run.item.dataType == type, let elements = operations.elements(run) as? [Data] {
                if slice.rows.count == count, elements.count == count { return elements }
                result += elements[slice.indices]
            } else {
                result += slice.indices.lazy.compactMap { operations.data(run, $0) as? Data }
            }
        }
        return result
    }

    /// Counts the rows at both ends that are the same elements of the same runs as in other rows.
    func sharedEnds(with other: Rows) -> (first: Int, last: Int) {
        if case .one(let run) = storage, case .one(let otherRun) = other.storage {
            return run === otherRun ? (run.count, 0) : (0, 0)
        }
        return list.sharedEnds(with: other.list)
    }

    /// The hashes of the ids of all rows.
    ///
    /// - Complexity: O(rows).
    var idHashes: [Int] {
        var hashes: [Int] = []
        hashes.reserveCapacity(count)
        for slice in slices {
            let run = slice.run
            for index in slice.indices { hashes.append(run.idHash(at: index)) }
        }
        return hashes
    }

    /// Fills one line of cells with each row in order. This is how a portable surface reads many rows.
    ///
    /// - Parameters:
    ///   - line: The line that is reused for each row. In `body`, use the line that it receives.
    ///   - section: The state of the section of the rows, for a ``SectionItem``.
    ///   - body: Receives the filled line and the row's index. An error ends the loop.
    /// - Throws: ``TableError`` with the code ``TableError/Code/itemNotShown`` for a row whose item does not
    ///   fill a ``GridLine``, or the error of `body`.
    /// - Complexity: O(rows).
    public func fillLines(
        _ line: inout GridLine, in section: SectionState = SectionState(),
        _ body: (borrowing GridLine, Int) throws -> Void
    ) throws {
        try fillLines(from: 0, &line, in: section, body)
    }

    /// Fills one line of cells with each row from an index on.
    package func fillLines(
        from first: Int, _ line: inout GridLine, in section: SectionState,
        _ body: (borrowing GridLine, Int) throws -> Void
    ) throws {
        for slice in slices {
            guard let run = slice.run as? ViewRun<GridLine> else {
                throw TableError.itemNotShown(
                    slice.run.item, place: "row \(slice.rows.lowerBound)",
                    surface: "a surface of cells", position: nil)
            }
            let start = slice.rows.lowerBound
            for offset in Swift.min(Swift.max(0, first - start), slice.rows.count)..<slice.rows.count {
                line.removeAll()
                run.fill(run, slice.start + offset, &line, section)
                line.arrangeCells(ofRow: true)
                try body(line, start + offset)
            }
        }
    }
}
