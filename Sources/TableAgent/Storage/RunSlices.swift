/// Neighbouring elements of a run, as rows of a section.
@usableFromInline
struct RunSlice {
    @usableFromInline let run: Run

    /// The numbers of the rows in their list.
    @usableFromInline let rows: Range<Int>

    /// The index in the run of the first row.
    @usableFromInline let start: Int

    /// The indices in the run.
    @usableFromInline
    var indices: Range<Int> { start..<start + rows.count }

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

    /// Returns the run of a row, its index there, and the number of rows that follow there, itself included.
    func place(of row: Int) -> (run: Run, index: Int, count: Int) {
        let slice = slices[number(of: row)]
        return (slice.run, slice.index(of: row), slice.rows.upperBound - row)
    }

    /// Returns the number of the slice of a row; that of the first for a row above all, of the last for one below.
    func number(of row: Int) -> Int {
        var (low, high) = (0, slices.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if slices[middle].rows.upperBound > row { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

// MARK: Editing

extension RunSlices {
    /// Appends elements of a run, to the last slice if they continue it.
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
        for slice in other.slices[other.number(of: rows.lowerBound)...] {
            let part = slice.rows.clamped(to: rows)
            if part.isEmpty { return }
            let first = slice.index(of: part.lowerBound)
            append(slice.run, first..<first + part.count)
        }
    }

    /// Replaces some rows.
    ///
    /// - Complexity: O(slices).
    mutating func replaceSubrange(_ range: Range<Int>, with new: RunSlices) {
        guard rowCount > 0 else { return self = new }
        let numbers = number(of: range.lowerBound - 1)...number(of: range.upperBound)
        let (start, end) = (
            slices[numbers.lowerBound].rows.lowerBound, slices[numbers.upperBound].rows.upperBound
        )
        var replaced = RunSlices()
        replaced.append(self, start..<range.lowerBound)
        replaced.append(new, 0..<new.rowCount)
        replaced.append(self, range.upperBound..<end)
        slices.replaceSubrange(numbers, with: replaced.slices.map { $0.moved(by: start) })
        let more = new.rowCount - range.count
        guard more != 0 else { return }
        for number in numbers.lowerBound + replaced.slices.count..<slices.count {
            slices[number] = slices[number].moved(by: more)
        }
    }

    /// Joins neighbouring slices that can be one run, if there are many for the number of rows.
    ///
    /// An edit copies the slices, and a join copies the rows. It is tried when an edit has made the number of
    /// slices reach the next power of two, and done if it halves that number.
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

// MARK: Comparing and finding

extension RunSlices {
    /// Counts rows at both ends that are the same elements of the same runs as those of another list.
    ///
    /// - Complexity: O(slices).
    func sharedEnds(with other: RunSlices) -> (first: Int, last: Int) {
        let most = min(slices.count, other.slices.count)
        var (number, first, last) = (0, 0, 0)
        while number < most, slices[number].hasSameStart(as: other.slices[number]) {
            let (count, otherCount) = (slices[number].rows.count, other.slices[number].rows.count)
            first += min(count, otherCount)
            number = count == otherCount ? number + 1 : most
        }
        var (end, otherEnd) = (slices.count, other.slices.count)
        while end > 0, otherEnd > 0, slices[end - 1].hasSameEnd(as: other.slices[otherEnd - 1]) {
            let (count, otherCount) = (slices[end - 1].rows.count, other.slices[otherEnd - 1].rows.count)
            last += min(count, otherCount)
            (end, otherEnd) = count == otherCount ? (end - 1, otherEnd - 1) : (0, 0)
        }
        return (first, min(last, min(rowCount, other.rowCount) - first))
    }
}
