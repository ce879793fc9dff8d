import RandomTesting
import TableAgent
import TableAgentTesting
import Testing

/// The check refuses every illegal batch, and accepts mutated batches that are still legal.
///
/// `TABLE_FUZZ=100` multiplies the number of batches by 100, and `TABLE_SEED=7` uses a single seed.
struct BatchFuzzTests {
    private static let rounds =
        500 * SeededGenerator.fuzzFactor

    private static let profile = RandomTables.Profile(
        name: "tiny", pairs: 0, sections: 0...4, rows: 0...4, edits: 0...6)

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `A batch has a fault if and only if it can't be applied`(part: UInt64) {
        let seed = SeededGenerator.seed &+ part
        for pair in 0..<Self.rounds {
            var tables = RandomTables(Self.profile, seed: seed &* 1_000_003 &+ UInt64(pair))
            var renderer = ModelRenderer()
            var before = tables.table()
            let old = renderer.render(&before)
            var after = tables.edited(before)
            let new = renderer.render(&after)
            let changes = TableChanges(from: old, to: new)
            for _ in 0..<10 {
                var mutated = changes
                for _ in 0..<tables.number(0...2) { Self.mutate(&mutated, &tables) }
                let isLegal = Self.canPlay(
                    mutated, from: old.sections.map(\.visibleRowCount),
                    to: new.sections.map(\.visibleRowCount), feet: (old.hasFoot, new.hasFoot))
                if (mutated.fault(from: old, to: new) == nil) != isLegal {
                    Issue.record(
                        "TABLE_SEED=\(seed), pair \(pair): \(mutated)\nfrom\n\(before)\nto\n\(after)")
                    return
                }
                // The strict simulator accepts any batch that can be applied, but such a batch may show the
                // wrong rows.
                let refusals = BatchSimulator(from: old, to: new).violations(of: TableBatch(mutated))
                    .filter { $0.kind != .staleContent }
                if isLegal, let refusal = refusals.first {
                    Issue.record("TABLE_SEED=\(seed), pair \(pair): \(refusal) of \(mutated)")
                    return
                }
            }
        }
    }

    /// Adds, removes, repeats, or shifts an index or position in one of the lists.
    private static func mutate(_ changes: inout TableChanges, _ tables: inout RandomTables) {
        func mutate<Element>(_ list: inout [Element], _ random: (inout RandomTables) -> Element) {
            let index = tables.number(0...max(0, list.count - 1))
            switch tables.number(0...3) {
            case 0: list.insert(random(&tables), at: min(index, list.count))
            case 1 where !list.isEmpty: list.remove(at: index)
            case 2 where !list.isEmpty: list.append(list[index])
            case 3 where !list.isEmpty: list[index] = random(&tables)
            default: list.append(random(&tables))
            }
        }
        func number(_ tables: inout RandomTables) -> Int { tables.number(-1...5) }
        func position(_ tables: inout RandomTables) -> RowPosition {
            RowPosition(section: tables.number(-1...4), row: tables.number(-1...5))
        }
        func move(_ tables: inout RandomTables) -> TableChanges.RowMove {
            TableChanges.RowMove(from: position(&tables), to: position(&tables))
        }
        switch tables.number(0...8) {
        case 0: mutate(&changes.sectionDeletes, number)
        case 1: mutate(&changes.sectionInserts, number)
        case 2: mutate(&changes.rowDeletes, position)
        case 3: mutate(&changes.rowInserts, position)
        case 4: mutate(&changes.rowMoves, move)
        case 5: mutate(&changes.rowUpdates, position)
        case 6: mutate(&changes.headUpdates, number)
        case 7: changes.updatesTableFoot.toggle()
        default: mutate(&changes.footUpdates, number)
        }
    }

    /// Returns whether a batch can be applied to arrays: first all deletes, and then all inserts from the
    /// top.
    private static func canPlay(
        _ changes: TableChanges, from old: [Int], to new: [Int], feet: (old: Bool, new: Bool)
    ) -> Bool {
        guard changes.updatesTableFoot ? feet.old || feet.new : feet.old == feet.new else { return false }
        func areInOrder(_ numbers: [Int]) -> Bool { numbers == Array(Set(numbers)).sorted() }
        func areDifferent(_ places: [RowPosition]) -> Bool { places.count == Set(places).count }
        let sources = changes.rowDeletes + changes.rowMoves.map(\.from)
        let targets = changes.rowInserts + changes.rowMoves.map(\.to)
        guard areInOrder(changes.sectionDeletes), areInOrder(changes.sectionInserts),
            areInOrder(changes.headUpdates), areInOrder(changes.footUpdates), areDifferent(sources),
            areDifferent(targets), areDifferent(changes.rowUpdates)
        else { return false }

        // The remaining rows of each section, or `nil` for a section that is deleted or inserted.
        var sections: [Int?] = old
        for source in sources {
            guard sections.indices.contains(source.section), 0..<old[source.section] ~= source.row else {
                return false
            }
            sections[source.section]? -= 1
        }
        for number in changes.sectionDeletes {
            guard sections.indices.contains(number) else { return false }
            sections[number] = nil
        }
        guard sources.allSatisfy({ sections[$0.section] != nil }) else { return false }
        sections = sections.filter { $0 != nil }
        for number in changes.sectionInserts {
            guard 0...sections.count ~= number else { return false }
            sections.insert(nil, at: number)
        }
        guard sections.count == new.count else { return false }
        for target in targets.sorted() {
            guard sections.indices.contains(target.section), let count = sections[target.section],
                target.row >= 0
            else { return false }
            sections[target.section] = count + 1
        }
        return zip(sections, new).allSatisfy { $0 == nil || $0 == $1 }
            && (targets + changes.rowUpdates).allSatisfy {
                new.indices.contains($0.section) && sections[$0.section] != nil
                    && 0..<new[$0.section] ~= $0.row
            }
            && (changes.headUpdates + changes.footUpdates).allSatisfy {
                sections.indices.contains($0) && sections[$0] != nil
            }
    }
}
