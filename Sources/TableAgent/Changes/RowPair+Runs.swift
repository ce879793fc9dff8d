/// Comparing rows of any two runs.
extension RowPair {
    /// Compares two rows.
    static func compare(_ a: Run, _ i: Int, _ b: Run, _ j: Int, areAlike: Bool) -> RowLikeness {
        if a === b, i == j { return .unchanged }
        guard areAlike else {
            return a.item == b.item && a.id(at: i) == b.id(at: j) ? .changed : .other
        }
        let likeness = a.kind.operations.compare(a, i, b, j)
        return likeness == .unchanged && b.isRenewed ? .changed : likeness
    }

    /// How many rows of two runs are the same, from two indices on.
    static func countSame(_ a: Run, _ i: Int, _ b: Run, _ j: Int, _ limit: Int, areAlike: Bool) -> Int {
        if a === b, i == j { return limit }
        if areAlike { return a.kind.operations.countSame(a, i, b, j, limit) }
        guard a.item == b.item else { return 0 }
        var count = 0
        while count < limit, a.id(at: i + count) == b.id(at: j + count) { count += 1 }
        return count
    }

    /// How many rows of two runs are the same, above two indices.
    static func countSame(
        _ a: Run, above i: Int, _ b: Run, above j: Int, _ limit: Int, areAlike: Bool
    ) -> Int {
        if a === b, i == j { return limit }
        if areAlike { return a.kind.operations.countSameBackward(a, i, b, j, limit) }
        guard a.item == b.item else { return 0 }
        var count = 0
        while count < limit, a.id(at: i - count - 1) == b.id(at: j - count - 1) { count += 1 }
        return count
    }

    /// How many rows of two runs, which are the same, show the same content, from two indices on.
    ///
    /// Content that can't be compared counts as changed, but for that of one and the same run, which an edit
    /// left alone.
    static func countUnchanged(_ a: Run, _ i: Int, _ b: Run, _ j: Int, _ limit: Int, areAlike: Bool) -> Int {
        if a === b, i == j { return limit }
        guard areAlike, !b.isRenewed else { return 0 }
        return a.kind.operations.countUnchanged(a, i, b, j, limit)
    }
}
