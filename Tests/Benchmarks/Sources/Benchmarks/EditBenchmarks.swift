import Foundation
import TableAgent

/// Editing a table of a million rows through an agent. The baseline is one pass that compares the ids of a
/// million rows with the old ones. A reload of data from elsewhere needs at least this pass.
enum EditBenchmarks {
    static var all: [Benchmark] {
        [
            benchmark("edit/one row by id in 1M", goal: 0.004) { screen in
                let wanted = screen.articles[500_000].id
                return { try screen.replace(wanted) }
            },
            benchmark("edit/insert and remove one row of 1M") { screen in
                let wanted = screen.articles[500_000].id
                let new = Article(id: UUID())
                return {
                    try screen.edit { try $0.insert([Row(new, as: ArticleLine.self)], before: .id(wanted)) }
                    try screen.edit { try $0.removeRow(.id(new.id)) }
                }
            },
            benchmark("edit/any row by id in 1M", repetitions: 1000) { screen in
                var random = SeededGenerator()
                return {
                    try screen.replace(screen.articles[Int.random(in: 0..<1_000_000, using: &random)].id)
                }
            },
        ]
    }

    private static func benchmark(
        _ name: String, goal: Double? = nil, repetitions: Int = 100,
        _ edit: @escaping (Screen) -> () throws -> Void
    ) -> Benchmark {
        Benchmark(
            name: name, baselineName: "one pass comparing 1M ids", goal: goal, repetitions: repetitions
        ) {
            let screen = try Screen(rows: 1_000_000)
            let edit = edit(screen)
            let (old, new) = (screen.articles, screen.articles.map { Article(id: $0.id) })
            return (
                baseline: { old.indices.count { old[$0].id == new[$0].id } },
                measured: {
                    screen.container.changeCount = 0
                    do { try edit() } catch { preconditionFailure("\(error)") }
                    return screen.container.changeCount
                }
            )
        }
    }

    /// A visible table.
    private final class Screen {
        let articles: [Article]
        let container = CountingContainer()
        private let agent: Agent<[Article]>
        private var edits = 1

        init(rows count: Int) throws {
            var random = SeededGenerator()
            articles = Edit.articles(count, &random)
            agent = try Agent(container, list: articles, as: ArticleLine.self)
        }

        func edit(_ change: (inout TableEdit) throws -> Void) throws { try agent.edit(change) }

        /// Gives a row content that is always new.
        func replace(_ id: UUID) throws {
            edits += 1
            var article = Article(id: id)
            article.quantity = edits
            try edit { try $0.replaceData(ofRow: .id(id), with: article) }
        }
    }
}

/// Counts the changes that it receives.
final class CountingContainer: TableContainer {
    weak var panel: Panel?
    var changeCount = 0

    let appliesChanges = true

    func canShow(_ item: any TableItem.Type) -> Bool { true }

    func reload(_ update: TableUpdate) { update.commit() }

    func apply(_ changes: TableChanges, in update: TableUpdate) {
        changeCount += changes.count
        update.commit()
    }
}
