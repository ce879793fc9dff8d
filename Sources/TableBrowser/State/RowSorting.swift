import TableAgent

/// Filters and sorts the rows of a table in slices of time, so that a person never waits for a key.
///
/// Each round sorts segments of rows by one key. The first segments are the sections. Rows with equal keys are the segments of
/// the next round, which compares the next bytes of their texts. The sort is stable. It takes 12 bytes for each row, and half
/// as much while two runs are merged.
struct RowSorting {
    /// The table whose rows are sorted.
    let table: TableInfo

    /// The filter and the sort.
    let ordering: RowOrdering

    private enum Step {
        /// Filters the rows of a section from a row on, and reads their first keys.
        case filter(section: Int, row: Int)
        /// Reads the keys of a round.
        case read(segment: Int, row: Int)
        /// Sorts runs of a length, or merges pairs of them.
        case merge(segment: Int, offset: Int, runLength: Int)
        /// Finds the segments of the next round.
        case compare
    }

    private let sections: [TableSection]
    private var step = Step.filter(section: 0, row: 0)
    private var rows: [UInt32] = []
    private var starts: [UInt32] = [0]
    private var keys: [RowSort.Key] = []
    private var depth = 0
    /// The sorted ranges of rows. A row in a segment belongs to the section of the segment.
    private var segments: [Segment] = []
    private var grid: GridLine
    private var readCount = 0
    private let totalCount: Int

    private struct Segment {
        let section: Int32
        let start: UInt32
        let end: UInt32

        var count: Int { Int(end - start) }
    }

    /// The length of the runs that are sorted at once.
    private static let shortRun = 1 << 14

    /// Creates the work of sorting a table whose series have some words.
    init(
        _ table: TableInfo, _ ordering: RowOrdering,
        seriesText: @escaping @Sendable (SeriesSummary) -> String
    ) {
        grid = GridLine(seriesText: seriesText, columns: table.columns)
        self.table = table
        self.ordering = ordering
        sections = table.sections
        totalCount = max(sections.reduce(0) { $0 + $1.visibleRowCount }, 1)
    }

    /// The share of the rows that were read, from 0 to 1.
    var progress: Double { min(Double(readCount) / Double(totalCount), 1) }

    /// Works until a deadline.
    ///
    /// - Returns: The order, or `nil` if the work is not finished.
    mutating func run(until deadline: ContinuousClock.Instant) -> RowOrder? {
        repeat {
            switch step {
            case .filter(let section, let row):
                if section < sections.count {
                    step = filter(section, from: row, until: deadline)
                } else if ordering.sort == nil {
                    return finished
                } else {
                    segments = sections.indices.map {
                        Segment(section: Int32($0), start: starts[$0], end: starts[$0 + 1])
                    }
                    step = .merge(segment: 0, offset: 0, runLength: Self.shortRun)
                }
            case .read(let segment, let row): step = read(segment, from: row)
            case .merge(let segment, let offset, let runLength):
                step = merge(segment, from: offset, runLength: runLength)
            case .compare:
                findEqualRows()
                if segments.isEmpty { return finished }
                depth += 1
                step = .read(segment: 0, row: 0)
            }
        } while ContinuousClock.now < deadline
        return nil
    }

    private var finished: RowOrder { RowOrder(rows: rows, starts: starts, ordering: ordering) }

    // MARK: Steps

    /// Filters rows of a section, and returns the next step.
    private mutating func filter(_ index: Int, from first: Int, until deadline: ContinuousClock.Instant)
        -> Step
    {
        struct Stop: Error {}
        let section = sections[index]
        let count = section.visibleRowCount
        let showsAll = ordering.showsAllRows(of: section, &grid)
        let filter = showsAll ? nil : ordering.filter
        var next = first
        if filter == nil, ordering.sort == nil {
            rows += (UInt32(first)..<UInt32(count))
            next = count
        } else if first < count {
            do {
                try section.rows.fillLines(from: first, &grid, in: section.state) { line, row in
                    next = row + 1
                    if filter?.matches(line) != false {
                        rows.append(UInt32(row))
                        if let sort = ordering.sort { keys.append(sort.key(of: line)) }
                    }
                    if row & 255 == 255, ContinuousClock.now >= deadline { throw Stop() }
                }
            } catch is Stop {
            } catch {
                // Rows that fill no cells are left out.
                next = count
            }
        }
        readCount += next - first
        if next < count { return .filter(section: index, row: next) }
        starts.append(UInt32(rows.count))
        return .filter(section: index + 1, row: 0)
    }

    /// Reads the keys of some rows, and returns the next step.
    private mutating func read(_ index: Int, from first: Int) -> Step {
        guard let sort = ordering.sort, index < segments.count else {
            return .merge(segment: 0, offset: 0, runLength: Self.shortRun)
        }
        let segment = segments[index]
        let section = sections[Int(segment.section)]
        let (allRows, state) = (section.rows, section.state)
        let start = Int(segment.start) + first
        let end = min(start + 1_024, Int(segment.end))
        for slot in start..<end {
            _ = allRows[Int(rows[slot])].fill(&grid, in: state, as: .row)
            keys[slot] = sort.key(of: grid, depth: depth)
        }
        return end < segment.end
            ? .read(segment: index, row: end - Int(segment.start)) : .read(segment: index + 1, row: 0)
    }

    /// Sorts a run or merges two runs, and returns the next step.
    private mutating func merge(_ index: Int, from offset: Int, runLength: Int) -> Step {
        guard index < segments.count else {
            let isSorted = segments.allSatisfy { $0.count <= runLength }
            return isSorted ? .compare : .merge(segment: 0, offset: 0, runLength: 2 * runLength)
        }
        let segment = segments[index]
        // Short segments are sorted after the first pass.
        guard offset < segment.count, runLength == Self.shortRun || segment.count > runLength / 2 else {
            return .merge(segment: index + 1, offset: 0, runLength: runLength)
        }
        let start = Int(segment.start) + offset
        let end = min(start + runLength, Int(segment.end))
        if runLength == Self.shortRun {
            sortRun(start..<end)
        } else {
            mergeRuns(start..<end, at: min(start + runLength / 2, end))
        }
        return .merge(segment: index, offset: offset + runLength, runLength: runLength)
    }

    private mutating func sortRun(_ range: Range<Int>) {
        guard range.count > 1 else { return }
        var pairs = range.map { (key: keys[$0], row: rows[$0]) }
        pairs.sort { ($0.key, $0.row) < ($1.key, $1.row) }
        for (index, pair) in zip(range, pairs) {
            keys[index] = pair.key
            rows[index] = pair.row
        }
    }

    /// Merges two sorted runs that meet at an index.
    private mutating func mergeRuns(_ range: Range<Int>, at middle: Int) {
        guard middle < range.upperBound, keys[middle - 1] > keys[middle] else { return }
        let first = (range.lowerBound..<middle).map { (key: keys[$0], row: rows[$0]) }
        var left = 0
        var right = middle
        for index in range {
            if left == first.count { return }
            if right < range.upperBound, keys[right] < first[left].key {
                keys[index] = keys[right]
                rows[index] = rows[right]
                right += 1
            } else {
                keys[index] = first[left].key
                rows[index] = first[left].row
                left += 1
            }
        }
    }

    /// Replaces the segments by the ranges of rows whose keys are equal and whose next keys may differ.
    private mutating func findEqualRows() {
        guard let sort = ordering.sort else { return }
        var equal: [Segment] = []
        for segment in segments {
            var start = segment.start
            while start < segment.end {
                let key = keys[Int(start)]
                var end = start + 1
                while end < segment.end, keys[Int(end)] == key { end += 1 }
                if end - start > 1, sort.continues(key, depth: depth) {
                    equal.append(Segment(section: segment.section, start: start, end: end))
                }
                start = end
            }
        }
        segments = equal
    }
}
