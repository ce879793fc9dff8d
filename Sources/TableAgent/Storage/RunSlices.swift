/// Neighbouring elements of a run, as rows of a section.
@usableFromInline
struct RunSlice {
    @usableFromInline let run: Run

    /// The index in the run of the first element.
    @usableFromInline let start: Int

    @usableFromInline let count: Int

    init(_ run: Run, start: Int, count: Int) {
        self.run = run
        self.start = start
        self.count = count
    }

    /// The indices in the run.
    @usableFromInline
    var range: Range<Int> { start..<start + count }

    /// Some of the rows, by their numbers in the slice.
    fileprivate func part(_ rows: Range<Int>) -> RunSlice {
        RunSlice(run, start: start + rows.lowerBound, count: rows.count)
    }

    /// This slice and another one as one, if the other begins where this one ends.
    fileprivate func joined(with other: RunSlice) -> RunSlice? {
        guard run === other.run, range.upperBound == other.start else { return nil }
        return RunSlice(run, start: start, count: count + other.count)
    }

    fileprivate func canJoin(_ next: RunSlice) -> Bool {
        !run.isRenewed && !next.run.isRenewed && run.hasSameType(as: next.run)
            && run.operations.canJoin(self, next)
    }
}

/// Rows of several runs side by side.
///
/// The slices lie in chunks, so that an edit copies a few slices and not all of them. Chunks are shared by a
/// list and its copies, which tells quickly what an edit left alone.
@usableFromInline
struct RunSlices {
    private struct Part {
        let slice: RunSlice
        /// The number in its chunk of the row after the last one.
        let end: Int

        var start: Int { end - slice.count }
    }

    private struct Chunk {
        var parts: [Part] = []
        /// The number of the row after the last one.
        var end = 0

        var rowCount: Int { parts.last?.end ?? 0 }
        var start: Int { end - rowCount }

        func isSame(as other: Chunk) -> Bool {
            parts.count == other.parts.count
                && parts.withUnsafeBufferPointer { mine in
                    other.parts.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
                }
        }
    }

    /// The number of slices that a chunk has at most. An edit copies about two chunks and the list of them.
    private static let capacity = 64

    private var chunks: [Chunk] = []

    init() {}

    /// The number of rows.
    var rowCount: Int { chunks.last?.end ?? 0 }

    /// The slices, in order.
    var slices: [RunSlice] { chunks.flatMap { $0.parts.map(\.slice) } }

    var sliceCount: Int { chunks.reduce(0) { $0 + $1.parts.count } }

    /// The items of the rows, each once.
    ///
    /// - Complexity: O(slices).
    var items: [any TableItem.Type] {
        var items: [any TableItem.Type] = []
        for chunk in chunks {
            for item in chunk.parts.lazy.map(\.slice.run.item) where items.last != item {
                if !items.contains(where: { $0 == item }) { items.append(item) }
            }
        }
        return items
    }

    /// Adds a slice at the end, to the last one if it continues that one.
    mutating func append(_ slice: RunSlice) {
        guard slice.count > 0 else { return }
        let end = rowCount + slice.count
        let number = chunks.count - 1
        if number >= 0, let last = chunks[number].parts.last, let joined = last.slice.joined(with: slice) {
            chunks[number].parts[chunks[number].parts.count - 1] = Part(
                slice: joined, end: last.end + slice.count)
            chunks[number].end = end
        } else if number >= 0, chunks[number].parts.count < Self.capacity {
            chunks[number].parts.append(Part(slice: slice, end: chunks[number].rowCount + slice.count))
            chunks[number].end = end
        } else {
            chunks.append(Chunk(parts: [Part(slice: slice, end: slice.count)], end: end))
        }
    }

    /// Returns the run of a row, its index there and the number of rows that follow there, itself included.
    func place(of row: Int) -> (run: Run, index: Int, count: Int) {
        let chunk = chunks[chunkIndex(of: row)]
        let row = row - chunk.start
        let part = chunk.parts[Self.firstIndex(below: chunk.parts.count) { row < chunk.parts[$0].end }]
        return (part.slice.run, part.slice.start + row - part.start, part.end - row)
    }

    private func chunkIndex(of row: Int) -> Int {
        Self.firstIndex(below: chunks.count) { row < chunks[$0].end }
    }

    /// The first of some ascending numbers that is far enough; the last number is.
    @inline(__always)
    private static func firstIndex(below count: Int, where isFar: (Int) -> Bool) -> Int {
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high) / 2
            if isFar(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

// MARK: Editing

extension RunSlices {
    /// Replaces some rows.
    ///
    /// - Complexity: O(chunks + slices of `new`).
    mutating func replaceSubrange(_ range: Range<Int>, with new: [RunSlice]) {
        guard rowCount > 0 else {
            for slice in new { append(slice) }
            return
        }
        let first = chunkIndex(of: Swift.min(range.lowerBound, rowCount - 1))
        let last = chunkIndex(of: Swift.min(Swift.max(range.lowerBound, range.upperBound - 1), rowCount - 1))
        var middle = Self.slices(of: chunks[first], 0..<range.lowerBound - chunks[first].start)
        let end = Self.slices(
            of: chunks[last], range.upperBound - chunks[last].start..<chunks[last].rowCount)
        for slice in new + end { Self.append(slice, to: &middle) }
        var next = last + 1
        if middle.count < Self.capacity / 4, next < chunks.count {
            for part in chunks[next].parts { Self.append(part.slice, to: &middle) }
            next += 1
        }
        var result: [Chunk] = []
        result.reserveCapacity(chunks.count + middle.count / Self.capacity + 1)
        result += chunks[..<first]
        Self.append(middle, to: &result)
        for chunk in chunks[next...] {
            result.append(Chunk(parts: chunk.parts, end: (result.last?.end ?? 0) + chunk.rowCount))
        }
        chunks = result
    }

    /// The slices of some rows.
    func slices(of range: Range<Int>) -> [RunSlice] {
        guard !range.isEmpty else { return [] }
        var result: [RunSlice] = []
        for chunk in chunks[chunkIndex(of: range.lowerBound)...chunkIndex(of: range.upperBound - 1)] {
            let rows = range.lowerBound - chunk.start..<range.upperBound - chunk.start
            for slice in Self.slices(of: chunk, rows.clamped(to: 0..<chunk.rowCount)) {
                Self.append(slice, to: &result)
            }
        }
        return result
    }

    /// The slices of some rows of a chunk, by their numbers in it.
    private static func slices(of chunk: Chunk, _ rows: Range<Int>) -> [RunSlice] {
        guard !rows.isEmpty else { return [] }
        let first = firstIndex(below: chunk.parts.count) { rows.lowerBound < chunk.parts[$0].end }
        return chunk.parts[first...].prefix { $0.start < rows.upperBound }.map { part in
            let range = rows.clamped(to: part.start..<part.end)
            return part.slice.part(range.lowerBound - part.start..<range.upperBound - part.start)
        }
    }

    private static func append(_ slice: RunSlice, to slices: inout [RunSlice]) {
        if let joined = slices.last?.joined(with: slice) {
            slices[slices.count - 1] = joined
        } else {
            slices.append(slice)
        }
    }

    /// Adds slices to a list of chunks, in chunks of about the same size.
    private static func append(_ slices: [RunSlice], to chunks: inout [Chunk]) {
        let count = (slices.count + capacity - 1) / capacity
        for number in 0..<count {
            var parts: [Part] = []
            let range = slices.count * number / count..<slices.count * (number + 1) / count
            parts.reserveCapacity(range.count)
            for slice in slices[range] {
                parts.append(Part(slice: slice, end: (parts.last?.end ?? 0) + slice.count))
            }
            chunks.append(Chunk(parts: parts, end: (chunks.last?.end ?? 0) + (parts.last?.end ?? 0)))
        }
    }

    /// Joins neighbouring slices that can be one run, if there are many for the number of rows, and returns
    /// whether it did.
    ///
    /// It is tried whenever the number of slices has doubled, and done if it halves that number.
    ///
    /// - Parameter oldCount: The number of slices before an edit.
    mutating func join(ifMoreThan oldCount: Int) -> Bool {
        let count = sliceCount
        guard count > 256, count > rowCount / 16, count > oldCount,
            count.leadingZeroBitCount < oldCount.leadingZeroBitCount
        else { return false }
        let slices = slices
        var groups: [[RunSlice]] = []
        for slice in slices {
            if let last = groups.last?.last, last.canJoin(slice) {
                groups[groups.count - 1].append(slice)
            } else {
                groups.append([slice])
            }
        }
        guard groups.count <= count / 2 else { return false }
        var result: [RunSlice] = []
        for group in groups {
            if group.count > 1, let run = group[0].run.operations.join(group) {
                result.append(RunSlice(run, start: 0, count: run.count))
            } else {
                result += group
            }
        }
        chunks = []
        Self.append(result, to: &chunks)
        return true
    }
}

// MARK: Comparing and finding

extension RunSlices {
    /// Counts rows at both ends that are the same elements of the same runs as those of another list.
    ///
    /// - Complexity: O(chunks).
    func sharedEnds(with other: RunSlices) -> (first: Int, last: Int) {
        let count = Swift.min(rowCount, other.rowCount)
        let first = Swift.min(count, Self.countShared(chunks, other.chunks, fromEnd: false))
        let last = Self.countShared(chunks.reversed(), other.chunks.reversed(), fromEnd: true)
        return (first, Swift.min(last, count - first))
    }

    private static func countShared(_ chunks: [Chunk], _ others: [Chunk], fromEnd: Bool) -> Int {
        var count = 0
        for (chunk, other) in zip(chunks, others) {
            if chunk.isSame(as: other) {
                count += chunk.rowCount
                continue
            }
            let parts = fromEnd ? chunk.parts.reversed() : chunk.parts
            for (part, other) in zip(parts, fromEnd ? other.parts.reversed() : other.parts) {
                let (range, otherRange) = (part.slice.range, other.slice.range)
                guard part.slice.run === other.slice.run,
                    fromEnd
                        ? range.upperBound == otherRange.upperBound
                        : range.lowerBound == otherRange.lowerBound
                else { break }
                count += Swift.min(range.count, otherRange.count)
                if range.count != otherRange.count { break }
            }
            break
        }
        return count
    }

    /// Returns all rows that show an element of a run.
    ///
    /// - Complexity: O(slices).
    func rows(ofElement index: Int, of run: Run) -> [Int] {
        chunks.flatMap { Self.rows(ofElement: index, of: run, in: $0) }
    }

    /// Returns the row that shows an element of a run, and searches first where it is likely to be.
    ///
    /// - Complexity: O(slices) between where the row is and where it is likely to be.
    func row(ofElement index: Int, of run: Run, near row: Int) -> Int? {
        guard rowCount > 0 else { return nil }
        let start = chunkIndex(of: Swift.max(0, Swift.min(row, rowCount - 1)))
        for distance in 0...Swift.max(start, chunks.count - 1 - start) {
            for number in [start - distance, start + distance] where chunks.indices.contains(number) {
                if let row = Self.rows(ofElement: index, of: run, in: chunks[number]).first { return row }
            }
        }
        return nil
    }

    private static func rows(ofElement index: Int, of run: Run, in chunk: Chunk) -> [Int] {
        chunk.parts.compactMap { part in
            guard part.slice.run === run, part.slice.range.contains(index) else { return nil }
            return chunk.start + part.start + index - part.slice.start
        }
    }
}
