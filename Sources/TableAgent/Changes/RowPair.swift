/// Two lists of rows, the old and the new ones of a section, and what they have in common.
///
/// A row is the same in both when id and item are the same; another item is another view, so a row that
/// changes its item is a delete and an insert.
final class RowPair {
    let old: Rows
    let new: Rows
    /// Whether each list is one run and both are of one type: then one call compares many rows.
    private let isSingle: Bool
    private let oldRun: Run
    private let newRun: Run

    /// Pairs two lists, neither of them empty.
    init(old: Rows, new: Rows) {
        self.old = old
        self.new = new
        isSingle = old.runs.count == 1 && new.runs.count == 1 && Self.areAlike(old.runs[0], new.runs[0])
        oldRun = old.runs[0]
        newRun = new.runs[0]
    }

    /// Whether the closures of one run can read the other.
    private static func areAlike(_ old: Run, _ new: Run) -> Bool {
        type(of: old) == type(of: new) && old.item == new.item
    }

    /// How many rows are the same, from two places on.
    func countSame(_ i: Int, _ j: Int, limit: Int) -> Int {
        if isSingle { return oldRun.operations.countSame(oldRun, i, newRun, j, limit) }
        return count(limit) { done in
            let (a, i) = old.place(of: i + done)
            let (b, j) = new.place(of: j + done)
            let most = min(limit - done, a.count - i, b.count - j)
            return (Self.countSame(a, i, b, j, most), most)
        }
    }

    /// How many rows are the same, above two places.
    func countSameAbove(_ i: Int, _ j: Int, limit: Int) -> Int {
        if isSingle { return oldRun.operations.countSameBackward(oldRun, i, newRun, j, limit) }
        return count(limit) { done in
            let (a, i) = old.place(of: i - done - 1)
            let (b, j) = new.place(of: j - done - 1)
            let most = min(limit - done, i + 1, j + 1)
            if Self.areAlike(a, b) {
                return (a.operations.countSameBackward(a, i + 1, b, j + 1, most), most)
            }
            return (Self.countSame(a, i, b, j, 1), 1)
        }
    }

    /// How many rows, which are the same, show the same content, from two places on.
    func countUnchanged(_ i: Int, _ j: Int, limit: Int) -> Int {
        if isSingle { return oldRun.operations.countUnchanged(oldRun, i, newRun, j, limit) }
        return count(limit) { done in
            let (a, i) = old.place(of: i + done)
            let (b, j) = new.place(of: j + done)
            let most = min(limit - done, a.count - i, b.count - j)
            return (Self.areAlike(a, b) ? a.operations.countUnchanged(a, i, b, j, most) : 0, most)
        }
    }

    func isSame(_ i: Int, _ j: Int) -> Bool {
        if isSingle { return oldRun.operations.countSame(oldRun, i, newRun, j, 1) == 1 }
        let (a, i) = old.place(of: i)
        let (b, j) = new.place(of: j)
        return Self.countSame(a, i, b, j, 1) == 1
    }

    func hashOfOld(_ i: Int) -> Int { isSingle ? oldRun.operations.hash(oldRun, i) : Self.hash(old, i) }
    func hashOfNew(_ j: Int) -> Int { isSingle ? newRun.operations.hash(newRun, j) : Self.hash(new, j) }

    private static func hash(_ rows: Rows, _ row: Int) -> Int {
        let (run, index) = rows.place(of: row)
        return run.operations.hash(run, index)
    }

    /// Whether two rows are the same.
    static func isSame(_ a: Run, _ i: Int, _ b: Run, _ j: Int) -> Bool { countSame(a, i, b, j, 1) == 1 }

    private static func countSame(_ a: Run, _ i: Int, _ b: Run, _ j: Int, _ limit: Int) -> Int {
        if areAlike(a, b) { return a.operations.countSame(a, i, b, j, limit) }
        guard a.item == b.item else { return 0 }
        var count = 0
        while count < limit, a.id(at: i + count) == b.id(at: j + count) { count += 1 }
        return count
    }

    /// Adds up pieces, each within a run, until one is not as long as it could be.
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
