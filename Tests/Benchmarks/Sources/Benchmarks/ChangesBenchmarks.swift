import Foundation
import TableAgent

/// Finding the changes between two tables. The baseline hashes every id of both tables once.
enum ChangesBenchmarks {
    static let baselineName = "hashing every id of both sides"

    static var all: [Benchmark] {
        [
            rows(
                "changes/5k -1k +1k ~200", 5_000, goal: 1,
                edit: Edit.block(deleting: 2000..<3000, inserting: 1000, at: 3000, shuffling: 0..<200)),
            rows(
                "changes/100k -10k +10k ~2k", 100_000, goal: 0.6,
                edit: Edit.block(
                    deleting: 20_000..<30_000, inserting: 10_000, at: 30_000, shuffling: 0..<2000)),
            rows("changes/100k one replaced", 100_000, goal: 0.15, edit: Edit.replaceOne),
            rows("changes/100k scattered 5%", 100_000, goal: 0.5, edit: Edit.scatter),
            rows("changes/100k shuffled", 100_000, goal: 8, edit: Edit.shuffle),
            rows("changes/100k reversed", 100_000, goal: 6, edit: Edit.reverse),
            rows("changes/100k rotated", 100_000, goal: 0.5, edit: Edit.rotate),
            rows("changes/100k all new", 100_000, goal: 3, edit: Edit.replaceAll),
            rows(
                "changes/1M -100k +100k ~20k", 1_000_000, goal: 0.8,
                edit: Edit.block(
                    deleting: 200_000..<300_000, inserting: 100_000, at: 300_000, shuffling: 0..<20_000)),
            editedFarApart,
            SectionsBenchmarks.mixed,
            SectionsBenchmarks.mixedIDTypes,
        ] + SectionsBenchmarks.reloads
    }

    /// Changes within the only section of a table.
    static func rows(
        _ name: String, _ count: Int, goal: Double? = nil,
        edit: @escaping (inout [Article], inout SeededGenerator) -> Void
    ) -> Benchmark {
        Benchmark(name: name, baselineName: baselineName, goal: goal) {
            var random = SeededGenerator()
            let old = Edit.articles(count, &random)
            // The new rows share no memory with the old ones, like data from a database.
            var new = old.map { Article(id: $0.id) }
            edit(&new, &random)
            let edited = new
            return (
                baseline: { hash(old) ^ hash(edited) },
                measured: changes(from: table(old), to: table(edited))
            )
        }
    }

    /// A row near the top and a row near the end are replaced. The rows between them are shared.
    static var editedFarApart: Benchmark {
        Benchmark(
            name: "changes/1M two edits far apart", baselineName: baselineName, repetitions: 100
        ) {
            var random = SeededGenerator()
            let articles = Edit.articles(1_000_000, &random)
            let shared = [0..<1000, 1000..<999_000, 999_000..<1_000_000].map {
                Rows(Array(articles[$0]), as: ArticleLine.self)
            }
            func table() -> TableInfo {
                var rows: Rows = []
                for part in shared {
                    rows.append([Row(Article(id: random.uuid()), as: ArticleLine.self)])
                    rows.append(part)
                }
                return TableInfo(sections: [TableSection(id: "articles", rows: rows)])
            }
            return (
                baseline: { hash(articles) ^ hash(articles) },
                measured: changes(from: table(), to: table())
            )
        }
    }

    /// Finds changes. An earlier check has ensured that the changes are legal.
    static func changes(from old: TableInfo, to new: TableInfo) -> Benchmark.Work {
        let fault = TableChanges(from: old, to: new).fault(from: old, to: new)
        precondition(fault == nil, fault ?? "")
        return { TableChanges(from: old, to: new).count }
    }

    private static func table(_ articles: [Article]) -> TableInfo {
        TableInfo {
            TableSection(id: "articles") { Rows(articles, as: ArticleLine.self) }
        }
    }
}
