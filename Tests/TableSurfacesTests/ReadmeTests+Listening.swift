import TableAgent
import TableSurfaces
import Testing

/// What the examples print is kept for the tests.
private func print(_ text: String) { Printed.line(text) }

/// The listeners of the README, on the main actor, where a task may use them.
@MainActor struct ReadmeListeningTests {
    @Test(.timeLimit(.minutes(1))) func `Closures and sequences listen as the README has it`() async throws {
        let container = CSVContainer(to: MemorySink())
        let stock = [Article(sku: "N1", name: "Nail", count: 500)]
        let lines = try await Printed.lines(count: 4) {
            var owned: Agent<[Article]>? = try Agent(
                container, rawData: stock, reformer: StockReformer(threshold: 0))
            if let agent = owned {
                // swift-format-ignore
                do {
                // block: listen
                agent.on(.restock, of: Article.self) { article, count in print("order \(count) of \(article.name)") }
                agent.on(.select, of: Article.self) { article in print("open \(article.name)") }

                let events = agent.events                        // takes what comes from now on, and keeps it until asked
                Task {
                    for await event in events { print("heard \(event)") }   // ends when the agent is released
                }
                // end of block
                }
            }
            let first = RowPosition(section: 0, row: 0)
            try container.panel?.source(.row(at: first)).post(.restock, 20)
            try container.select(first)
            owned = nil
        }
        #expect(
            lines.sorted() == [
                "heard restock of row N1 in section rest, which is gone",
                "heard select of row N1 in section rest, which is gone", "open Nail", "order 20 of Nail",
            ])
    }
}
