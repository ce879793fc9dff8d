import ArticleTesting
import Foundation
import TableAgent
import TableSurfaces
import Testing

/// Replaces the standard function, so that tests can read the output of the examples.
private func print(_ text: String) { Printed.line(text) }

// block: name
extension EventName<Double> {
    static var settle: Self { Self("settle") }
}
// end of block

struct ReadmeTests {
    private let readme: DocumentedCode

    init() throws {
        readme = try DocumentedCode(document: "README.md", test: #filePath)
    }

    /// The code of the examples, with a container for another sink.
    // swift-format-ignore
    private func runExamples(_ container: any TableContainer) async throws -> [String] {
        // block: example
        struct Order: Identifiable { var id: Int, customer: String, total: Double }

        enum OrderLine: GridLineItem {                 // how one order fills a line of cells
            static func fill(_ line: inout GridLine, with order: Order) {
                line.integer(order.id)
                line.text(order.customer)
                line.decimal(order.total)
            }
        }

        struct OrdersReformer: StatelessReformer {      // business data → table
            func reform(_ orders: [Order]) -> TableInfo {
                TableInfo(columns: ["Order", "Customer", "Total"]) {
                    TableSection(id: "open") {
                        Head("\(orders.count) open orders", as: GridTitle.self)
                        Rows(orders, as: OrderLine.self)
                    }
                }
            }
        }

        let orders = [
            Order(id: 7, customer: "さくら商店", total: 1776.5), Order(id: 8, customer: "Müller & Söhne", total: 949.9),
        ]
        let agent = try Agent(container, rawData: orders, reformer: OrdersReformer.self)
        // end of block
        return try await Printed.lines {
            // block: event
            agent.on(.settle, of: Order.self) { order, amount, _ in print("\(order.customer) settles \(amount)") }
            try agent.post(.settle, 949.9, from: .row(8))      // Müller & Söhne settles 949.9
            // end of block
        }
    }

    /// Returns the block of the README in a language.
    private func block(_ language: String) throws -> String {
        try #require(readme.blocks.first { $0.language == language }).code
    }

    @Test func `The example is the same table on three surfaces, as the README shows`() async throws {
        let text = MemorySink()
        _ = try await runExamples(GridContainer(.text, to: text))
        #expect(text.text == (try block("text")) + "\n")
        let html = MemorySink()
        _ = try await runExamples(GridContainer(.html, to: html))
        #expect(html.text == (try block("html")) + "\n")
        let json = MemorySink()
        _ = try await runExamples(GridContainer(.json, to: json))
        #expect(json.text == (try block("json")) + "\n")
    }

    @Test func `The listener receives the event that the README posts`() async throws {
        let lines = try await runExamples(GridContainer(.csv, to: MemorySink()))
        #expect(lines == ["Müller & Söhne settles 949.9"])
        #expect(try #require(readme.compiled["event"]).hasSuffix("// \(lines[0])"))
    }

    @Test func `Every block of Swift is compiled, but for the container of the first one`() {
        let blocks = readme.swift.map { $0.replacing("GridContainer(.terminal)", with: "container") }
        #expect(blocks == ["example", "name", "event"].map { readme.compiled[$0] })
    }

    @Test func `Every link of the README to a file of the repository leads to a file`() throws {
        let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let links = text.matches(of: /\]\((?<path>[^):#]+)\)/).map { String($0.output.path) }
        let missing = links.filter {
            !FileManager.default.fileExists(atPath: root.appendingPathComponent($0).path)
        }

        #expect(links.count > 10)
        #expect(missing.isEmpty)
    }
}
