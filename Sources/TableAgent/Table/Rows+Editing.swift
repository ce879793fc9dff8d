extension Rows {
    /// Puts other rows in the place of some.
    ///
    /// The business arrays are neither copied nor walked: what stays is a slice of what it was.
    ///
    /// ```swift
    /// rows.replaceSubrange(3..<4, with: Rows([order], as: OrderLine.self))
    /// ```
    ///
    /// - Parameters:
    ///   - range: The numbers of the rows to replace, from 0; an empty range inserts.
    ///   - rows: The rows to put there.
    /// - Complexity: O(slices of `rows`), and a small part of the slices that there are already.
    public mutating func replaceSubrange(_ range: Range<Int>, with rows: Rows) {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count,
            "Rows \(range) are out of range: there are \(count) rows.")
        replaceSlices(range, with: rows)
    }

    /// Removes some rows.
    ///
    /// - Parameter range: The numbers of the rows to remove, from 0.
    /// - Complexity: As of ``replaceSubrange(_:with:)``.
    public mutating func removeSubrange(_ range: Range<Int>) {
        replaceSubrange(range, with: Rows())
    }
}

extension Rows {
    /// Joins neighbouring slices of one kind, if there are many and it halves their number; true if it did.
    ///
    /// Rows whose content can't be compared stay as they are: in another array they would count as changed.
    mutating func joinSlices() -> Bool {
        guard slices.count > joinLimit, slices.count > count / 16 else { return false }
        defer { joinLimit = Swift.max(Self.leastJoinLimit, 2 * slices.count) }
        var groups: [Range<Int>] = []
        for index in slices.indices {
            if let last = groups.last, slices[index - 1].canJoin(slices[index]) {
                groups[groups.count - 1] = last.lowerBound..<index + 1
            } else {
                groups.append(index..<index + 1)
            }
        }
        guard groups.count <= slices.count / 2 else { return false }
        var result = Rows()
        for group in groups {
            let first = slices[group.lowerBound]
            result.append(
                group.count == 1
                    ? first : RunSlice(first.run.kind.operations.joined(slices[group].map(\.self))))
        }
        self = result
        return true
    }
}

extension RunSlice {
    fileprivate func canJoin(_ next: RunSlice) -> Bool {
        run.kind.isComparable && !run.isRenewed && !next.run.isRenewed && run.kind.isAlike(next.run.kind)
            && run.kind.operations.canJoin(self, next)
    }
}
