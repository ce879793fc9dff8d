import ArticleTesting
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// The example of the article about performance.
struct PerformanceArticleTests {
    struct Entry: Identifiable {
        let id: Int
    }

    enum EntryLine: GridLineItem {
        static func fill(_ line: inout GridLine, with entry: Entry) { line.integer(entry.id) }
    }

    @Test func `The article's examples are the compiled code, in order`() throws {
        let article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Performance.md", test: #filePath)
        #expect(["limit"].map { article.compiled[$0] } == article.swift)
    }

    @Test func `A higher limit lets the container apply more changes`() throws {
        let container = RecordingContainer(appliesChanges: true)
        let agent = try Agent(container, list: (0..<2_000).map(Entry.init), as: EntryLine.self)
        container.removeCalls()
        try agent.reload((2_000..<4_000).map(Entry.init))
        #expect(container.calls == [.reload(from: [2_000], to: [2_000])])
        // block: limit
        agent.panel.changeLimit = 10_000
        // end of block
        container.removeCalls()
        try agent.reload((0..<2_000).map(Entry.init))
        guard case .apply(let changes) = container.calls.first else {
            Issue.record("The container was not asked to apply changes.")
            return
        }
        #expect(changes.count == 4_000)
    }
}
