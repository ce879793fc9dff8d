extension TableChanges {
    /// Says why a surface would refuse the changes as one batch; `nil` when it would not.
    ///
    /// Places must exist and be named once, rows may only move between sections that stay, and the numbers of
    /// sections and rows must add up, as `UITableView` demands.
    ///
    /// - Parameters:
    ///   - old: The table before.
    ///   - new: The table after.
    /// - Returns: A sentence about the first fault found.
    /// - Complexity: O(sections + changes).
    public func fault(from old: TableInfo, to new: TableInfo) -> String? {
        let before = old.sections.map(\.visibleRowCount)
        let after = new.sections.map(\.visibleRowCount)
        return sectionFault(before.count, after.count) ?? rowFault(before, after)
    }

    private func sectionFault(_ before: Int, _ after: Int) -> String? {
        guard Self.isAscending(sectionDeletes, below: before), Self.isAscending(sectionInserts, below: after)
        else { return "A deleted or inserted section is out of range, out of order or named twice." }
        let expected = before - sectionDeletes.count + sectionInserts.count
        guard expected == after else {
            return "\(before) sections with \(sectionDeletes.count) deleted and \(sectionInserts.count) "
                + "inserted are \(expected), but the new table has \(after)."
        }
        return nil
    }

    private func rowFault(_ before: [Int], _ after: [Int]) -> String? {
        let deletes = Set(sectionDeletes)
        let inserts = Set(sectionInserts)
        let staying = zip(
            before.indices.filter { !deletes.contains($0) }, after.indices.filter { !inserts.contains($0) })
        let sources = rowDeletes + rowMoves.map(\.from)
        let targets = rowInserts + rowMoves.map(\.to)
        guard Self.exist(sources, before, without: deletes), Self.exist(targets, after, without: inserts),
            Self.exist(rowUpdates, after, without: inserts)
        else { return "A row is out of range, in a deleted or inserted section, or named twice." }
        var counts = before
        for place in sources { counts[place.section] -= 1 }
        var arrivals = [Int](repeating: 0, count: after.count)
        for place in targets { arrivals[place.section] += 1 }
        for (old, new) in staying where counts[old] + arrivals[new] != after[new] {
            return "Section \(new) would have \(counts[old] + arrivals[new]) rows, but the new table has "
                + "\(after[new]) there."
        }
        return nil
    }

    private static func isAscending(_ numbers: [Int], below count: Int) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
            && numbers.allSatisfy { (0..<count).contains($0) }
    }

    /// Whether places exist, each named once, none in some sections.
    private static func exist(_ places: [RowPosition], _ counts: [Int], without sections: Set<Int>) -> Bool {
        places.allSatisfy {
            counts.indices.contains($0.section) && !sections.contains($0.section)
                && (0..<counts[$0.section]).contains($0.row)
        } && Set(places).count == places.count
    }
}
