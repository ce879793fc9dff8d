/// Finds rows that stand in the same place of the same run in both lists.
///
/// Tables that were edited share their runs, so that rows which an edit left alone need not be looked at.
enum SharedRows {
    /// The rows of two ranges that are shared, ascending in the new list.
    ///
    /// Of rows that were rearranged within their run, not all are found.
    ///
    /// - Complexity: O(slices).
    static func segments(_ old: Rows, _ oldRange: Range<Int>, _ new: Rows, _ newRange: Range<Int>)
        -> [RowSegment]
    {
        let (oldSlices, newSlices) = (slices(old, oldRange), slices(new, newRange))
        if oldSlices.count == 1, newSlices.count == 1,
            old.slices[oldSlices.lowerBound].run !== new.slices[newSlices.lowerBound].run
        {
            return []
        }
        var table = HashTable()
        table.reset(for: oldSlices.count)
        for number in oldSlices {
            table.insert(number - oldSlices.lowerBound, hash: hash(old.slices[number].run))
        }
        // The old rows that are not taken yet, for each slice.
        var free = oldSlices.map { rows(old, $0, oldRange) }
        var segments: [RowSegment] = []
        for number in newSlices {
            let run = new.slices[number].run
            var rest = rows(new, number, newRange)
            let offset = new.slices[number].start - new.slices.start(ofSlice: number)
            while !rest.isEmpty,
                let other = table.first(
                    hash(run), where: { old.slices[oldSlices.lowerBound + $0].run === run })
            {
                // Both as indices in the run.
                let otherNumber = oldSlices.lowerBound + other
                let otherOffset = old.slices[otherNumber].start - old.slices.start(ofSlice: otherNumber)
                let start = max(rest.lowerBound + offset, free[other].lowerBound + otherOffset)
                let (restEnd, freeEnd) = (rest.upperBound + offset, free[other].upperBound + otherOffset)
                let end = min(restEnd, freeEnd)
                if start < end {
                    segments.append(
                        RowSegment(old: start - otherOffset, new: start - offset, count: end - start))
                    free[other] = end - otherOffset..<free[other].upperBound
                }
                if freeEnd <= restEnd {
                    table.remove(other, hash: hash(run))
                    rest = max(rest.lowerBound, end - offset)..<rest.upperBound
                } else {
                    break
                }
            }
        }
        return segments
    }

    /// The numbers of the slices that hold some rows.
    private static func slices(_ rows: Rows, _ range: Range<Int>) -> Range<Int> {
        rows.slices.number(ofRow: range.lowerBound)..<rows.slices.number(ofRow: range.upperBound - 1) + 1
    }

    /// The rows of a slice that are in a range.
    private static func rows(_ rows: Rows, _ number: Int, _ range: Range<Int>) -> Range<Int> {
        let start = rows.slices.start(ofSlice: number)
        return (start..<start + rows.slices[number].count).clamped(to: range)
    }

    /// Runs are told apart by their addresses.
    private static func hash(_ run: Run) -> Int { Int(bitPattern: ObjectIdentifier(run)) }
}
