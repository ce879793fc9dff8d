import Foundation
import TableAgent
import TableSurfaces
import Testing

@testable import TableLive

struct LiveContainerTests {
    private struct Order: Identifiable, Equatable {
        var id: Int
        var text: String
    }

    private enum OrderLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.integer(order.id)
            line.text(order.text)
        }
    }

    private enum CountLine: GridLineItem {
        static func fill(_ line: inout GridLine, with count: Int) {
            line.empty(shown: "Rows")
            line.integer(count)
        }
    }

    private struct Given: StatelessReformer {
        func reform(_ table: TableInfo) -> TableInfo { table }
    }

    private static func patches(_ message: LiveMessage) throws -> [LivePatch] {
        try JSONDecoder().decode([LivePatch].self, from: Data(message.data.utf8))
    }

    @Test func `A line does not keep the markup of removed lines in memory`() throws {
        let container = LiveContainer()
        let agent = try Agent(
            container, list: (0..<100).map { Order(id: $0, text: "old") }, as: OrderLine.self)
        func sharedCount() -> Int {
            var count = 0
            container.feed.withLines { lines in
                for section in lines.sections.elements {
                    count += section.lines.elements.count(where: \.isShared)
                }
            }
            return count
        }
        var counts = [sharedCount()]
        for id in 0..<60 {
            try agent.edit { try $0.replaceData(ofRow: .id(id), with: Order(id: id, text: "new")) }
            counts.append(sharedCount())
        }
        // The first line of a buffer does not count.
        #expect(counts[0] == 99 && counts.min() ?? 0 > 40 && counts.contains { $0 == 49 })
        #expect(counts.dropFirst(45).contains { $0 > 90 })
    }

    /// The ids of sections before and after a change that patches can't describe.
    @Test(arguments: [
        (["a", "a"], ["a"]), (["a", "b"], ["a", "a"]), (["", "a"], ["b", "a"]), (["b", "a"], ["", "a"]),
    ])
    func `Sections with equal keys, and heads that span different columns, are sent with the whole table`(
        old: [String], new: [String]
    ) async throws {
        func table(_ ids: [String]) -> TableInfo {
            TableInfo(columns: [GridColumn("", alignment: .right), GridColumn("", alignment: .right)]) {
                for id in ids {
                    TableSection(id: id) {
                        Head("Section", as: GridTitle.self)
                        if id == "b" { Rows([Order(id: 1, text: "a")], as: OrderLine.self) }
                        Foot("Many words, so that patches are shorter than the table", as: GridTitle.self)
                    }
                }
            }
        }
        let container = LiveContainer()
        let agent = try Agent(container, rawData: table(old), reformer: Given())
        var page = LivePage(container.feed.table.data)
        let id = container.feed.id
        try agent.reload(table(new))
        var messages = container.feed.messages(after: id).makeAsyncIterator()
        let message = try #require(await messages.next())
        if message.kind == .patches {
            try page.carryOut(try Self.patches(message))
        } else {
            page = LivePage(message.data)
        }
        #expect(page.html == container.feed.table.data)
    }
}

struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
