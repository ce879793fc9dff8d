/// The old and the new rows of a section, to compare.
///
/// A pair is passed on as a parameter and not stored in what changes, so that its parts are not retained for each
/// call.
struct RowPair {
    let old: Rows
    let new: Rows

    // Where each list is one run of the same type, which is the common case. Both runs are kept alive by the
    // lists beside them.
    private let oldRun: Unmanaged<Run>?
    private let newRun: Unmanaged<Run>?

    init(_ old: Rows, _ new: Rows) {
        (self.old, self.new) = (old, new)
        if case .one(let run) = old.storage, case .one(let newRun) = new.storage, run !== newRun,
            run.hasSameType(as: newRun), !newRun.isRenewed
        {
            (oldRun, self.newRun) = (.passUnretained(run), .passUnretained(newRun))
        } else {
            (oldRun, newRun) = (nil, nil)
        }
    }

    /// Counts the rows that are the same in both lists, from a row in each of them on.
    ///
    /// - Parameters:
    ///   - limit: The number of rows to look at, which both lists have there.
    ///   - changed: Where the new numbers of rows with changed content are added.
    func follow(_ i: Int, _ j: Int, _ limit: Int, _ changed: inout [Int32]) -> Int {
        if let oldRun, let newRun {
            return oldRun._withUnsafeGuaranteedRef { old in
                newRun._withUnsafeGuaranteedRef { new in
                    old.followUnrenewed(i, new, j, limit: limit, number: j, changed: &changed)
                }
            }
        }
        var count = 0
        while count < limit {
            let (old, new) = (old.place(of: i + count), new.place(of: j + count))
            let most = min(limit - count, old.count, new.count)
            let found = old.run.follow(
                old.index, new.run, new.index, limit: most, number: j + count, changed: &changed)
            count += found
            if found < most { break }
        }
        return count
    }

    func oldHash(_ i: Int) -> Int {
        if let oldRun { oldRun._withUnsafeGuaranteedRef { $0.hash(at: i) } } else { old.hash(at: i) }
    }

    func newHash(_ j: Int) -> Int {
        if let newRun { newRun._withUnsafeGuaranteedRef { $0.hash(at: j) } } else { new.hash(at: j) }
    }
}

extension Rows {
    /// The hash of a row's id and item.
    func hash(at row: Int) -> Int {
        let place = place(of: row)
        return place.run.hash(at: place.index)
    }
}
