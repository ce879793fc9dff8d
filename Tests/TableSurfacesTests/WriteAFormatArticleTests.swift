import ArticleTesting
import TableAgent
import TableSurfaces
import Testing

// block: record
struct RecordFormat: TextualFormat, GridWriter {
    let name = "record"
    let showsHeadsAndFeet = false

    func write(_ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput) {
        output.write("\(position.rowIndex + 1).\n")
        for index in line.cells.indices { output.write("  \(line.shown(at: index))\n") }
    }
}
// end of block

// block: json
struct SetFormat: TextualFormat, GridWriter {
    let name = "set"
    let showsHeadsAndFeet = false

    func write(_ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput) {
        output.writeJSONString(line.value(at: 0))
        output.write(": true\n")
    }
}
// end of block

// block: asciidoc
struct AsciiDocFormat: TextualFormat {
    let name = "AsciiDoc"

    func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        AsciiDocWriter(columns: columns)
    }
}

struct AsciiDocWriter: GridWriter {
    let columns: [GridColumn]

    func begin(to output: inout GridOutput) {
        output.write("[%header]\n|===\n")
        output.write(columns.map { "|\($0.title)" }.joined(separator: " ") + "\n\n")
    }

    func write(_ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput) {
        for index in line.cells.indices {
            output.write("\(position.part == .row ? "" : "h")|\(line.shown(at: index))\n")
        }
    }

    func end(to output: inout GridOutput) {
        output.write("|===\n")
    }
}
// end of block

private struct Order {
    let id: String
    let total: Int
}

private enum OrderLine: GridLineItem {
    static func fill(_ line: inout GridLine, with order: Order) {
        line.text(order.id)
        line.integer(order.total)
    }
}

struct WriteAFormatArticleTests {
    private let article: DocumentedCode
    private let orders = [Order(id: "A-1", total: 3), Order(id: "A-2", total: 12)]
    private let sink = MemorySink()

    init() throws {
        article = try DocumentedCode(
            document: "Sources/TableSurfaces/TableSurfaces.docc/Write-a-format.md", test: #filePath)
    }

    @Test func `All examples are compiled unchanged and in order`() {
        #expect(["record", "json", "asciidoc", "use"].map { article.compiled[$0] } == article.swift)
    }

    @Test func `A format of one method writes shown texts, row by row`() throws {
        #expect(
            try RecordFormat().string(of: .store)
                == "1.\n  Apple\n  3\n2.\n  Fig\n  12\n1.\n  Nail\n  100\n")
    }

    @Test func `A format writes JSON strings`() throws {
        let table = TableInfo([], rows: [["a \"quote\"\n\u{1}\\ é"]])
        #expect(try SetFormat().string(of: table) == #""a \"quote\"\n\u0001\\ é": true"# + "\n")
    }

    @Test func `A format with a writer makes strings, containers and streams`() throws {
        let table = TableInfo(columns: ["Order", "Total"]) {
            TableSection(id: "all") { Rows(byPosition: orders, as: OrderLine.self) }
        }
        // block: use
        let text = try AsciiDocFormat().string(of: table)
        let container = GridContainer(AsciiDocFormat(), to: sink)
        let report = try AsciiDocFormat().write(
            orders, as: OrderLine.self, columns: ["Order", "Total"], to: sink)
        try AsciiDocFormat().write(table, to: sink)
        // end of block
        #expect(text == "[%header]\n|===\n|Order |Total\n\n|A-1\n|3\n|A-2\n|12\n|===\n")
        #expect(sink.text == text)
        #expect(report.rowCount == 2)
        _ = try Agent(container, rawData: table, reformer: SameTable.self)
        #expect(sink.text == text)
    }
}
