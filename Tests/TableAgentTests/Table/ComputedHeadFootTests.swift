import RandomTesting
import Foundation
import TableAgent
import TableAgentTesting
import Testing

/// Tests of heads and feet that are computed from the rows of their section.
struct ComputedHeadFootTests {
    private struct Order: Identifiable, Equatable {
        let id: Int
        var total: Int
    }

    private enum OrderLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) { line.integer(order.total) }
    }

    private enum TextLine: GridLineItem {
        static func fill(_ line: inout GridLine, with text: String) { line.text(text) }
    }

    private enum TotalLine: GridLineItem {
        static func fill(_ line: inout GridLine, with total: Int) { line.integer(total) }
    }

    private final class Count {
        var value = 0
    }

    private static func section(_ id: Int, _ totals: [Int], _ count: Count = Count()) -> TableSection {
        TableSection(id: id) {
            Head(of: Order.self, as: TextLine.self) { "\($0.count) orders" }
            Rows(
                totals.enumerated().map { Order(id: id * 100 + $0.offset, total: $0.element) },
                as: OrderLine.self)
            Foot(of: Order.self, as: TotalLine.self) { orders in
                count.value += 1
                return orders.reduce(0) { $0 + $1.total }
            }
        }
    }

    private static func order(_ id: Int, _ total: Int) -> Row {
        Row(Order(id: id, total: total), as: OrderLine.self)
    }

    private func totals(_ table: TableInfo) -> [Int?] { table.sections.map { $0.foot?.data() } }
    private func heads(_ table: TableInfo) -> [String?] { table.sections.map { $0.head?.data() } }

    // MARK: Rows

    @Test func `A head and a foot are computed from the rows of the section`() {
        let table = TableInfo(sections: [Self.section(1, [3, 4]), Self.section(2, [])])
        #expect(totals(table) == [7, 0])
        #expect(heads(table) == ["2 orders", "0 orders"])
    }

    @Test func `They receive the data of their type, in order, and no other data`() {
        var section = TableSection(id: 1, isCollapsed: true) {
            Foot(of: Order.self, as: TextLine.self) { $0.map(\.id.description).joined(separator: " ") }
            Row("above", id: "above", as: TextLine.self)
            Rows([Order(id: 1, total: 1), Order(id: 2, total: 2)], as: OrderLine.self)
            Row("between", id: "between", as: TextLine.self)
            Rows([Order(id: 3, total: 3)], as: OrderLine.self)
        }
        #expect(section.foot?.data() == "1 2 3")
        section.rows.replaceSubrange(2..<4, with: [Self.order(9, 9)])
        #expect(section.foot?.data() == "1 9 3")
    }

    @Test func `They receive the data of several types if the requested type includes these types`() {
        let section = TableSection(id: 1) {
            Rows([Order(id: 1, total: 1)], as: OrderLine.self)
            Row("text", id: "text", as: TextLine.self)
            Foot(of: Any.self, as: TotalLine.self) { $0.count }
            Head(of: (any Equatable).self, as: TotalLine.self) { $0.count }
        }
        #expect(section.foot?.data() == 2)
        #expect(section.head?.data() == 2)
    }

    @Test func `Rows of one array are passed without a copy`() {
        let orders = (0..<1000).map { Order(id: $0, total: $0) }
        func address(_ orders: [Order]) -> Int {
            orders.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        }
        let section = TableSection(id: 1) {
            Rows(orders, as: OrderLine.self)
            Foot(of: Order.self, as: TotalLine.self, compute: address)
        }
        #expect(section.foot?.data() == address(orders))
    }

    @Test func `A foot that is defined once can be used in many sections`() {
        let foot = Foot(of: Order.self, as: TotalLine.self) { $0.count }
        let table = TableInfo {
            for number in 0..<3 {
                TableSection(
                    id: number, rows: Rows((0..<number).map { Order(id: $0, total: 0) }, as: OrderLine.self),
                    foot: foot)
            }
        }
        #expect(totals(table) == [0, 1, 2])
    }

    // MARK: Changes

    @Test func `A foot is computed when it is needed, once after each edit of its rows`() throws {
        let (count, other) = (Count(), Count())
        var table = TableInfo(sections: [Self.section(1, [1, 2], count), Self.section(2, [3], other)])
        #expect(count.value == 0)
        for _ in 0..<2 { #expect(totals(table) == [3, 3]) }
        try table.edit { edit in
            for number in 0..<50 { try edit.append([Self.order(number, 1)], to: .at(0)) }
            try edit.collapseSection(.at(0))
            try edit.collapseSection(.at(1))
        }
        #expect(count.value == 1)
        for _ in 0..<2 { #expect(totals(table) == [53, 3]) }
        #expect((count.value, other.value) == (2, 1))
    }

    @Test(arguments: [false, true])
    func `Copies of a table have their own totals`(isComputedBefore: Bool) throws {
        let table = TableInfo(sections: [Self.section(1, [1, 2]), Self.section(2, [3])])
        if isComputedBefore { #expect(totals(table) == [3, 3]) }
        var (edited, changed) = (table, table)
        try edited.edit { try $0.moveRow(.id(101), toEndOf: .id(2)) }
        changed.sections[0].rows.append([Self.order(9, 9)])
        changed.sections[0].isCollapsed = true
        #expect(totals(changed) == [12, 3])
        #expect(totals(edited) == [1, 5])
        #expect(totals(table) == [3, 3])
    }

    @Test func `A total stays correct if the change of the rows throws`() {
        struct Failure: Error {}
        func change(_ rows: inout Rows) throws {
            rows.append([Self.order(9, 9)])
            throw Failure()
        }
        var section = Self.section(1, [1])
        #expect(section.foot?.data() == 1)
        #expect(throws: Failure.self) { try change(&section.rows) }
        #expect(section.foot?.data() == section.rows.reduce(0) { $0 + ($1.data(as: Order.self)?.total ?? 0) })
    }

    @Test func `A head and a foot that are set are no longer computed`() throws {
        var table = TableInfo(sections: [Self.section(1, [1, 2]), Self.section(2, [3])])
        table.sections[0].setFoot(Foot(70, as: TotalLine.self))
        try table.edit { edit in
            try edit.setFoot(Foot(80, as: TotalLine.self), of: .id(2))
            try edit.removeRow(.id(100))
            try edit.removeRow(.id(200))
        }
        #expect(totals(table) == [70, 80])
        #expect(heads(table) == ["1 orders", "0 orders"])
        try table.edit { edit in
            try edit.setFoot(Foot(of: Order.self, as: TotalLine.self) { -$0.count }, of: .id(1))
            try edit.setHead(nil, of: .id(1))
        }
        #expect(totals(table) == [-1, 80])
        #expect(heads(table) == [nil, "0 orders"])
    }

    @Test func `A section is found by its current head, but not by a head from before an edit`() throws {
        var table = TableInfo(sections: [Self.section(1, [1]), Self.section(2, [2, 3])])
        let old = try #require(table.sections[1].foot)
        let untouched = try #require(table.sections[0].foot)
        #expect(table.index(ofSectionWith: old) == 1)
        try table.edit { try $0.removeRow(.id(200)) }
        #expect(table.index(ofSectionWith: try #require(table.sections[1].foot)) == 1)
        #expect(table.index(ofSectionWith: try #require(table.sections[1].head)) == 1)
        #expect(table.index(ofSectionWith: old) == nil)
        #expect(table.index(ofSectionWith: untouched) == 0)
    }

    // MARK: Comparing

    private func updates(
        _ change: (inout TableEdit) throws -> Void
    ) throws -> (heads: [Int], feet: [Int]) {
        let old = TableInfo(sections: [Self.section(1, [1, 2]), Self.section(2, [3, 4])])
        var new = old
        try new.edit(change)
        let changes = TableChanges(from: old, to: new)
        return (changes.headUpdates, changes.footUpdates)
    }

    @Test func `They are updated if and only if their data differs`() throws {
        let orders = { (totals: [Int]) in
            Rows(totals.map { Order(id: $0, total: $0) }, as: OrderLine.self)
        }
        #expect(
            try updates { try $0.replaceData(ofRow: .id(100), with: Order(id: 100, total: 5)) } == ([], [0]))
        #expect(try updates { try $0.moveRow(.id(100), toEndOf: .at(1)) } == ([0, 1], [0, 1]))
        #expect(try updates { try $0.moveRow(.id(100), after: .id(101)) } == ([], []))
        #expect(try updates { try $0.append(orders([0]), to: .at(1)) } == ([1], []))
        #expect(try updates { try $0.replaceRows(of: .at(1), with: orders([5, 2])) } == ([], []))
        #expect(try updates { try $0.reloadRow(.id(100)) } == ([], []))
        #expect(try updates { try $0.collapseSection(.at(0)) } == ([], []))
        #expect(try updates { try $0.removeSection(.at(0)) } == ([], []))
        #expect(
            try updates {
                try $0.append([Self.order(9, 9)], to: .at(0))
                try $0.removeRow(.id(9))
            } == ([], []))
    }

    @Test func `A reformed table updates them by their data, too`() {
        let old = TableInfo(sections: [Self.section(1, [1, 2]), Self.section(2, [3])])
        let new = TableInfo(sections: [Self.section(1, [2, 1]), Self.section(2, [4])])
        let changes = TableChanges(from: old, to: new)
        #expect(changes.headUpdates == [])
        #expect(changes.footUpdates == [1])
    }

    @Test func `Reloading a section computes and updates them once`() throws {
        final class Box {
            var total: Int
            init(_ total: Int) { self.total = total }
        }
        enum BoxLine: GridLineItem {
            static func fill(_ line: inout GridLine, with box: Box) { line.integer(box.total) }
        }
        let boxes = [Box(1), Box(2)]
        let old = TableInfo {
            TableSection(id: 1) {
                Rows(byPosition: boxes, as: BoxLine.self)
                Foot(of: Box.self, as: TotalLine.self) { $0.reduce(0) { $0 + $1.total } }
            }
        }
        #expect(totals(old) == [3])
        boxes[0].total = 5
        var row = old
        try row.edit { try $0.reloadRow(.at(section: 0, row: 0)) }
        #expect(totals(row) == [7])
        #expect(TableChanges(from: old, to: row).footUpdates == [0])
        var section = row
        try section.edit { try $0.reloadSection(.id(1)) }
        #expect(totals(section) == [7])
        #expect(TableChanges(from: row, to: section).footUpdates == [0])
        boxes[0].total = 6
        var again = section
        try again.edit { try $0.reloadRow(.at(section: 0, row: 0)) }
        #expect(totals(again) == [8])
        var same = again
        try same.edit { try $0.reloadRow(.at(section: 0, row: 0)) }
        #expect(TableChanges(from: again, to: same).footUpdates == [])
    }

    // MARK: Agents

    private struct Reformed: StatelessReformer {
        func reform(_ totals: [[Int]]) -> TableInfo {
            TableInfo(sections: totals.enumerated().map { section($0.offset, $0.element) })
        }
    }

    @Test func `A section that an edit collapsed keeps its total with new data`() throws {
        let container = RecordingContainer(appliesChanges: true)
        let agent = try Agent(container, rawData: [[1, 2]], reformer: Reformed.self)
        try agent.edit { try $0.collapseSection(.id(0)) }
        try agent.edit { try $0.append([Self.order(9, 9)], to: .id(0)) }
        #expect(container.sections[0].foot?.texts == ["12"])
        try agent.reload([[5, 6]])
        #expect(container.sections[0].isCollapsed)
        #expect(container.sections[0].foot?.texts == ["11"])
        #expect(container.sections[0].head?.texts == ["2 orders"])
        #expect(container.violations.isEmpty)
    }

    @Test func `An event of a foot has its data after an edit, in any section`() throws {
        final class Listener: EventDelegate {
            var events: [String] = []
            func didReceive(_ event: SectionEvent) {
                let total = event.data(as: Int.self)?.description ?? "nothing"
                events.append("\(event.sectionID) at \(event.index?.description ?? "-"): \(total)")
            }
        }
        let (container, listener) = (RecordingContainer(appliesChanges: true), Listener())
        let agent = try Agent(
            container, rawData: [[1], [2, 3]], reformer: Reformed.self, eventDelegate: listener)
        let source = try agent.panel.source(.foot(1))
        let name = EventName<Void>("asked")
        source.post(name)
        try agent.edit { try $0.removeRow(.id(100)) }
        source.post(name)
        try agent.edit { edit in
            try edit.moveSection(.id(1), before: .id(0))
            try edit.append([Self.order(9, 9)], to: .id(1))
        }
        source.post(name)
        try agent.panel.source(.foot(1)).post(name)
        #expect(listener.events == ["1 at 1: 5", "1 at 1: 3", "1 at 0: 12", "1 at 0: 12"])
    }

    @Test(arguments: 0..<60)
    func `After random edits, totals equal those of plain arrays`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var model = (0..<3).map { id in
            (id: id, orders: [1, 2].map { Order(id: id * 100 + $0 - 1, total: $0) })
        }
        let container = RecordingContainer(appliesChanges: true)
        let agent = try Agent(
            container, rawData: model.map { $0.orders.map(\.total) }, reformer: Reformed.self)
        var history: [(table: TableInfo, totals: [Int?])] = []
        for round in 0..<40 {
            let (old, oldModel) = (agent.tableInfo, model)
            try agent.edit { edit in
                for step in 0..<Int.random(in: 1...4, using: &random) {
                    try Self.change(&edit, &model, newID: 1000 + round * 10 + step, &random)
                }
            }
            let totals = model.map { $0.orders.reduce(0) { $0 + $1.total } }
            try #require(self.totals(agent.tableInfo) == totals)
            #expect(container.sections.map(\.foot?.texts) == totals.map { ["\($0)"] })
            #expect(container.sections.map(\.head?.texts) == model.map { ["\($0.orders.count) orders"] })
            #expect(container.violations.isEmpty)
            let changes = TableChanges(from: old, to: agent.tableInfo)
            let different = model.indices.filter { number in
                let before = oldModel.first { $0.id == model[number].id }?.orders
                return before.map { $0.reduce(0) { $0 + $1.total } } != totals[number]
            }
            #expect(changes.footUpdates == different.filter { !changes.sectionInserts.contains($0) })
            history.append((agent.tableInfo, totals))
        }
        for (table, totals) in history { #expect(self.totals(table) == totals) }
    }

    /// Applies one random verb to both.
    private static func change(
        _ edit: inout TableEdit, _ model: inout [(id: Int, orders: [Order])], newID: Int,
        _ random: inout SeededGenerator
    ) throws {
        let order = Order(id: newID, total: Int.random(in: 0...2, using: &random))
        let rows = Rows([order], as: OrderLine.self)
        guard let section = model.indices.randomElement(using: &random), model.count < 6 else {
            edit.removeAllSections()
            edit.append(Self.section(newID, []))
            return model = [(newID, [])]
        }
        let row = model[section].orders.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<12, using: &random), row) {
        case (0, let row?):
            try edit.removeRow(.id(model[section].orders[row].id))
            model[section].orders.remove(at: row)
        case (1...3, let row?):
            model[section].orders[row].total = order.total
            try edit.replaceData(ofRow: .at(section: section, row: row), with: model[section].orders[row])
        case (4, let row?):
            try edit.replaceRow(.at(section: section, row: row), with: rows)
            model[section].orders[row] = order
        case (5, let row?):
            try edit.replaceRows(of: .at(section), from: row, with: rows)
            model[section].orders.replaceSubrange(row..., with: [order])
        case (6...7, let row?):
            let target = Int.random(in: model.indices, using: &random)
            try edit.moveRow(.at(section: section, row: row), toEndOf: .at(target))
            model[target].orders.append(model[section].orders.remove(at: row))
        case (8, _): try edit.toggleSection(.at(section))
        case (9, _):
            try edit.removeSection(.at(section))
            model.remove(at: section)
        case (10, _):
            try edit.insert(Self.section(newID, [order.total]), at: section)
            model.insert((newID, [Order(id: newID * 100, total: order.total)]), at: section)
        default:
            let row = row ?? 0
            try edit.insert(rows, at: row, in: .at(section))
            model[section].orders.insert(order, at: row)
        }
    }

    private enum ThreadLine: GridLineItem {
        static func fill(_ line: inout GridLine, with thread: ObjectIdentifier) {}
    }

    /// The foot contains the thread on which it was computed.
    private struct NotingReformer: StatelessReformer {
        func reform(_ numbers: [Int]) -> TableInfo {
            TableInfo {
                TableSection(id: "all") {
                    Rows(numbers, id: \.self, as: NumberLine.self)
                    Foot(of: Int.self, as: ThreadLine.self) { _ in ObjectIdentifier(Thread.current) }
                }
            }
        }
    }

    @MainActor @Test func `A reload off the actor also computes heads and feet there`() async throws {
        let agent = try Agent(RecordingContainer(), rawData: [1], reformer: NotingReformer())
        func thread() -> ObjectIdentifier? { agent.tableInfo.sections[0].foot?.data() }
        let own = try #require(thread())
        try await agent.reload(concurrently: [1, 2], by: NotingReformer())
        #expect(thread() != own)
    }
}
