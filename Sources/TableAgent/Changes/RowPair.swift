/// The old and the new rows of a section to compare.
///
/// A pair is passed as a parameter. If a struct with mutating methods stored the pair, each call would retain its rows.
struct RowPair {
    let old: Rows
    let new: Rows

    // The runs, if each list is one run and both have the same type, which is the common case. They are `nil` if the new
    // run is the same run or is renewed. The lists keep both runs alive.
    private let oldRun: Unmanaged<Run>?
    private let newRun: Unmanaged<Run>?

    init(_ old: Rows, _ new: Rows) {
        self.old = old
        self.new = new
        if case .one(let run) = old.storage, case .one(let newRun) = new.storage, run !== newRun,
            run.canFollowAsSameType(newRun)
        {
            self.oldRun = .passUnretained(run)
            self.newRun = .passUnretained(newRun)
        } else {
            oldRun = nil
            newRun = nil
        }
    }

    /// Counts the rows that are the same in both lists, from a row in each list on.
    ///
    /// - Parameters:
    ///   - limit: The number of rows to compare. Both lists have as many rows from the start on.
    ///   - changed: The list that new rows with changed content are appended to.
    func follow(from start: IndexPair, limit: Int, changed: inout [Int32]) -> Int {
        if let oldRun, let newRun {
            return oldRun._withUnsafeGuaranteedRef { old in
                newRun._withUnsafeGuaranteedRef { new in
                    old.followSameType(old, new, start, limit, start.new, &changed)
                }
            }
        }
        var count = 0
        while count < limit {
            let old = old.element(ofRow: start.old + count)
            let new = new.element(ofRow: start.new + count)
            let most = min(limit - count, old.count, new.count)
            let found = old.run.follow(
                new.run, from: IndexPair(old: old.index, new: new.index), limit: most,
                row: start.new + count, changed: &changed)
            count += found
            if found < most { break }
        }
        return count
    }

    /// The hash of an old row's id and item.
    func oldHash(_ row: Int) -> Int {
        if let oldRun { oldRun._withUnsafeGuaranteedRef { $0.hash(at: row) } } else { old.hash(at: row) }
    }

    /// The hash of a new row's id and item.
    func newHash(_ row: Int) -> Int {
        if let newRun { newRun._withUnsafeGuaranteedRef { $0.hash(at: row) } } else { new.hash(at: row) }
    }
}

/// The elements of runs that both lists share, such as the rows that an edit does not touch.
struct SharedSlices {
    /// The slices of each run in reverse order. A slice without unmatched rows is removed, so that it is tried once.
    private var old: [ObjectIdentifier: [RunSlice]]
    private let new: RunSlices

    /// - Returns: `nil` for two lists of one run each, which share all rows or no row.
    init?(_ pair: RowPair) {
        if case .one = pair.old.storage, case .one = pair.new.storage { return nil }
        old = Dictionary(grouping: pair.old.slices.reversed()) { ObjectIdentifier($0.run) }
        new = pair.new.list
    }

    /// Returns the next old and new row that show the same element.
    ///
    /// The method misses some rows if the slices of a run have another order in the new list.
    ///
    /// - Parameters:
    ///   - row: The first new row to look at.
    ///   - isMatched: Whether an old row is matched already.
    mutating func next(from row: Int, isMatched: [Bool]) -> IndexPair? {
        for slice in new.slices[new.sliceIndex(of: row)...] {
            let rest = slice.index(of: max(row, slice.rows.lowerBound))..<slice.indices.upperBound
            while let other = old[ObjectIdentifier(slice.run)]?.last {
                let index = rest.clamped(to: other.indices).first { !isMatched[other.row(at: $0)] }
                if let index { return IndexPair(old: other.row(at: index), new: slice.row(at: index)) }
                old[ObjectIdentifier(slice.run)]?.removeLast()
            }
        }
        return nil
    }
}
