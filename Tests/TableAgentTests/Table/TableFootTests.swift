import Foundation
import TableAgent
import TableAgentTesting
import Testing

/// The foot of a table, given or computed from the rows of all sections.
struct TableFootTests {
    private struct Order: Identifiable, Equatable {
        let id: Int
        var total: Int
    }

    private enum OrderLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) { line.integer(order.total) }
    }

    private enum TotalLine: GridLineItem {
        static func fill(_ line: inout GridLine, with total: Int) { line.integer(total) }
    }

    private enum TextLine: GridLineItem {
        static func fill(_ line: inout GridLine, with text: String) { line.text(text) }
    }

    private enum CountLine: SectionItem, GridLineItem {
        static func fill(_ line: inout GridLine, with text: String, in section: SectionState) {
            line.text("\(section.rowCount) \(text)")
        }
    }

    private final class Count {
        var value = 0
    }

    private static func rows(_ totals: [Int], from id: Int) -> Rows {
        Rows(totals.enumerated().map { Order(id: id + $0.offset, total: $0.element) }, as: OrderLine.self)
    }

    /// A table with a section of rows for each list of totals, and the sum of all totals as its foot.
    private static func table(_ totals: [[Int]], _ count: Count = Count()) -> TableInfo {
        let foot = Foot(of: Order.self, as: TotalLine.self) { orders in
            count.value += 1
            return orders.reduce(0) { $0 + $1.total }
        }
        return TableInfo(foot: foot) {
            for (number, totals) in totals.enumerated() {
                TableSection(id: number, isCollapsed: number == 1) { rows(totals, from: number * 100) }
            }
        }
    }

    private func total(_ table: TableInfo) -> Int? { table.foot?.data() }

    // MARK: Computing

    @Test func `The table returns a given foot`() {
        let table = TableInfo(sections: [], foot: Foot("no orders", as: TextLine.self))
        #expect(table.foot?.data() == "no orders")
        #expect(table.hasFoot)
        #expect(TableInfo().foot == nil)
        #expect(!TableInfo().hasFoot)
    }

    @Test(arguments: [[], [[]], [[1, 2]], [[1, 2], [3, 4], [], [5]]])
    func `A computed foot receives the rows of all sections, including collapsed ones`(totals: [[Int]]) {
        #expect(total(Self.table(totals)) == totals.joined().reduce(0, +))
    }

    @Test func `A computed foot receives the data of its type, in the order of the sections`() {
        let foot = Foot(of: Order.self, as: TextLine.self) { $0.map(\.id.description).joined(separator: " ") }
        var table = TableInfo(foot: foot) {
            TableSection(id: 1) {
                Rows([Order(id: 3, total: 1)], as: OrderLine.self)
                Row("between", id: "between", as: TextLine.self)
                Rows([Order(id: 1, total: 1)], as: OrderLine.self)
            }
            TableSection(id: 2) {}
            TableSection(id: 3) { Rows([Order(id: 2, total: 1)], as: OrderLine.self) }
        }
        #expect(table.foot?.data() == "3 1 2")
        table.sections.swapAt(0, 2)
        #expect(table.foot?.data() == "2 3 1")
    }

    @Test func `The array of a single section is not copied`() {
        let orders = (0..<1000).map { Order(id: $0, total: $0) }
        func address(_ orders: [Order]) -> Int {
            orders.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        }
        let table = TableInfo(
            sections: [TableSection(id: 1, rows: Rows(orders, as: OrderLine.self))],
            foot: Foot(of: Order.self, as: TotalLine.self, compute: address))
        #expect(table.foot?.data() == address(orders))
    }

    @Test func `A foot that shows the state receives the number of all rows`() {
        var table = Self.table([[1, 2], [3]])
        table.setFoot(Foot("orders", as: CountLine.self))
        var line = GridLine()
        #expect(table.foot?.fill(&line, in: table.state) == true)
        #expect(line.shown(at: 0) == "3 orders")
        #expect(!table.state.isCollapsed)
    }

    // MARK: Editing

    @Test func `A foot is computed when it is needed, once after each edit of rows`() throws {
        let count = Count()
        var table = Self.table([[1, 2], [3]], count)
        #expect(table.hasFoot)
        #expect(count.value == 0)
        for _ in 0..<2 { #expect(total(table) == 6) }
        try table.edit { edit in
            try edit.append(Self.rows([4], from: 50), to: .at(0))
            try edit.append(Self.rows([5], from: 60), to: .at(1))
        }
        #expect(count.value == 1)
        for _ in 0..<2 { #expect(total(table) == 15) }
        #expect(count.value == 2)
        try table.edit { try $0.expandSection(.at(1)) }
        try table.edit { try $0.setHead(Head("head", as: TextLine.self), of: .at(1)) }
        #expect(total(table) == 15)
        #expect(count.value == 2)
    }

    @Test func `Every verb that changes rows renews a computed foot`() throws {
        var table = Self.table([[1, 2], [3]])
        func expect(_ sum: Int, _ edit: (inout TableEdit) throws -> Void) throws {
            _ = table.foot
            try table.edit(edit)
            #expect(total(table) == sum)
        }
        try expect(2) { try $0.replaceData(ofRow: .id(0), with: Order(id: 0, total: -3)) }
        try expect(-1) { try $0.removeRow(.id(100)) }
        try expect(9) { try $0.insert(TableSection(id: 9, rows: Self.rows([10], from: 900)), at: 0) }
        try expect(19) { $0.append(TableSection(id: 10, rows: Self.rows([10], from: 1000))) }
        try expect(9) { try $0.removeSection(.id(9)) }
        try expect(0) { $0.removeAllSections() }
    }

    @Test func `A change of the sections themselves renews a computed foot`() {
        var table = Self.table([[1], [2]])
        _ = table.foot
        table.sections[0].rows.append(Self.rows([7], from: 7))
        #expect(total(table) == 10)
        table.sections = []
        #expect(total(table) == 0)
    }

    @Test(arguments: [false, true])
    func `Copies of a table have their own feet`(isComputedBefore: Bool) throws {
        let table = Self.table([[1, 2], [3]])
        if isComputedBefore { #expect(total(table) == 6) }
        var (edited, changed) = (table, table)
        try edited.edit { try $0.removeRow(.id(0)) }
        changed.sections[0].rows.append(Self.rows([9], from: 9))
        #expect(total(changed) == 15)
        #expect(total(edited) == 5)
        #expect(total(table) == 6)
    }

    @Test func `A foot that is set is no longer computed`() throws {
        var table = Self.table([[1, 2]])
        table.setFoot(Foot(70, as: TotalLine.self))
        try table.edit { try $0.removeRow(.id(0)) }
        #expect(total(table) == 70)
        table.edit { $0.setFoot(Foot(of: Order.self, as: TotalLine.self) { -$0.count }) }
        #expect(total(table) == -1)
        table.edit { $0.setFoot(nil) }
        #expect(!table.hasFoot)
    }

    // MARK: Comparing

    private func updates(
        _ old: TableInfo = table([[1, 2], [3]]), _ edit: (inout TableEdit) throws -> Void
    ) throws -> Bool {
        var new = old
        try new.edit(edit)
        let changes = TableChanges(from: old, to: new)
        #expect(changes.fault(from: old, to: new) == nil)
        return changes.updatesTableFoot
    }

    @Test func `A foot is updated if and only if its data differs`() throws {
        #expect(try updates { try $0.replaceData(ofRow: .id(0), with: Order(id: 0, total: 5)) })
        #expect(try updates { try $0.removeRow(.id(100)) })
        #expect(try !updates { try $0.moveRow(.id(0), toEndOf: .at(1)) })
        #expect(try !updates { try $0.append(Self.rows([0], from: 9), to: .at(0)) })
        #expect(try !updates { try $0.reloadRow(.id(0)) })
        #expect(try !updates { try $0.moveSection(.at(0), after: .at(1)) })
        #expect(try !updates { try $0.expandSection(.at(1)) })
        #expect(try updates { $0.setFoot(nil) })
        #expect(try updates { $0.setFoot(Foot("6", as: TextLine.self)) })
        #expect(try !updates { $0.setFoot(Foot(6, as: TotalLine.self)) })
        #expect(try updates(TableInfo()) { $0.setFoot(Foot(6, as: TotalLine.self)) })
    }

    @Test func `A foot that shows the state is updated with the number of rows`() throws {
        var table = Self.table([[1, 2], [3]])
        table.setFoot(Foot("orders", as: CountLine.self))
        #expect(try updates(table) { try $0.removeRow(.id(0)) })
        #expect(try !updates(table) { try $0.moveRow(.id(0), toEndOf: .at(1)) })
    }

    @Test func `A changed foot is one change, and counts toward the limit`() throws {
        let (old, new) = (Self.table([[1]]), Self.table([[2]]))
        let changes = TableChanges(from: old, to: new)
        #expect(changes == .with { ($0.rowUpdates, $0.updatesTableFoot) = ([.at(0, 0)], true) })
        #expect(changes.count == 2)
        #expect(TableChanges(from: old, to: new, limit: 2) == changes)
        #expect(TableChanges(from: old, to: new, limit: 1) == nil)
        let data = try JSONEncoder().encode(changes)
        #expect(try JSONDecoder().decode(TableChanges.self, from: data) == changes)
    }

    @Test func `Changes that miss a new foot, or update a foot in a table without one, have a fault`() {
        let (with, without) = (Self.table([]), TableInfo())
        #expect(TableChanges().fault(from: with, to: without)?.contains("gone") == true)
        #expect(TableChanges().fault(from: without, to: with)?.contains("new") == true)
        let update = TableChanges.with { $0.updatesTableFoot = true }
        #expect(update.fault(from: without, to: without)?.contains("neither") == true)
        #expect(update.fault(from: with, to: with) == nil)
    }

    // MARK: Agents

    private struct Reformed: StatelessReformer {
        func reform(_ totals: [[Int]]) -> TableInfo { table(totals) }
    }

    @Test func `A foot whose item has no view is an error before anything changes`() throws {
        let container = RecordingContainer(canShowItem: { $0 != TotalLine.self })
        let agent = Agent<[[Int]]>()
        try agent.attach(container, dataSource: DataSource(reformer: Reformed()))
        let error = #expect(throws: TableError.self) { try agent.reload([[1]]) }
        #expect(error?.code == .itemNotShown)
        #expect(error?.description.contains("at the foot of the table") == true)
        #expect(agent.tableInfo.sections.isEmpty)
    }

    @Test func `A container that applies changes shows the current foot after every edit`() throws {
        let container = RecordingContainer(appliesChanges: true)
        let agent = try Agent(container, rawData: [[1, 2], [3]], reformer: Reformed.self)
        #expect(container.tableFoot?.texts == ["6"])
        try agent.edit { try $0.removeRow(.id(0)) }
        #expect(container.tableFoot?.texts == ["5"])
        try agent.edit { $0.setFoot(Foot("new", as: CountLine.self)) }
        #expect(container.tableFoot?.texts == ["2 new"])
        try agent.edit { $0.setFoot(nil) }
        #expect(container.tableFoot == nil)
        var changes = TableChanges()
        changes.updatesTableFoot = true
        #expect(container.calls.suffix(2) == [.apply(changes), .apply(changes)])
        #expect(container.violations.isEmpty)
        try agent.reload([[4]])
        #expect(container.tableFoot?.texts == ["4"])
    }

    private final class Listener: EventDelegate {
        var totals: [Int?] = []
        func didReceive(_ event: TableEvent) { totals.append(event.data()) }
    }

    @Test func `An event of the foot is an event of the table with the current data of the foot`() throws {
        let (container, listener) = (RecordingContainer(), Listener())
        let agent = try Agent(
            container, rawData: [[1, 2]], reformer: Reformed.self, eventDelegate: listener)
        let source = try agent.panel.source(.tableFoot)
        let name = EventName<Void>("asked")
        source.post(name)
        try agent.edit { try $0.removeRow(.id(0)) }
        source.post(name)
        try agent.panel.source(.table).post(name)
        try agent.edit { $0.setFoot(nil) }
        source.post(name)
        #expect(listener.totals == [3, 2, nil, nil])
    }

    private enum HandlingLine: GridLineItem, EventItem {
        static let name = EventName<Count>("count")

        static func fill(_ line: inout GridLine, with total: Int) { line.integer(total) }

        static func handle(_ event: TableEvent, with total: Int) -> Bool {
            event.payload(of: name)?.value += total
            return true
        }
    }

    @Test func `The item of the foot handles events of the foot, and of nothing else`() throws {
        let (container, listener, count) = (RecordingContainer(), Listener(), Count())
        let agent = try Agent(
            container, rawData: [[1, 2]], reformer: Reformed.self, eventDelegate: listener)
        try agent.edit { $0.setFoot(Foot(7, as: HandlingLine.self)) }
        try agent.panel.source(.tableFoot).post(HandlingLine.name, count)
        #expect((count.value, listener.totals.count) == (7, 0))
        try agent.panel.source(.table).post(HandlingLine.name, count)
        #expect((count.value, listener.totals.count) == (7, 1))
    }

    @Test func `The foot becomes visible and disappears when a user scrolls`() throws {
        var displays: [String] = []
        let container = RecordingContainer(appliesChanges: true, height: 2)
        let agent = try Agent(container, rawData: [[1, 2, 3]], reformer: Reformed.self)
        agent.on(.willDisplay) { (event: TableEvent) in displays.append("+\(event.data(as: Int.self) ?? 0)") }
        agent.on(.didEndDisplay) { (event: TableEvent) in displays.append("-\(event.data(as: Int.self) ?? 0)")
        }
        try agent.edit { try $0.removeRow(.id(0)) }
        #expect(displays == [])
        try agent.edit { try $0.removeRow(.id(1)) }
        #expect(displays == ["+3"])
        try agent.edit { try $0.replaceData(ofRow: .id(2), with: Order(id: 2, total: 5)) }
        try agent.edit { try $0.append(Self.rows([1, 1], from: 10), to: .at(0)) }
        #expect(displays == ["+3", "-5"])
    }

    private enum ThreadLine: GridLineItem {
        static func fill(_ line: inout GridLine, with thread: ObjectIdentifier) {}
    }

    /// The foot contains the thread on which it was computed.
    private struct NotingReformer: StatelessReformer {
        func reform(_ numbers: [Int]) -> TableInfo {
            TableInfo(foot: Foot(of: Int.self, as: ThreadLine.self) { _ in ObjectIdentifier(Thread.current) })
            {
                TableSection(id: "all") { Rows(numbers, id: \.self, as: NumberLine.self) }
            }
        }
    }

    @MainActor @Test func `A reload off the actor also computes the foot there`() async throws {
        let agent = try Agent(RecordingContainer(), rawData: [1], reformer: NotingReformer())
        func thread() -> ObjectIdentifier? { agent.tableInfo.foot?.data() }
        let own = try #require(thread())
        try await agent.reload(concurrently: [1, 2], by: NotingReformer())
        #expect(thread() != own)
    }
}
