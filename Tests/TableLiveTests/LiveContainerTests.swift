import Foundation
import TableAgent
import TableLive
import TableSurfaces
import Testing

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

    private static func section(_ id: Int, _ orders: [Order], _ random: inout some RandomNumberGenerator)
        -> TableSection
    {
        let hasHead = Bool.random(using: &random)
        let hasFoot = Bool.random(using: &random)
        return TableSection(id: "s<\(id)>/") {
            if hasHead { Head("Section \(id)", as: GridTitle.self) }
            Rows(orders, as: OrderLine.self)
            if hasFoot { Foot(of: Order.self, as: CountLine.self) { $0.count } }
        }
    }

    private static func patches(_ message: LiveMessage) throws -> [LivePatch] {
        try JSONDecoder().decode([LivePatch].self, from: Data(message.data.utf8))
    }

    @Test(arguments: 0..<20)
    func `A page that carries out the patches is the page that is written`(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var next = 0
        func orders(_ most: Int) -> [Order] {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in
                next += 1
                return Order(id: next, text: "a<\(next)>")
            }
        }
        var table = TableInfo(columns: [
            GridColumn("No.", alignment: .right), GridColumn("Text", alignment: .left),
        ])
        for id in 0..<3 { table.sections.append(Self.section(id, orders(6), &random)) }
        let container = LiveContainer()
        let agent = try Agent(container, rawData: table, reformer: Given())
        var messages = container.feed.messages(after: nil).makeAsyncIterator()
        let first = try #require(await messages.next())
        var page = LivePage(first.data)
        page.id = first.id
        var patchCount = 0
        for step in 0..<60 {
            try agent.edit { edit in
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let sections = edit.table.sections
                    let section = Int.random(in: sections.indices, using: &random)
                    let count = sections[section].rows.count
                    let row = count > 0 ? Int.random(in: 0..<count, using: &random) : 0
                    switch Int.random(in: 0..<9, using: &random) {
                    case 0 where count > 0: try edit.removeRow(.at(section, row))
                    case 1 where count > 0:
                        let order: Order? = sections[section].rows[row].data()
                        try edit.replaceData(
                            ofRow: .at(section, row), with: Order(id: order?.id ?? 0, text: "new & \(step)"))
                    case 2 where count > 1:
                        try edit.moveRow(.at(section, row), to: RowPosition(section: section, row: 0))
                    case 3 where count > 0:
                        let other = Int.random(in: sections.indices, using: &random)
                        try edit.moveRow(.at(section, row), to: RowPosition(section: other, row: 0))
                    case 4:
                        next += 1
                        try edit.insert(
                            Self.section(next, orders(3), &random),
                            at: Int.random(in: 0...sections.count, using: &random))
                    case 5 where sections.count > 1: try edit.removeSection(.at(section))
                    case 6 where sections.count > 1 && section > 0:
                        try edit.moveSection(.at(section), before: .at(0))
                    case 7: try edit.toggleSection(.at(section))
                    default:
                        try edit.insert(
                            Rows(orders(2), as: OrderLine.self),
                            at: Int.random(in: 0...count, using: &random),
                            in: .at(section))
                    }
                }
            }
            // A viewer may look only now and then.
            guard Int.random(in: 0..<3, using: &random) > 0 else { continue }
            if container.feed.id == page.id { continue }
            let message = try #require(await messages.next())
            switch message.kind {
            case .table: page = LivePage(message.data)
            case .patches:
                try page.carryOut(try Self.patches(message))
                patchCount += 1
            case .heartbeat: Issue.record("There was something new.")
            }
            page.id = message.id
            #expect(page.html == container.feed.table.data, "step \(step) of seed \(seed)")
        }
        #expect(patchCount > 5)
    }

    /// What patches can't name, and what changes parts that are not in them.
    @Test(arguments: [
        (["a", "a"], ["a"]), (["a", "b"], ["a", "a"]), (["", "a"], ["b", "a"]), (["b", "a"], ["", "a"]),
    ])
    func `Sections that share a key, and heads that span other columns, are sent with the whole table`(
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
