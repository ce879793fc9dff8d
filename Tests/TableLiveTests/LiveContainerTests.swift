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

    private enum NamedLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.text("customer \(order.id)")
            line.integer(order.id)
            line.text(order.text)
        }
    }

    @Test func `Pages and patches leave out the columns for programs`() throws {
        let orders = (0..<5).map { Order(id: $0, text: "old") }
        func table<Item: TableItem<Order, GridLine>>(_ columns: [GridColumn], _ item: Item.Type) -> TableInfo
        where Item.Context == Void {
            TableInfo(columns: columns) {
                TableSection(id: "a") {
                    Head("Orders", as: GridTitle.self)
                    Rows(orders, as: item)
                }
            }
        }
        let (hidden, reduced) = (LiveContainer(), LiveContainer())
        let agents = [
            try Agent(
                hidden,
                rawData: table([GridColumn("Customer", audience: .programs), "Id", "Text"], NamedLine.self),
                reformer: Given()),
            try Agent(reduced, rawData: table(["Id", "Text"], OrderLine.self), reformer: Given()),
        ]
        #expect(hidden.feed.table.data == reduced.feed.table.data)
        for agent in agents {
            try agent.edit { try $0.replaceData(ofRow: .id(3), with: Order(id: 3, text: "new")) }
        }
        #expect(hidden.feed.table.data == reduced.feed.table.data)
        #expect(hidden.feed.table.data.contains("new") && !hidden.feed.table.data.contains("customer"))
    }

    private enum ReversedLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.text(order.text)
            line.integer(order.id)
        }
    }

    @Test func `Pages and patches have the columns of the query`() throws {
        let orders = (0..<5).map { Order(id: $0, text: "old") }
        let (queried, reduced) = (LiveContainer(), LiveContainer())
        let agents = [
            try Agent(queried, list: orders, as: NamedLine.self, columns: ["Customer", "Id", "Text"]),
            try Agent(reduced, list: orders, as: ReversedLine.self, columns: ["Text", "Id"]),
        ]
        try agents[0].show(TableQuery(columns: ["Text", "Id"]))
        #expect(queried.feed.table.data == reduced.feed.table.data)
        for agent in agents {
            try agent.edit { try $0.replaceData(ofRow: .id(3), with: Order(id: 3, text: "new")) }
        }
        #expect(queried.feed.table.data == reduced.feed.table.data)
        #expect(queried.feed.table.data.contains("new"))
    }

    @Test func `A line does not keep the markup of removed lines in memory`() throws {
        let container = LiveContainer()
        let agent = try Agent(
            container, list: (0..<100).map { Order(id: $0, text: "old") }, as: OrderLine.self)
        func sharedCount() -> Int {
            let sections = container.feed.markup?.sections.elements ?? []
            return sections.reduce(0) { $0 + $1.lines.elements.count(where: \.isShared) }
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
        var page = PatchedPage()
        _ = try await page.update(from: container.feed)
        try agent.reload(table(new))
        _ = try await page.update(from: container.feed)
        #expect(page.html == container.feed.table.data)
    }

    @Test(arguments: [TablePart.head, .foot], [false, true])
    func `A live page equals a fresh page while rows come into a collapsed last section`(
        part: TablePart, hasTableFoot: Bool
    ) async throws {
        let count = Foot(of: Order.self, as: CountLine.self) { $0.count }
        let orders = (0..<40).map { Order(id: $0, text: "first") }
        let table = TableInfo(columns: ["Id", "Text"], foot: hasTableFoot ? count : nil) {
            TableSection(id: "first", rows: Rows(orders, as: OrderLine.self))
            TableSection(
                id: "last", head: part == .head ? Head("Last", as: GridTitle.self) : nil,
                foot: part == .foot ? Foot("Last", as: GridTitle.self) : nil, isCollapsed: true)
        }
        let (format, container) = (HTMLFormat(isKeyed: true), LiveContainer())
        let agent = try Agent(container, rawData: table, reformer: Given())
        var page = PatchedPage()
        #expect(try await page.update(from: container.feed) == .table)
        func append(_ id: Int, to section: AnyID, _ edit: inout TableEdit) throws {
            try edit.append([Row(Order(id: id, text: "new"), as: OrderLine.self)], to: .id(section))
        }
        let edits: [(inout TableEdit) throws -> Void] = [
            { for id in 40..<43 { try append(id, to: "last", &$0) } },
            { try $0.replaceData(ofRow: .id(41), with: Order(id: 41, text: "changed while hidden")) },
            { try $0.expandSection(.id("last")) },
            { try append(43, to: "last", &$0) },
            { try $0.collapseSection(.id("last")) },
            { for id in 40..<44 { try $0.removeRow(.id(id)) } },
            { try append(44, to: "last", &$0) },
            {
                $0.append(TableSection(id: "later", isCollapsed: true))
                try append(45, to: "later", &$0)
            },
            { try $0.expandSection(.id("later")) },
            { try $0.expandSection(.id("last")) },
            { try $0.removeSection(.id("later")) },
            { edit in edit.setFoot(hasTableFoot ? nil : count) },
            { try append(46, to: "last", &$0) },
        ]
        for (step, change) in edits.enumerated() {
            try agent.edit(change)
            #expect(try await page.update(from: container.feed) != .table, "step \(step)")
            let fresh = try format.string(of: agent.tableInfo)
            #expect(container.feed.table.data == fresh, "step \(step)")
            #expect(page.html == fresh, "step \(step)")
        }
        #expect(agent.tableInfo.rowCount == 42)
    }
}
