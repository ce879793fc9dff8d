import TableAgent
import TableAgentTesting

/// Compares changes with the result of plain loops over two models.
struct ChangesAudit {
    let old: ModelTable
    let new: ModelTable
    let changes: TableChanges

    /// The old and new indices of the sections that remain.
    private let sections: [(old: Int, new: Int)]
    /// The old position of each remaining row, keyed by its new position.
    private var origins: [RowPosition: RowPosition] = [:]

    init(_ old: ModelTable, _ new: ModelTable, _ changes: TableChanges) {
        self.old = old
        self.new = new
        self.changes = changes
        let oldRest = old.sections.indices.filter { !changes.sectionDeletes.contains($0) }
        let newRest = new.sections.indices.filter { !changes.sectionInserts.contains($0) }
        sections = zip(oldRest, newRest).map { (old: $0, new: $1) }
        findOrigins()
    }

    /// The errors in the changes, as texts.
    var problems: [String] {
        (checkUpdates() + checkOrder() + checkMatches() + checkMoves() + checkSections() + checkRemovedRows()
            + checkRemovedSections() + checkToggledSections()).compactMap(\.self)
    }

    private mutating func findOrigins() {
        let gone = Set(changes.rowDeletes + changes.rowMoves.map(\.from))
        let arrived = Set(changes.rowInserts + changes.rowMoves.map(\.to))
        for pair in sections {
            let from = places(pair.old, old).filter { !gone.contains($0) }
            let to = places(pair.new, new).filter { !arrived.contains($0) }
            for (from, to) in zip(from, to) { origins[to] = from }
        }
        for move in changes.rowMoves { origins[move.to] = move.from }
    }

    private func places(_ section: Int, _ table: ModelTable) -> [RowPosition] {
        table.sections[section].visibleRows.indices.map { RowPosition(section: section, row: $0) }
    }

    private func oldRow(_ place: RowPosition) -> ModelRow { old.sections[place.section].rows[place.row] }
    private func newRow(_ place: RowPosition) -> ModelRow { new.sections[place.section].rows[place.row] }

    /// Returns the problem if a condition is false.
    private func expect(_ condition: Bool, _ problem: @autoclosure () -> String) -> String? {
        condition ? nil : problem()
    }

    /// Checks the updates: the remaining rows, heads, and feet whose content may differ.
    private func checkUpdates() -> [String?] {
        let rows = origins.filter { !oldRow($0.value).isKnownUnchanged(as: newRow($0.key)) }.keys.sorted()
        let heads = sections.filter { isOther($0, \.head) }.map(\.new)
        let feet = sections.filter { isOther($0, \.foot) }.map(\.new)
        let isFootOther = isOther(old.foot, new.foot, isStateChanged: old.rowCount != new.rowCount)
        return [
            expect(changes.updatesTableFoot == isFootOther, "updatesTableFoot is not \(isFootOther)"),
            expect(changes.rowUpdates == rows, "rowUpdates \(changes.rowUpdates), not \(rows)"),
            expect(changes.headUpdates == heads, "headUpdates \(changes.headUpdates), not \(heads)"),
            expect(changes.footUpdates == feet, "footUpdates \(changes.footUpdates), not \(feet)"),
        ]
    }

    private func isOther(_ pair: (old: Int, new: Int), _ entry: KeyPath<ModelSection, ModelEntry?>) -> Bool {
        let (before, after) = (old.sections[pair.old], new.sections[pair.new])
        return isOther(
            before[keyPath: entry], after[keyPath: entry],
            isStateChanged: before.isCollapsed != after.isCollapsed || before.rows.count != after.rows.count)
    }

    private func isOther(_ old: ModelEntry?, _ new: ModelEntry?, isStateChanged: Bool) -> Bool {
        if old != new { return true }
        return switch new?.kind {
        case nil, .plain: false
        case .unknown: true
        case .state: isStateChanged
        }
    }

    /// Checks that lists are ascending, and contain no rows of deleted or inserted sections.
    private func checkOrder() -> [String?] {
        let targets = changes.rowMoves.map(\.to)
        let before = changes.rowDeletes + changes.rowMoves.map(\.from)
        let after = changes.rowInserts + targets + changes.rowUpdates
        return [
            expect(isAscending(changes.sectionDeletes), "sectionDeletes are not ascending"),
            expect(isAscending(changes.sectionInserts), "sectionInserts are not ascending"),
            expect(isAscending(changes.rowDeletes), "rowDeletes are not ascending"),
            expect(isAscending(changes.rowInserts), "rowInserts are not ascending"),
            expect(isAscending(targets), "rowMoves are not ascending"),
            expect(
                !before.contains { changes.sectionDeletes.contains($0.section) }, "rows of a deleted section"),
            expect(
                !after.contains { changes.sectionInserts.contains($0.section) }, "rows of an inserted section"
            ),
        ]
    }

    private func isAscending<Place: Comparable>(_ places: [Place]) -> Bool {
        zip(places, places.dropFirst()).allSatisfy(<)
    }

    /// Checks that each section has as many matched rows as possible, and that no row is both deleted and
    /// inserted.
    private func checkMatches() -> [String?] {
        let deleted = Set(changes.rowDeletes.map { oldRow($0).identity })
        let inserted = changes.rowInserts.map { newRow($0).identity }
        let both = inserted.filter(deleted.contains)
        return [expect(both.isEmpty, "\(both) are deleted and inserted")]
            + sections.map { pair in
                var free: [ModelRow.Identity: Int] = [:]
                for row in old.sections[pair.old].visibleRows { free[row.identity, default: 0] += 1 }
                let most = new.sections[pair.new].visibleRows.count { row in
                    free[row.identity, default: 0] -= 1
                    return free[row.identity, default: 0] >= 0
                }
                let found = matches(pair).count
                return expect(found == most, "\(found) rows match in section \(pair.new), not \(most)")
            }
    }

    /// Returns the old indices of a section's remaining rows, in the new order.
    private func matches(_ pair: (old: Int, new: Int)) -> [Int] {
        places(pair.new, new).compactMap { origins[$0] }.filter { $0.section == pair.old }.map(\.row)
    }

    /// Checks that as few rows as possible move within a section. The moved rows are determined only for
    /// unique ids.
    private func checkMoves() -> [String?] {
        sections.map { pair in
            let before = old.sections[pair.old].visibleRows.map(\.identity)
            let after = new.sections[pair.new].visibleRows.map(\.identity)
            guard Set(before).count == before.count, Set(after).count == after.count else { return nil }
            let matches = matches(pair)
            let least = matches.count - Self.longestChain(matches)
            let found = changes.rowMoves.count { $0.from.section == pair.old && $0.to.section == pair.new }
            return expect(found == least, "\(found) rows move in section \(pair.new), not \(least)")
        }
    }

    /// Returns the length of the longest increasing subsequence, computed by patience sorting.
    private static func longestChain(_ numbers: [Int]) -> Int {
        var ends: [Int] = []
        for number in numbers {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if ends[middle] < number { low = middle + 1 } else { high = middle }
            }
            if low == ends.count { ends.append(number) } else { ends[low] = number }
        }
        return ends.count
    }

    /// Checks that the unmoved sections have the greatest total weight, if section ids are unique.
    private func checkSections() -> [String?] {
        let (before, after) = (old.sections.map(\.id), new.sections.map(\.id))
        guard Set(before).count == before.count, Set(after).count == after.count else { return [] }
        func cost(_ a: Int, _ b: Int) -> Int {
            1 + old.sections[a].visibleRows.count + new.sections[b].visibleRows.count
        }
        // The heaviest common subsequence, from a table of all pairs of ends.
        var best = [[Int]](repeating: [Int](repeating: 0, count: after.count + 1), count: before.count + 1)
        for a in before.indices {
            for b in after.indices {
                let with = before[a] == after[b] ? best[a][b] + cost(a, b) : 0
                best[a + 1][b + 1] = max(with, best[a][b + 1], best[a + 1][b])
            }
        }
        let found = sections.reduce(0) { $0 + cost($1.old, $1.new) }
        let most = best[before.count][after.count]
        return [expect(found == most, "the sections that stay weigh \(found), not \(most)")]
    }

    /// Checks the number of removed rows for each id. It is at least the decrease from the visible old rows,
    /// and at most the decrease from all old rows. Rows of removed sections do not count.
    private func checkRemovedRows() -> [String?] {
        func count(_ rows: some Sequence<ModelRow>) -> [ModelRow.Identity.ID: Int] {
            rows.reduce(into: [:]) { $0[$1.identity.id, default: 0] += 1 }
        }
        let kept = old.sections.indices.filter { !changes.removedSections.contains($0) }
        let visible = count(kept.flatMap { old.sections[$0].visibleRows })
        let all = count(kept.flatMap { old.sections[$0].rows })
        let later = count(new.sections.flatMap(\.rows))
        let removed = count(changes.removedRows.map(oldRow))
        let wrong = all.keys.filter { id in
            let least = max(0, visible[id, default: 0] - later[id, default: 0])
            let most = max(0, all[id, default: 0] - later[id, default: 0])
            return !(least...most).contains(removed[id, default: 0])
        }
        let strange = changes.removedRows.filter { position in
            !kept.contains(position.section)
                || !old.sections[position.section].visibleRows.indices.contains(position.row)
        }
        return [
            expect(wrong.isEmpty, "removedRows \(changes.removedRows) are wrong about \(wrong)"),
            expect(strange.isEmpty, "\(strange) are removed, but were not visible in a section that is kept"),
            expect(isAscending(changes.removedRows), "removedRows are not ascending"),
        ]
    }

    /// Checks the number of removed sections for each id: it equals the decrease of the sections with this
    /// id.
    private func checkRemovedSections() -> [String?] {
        var rest: [Int: Int] = [:]
        for section in old.sections { rest[section.id, default: 0] += 1 }
        for section in new.sections { rest[section.id, default: 0] -= 1 }
        var removed: [Int: Int] = [:]
        for number in changes.removedSections { removed[old.sections[number].id, default: 0] += 1 }
        let wrong = rest.keys.filter { max(0, rest[$0, default: 0]) != removed[$0, default: 0] }
        return [
            expect(wrong.isEmpty, "removedSections \(changes.removedSections) are wrong about \(wrong)"),
            expect(isAscending(changes.removedSections), "removedSections are not ascending"),
            expect(
                Set(changes.removedSections).isSubset(of: changes.sectionDeletes),
                "removedSections \(changes.removedSections) are not all deleted"),
        ]
    }

    /// Checks that remaining sections, and with unique ids also moved ones, are collapsed or expanded if
    /// their state differs.
    private func checkToggledSections() -> [String?] {
        var pairs = sections
        let (before, after) = (old.sections.map(\.id), new.sections.map(\.id))
        let areUnique = Set(before).count == before.count && Set(after).count == after.count
        if areUnique {
            pairs = after.indices.compactMap { number in
                before.firstIndex(of: after[number]).map { (old: $0, new: number) }
            }
        }
        let known = Set(pairs.map(\.new))
        let toggled = pairs.filter { old.sections[$0.old].isCollapsed != new.sections[$0.new].isCollapsed }
            .map(\.new)
        func check(_ found: [Int], _ isCollapsed: Bool) -> [String?] {
            let expected = toggled.filter { new.sections[$0].isCollapsed == isCollapsed }
            return [
                expect(found.filter(known.contains) == expected, "\(found) are toggled, not \(expected)"),
                expect(isAscending(found), "collapsed or expanded sections are not ascending"),
            ]
        }
        return check(changes.collapsedSections, true) + check(changes.expandedSections, false)
    }
}
