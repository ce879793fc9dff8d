import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct TableViewEventTests {
    let log = EventLog()

    private func stage(_ names: [String]) throws -> TableStage<TableInfo> {
        try TableStage(Self.table(names), log)
    }

    static func table(_ names: [String]) -> TableInfo {
        TableInfo { TableSection(id: "names") { Rows(names, id: \.self, as: NoteLine.self) } }
    }

    private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

    @Test func `A touch highlights and selects a row, and deselects the selected row`() throws {
        let stage = try stage(["a", "b"])
        stage.tableView.simulateTouch(at: path(1))
        #expect(log.lines == ["highlight b 0,1", "unhighlight b 0,1", "select b 0,1"])
        log.lines = []
        stage.tableView.simulateTouch(at: path(0))
        #expect(log.lines == ["highlight a 0,0", "unhighlight a 0,0", "deselect b 0,1", "select a 0,0"])
        #expect(log.asked == ["select b", "select a", "deselect b"])
    }

    @Test func `A touch neither selects nor deselects a row if the delegate refuses`() throws {
        let stage = try stage(["a", "b"])
        stage.tableView.allowsMultipleSelection = true
        log.refusesSelection = true
        stage.tableView.simulateTouch(at: path(0))
        #expect(stage.tableView.indexPathForSelectedRow == nil)
        log.refusesSelection = false
        log.refusesDeselection = true
        stage.tableView.simulateTouch(at: path(0))
        stage.tableView.simulateTouch(at: path(0))
        #expect(stage.tableView.indexPathForSelectedRow == path(0))
        #expect(log.asked == ["select a", "select a", "deselect a"])
    }

    @Test func `Automatic deselection leaves no row selected`() throws {
        let stage = try stage(["a"])
        stage.agent.panel.deselectsAutomatically = true
        stage.tableView.simulateTouch(at: path(0))
        #expect(stage.tableView.indexPathForSelectedRow == nil)
        #expect(log.lines.last == "select a 0,0")
    }

    @Test func `An accessory button sends an event`() throws {
        let stage = try stage(["a"])
        stage.tableView.simulateAccessoryTap(at: path(0))
        #expect(log.lines == ["accessory a 0,0"])
    }

    @Test func `A button in a cell sends its event from the current position, even after the row is removed`()
        throws
    {
        let orders = [Order(id: 1, customer: "Ada"), Order(id: 2, customer: "Grace")]
        let stage = try TableStage(
            TableInfo { TableSection(id: "orders") { Rows(orders, as: OrderCell.self) } }, log)
        let cell = try #require(stage.tableView.cellForRow(at: path(1)) as? OrderCell)
        try stage.agent.edit {
            try $0.insert(
                [Row(Order(id: 9, customer: "New"), as: OrderCell.self)], before: .at(section: 0, row: 0))
        }
        cell.button.sendActions(for: .touchUpInside)
        try stage.agent.edit { try $0.removeRow(.id(2)) }
        cell.button.sendActions(for: .touchUpInside)
        #expect(log.lines == ["pay 2 0,2", "removed 2 gone", "pay 2 gone"])
    }

    @Test func `A row that moves to another section sends events of the new section`() throws {
        let orders = [Order(id: 1, customer: "Ada"), Order(id: 2, customer: "Grace")]
        let stage = try TableStage(
            TableInfo {
                TableSection(id: "open") { Rows(orders, as: OrderCell.self) }
                TableSection(id: "paid") {}
            }, log)
        let cell = try #require(stage.tableView.cellForRow(at: path(0)) as? OrderCell)
        try stage.agent.edit { try $0.moveRow(.id(1), toEndOf: .id("paid")) }
        #expect(stage.tableView.cellForRow(at: IndexPath(row: 0, section: 1)) === cell)
        cell.button.sendActions(for: .touchUpInside)
        #expect(log.lines == ["pay 1 1,0"])
        #expect(cell.source?.rowID == 1)
        #expect(cell.source?.position == RowPosition(section: 1, row: 0))
    }

    @Test func `Each row sends one pair of display events through scrolling and edits`() throws {
        log.logsDisplay = true
        let stage = try stage((0..<30).map { "\($0)" })
        #expect(log.lines.filter { $0.hasPrefix("will") } == (0..<10).map { "willDisplay \($0) 0,\($0)" })
        log.lines = []
        stage.tableView.simulateDrag(to: 88)
        #expect(
            log.lines.filter { $0.contains("Display") } == [
                "didEndDisplay 0 0,0", "didEndDisplay 1 0,1", "willDisplay 10 0,10", "willDisplay 11 0,11",
            ])
        log.lines = []
        try stage.agent.edit { try $0.removeRow(.id("5")) }
        #expect(
            log.lines.filter { !$0.contains("etch") } == [
                "didEndDisplay 5 gone", "willDisplay 12 0,11", "removed 5 gone",
            ])
    }

    @Test func `Rows are prefetched, and prefetching is cancelled`() throws {
        log.logsDisplay = true
        let stage = try stage((0..<100).map { "\($0)" })
        #expect(log.lines.filter { $0.hasPrefix("prefetch") } == (10..<20).map { "prefetch \($0) 0,\($0)" })
        log.lines = []
        stage.tableView.simulateDrag(to: 2200)
        #expect(log.lines.filter { $0.hasPrefix("cancel") }.count == 10)
    }

    @Test func `Rows without actions are selected in the editing mode, also with two fingers`() throws {
        let notes = TableInfo {
            TableSection(id: 0) { Rows(["a", "b", "c"], id: \.self, as: NoteLine.self) }
        }
        let log = EventLog()
        let stage = try TableStage(notes, log)
        let paths = (0..<3).map { IndexPath(row: $0, section: 0) }
        stage.tableView.simulateTwoFingers(over: paths)
        #expect(!stage.tableView.isEditing, "the view does not allow it")
        stage.tableView.simulateTouch(at: paths[0])
        stage.tableView.allowsMultipleSelectionDuringEditing = true
        let controller = UIViewController()
        stage.container.viewController = controller
        stage.tableView.simulateTwoFingers(over: [paths[1], paths[2]])
        #expect(stage.tableView.isEditing && controller.isEditing)
        #expect(stage.tableView.indexPathsForSelectedRows?.count == 3)
        #expect(log.lines.last == "select c 0,2")
    }

    @Test func `The primary action follows the selection, and names the row that was asked about`() throws {
        let stage = try TableStage(Self.table(["a", "b"]), log)
        let view = stage.tableView
        view.simulateTouch(at: IndexPath(row: 1, section: 0))
        #expect(log.primaryActions == ["b"])
        log.onQuestion = { [weak agent = stage.agent] in
            try? agent?.edit { try $0.insert([Row("new", id: "new", as: NoteLine.self)], before: .id("a")) }
        }
        view.simulateTouch(at: IndexPath(row: 0, section: 0))
        #expect(log.primaryActions == ["b", "a"] && log.lines.last == "select a 0,1")
        log.onQuestion = {}
        log.refusesSelection = true
        view.simulateTouch(at: IndexPath(row: 2, section: 0))
        #expect(log.primaryActions.count == 2, "a refused row has no primary action")
        log.refusesSelection = false
        (view.isEditing, view.allowsMultipleSelectionDuringEditing) = (true, true)
        view.simulateTouch(at: IndexPath(row: 0, section: 0))
        #expect(log.primaryActions.count == 2 && log.lines.last == "select new 0,0")
    }
}
