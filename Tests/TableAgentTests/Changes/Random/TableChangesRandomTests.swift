import RandomTesting
import TableAgent
import TableAgentTesting
import Testing

struct TableChangesRandomTests {
    static let profiles: [RandomTables.Profile] = [
        .init(name: "tiny", pairs: 6000, sections: 0...2, rows: 0...4, idCount: 6, sectionIDCount: 3),
        .init(name: "unique ids", pairs: 5000, edits: 0...8),
        .init(name: "many equal ids", pairs: 4000, rows: 0...12, idCount: 4, sectionIDCount: 2),
        .init(name: "many sections", pairs: 3000, sections: 2...10, rows: 0...3, edits: 1...10),
        .init(
            name: "rearranged", pairs: 2500, sections: 1...2, rows: 0...25, edits: 1...6,
            allowsBlocks: true, allowsShuffles: true),
        .init(
            name: "rearranged, some equal ids", pairs: 300, sections: 1...2, rows: 30...90, edits: 1...8,
            idCount: 80, allowsBlocks: true, allowsShuffles: true),
        .init(
            name: "repeated blocks", pairs: 600, sections: 1...1, rows: 60...120, edits: 4...16,
            idCount: 60, kindLength: 100, allowsBlocks: true, allowsShuffles: true),
        .init(
            name: "a few hundred rows", pairs: 300, sections: 1...2, rows: 100...300, edits: 1...10,
            allowsBlocks: true, allowsShuffles: true),
        .init(
            name: "big blocks", pairs: 200, sections: 1...1, rows: 150...500, edits: 2...8,
            idCount: 100_000, allowsBlocks: true),
    ]

    @Test(arguments: profiles)
    func `The batch between random tables is legal, minimal, and shows the right content`(
        profile: RandomTables.Profile
    ) {
        let seed = SeededGenerator.seed
        for pair in 0..<profile.pairs {
            var tables = RandomTables(profile, seed: seed &* 1_000_003 &+ UInt64(pair))
            var renderer = ModelRenderer()
            var before = tables.table()
            let old = renderer.render(&before)
            var after = happens(&tables) ? tables.table() : tables.edited(before)
            let new = renderer.render(&after)

            let changes = TableChanges(from: old, to: new)
            var problems = BatchSimulator(from: old, to: new).violations(of: TableBatch(changes))
                .map(\.description)
            if problems.isEmpty { problems = ChangesAudit(before, after, changes).problems }
            if TableChanges(from: old, to: new, limit: changes.count) != changes {
                problems.append("a limit of the number of changes is exceeded")
            }
            if TableChanges(from: old, to: new, limit: changes.count - 1) != nil {
                problems.append("a lower limit is not exceeded")
            }
            if let fault = changes.fault(from: old, to: new) { problems.append(fault) }
            guard problems.isEmpty else {
                Issue.record(
                    """
                    TABLE_SEED=\(seed), pair \(pair): \(problems.joined(separator: "; "))
                    from\n\(before)\nto\n\(after)\nby \(changes)
                    """)
                return
            }
        }
    }

    /// Whether the later table is unrelated to the earlier one, apart from equal ids.
    private func happens(_ tables: inout RandomTables) -> Bool {
        tables.profile.idCount != nil && tables.happens(onceIn: 8)
    }
}
