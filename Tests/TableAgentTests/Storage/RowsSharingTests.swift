import TableAgent
import Testing

/// Tests that the business array is shared, and that its rows are not read to make a table.
@Suite("Rows: sharing") struct RowsSharingTests {
    private final class Counter {
        var count = 0
    }

    private struct Watched: Identifiable {
        let number: Int
        let reads: Counter

        var id: Int {
            reads.count += 1
            return number
        }
    }

    private enum WatchedLine: GridLineItem {
        static func fill(_ line: inout GridLine, with watched: Watched) {
            line.integer(watched.number)
        }
    }

    /// Returns whether an array is shared. A shared array moves its elements before a change.
    private func isShared<Element>(_ elements: inout [Element]) -> Bool {
        let before = elements.withUnsafeBufferPointer(\.baseAddress)
        elements.swapAt(0, 1)
        return elements.withUnsafeBufferPointer(\.baseAddress) != before
    }

    @Test func `A million rows are shown without reading an id`() throws {
        let reads = Counter()
        let million = Array(repeating: Watched(number: 7, reads: reads), count: 1_000_000)
        let agent = try Agent(IdleContainer(), list: million, as: WatchedLine.self)
        #expect(agent.tableInfo.rowCount == 1_000_000)
        #expect(reads.count == 0)

        #expect(agent.tableInfo.row(.at(RowPosition(section: 0, row: 500_000)))?.id == 7)
        #expect(reads.count == 1)
        try agent.reload(million)
        #expect(reads.count == 1)
    }

    @Test func `The array is shared while its rows exist`() {
        var numbers = Array(0..<100)
        #expect(!isShared(&numbers))
        do {
            let rows = Rows(numbers, id: \.self, as: NumberLine.self)
            #expect(isShared(&numbers))
            #expect(!isShared(&numbers), "Only the first change moves the elements.")
            #expect(rows[0].data(as: Int.self) == 1, "The rows keep the elements as they were.")
        }
        #expect(!isShared(&numbers))
    }

    @Test(arguments: ["own id", "read id", "position"])
    func `All ways to create rows share the array`(_ way: String) {
        var orders = (0..<100).map { Order(id: $0, customer: "Ada") }
        let rows =
            switch way {
            case "own id": Rows(orders, as: OrderLine.self)
            case "read id": Rows(orders, id: \.customer, as: OrderLine.self)
            default: Rows(byPosition: orders, as: OrderLine.self)
            }
        #expect(isShared(&orders))
        withExtendedLifetime(rows) {}
    }

    @Test func `A copied table, or rows in another section, share the same array`() {
        var numbers = Array(0..<100)
        var kept: Rows?
        do {
            let info = TableInfo {
                TableSection(id: 0) { Rows(numbers, id: \.self, as: NumberLine.self) }
            }
            var rows = Rows(["first"], id: \.self, as: NoteLine.self)
            rows.append(info.sections[0].rows)
            kept = rows
        }
        #expect(isShared(&numbers))
        #expect(kept?.count == 101)
        kept = nil
        #expect(!isShared(&numbers))
    }
}
