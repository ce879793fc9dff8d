import TableAgent

extension BatchCheck {
    /// Counts the sections, and finds where each of the new ones was before.
    ///
    /// Moved sections are fixed; the rest fill the free places in order.
    ///
    /// - Returns: For each new section its old number, `nil` if it is inserted; no list if the counts differ.
    mutating func countSections() -> [Int?]? {
        let expected = old.count + sectionInserts.count - sectionDeletes.count
        guard new.count == expected else {
            reportSection(
                .sectionCount,
                "There are \(new.count) sections after, not \(expected): \(old.count) before, "
                    + "\(sectionInserts.count) inserted, \(sectionDeletes.count) deleted.")
            return nil
        }
        var origins = [Int?](repeating: nil, count: new.count)
        for move in batch.sectionMoves { origins[move.to] = move.from }
        let moved = Set(batch.sectionMoves.map(\.from))
        var rest = old.indices.filter { !sectionDeletes.contains($0) && !moved.contains($0) }[...]
        for section in new.indices where origins[section] == nil && !sectionInserts.contains(section) {
            origins[section] = rest.popFirst()
        }
        return origins
    }

    /// Counts the rows of each section that stays.
    mutating func countRows(_ origins: [Int?]) {
        var targets: [Int: Int] = [:]
        for case (let section, let origin?) in origins.enumerated() { targets[origin] = section }
        // A row that stays in its section, wherever that went, changes no count.
        let moves = batch.rowMoves.filter { targets[$0.from.section] != $0.to.section }
        let deleted = Self.counts(rowDeletes.filter(isPlaceBefore).map(\.section))
        let inserted = Self.counts(rowInserts.filter(isPlaceAfter).map(\.section))
        let movedOut = Self.counts(Set(moves.map(\.from)).filter(isPlaceBefore).map(\.section))
        let movedIn = Self.counts(Set(moves.map(\.to)).filter(isPlaceAfter).map(\.section))
        for case (let section, let origin?) in origins.enumerated() {
            let (before, after) = (old[origin].rows.count, new[section].rows.count)
            let (plus, minus) = (inserted[section, default: 0], deleted[origin, default: 0])
            let (arrived, left) = (movedIn[section, default: 0], movedOut[origin, default: 0])
            let expected = before + plus - minus + arrived - left
            guard after != expected else { continue }
            report(
                .rowCount,
                "Section \(section) has \(after) rows after, not \(expected): \(before) before, "
                    + "\(plus) inserted, \(minus) deleted, \(arrived) moved in, \(left) moved out.")
        }
    }

    private static func counts(_ sections: [Int]) -> [Int: Int] {
        sections.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
