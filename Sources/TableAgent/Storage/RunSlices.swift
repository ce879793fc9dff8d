/// Neighbouring elements of a run, as rows of a section.
@usableFromInline
struct RunSlice {
    @usableFromInline let run: Run

    /// The rows in their list.
    @usableFromInline let rows: Range<Int>

    /// The index in the run of the first row.
    @usableFromInline let start: Int

    /// The indices in the run.
    @usableFromInline var indices: Range<Int> { start..<start + rows.count }

    /// Returns the index in the run of a row.
    func index(of row: Int) -> Int { row - rows.lowerBound + start }

    /// Returns the row at an index of the run.
    func row(at index: Int) -> Int { index - start + rows.lowerBound }

    fileprivate func moved(by count: Int) -> RunSlice {
        RunSlice(run: run, rows: rows.lowerBound + count..<rows.upperBound + count, start: start)
    }

    /// Whether another slice begins with the same element.
    fileprivate func hasSameStart(as other: RunSlice) -> Bool { run === other.run && start == other.start }

    /// Whether another slice ends with the same element.
    fileprivate func hasSameEnd(as other: RunSlice) -> Bool {
        run === other.run && indices.upperBound == other.indices.upperBound
    }
}

/// Rows of several runs side by side.
@usableFromInline
struct RunSlices {
    private(set) var slices: [RunSlice] = []

    init() {}

    init(_ run: Run) {
        append(run, 0..<run.count)
    }

    /// The number of rows.
    var rowCount: Int { slices.last?.rows.upperBound ?? 0 }

    /// Returns the run of a row, the row's index there, and the number of rows from the row to the end of its slice.
    func element(ofRow row: Int) -> (run: Run, index: Int, count: Int) {
        let slice = slices[sliceIndex(of: row)]
        return (slice.run, slice.index(of: row), slice.rows.upperBound - row)
    }

    /// Returns the index of the slice of a row. A row above all rows is in the first slice, and a row below in the last.
    func sliceIndex(of row: Int) -> Int {
        slices.indices.dropLast().partitionPoint { slices[$0].rows.upperBound > row }
    }
}

// MARK: Editing

extension RunSlices {
    /// Appends elements of a run. Elements that continue the last slice extend it.
    mutating func append(_ run: Run, _ indices: Range<Int>) {
        guard !indices.isEmpty else { return }
        let end = rowCount + indices.count
        if let last = slices.last, last.run === run, last.indices.upperBound == indices.lowerBound {
            slices[slices.count - 1] = RunSlice(
                run: run, rows: last.rows.lowerBound..<end, start: last.start)
        } else {
            slices.append(RunSlice(run: run, rows: rowCount..<end, start: indices.lowerBound))
        }
    }

    /// Appends some rows of another list.
    mutating func append(_ other: RunSlices, _ rows: Range<Int>) {
        guard !rows.isEmpty else { return }
        for slice in other.slices[other.sliceIndex(of: rows.lowerBound)...] {
            let shared = slice.rows.clamped(to: rows)
            if shared.isEmpty { return }
            let first = slice.index(of: shared.lowerBound)
            append(slice.run, first..<first + shared.count)
        }
    }

    /// Replaces some rows.
    ///
    /// - Complexity: O(slices).
    mutating func replaceSubrange(_ range: Range<Int>, with new: RunSlices) {
        guard rowCount > 0 else { return self = new }
        let touched = sliceIndex(of: range.lowerBound - 1)...sliceIndex(of: range.upperBound)
        let start = slices[touched.lowerBound].rows.lowerBound
        let end = slices[touched.upperBound].rows.upperBound
        var replaced = RunSlices()
        replaced.append(self, start..<range.lowerBound)
        replaced.append(new, 0..<new.rowCount)
        replaced.append(self, range.upperBound..<end)
        slices.replaceSubrange(touched, with: replaced.slices.map { $0.moved(by: start) })
        let more = new.rowCount - range.count
        guard more != 0 else { return }
        for index in touched.lowerBound + replaced.slices.count..<slices.count {
            slices[index] = slices[index].moved(by: more)
        }
    }

    /// Joins neighbouring slices that can be one run, if the list has many slices for its number of rows.
    ///
    /// An edit copies the slices, and a join copies the rows. The method tries a join when the number of slices reaches
    /// the next power of two. It uses the result if the number of slices is at most half as large.
    ///
    /// - Parameter oldCount: The number of slices before the edit.
    mutating func join(ifMoreThan oldCount: Int) {
        let count = slices.count
        guard count >= 256, count * count > 64 * rowCount,
            count.leadingZeroBitCount < oldCount.leadingZeroBitCount
        else { return }
        var result = RunSlices()
        var rest = slices[...]
        while let first = rest.first {
            if let (run, count) = first.run.operations.join(rest) {
                result.append(run, 0..<run.count)
                rest = rest.dropFirst(count)
            } else {
                result.append(first.run, first.indices)
                rest = rest.dropFirst()
            }
        }
        if result.slices.count <= count / 2 { self = result }
    }
}

extension RunSlices {
    /// The same rows with content that counts as changed.
    var renewed: RunSlices {
        var list = RunSlices()
        for slice in slices {
            let run = slice.run.operations.copy(slice.run, slice.indices, true)
            list.append(run, 0..<run.count)
        }
        return list
    }
}

// MARK: Comparing and finding

extension RunSlices {
    /// Counts the rows at both ends that are the same elements of the same runs in both lists.
    ///
    /// - Complexity: O(slices).
    func sharedEnds(with other: RunSlices) -> (first: Int, last: Int) {
        let first = Self.sharedCount(zip(slices, other.slices)) { $0.hasSameStart(as: $1) }
        let last = Self.sharedCount(zip(slices.reversed(), other.slices.reversed())) { $0.hasSameEnd(as: $1) }
        return (first, min(last, min(rowCount, other.rowCount) - first))
    }

    /// Counts the rows that pairs of slices share from the first pair on, up to a pair that shares no or only some rows.
    private static func sharedCount(
        _ pairs: some Sequence<(RunSlice, RunSlice)>, isShared: (RunSlice, RunSlice) -> Bool
    ) -> Int {
        var count = 0
        for (slice, other) in pairs {
            guard isShared(slice, other) else { break }
            count += min(slice.rows.count, other.rows.count)
            if slice.rows.count != other.rows.count { break }
        }
        return count
    }
}
