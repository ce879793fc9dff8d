/// Collects the changes of rows, section by section and then across sections.
struct RowChangeFinder {
    private(set) var deletes: [RowPosition] = []
    private(set) var inserts: [RowPosition] = []
    private(set) var moves: [TableChanges.RowMove] = []
    private(set) var updates: [RowPosition] = []
    private var matcher = RowMatcher()

    /// Finds the changes of one section that both tables have.
    mutating func find(_ before: Section, _ after: Section, _ section: SectionMatcher.Pair) {
        guard before.visibleRowCount > 0, after.visibleRowCount > 0 else {
            for row in 0..<before.visibleRowCount {
                deletes.append(RowPosition(section: section.old, row: row))
            }
            for row in 0..<after.visibleRowCount {
                inserts.append(RowPosition(section: section.new, row: row))
            }
            return
        }
        let pair = RowPair(old: before.rows, new: after.rows)
        matcher.match(pair)
        deletes.append(contentsOf: matcher.oldRest.lazy.map { RowPosition(section: section.old, row: $0) })
        inserts.append(contentsOf: matcher.newRest.lazy.map { RowPosition(section: section.new, row: $0) })
        let segments = matcher.segments
        let stays =
            segments.count < 2
            ? nil : IncreasingChain.stays(old: segments.map(\.old), weights: segments.map(\.count))
        for (index, segment) in segments.enumerated() {
            if let stays, !stays[index] {
                for offset in 0..<segment.count {
                    moves.append(
                        TableChanges.RowMove(
                            from: RowPosition(section: section.old, row: segment.old + offset),
                            to: RowPosition(section: section.new, row: segment.new + offset)))
                }
            }
            // What is shared at the start and at the end is in the first and in the last segment.
            var offset = index == 0 ? pair.shared.start : 0
            let end = segment.count - (index == segments.count - 1 ? pair.shared.end : 0)
            while offset < end {
                offset += pair.countUnchanged(
                    segment.old + offset, segment.new + offset, limit: end - offset)
                guard offset < end else { break }
                updates.append(RowPosition(section: section.new, row: segment.new + offset))
                offset += 1
            }
        }
    }

    /// Makes moves of the rows that left one section and arrived in another.
    ///
    /// Call it once, after all sections, if there are several.
    mutating func finish(_ old: TableInfo, _ new: TableInfo) {
        guard !deletes.isEmpty, !inserts.isEmpty else { return }
        var table = HashTable()
        table.reset(for: deletes.count)
        for (number, place) in deletes.enumerated() {
            let (slice, index) = old.sections[place.section].rows.place(of: place.row)
            table.insert(number, hash: slice.run.hash(at: index))
        }
        var isGone = [Bool](repeating: false, count: deletes.count)
        var left = 0
        for target in inserts {
            let (slice, index) = new.sections[target.section].rows.place(of: target.row)
            let match = table.first(slice.run.hash(at: index)) { number in
                guard !isGone[number] else { return false }
                let (other, otherIndex) = old.sections[deletes[number].section].rows.place(
                    of: deletes[number].row)
                return RowPair.isSame(other.run, otherIndex, slice.run, index)
            }
            if let match {
                isGone[match] = true
                moves.append(TableChanges.RowMove(from: deletes[match], to: target))
                let (other, otherIndex) = old.sections[deletes[match].section].rows.place(
                    of: deletes[match].row)
                if RowPair.countUnchanged(other.run, otherIndex, slice.run, index, 1) == 0 {
                    updates.append(target)
                }
            } else {
                inserts[left] = target
                left += 1
            }
        }
        guard left < inserts.count else { return }
        inserts.removeSubrange(left...)
        var number = 0
        deletes.removeAll { _ in
            defer { number += 1 }
            return isGone[number]
        }
        moves.sort { $0.to < $1.to }
        updates.sort()
    }
}
