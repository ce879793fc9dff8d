import ArticleTesting
import Foundation
import Testing

/// The articles "In a service" and "Extend a service", whose code is that of `Tickets` in `Demo/Service` and of its tests.
struct ServiceArticleTests {
    private let demo = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .appendingPathComponent("../../../Demo/Service").standardizedFileURL

    private func text(_ path: String) throws -> String {
        try String(contentsOf: demo.appendingPathComponent(path), encoding: .utf8)
    }

    private func article(_ name: String) throws -> [DocumentedCode.Block] {
        try DocumentedCode(document: "Sources/TableLive/TableLive.docc/\(name)", test: #filePath).blocks
            .filter { $0.language == "swift" }
    }

    @Test func `In a service has the files of Tickets, a manifest, and a test, in order`() throws {
        var blocks = try article("In-a-service.md")[...]
        for name in ["Ticket", "TicketStore", "TicketsService", "Tickets"] {
            var rest = try text("Sources/Tickets/\(name).swift")[...]
            while !rest.isEmpty {
                let source = blocks.popFirst()?.source ?? "There is no block any more."
                guard rest.hasPrefix(source + "\n") else {
                    // The first line that differs says where.
                    let pairs = zip(
                        source.split(separator: "\n", omittingEmptySubsequences: false),
                        rest.split(separator: "\n", omittingEmptySubsequences: false))
                    let (line, expected) = pairs.first { $0 != $1 } ?? (source[...], rest)
                    Issue.record("The article has “\(line)”, and \(name).swift has “\(expected)”.")
                    return
                }
                rest = rest.dropFirst(source.count).drop(while: \.isNewline)
            }
        }
        let manifest = try text("Package.swift")
        let block = blocks.popFirst()?.source ?? ""
        // The products of the packages, and their versions.
        let needed = block.matches(of: /\.package\(url: .*?\)|\.product\(.*?\)/).map { String($0.output) }
        #expect(needed.count > 10)
        #expect(needed.filter { !manifest.contains($0) } == [])
        #expect(blocks.map { $0.source + "\n" } == [try text("Tests/ServiceTests/TicketTests.swift")])
    }

    @Test func `Extend a service has the blocks of the test, in order`() throws {
        let test = demo.appendingPathComponent("Tests/ServiceTests/ArticleTests.swift").path
        let tested = try DocumentedCode(document: "README.md", test: test).compiled
        let names = [
            "answer", "download", "export", "question", "event", "edits", "sections", "details",
            "details of a row",
            "person", "permission",
        ]
        #expect(try article("Extend-a-service.md").map(\.code) == names.map { tested[$0] })
    }
}
