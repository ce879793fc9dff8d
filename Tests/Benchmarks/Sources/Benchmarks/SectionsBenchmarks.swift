import Foundation
import TableAgent

/// Finding changes in tables of many sections.
enum SectionsBenchmarks {
    /// A tenth of the sections is deleted or inserted, a tenth moves or has another head, and the rows change
    /// likewise.
    static var mixed: Benchmark {
        Benchmark(
            name: "changes/sections 1000x100 mixed", baselineName: ChangesBenchmarks.baselineName, goal: 1
        ) {
            var random = SeededGenerator()
            let old = (0..<1000).map { _ in Shelf(random: &random) }
            let new = edited(old, &random)
            return (
                baseline: { hash(old) ^ hash(new) },
                measured: ChangesBenchmarks.changes(from: table(old), to: table(new))
            )
        }
    }

    private struct Shelf: Identifiable {
        let id: UUID
        var title = "Shelf"
        var articles: [Article]

        init(articles count: Int = 100, random: inout SeededGenerator) {
            id = random.uuid()
            articles = Edit.articles(count, &random)
        }

        /// A copy with the same content in new arrays, like data from a database.
        var copy: Shelf {
            var copy = self
            copy.articles = articles.map { article in
                var copy = Article(id: article.id)
                copy.quantity = article.quantity
                return copy
            }
            return copy
        }
    }

    /// Deletes, inserts, moves, and updates one of twenty shelves each.
    private static func edited(_ shelves: [Shelf], _ random: inout SeededGenerator) -> [Shelf] {
        let count = shelves[0].articles.count
        var result = edited(
            shelves, &random, new: { Shelf(articles: count, random: &$0) }, change: { $0.title += " (new)" })
        for index in result.indices {
            result[index].articles = edited(
                result[index].articles, &random, new: { Article(id: $0.uuid()) }, change: { $0.quantity += 1 }
            )
        }
        return result
    }

    private static func edited<Element>(
        _ elements: [Element], _ random: inout SeededGenerator,
        new: (inout SeededGenerator) -> Element, change: (inout Element) -> Void
    ) -> [Element] {
        var result: [Element] = []
        var moved: [Element] = []
        for var element in elements {
            if random.isOne(in: 20) { result.append(new(&random)) }
            if random.isOne(in: 20) { continue }
            if random.isOne(in: 20) { change(&element) }
            if random.isOne(in: 20) { moved.append(element) } else { result.append(element) }
        }
        for element in moved {
            result.insert(element, at: Int.random(in: 0...result.count, using: &random))
        }
        return result
    }

    private static func hash(_ shelves: [Shelf]) -> Int {
        shelves.reduce(0) { $0 ^ $1.id.hashValue ^ Benchmarks.hash($1.articles) }
    }

    private static func table(_ shelves: [Shelf]) -> TableInfo {
        TableInfo {
            for shelf in shelves {
                TableSection(id: shelf.id) {
                    Head(shelf.title, as: GridTitle.self)
                    Rows(shelf.articles, as: ArticleLine.self)
                }
            }
        }
    }
}

/// Creating both tables and finding the changes between them, as a reload does.
extension SectionsBenchmarks {
    static var reloads: [Benchmark] {
        [
            reload("reload/10 rows, 2 gone", goal: 3, repetitions: 1000, sections: 1) { shelves, _ in
                shelves[0].articles.remove(at: 8)
                shelves[0].articles.remove(at: 3)
            },
            reload("reload/100 sections x 10 mixed", goal: 2.5, repetitions: 10, sections: 100) {
                $0 = edited($0, &$1)
            },
            reload("reload/10k sections x 10, 50 rows gone", goal: 1.5, sections: 10_000) { shelves, random in
                for _ in 0..<50 {
                    shelves[Int.random(in: 0..<shelves.count, using: &random)].articles.remove(at: 3)
                }
            },
            reload("reload/100k sections x 1, one changed", goal: 4, sections: 100_000, rows: 1) {
                shelves, _ in
                shelves[50_000].articles[0].quantity += 1
            },
        ]
    }

    private static func reload(
        _ name: String, goal: Double, repetitions: Int = 1, sections: Int, rows: Int = 10,
        edit: @escaping (inout [Shelf], inout SeededGenerator) -> Void
    ) -> Benchmark {
        Benchmark(
            name: name, baselineName: ChangesBenchmarks.baselineName, goal: goal, repetitions: repetitions,
            repeatsBaseline: true
        ) {
            var random = SeededGenerator()
            let old = (0..<sections).map { _ in Shelf(articles: rows, random: &random) }
            var edited = old.map(\.copy)
            edit(&edited, &random)
            let new = edited
            func table(_ shelves: [Shelf]) -> TableInfo {
                TableInfo {
                    for shelf in shelves {
                        TableSection(id: shelf.id) { Rows(shelf.articles, as: ArticleLine.self) }
                    }
                }
            }
            let fault = TableChanges(from: table(old), to: table(new)).fault(from: table(old), to: table(new))
            precondition(fault == nil, fault ?? "")
            return (
                baseline: { hash(old) ^ hash(new) },
                measured: { TableChanges(from: table(old), to: table(new)).count }
            )
        }
    }
}

extension SectionsBenchmarks {
    /// A hundred sections, each with rows of three id types side by side. In each run of rows, 5% are
    /// scattered.
    static var mixedIDTypes: Benchmark {
        Benchmark(
            name: "changes/100k mixed id types", baselineName: ChangesBenchmarks.baselineName, goal: 3
        ) {
            var random = SeededGenerator()
            let old = (0..<100).map { _ in MixedShelf(random: &random) }
            var new = old
            for index in new.indices {
                Edit.scatter(&new[index].numbers, &random) { Int(truncatingIfNeeded: $0.next()) }
                Edit.scatter(&new[index].names, &random) { "A-\($0.next())" }
                Edit.scatter(&new[index].uuids, &random)
            }
            let edited = new
            return (
                baseline: { hash(old) ^ hash(edited) },
                measured: ChangesBenchmarks.changes(from: table(old), to: table(edited))
            )
        }
    }

    private struct MixedShelf {
        var numbers: [NumberedArticle]
        var names: [NamedArticle]
        var uuids: [Article]

        init(random: inout SeededGenerator) {
            numbers = (0..<334).map { _ in NumberedArticle(id: Int(truncatingIfNeeded: random.next())) }
            names = (0..<333).map { _ in NamedArticle(id: "A-\(random.next())") }
            uuids = Edit.articles(333, &random)
        }
    }

    private static func hash(_ shelves: [MixedShelf]) -> Int {
        shelves.reduce(0) {
            $0 ^ Benchmarks.hash($1.numbers) ^ Benchmarks.hash($1.names) ^ Benchmarks.hash($1.uuids)
        }
    }

    private static func table(_ shelves: [MixedShelf]) -> TableInfo {
        TableInfo {
            for (number, shelf) in shelves.enumerated() {
                TableSection(id: number) {
                    Rows(shelf.numbers, as: ArticleLine.self)
                    Rows(shelf.names, as: ArticleLine.self)
                    Rows(shelf.uuids, as: ArticleLine.self)
                }
            }
        }
    }
}
