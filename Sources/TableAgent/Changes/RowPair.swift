/// Two lists of rows, the old and the new ones of a section, and what they have in common.
///
/// A row is the same in both when id and item are the same; another item is another view, so a row that
/// changes its item is a delete and an insert.
struct RowPair {
    private(set) var old: RowCursor
    private(set) var new: RowCursor
    /// Whether the operations of one run can read the other.
    private var areAlike: Bool

    /// Pairs two lists, neither of them empty.
    init(old: Rows, new: Rows) {
        self.old = RowCursor(old)
        self.new = RowCursor(new)
        areAlike = self.old.run.kind.isAlike(self.new.run.kind)
    }

    /// Must follow whenever one of the cursors may have gone to another slice.
    private mutating func compareKinds() { areAlike = old.run.kind.isAlike(new.run.kind) }

    private mutating func move(to i: Int, _ j: Int) {
        let isOldOther = old.move(to: i)
        if new.move(to: j) || isOldOther { compareKinds() }
    }

    /// Hashes old rows, ascending, of which the first ones have their hashes already.
    mutating func hashOld(_ rows: [Int32], _ hashes: inout [Int]) {
        old.hash(rows, from: hashes.count, into: &hashes)
        if !old.isWhole { compareKinds() }
    }

    /// Hashes new rows, ascending, of which the first ones have their hashes already.
    mutating func hashNew(_ rows: [Int32], _ hashes: inout [Int]) {
        new.hash(rows, from: hashes.count, into: &hashes)
        if !new.isWhole { compareKinds() }
    }

    /// Whether each list is in one run, and these are alike, so that one call sees all rows.
    var isSimple: Bool { areAlike && old.isWhole && new.isWhole }

    /// Appends for each of a few new rows the number of its match in a few old ones, -1 for none, by
    /// comparing each with each, if the pair is simple.
    func pairUp(_ rows: [Int32], _ newRows: [Int32], _ matches: inout [Int32]) {
        old.run.kind.operations.pairUp(old.run, rows, old.offset, new.run, newRows, new.offset, &matches)
    }

    /// Compares two rows.
    mutating func compare(_ i: Int, _ j: Int) -> RowLikeness {
        move(to: i, j)
        return Self.compare(old.run, i + old.offset, new.run, j + new.offset, areAlike: areAlike)
    }

    /// Compares rows that were found, and notes which of them have other content.
    ///
    /// - Returns: False if any two are not the same.
    mutating func compare(_ rows: inout FoundRows) -> Bool {
        if isSimple, !new.run.isRenewed, old.run !== new.run {
            return old.run.kind.operations.compareAll(
                old.run, rows.old, old.offset, new.run, rows.new, new.offset, &rows.isChanged)
        }
        for (old, new) in zip(rows.old, rows.new) {
            let likeness = compare(Int(old), Int(new))
            if likeness == .other { return false }
            rows.isChanged.append(likeness == .changed)
        }
        return true
    }

    /// How many rows are the same, from two places on.
    mutating func countSame(_ i: Int, _ j: Int, limit: Int) -> Int {
        var count = 0
        while count < limit {
            move(to: i + count, j + count)
            let most = min(
                limit - count, old.range.upperBound - i - count, new.range.upperBound - j - count)
            let (index, otherIndex) = (i + count + old.offset, j + count + new.offset)
            let found = Self.countSame(old.run, index, new.run, otherIndex, most, areAlike: areAlike)
            count += found
            if found < most { break }
        }
        return count
    }

    /// How many rows are the same, above two places.
    mutating func countSameAbove(_ i: Int, _ j: Int, limit: Int) -> Int {
        var count = 0
        while count < limit {
            move(to: i - count - 1, j - count - 1)
            let most = min(
                limit - count, i - count - old.range.lowerBound, j - count - new.range.lowerBound)
            let (index, otherIndex) = (i - count + old.offset, j - count + new.offset)
            let found = Self.countSame(
                old.run, above: index, new.run, above: otherIndex, most, areAlike: areAlike)
            count += found
            if found < most { break }
        }
        return count
    }

    /// Appends the numbers of the new rows that don't show the same content as before, of neighbouring rows
    /// that are the same.
    mutating func appendChanged(_ i: Int, _ j: Int, _ count: Int, to changed: inout [Int32]) {
        var done = 0
        while done < count {
            move(to: i + done, j + done)
            let most = min(count - done, old.range.upperBound - i - done, new.range.upperBound - j - done)
            let found = Self.countUnchanged(
                old.run, i + done + old.offset, new.run, j + done + new.offset, most, areAlike: areAlike)
            done += found
            if found < most {
                changed.append(Int32(truncatingIfNeeded: j + done))
                done += 1
            }
        }
    }
}

extension RowPair {
    /// Walks on in step, at least by a new row, until the look ahead finds no more rows that are the same.
    ///
    /// - Parameters:
    ///   - end: Where the walk ends in the old list.
    ///   - newEnd: Where it ends in the new list.
    mutating func walk(_ walk: inout RowWalk, to end: Int, _ newEnd: Int) {
        guard walk.old < end else { return walk.leave(to: walk.new + 1) }
        move(to: walk.old, walk.new)
        let bounds = RowWalkBounds(
            offset: old.offset, end: min(end, old.range.upperBound), newOffset: new.offset,
            newEnd: min(newEnd, new.range.upperBound),
            isPart: end > old.range.upperBound || newEnd > new.range.upperBound)
        let isLong = min(bounds.end - walk.old, bounds.newEnd - walk.new) > RowWalk.reach
        if areAlike, isLong || !bounds.isPart, old.run !== new.run, !new.run.isRenewed {
            let start = walk.new
            old.run.kind.operations.walk(old.run, new.run, bounds, &walk)
            if walk.new > start { return }
        }
        step(&walk, to: end, newEnd)
    }

    /// Takes the next rows that are the same, in whatever slices they are, or leaves a row.
    private mutating func step(_ walk: inout RowWalk, to end: Int, _ newEnd: Int) {
        let (i, j) = (walk.old, walk.new)
        if isSame(i, j) { return take(&walk, i, j, to: end, newEnd) }
        if walk.isLost { return walk.leave(to: j + 1) }
        for distance in 1...RowWalk.reach {
            let hasOld = i + distance < end
            let hasNew = j + distance < newEnd
            guard hasOld || hasNew else { break }
            if hasOld, isSame(i + distance, j) {
                return take(&walk, i + distance, j, to: end, newEnd)
            }
            if hasNew, isSame(i, j + distance) {
                return take(&walk, i, j + distance, to: end, newEnd)
            }
            if hasOld, hasNew, isSame(i + distance, j + distance) {
                return take(&walk, i + distance, j + distance, to: end, newEnd)
            }
        }
        walk.leave(to: j + 1)
    }

    private mutating func isSame(_ i: Int, _ j: Int) -> Bool { countSame(i, j, limit: 1) == 1 }

    /// Takes two rows that are the same, and those that follow.
    private mutating func take(_ walk: inout RowWalk, _ i: Int, _ j: Int, to end: Int, _ newEnd: Int) {
        walk.leave(to: j)
        let count = 1 + countSame(i + 1, j + 1, limit: min(end - i, newEnd - j) - 1)
        walk.take(RowSegment(old: i, new: j, count: count))
        appendChanged(i, j, count, to: &walk.changed)
    }
}
