/// Two lists of rows, the old and the new ones of a section, and what they have in common.
///
/// A row is the same in both when id and item are the same; another item is another view, so a row that
/// changes its item is a delete and an insert.
final class RowPair {
    let old: Rows
    let new: Rows
    /// How many rows at the start and at the end stand in the same slices in both lists. An edit left them
    /// alone, so that they need not be looked at.
    let shared: (start: Int, end: Int)
    /// Whether each list is one slice and both are alike: then one call compares many rows.
    private let isSingle: Bool
    private let oldSlice: RunSlice
    private let newSlice: RunSlice

    /// Pairs two lists, neither of them empty.
    init(old: Rows, new: Rows) {
        self.old = old
        self.new = new
        oldSlice = old.slices[0]
        newSlice = new.slices[0]
        isSingle = old.slices.count == 1 && new.slices.count == 1 && Self.areAlike(oldSlice.run, newSlice.run)
        shared = old.slices.countShared(with: new.slices)
    }

    /// Whether the operations of one run can read the other.
    private static func areAlike(_ old: Run, _ new: Run) -> Bool { old.kind.isAlike(new.kind) }

    /// How many rows are the same, from two places on.
    func countSame(_ i: Int, _ j: Int, limit: Int) -> Int {
        if isSingle {
            return Self.countSame(oldSlice.run, oldSlice.start + i, newSlice.run, newSlice.start + j, limit)
        }
        return count(limit) { done in
            let (a, i) = old.place(of: i + done)
            let (b, j) = new.place(of: j + done)
            let most = min(limit - done, a.range.upperBound - i, b.range.upperBound - j)
            return (Self.countSame(a.run, i, b.run, j, most), most)
        }
    }

    /// How many rows are the same, above two places.
    func countSameAbove(_ i: Int, _ j: Int, limit: Int) -> Int {
        if isSingle {
            return Self.countSame(
                oldSlice.run, above: oldSlice.start + i, newSlice.run, above: newSlice.start + j, limit)
        }
        return count(limit) { done in
            let (a, i) = old.place(of: i - done - 1)
            let (b, j) = new.place(of: j - done - 1)
            let most = min(limit - done, i - a.start + 1, j - b.start + 1)
            return (Self.countSame(a.run, above: i + 1, b.run, above: j + 1, most), most)
        }
    }

    /// How many rows, which are the same, show the same content, from two places on.
    func countUnchanged(_ i: Int, _ j: Int, limit: Int) -> Int {
        if isSingle {
            return Self.countUnchanged(
                oldSlice.run, oldSlice.start + i, newSlice.run, newSlice.start + j, limit)
        }
        return count(limit) { done in
            let (a, i) = old.place(of: i + done)
            let (b, j) = new.place(of: j + done)
            let most = min(limit - done, a.range.upperBound - i, b.range.upperBound - j)
            return (Self.countUnchanged(a.run, i, b.run, j, most), most)
        }
    }

    func isSame(_ i: Int, _ j: Int) -> Bool {
        if isSingle {
            return Self.isSame(oldSlice.run, oldSlice.start + i, newSlice.run, newSlice.start + j)
        }
        let (a, i) = old.place(of: i)
        let (b, j) = new.place(of: j)
        return Self.isSame(a.run, i, b.run, j)
    }

    func hashOfOld(_ i: Int) -> Int {
        isSingle ? oldSlice.run.hash(at: oldSlice.start + i) : Self.hash(old, i)
    }

    func hashOfNew(_ j: Int) -> Int {
        isSingle ? newSlice.run.hash(at: newSlice.start + j) : Self.hash(new, j)
    }

    private static func hash(_ rows: Rows, _ row: Int) -> Int {
        let (slice, index) = rows.place(of: row)
        return slice.run.hash(at: index)
    }

    /// Adds up pieces, each within a slice, until one is not as long as it could be.
    private func count(_ limit: Int, _ piece: (Int) -> (found: Int, most: Int)) -> Int {
        var done = 0
        while done < limit {
            let (found, most) = piece(done)
            done += found
            if found < most { break }
        }
        return done
    }
}

extension RowPair {
    /// Whether two rows are the same.
    static func isSame(_ a: Run, _ i: Int, _ b: Run, _ j: Int) -> Bool { countSame(a, i, b, j, 1) == 1 }

    /// How many rows of two runs are the same, from two indices on.
    private static func countSame(_ a: Run, _ i: Int, _ b: Run, _ j: Int, _ limit: Int) -> Int {
        if a === b, i == j { return limit }
        if areAlike(a, b) { return a.kind.operations.countSame(a, i, b, j, limit) }
        guard a.item == b.item else { return 0 }
        var count = 0
        while count < limit, a.id(at: i + count) == b.id(at: j + count) { count += 1 }
        return count
    }

    /// How many rows of two runs are the same, above two indices.
    private static func countSame(_ a: Run, above i: Int, _ b: Run, above j: Int, _ limit: Int) -> Int {
        if a === b, i == j { return limit }
        if areAlike(a, b) { return a.kind.operations.countSameBackward(a, i, b, j, limit) }
        guard a.item == b.item else { return 0 }
        var count = 0
        while count < limit, a.id(at: i - count - 1) == b.id(at: j - count - 1) { count += 1 }
        return count
    }

    /// How many rows of two runs, which are the same, show the same content, from two indices on.
    ///
    /// Content that can't be compared counts as changed, but for that of one and the same run, which an edit
    /// left alone.
    static func countUnchanged(_ a: Run, _ i: Int, _ b: Run, _ j: Int, _ limit: Int) -> Int {
        if a === b, i == j { return limit }
        guard !b.isRenewed, areAlike(a, b) else { return 0 }
        return a.kind.operations.countUnchanged(a, i, b, j, limit)
    }
}
