import ArticleTesting
import Foundation
import TableAgent
import TableSurfaces
import Testing

private struct Order: Identifiable {
    let id: String
    let total: Int
}

private enum OrderLine: GridLineItem {
    static func fill(_ line: inout GridLine, with order: Order) {
        line.text(order.id)
        line.integer(order.total)
    }
}

private struct OrdersReformer: StatelessReformer {
    func reform(_ orders: [Order]) -> TableInfo {
        TableInfo(columns: ["Order", "Total"]) {
            TableSection(id: "open") {
                Head("Open", as: GridTitle.self)
                Rows(orders, as: OrderLine.self)
            }
        }
    }
}

struct SurfacesArticleTests {
    private let article: DocumentedCode
    private let orders = [Order(id: "A-1", total: 3), Order(id: "A-2", total: 12)]

    init() throws {
        article = try DocumentedCode(
            document: "Sources/TableSurfaces/TableSurfaces.docc/TableSurfaces.md", test: #filePath)
    }

    @Test func `All examples are compiled unchanged and in order`() {
        #expect(["agent", "write", "text", "errors"].map { article.compiled[$0] } == article.swift)
    }

    @Test func `An agent writes to the terminal`() throws {
        func attached() throws -> Agent<[Order]> {
            // block: agent
            let agent = try Agent(GridContainer(.terminal), rawData: orders, reformer: OrdersReformer.self)
            // end of block
            return agent
        }
        #expect(try attached().tableInfo.rowCount == 2)
    }

    @Test func `A format returns, writes, and streams a table`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let sink = MemorySink()
        // block: write
        let table = OrdersReformer().reform(orders)
        let csv = try CSVFormat().string(of: table)
        try JSONFormat().write(table, to: FileSink(file))
        try CSVFormat().write(orders, as: OrderLine.self, columns: ["Order", "Total"], to: sink)
        // end of block
        #expect(csv == "Order,Total\r\nA-1,3\r\nA-2,12\r\n" && sink.text == csv)
        #expect(try String(contentsOf: file, encoding: .utf8).contains(#""head": ["Open"]"#))
    }

    @Test func `A text has the traits of the terminal`() throws {
        // block: text
        let terminal = TerminalTraits(fileDescriptor: 2)
        let format = TextFormat(
            border: .rounded, width: terminal.width ?? 80, rows: .fitting(lines: 20),
            widthPolicy: terminal.widthPolicy,
            palette: terminal.isColored ? terminal.palette : nil)
        // end of block
        let many = (1...100).map { Order(id: "A-\($0)", total: $0) }
        let text = try format.string(of: OrdersReformer().reform(many))
        #expect(text.contains("╭") && text.split(separator: "\n").count <= 20)
    }

    @Test func `A failed write tells its cause, and leaves nothing`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let missing = folder.appendingPathComponent("nowhere/orders.csv")
        let table = OrdersReformer().reform(orders)
        var printed: [String] = []
        func print(_ value: some CustomStringConvertible) { printed.append("\(value)") }
        // block: errors
        do {
            try CSVFormat().write(table, to: FileSink(missing))
        } catch let error as WriteError {
            print(error)  // …: No such file or directory; create its folder first.
        } catch let error as TableError {
            print(error.code.rawValue)
        }
        // end of block
        let end = "/orders.csv can't be written: No such file or directory; create its folder first."
        #expect(printed.count == 1 && printed[0].hasSuffix(end))
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test func `A table with a view of another surface is not written`() {
        enum Cell: TableItem {
            static func fill(_ view: inout Int, with order: Order) {}
        }
        let sink = MemorySink()
        let table = TableInfo { TableSection(id: 1) { Rows(orders, as: Cell.self) } }
        let error = #expect(throws: TableError.self) { try CSVFormat().write(table, to: sink) }
        #expect(error?.code == .itemNotShown && sink.bytes.isEmpty)
    }
}
