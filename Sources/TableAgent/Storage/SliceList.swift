/// The slices that rows consist of, in chunks, so that an edit copies a few slices and not all of them.
///
/// Chunks are shared between a list and its copies, which tells at once what an edit left alone.
struct SliceList {
    private struct Part {
        let slice: RunSlice
        /// The number in its chunk of the row after the last one.
        let end: Int
    }

    private struct Chunk {
        var parts: [Part] = []
        /// The number of the row after the last one.
        var end = 0
        /// The number of the slice after the last one.
        var sliceEnd = 0

        var rowCount: Int { parts.last?.end ?? 0 }
        var start: Int { end - rowCount }
        var sliceStart: Int { sliceEnd - parts.count }

        func isSame(as other: Chunk) -> Bool {
            parts.count == other.parts.count
                && parts.withUnsafeBufferPointer { mine in
                    other.parts.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
                }
        }
    }

    /// How many slices a chunk has at most. An edit copies about two chunks and the list of them.
    private static let capacity = 64

    private var chunks: [Chunk] = []

    /// How many rows there are.
    var rowCount: Int { chunks.last?.end ?? 0 }

    /// Adds a slice, to the last one if it goes on with it.
    mutating func append(_ slice: RunSlice) {
        guard slice.count > 0 else { return }
        if chunks.isEmpty { chunks.append(Chunk()) }
        let last = chunks.count - 1
        if let part = chunks[last].parts.last, part.slice.goesOn(with: slice) {
            chunks[last].parts[chunks[last].parts.count - 1] = Part(
                slice: part.slice.joined(with: slice), end: part.end + slice.count)
        } else if chunks[last].parts.count == Self.capacity {
            chunks.append(
                Chunk(
                    parts: [Part(slice: slice, end: slice.count)], end: chunks[last].end,
                    sliceEnd: chunks[last].sliceEnd + 1))
        } else {
            chunks[last].parts.append(Part(slice: slice, end: chunks[last].rowCount + slice.count))
            chunks[last].sliceEnd += 1
        }
        chunks[chunks.count - 1].end += slice.count
    }
}

// MARK: Access

extension SliceList: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { chunks.last?.sliceEnd ?? 0 }

    subscript(number: Int) -> RunSlice {
        let chunk = chunks[chunkIndex(ofSlice: number)]
        return chunk.parts[number - chunk.sliceStart].slice
    }

    /// The number of the first row of a slice.
    func start(ofSlice number: Int) -> Int {
        let chunk = chunks[chunkIndex(ofSlice: number)]
        let part = chunk.parts[number - chunk.sliceStart]
        return chunk.start + part.end - part.slice.count
    }

    /// The number of the slice that holds a row.
    func number(ofRow row: Int) -> Int {
        let chunk = chunks[chunkIndex(ofRow: row)]
        return chunk.sliceStart
            + Self.firstIndex(below: chunk.parts.count) { row - chunk.start < chunk.parts[$0].end }
    }

    private func chunkIndex(ofSlice number: Int) -> Int {
        Self.firstIndex(below: chunks.count) { number < chunks[$0].sliceEnd }
    }

    private func chunkIndex(ofRow row: Int) -> Int {
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

// MARK: Edits

extension SliceList {
    /// Puts other slices in the place of some rows.
    ///
    /// - Complexity: O(chunks + slices of `other`).
    mutating func replaceSubrange(_ range: Range<Int>, with other: SliceList) {
        guard !chunks.isEmpty else { return self = other }
        let first = chunkIndex(ofRow: Swift.min(range.lowerBound, rowCount - 1))
        let last = chunkIndex(
            ofRow: Swift.min(Swift.max(range.lowerBound, range.upperBound - 1), rowCount - 1))
        var middle: [RunSlice] = []
        middle.reserveCapacity(2 * Self.capacity + other.count)
        Self.append(chunks[first], 0..<range.lowerBound - chunks[first].start, to: &middle)
        for chunk in other.chunks { Self.append(chunk, 0..<chunk.rowCount, to: &middle) }
        Self.append(chunks[last], range.upperBound - chunks[last].start..<chunks[last].rowCount, to: &middle)
        var next = last + 1
        if middle.count < Self.capacity / 4, next < chunks.count {
            Self.append(chunks[next], 0..<chunks[next].rowCount, to: &middle)
            next += 1
        }
        var result: [Chunk] = []
        result.reserveCapacity(chunks.count + middle.count / Self.capacity + 1)
        result += chunks[..<first]
        Self.append(middle, to: &result)
        for chunk in chunks[next...] { Self.append(chunk.parts, to: &result) }
        chunks = result
    }

    /// The slices of some rows.
    func part(_ range: Range<Int>) -> SliceList {
        var result = SliceList()
        guard !range.isEmpty else { return result }
        for number in chunkIndex(ofRow: range.lowerBound)...chunkIndex(ofRow: range.upperBound - 1) {
            let chunk = chunks[number]
            var slices: [RunSlice] = []
            Self.append(
                chunk,
                (range.lowerBound - chunk.start..<range.upperBound - chunk.start).clamped(
                    to: 0..<chunk.rowCount),
                to: &slices)
            for slice in slices { result.append(slice) }
        }
        return result
    }

    /// Adds some rows of a chunk, by their numbers in it, to slices.
    private static func append(_ chunk: Chunk, _ rows: Range<Int>, to slices: inout [RunSlice]) {
        guard !rows.isEmpty else { return }
        var number = firstIndex(below: chunk.parts.count) { rows.lowerBound < chunk.parts[$0].end }
        var row = rows.lowerBound
        while row < rows.upperBound {
            let part = chunk.parts[number]
            let start = part.end - part.slice.count
            let end = Swift.min(part.end, rows.upperBound)
            let slice = part.slice.part(row - start..<end - start)
            if let last = slices.last, last.goesOn(with: slice) {
                slices[slices.count - 1] = last.joined(with: slice)
            } else {
                slices.append(slice)
            }
            row = end
            number += 1
        }
    }

    /// Adds slices to a list of chunks, in chunks of about the same size.
    private static func append(_ slices: [RunSlice], to chunks: inout [Chunk]) {
        guard !slices.isEmpty else { return }
        let count = (slices.count + capacity - 1) / capacity
        for number in 0..<count {
            var parts: [Part] = []
            let range = slices.count * number / count..<slices.count * (number + 1) / count
            parts.reserveCapacity(range.count)
            for slice in slices[range] {
                parts.append(Part(slice: slice, end: (parts.last?.end ?? 0) + slice.count))
            }
            append(parts, to: &chunks)
        }
    }

    /// Adds a chunk to a list of them.
    private static func append(_ parts: [Part], to chunks: inout [Chunk]) {
        let last = chunks.last
        chunks.append(
            Chunk(
                parts: parts, end: (last?.end ?? 0) + (parts.last?.end ?? 0),
                sliceEnd: (last?.sliceEnd ?? 0) + parts.count))
    }
}

// MARK: Comparing and finding

extension SliceList {
    /// How many rows at the start and at the end stand in the same slices as those of another list.
    ///
    /// - Complexity: O(chunks).
    func countShared(with other: SliceList) -> (start: Int, end: Int) {
        let most = Swift.min(chunks.count, other.chunks.count)
        var first = 0
        while first < most, chunks[first].isSame(as: other.chunks[first]) { first += 1 }
        var last = 0
        while last < most - first,
            chunks[chunks.count - 1 - last].isSame(as: other.chunks[other.chunks.count - 1 - last])
        {
            last += 1
        }
        var slices = Swift.min(count, other.count)
        var start = first == 0 ? 0 : chunks[first - 1].sliceEnd
        var end = last == 0 ? 0 : count - chunks[chunks.count - last].sliceStart
        slices -= start + end
        while slices > 0, self[start].isSame(as: other[start]) {
            start += 1
            slices -= 1
        }
        while slices > 0, self[count - 1 - end].isSame(as: other[other.count - 1 - end]) {
            end += 1
            slices -= 1
        }
        return (
            start: start == count ? rowCount : start == 0 ? 0 : self.start(ofSlice: start),
            end: end == 0 ? 0 : rowCount - self.start(ofSlice: count - end)
        )
    }

    /// All rows that show an element of a run.
    ///
    /// - Complexity: O(slices).
    func rows(ofElement index: Int, of run: Run) -> [Int] {
        indices.compactMap { number in
            let slice = self[number]
            guard slice.run === run, slice.range.contains(index) else { return nil }
            return start(ofSlice: number) + index - slice.start
        }
    }

    /// The row that shows an element of a run, looked for from where it is likely and further and further
    /// away.
    ///
    /// - Complexity: O(slices) between where the row is and where it is likely.
    func row(ofElement index: Int, of run: Run, near row: Int) -> Int? {
        guard rowCount > 0 else { return nil }
        let number = number(ofRow: Swift.max(0, Swift.min(row, rowCount - 1)))
        for distance in 0...Swift.max(number, count - 1 - number) {
            for number in [number - distance, number + distance] where indices.contains(number) {
                let slice = self[number]
                if slice.run === run, slice.range.contains(index) {
                    return start(ofSlice: number) + index - slice.start
                }
            }
        }
        return nil
    }
}
