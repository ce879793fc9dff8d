@testable import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Tests of rows that the user drags to another position.
@MainActor
@Suite struct MovingTests {
    /// A head that shows the number of rows.
    private enum CountTitle: GridLineItem, SectionItem {
        static func fill(_ line: inout GridLine, with title: String, in section: SectionState) {
            line.text("\(title): \(section.rowCount)")
        }
    }

    private let table = TableInfo(
        sections: [("a", false), ("b", false), ("c", true)].map { name, isCollapsed in
            TableSection(id: name, isCollapsed: isCollapsed) {
                Head(name, as: CountTitle.self)
                Rows((1...3).map { "\(name)\($0)" }, id: \.self, as: NoteLine.self)
            }
        }, foot: Foot("foot", as: NoteLine.self))

    private func path(_ row: Int, _ section: Int) -> IndexPath { IndexPath(row: row, section: section) }

    @Test func `While a query changes the rows, no drag is offered`() throws {
        let stage = try TableStage(table)
        stage.container.canMove = { _ in true }
        #expect(stage.container.canMoveRow(at: path(0, 0)))
        try stage.agent.show(TableQuery(search: "a1"))
        #expect(!stage.container.canMoveRow(at: path(0, 0)))
        try stage.agent.show(TableQuery())
        #expect(stage.container.canMoveRow(at: path(0, 0)))
    }

    @Test func `A dragged row moves in the table, and sends an event with both positions`() throws {
        let stage = try TableStage(table)
        var moves: [String] = []
        stage.agent.on(.move) { (event: CellEvent, old: RowPosition) in
            moves.append(
                "\(event.rowID) in \(event.sectionID): \(old.section),\(old.row) → \(event.position?.row ?? -1)"
            )
        }
        let raised = UIKitException.collect {
            stage.tableView.isEditing = true
            stage.tableView.simulateMove(from: path(0, 0), to: path(2, 0))
            #expect(moves.isEmpty && stage.tableView.shownLines[1] == "a1", "no row can be moved")
            stage.container.canMove = { $0.data(as: String.self) != "a2" }
            stage.tableView.simulateMove(from: path(1, 0), to: path(2, 0))
            #expect(moves.isEmpty, "this row can't be moved")
            stage.tableView.simulateMove(from: path(0, 0), to: path(2, 0))
            RunLoop.main.simulateTurn()
            stage.tableView.simulateMove(from: path(0, 1), to: path(1, 0))
            RunLoop.main.simulateTurn()
        }
        #expect(raised == [])
        #expect(moves == ["a1 in a: 0,0 → 2", "b1 in a: 1,0 → 1"])
        #expect(
            stage.tableView.shownLines == [
                "[a: 4]", "a2", "b1", "a3", "a1", "[b: 2]", "b2", "b3", "[c: 3]", "(foot)",
            ])
        #expect(stage.agent.tableInfo.sections[0].rows.map(\.id) == ["a2", "b1", "a3", "a1"])
        // The cell of a row that came from another section sends its events.
        stage.tableView.simulateTouch(at: path(1, 0))
        #expect(stage.tableView.indexPathForSelectedRow == path(1, 0))
        // A later batch begins with the new order.
        try stage.agent.edit { try $0.removeRow(.id("a2")) }
        #expect(stage.tableView.shownLines.prefix(3) == ["[a: 3]", "b1", "a3"])
    }

    /// Waits until a table shows lines.
    private func wait(for lines: [String], _ shown: () -> [String]) async throws {
        while shown() != lines { try await Task.sleep(for: .milliseconds(5)) }
    }

    private var list: TableInfo {
        TableInfo { TableSection(id: 0) { Rows(["a", "b", "c", "d"], id: \.self, as: NoteLine.self) } }
    }

    @Test(arguments: [true, false])
    func `While a row is dragged, updates wait, and the dragged row is moved in them, too`(
        isTable: Bool
    ) async throws {
        let agent: Agent<TableInfo>
        let container: ViewContainer
        let grab: (IndexPath) -> Void
        let drop: (IndexPath) -> Void
        let shown: () -> [String]
        if isTable {
            let stage = try TableStage(list)
            stage.tableView.isEditing = true
            (agent, container) = (stage.agent, stage.container)
            grab = { stage.tableView.simulateGrab(of: $0) }
            drop = { stage.tableView.simulateDrop(at: $0) }
            shown = { stage.tableView.shownLines }
        } else {
            let stage = try CollectionStage(list)
            (agent, container) = (stage.agent, stage.container)
            grab = { stage.collectionView.simulateGrab(of: $0) }
            drop = { stage.collectionView.simulateDrop(at: $0) }
            shown = { stage.collectionView.shownLines }
        }
        container.canMove = { _ in true }
        var moves: [String] = []
        agent.on(.move) { (event: CellEvent, old: RowPosition) in
            moves.append("\(event.rowID): \(old.row)")
        }
        var isComplete = false
        grab(path(1, 0))
        try agent.edit(completion: { isComplete = true }) { edit in
            try edit.insert([Row("new", id: "new", as: NoteLine.self)], before: .id("a"))
            try edit.removeRow(.id("c"))
        }
        #expect(shown() == ["a", "b", "c", "d"] && !isComplete)
        #expect(agent.tableInfo.rowCount == 4)
        drop(path(2, 0))
        #expect(shown() == ["a", "c", "b", "d"], "the view has moved the row, and nothing else")
        RunLoop.main.simulateTurn()
        #expect(moves == ["b: 1"])
        // Without its neighbor above, the row is before the one below.
        try await wait(for: ["new", "a", "b", "d"], shown)
        RunLoop.main.simulateTurn()
        #expect(isComplete)

        grab(path(3, 0))
        try agent.reload(
            TableInfo { TableSection(id: 0) { Rows(["d", "e"], id: \.self, as: NoteLine.self) } })
        drop(path(3, 0))
        #expect(shown() == ["new", "a", "b", "d"])
        try await wait(for: ["d", "e"], shown)
    }

    @Test(arguments: [true, false])
    func `A table that waits is not shown while the view moves the row`(endsDragBeforeMove: Bool) async throws
    {
        UITableView.endsDragBeforeMove = endsDragBeforeMove
        defer { UITableView.endsDragBeforeMove = false }
        let stage = try TableStage(list)
        stage.container.canMove = { _ in true }
        stage.tableView.isEditing = true
        stage.tableView.simulateGrab(of: path(1, 0))
        try stage.agent.edit { try $0.removeRow(.id("a")) }
        let raised = UIKitException.collect { stage.tableView.simulateDrop(at: path(2, 0)) }
        #expect(raised == [])
        #expect(stage.tableView.shownLines == ["a", "c", "b", "d"])
        try await wait(for: ["c", "b", "d"]) { stage.tableView.shownLines }
    }

    @Test func `An agent that was detached during a drag shows what the next one shows`() async throws {
        let stage = try TableStage(list)
        stage.container.canMove = { _ in true }
        stage.tableView.isEditing = true
        stage.tableView.simulateGrab(of: path(1, 0))
        try stage.agent.edit { try $0.removeRow(.id("a")) }
        stage.agent.detach()
        stage.tableView.simulateDrop(at: path(1, 0))
        try stage.attach(list, TableReformer())
        #expect(stage.tableView.shownLines == ["a", "b", "c", "d"])
        try stage.agent.edit { try $0.removeRow(.id("d")) }
        #expect(stage.tableView.shownLines == ["a", "b", "c"])
        try await Task.sleep(for: .milliseconds(120))
        #expect(stage.tableView.shownLines == ["a", "b", "c"])
    }

    @Test func `The foot of the table follows a dragged row`() throws {
        let stage = try TableStage(
            TableInfo(
                sections: table.sections,
                foot: Foot(of: String.self, as: NoteLine.self) { "the first is \($0.first ?? "none")" }))
        stage.container.canMove = { _ in true }
        stage.tableView.isEditing = true
        #expect(stage.tableView.shownLines.last == "(the first is a1)")
        stage.tableView.simulateMove(from: path(0, 0), to: path(2, 0))
        RunLoop.main.simulateTurn()
        #expect(stage.tableView.shownLines.last == "(the first is a2)")
    }

    @Test func `A row is dropped neither in a collapsed section nor at the foot of the table`() throws {
        let stage = try TableStage(table)
        stage.container.canMove = { _ in true }
        stage.tableView.isEditing = true
        let raised = UIKitException.collect {
            for section in [2, 3] { stage.tableView.simulateMove(from: path(0, 0), to: path(0, section)) }
        }
        #expect(raised == [])
        #expect(stage.agent.tableInfo.sections[0].rows.map(\.id) == ["a1", "a2", "a3"])
    }

    @Test func `An item moves in a collection`() throws {
        let stage = try CollectionStage(table)
        stage.container.canMove = { _ in true }
        var moves: [RowPosition] = []
        stage.agent.on(.move) { (_: CellEvent, old: RowPosition) in moves.append(old) }
        let raised = UIKitException.collect {
            stage.collectionView.simulateMove(from: path(2, 1), to: path(0, 0))
            stage.collectionView.simulateMove(from: path(0, 0), to: path(0, 2))
            stage.collectionView.layoutIfNeeded()
            RunLoop.main.simulateTurn()
        }
        #expect(raised == [])
        #expect(moves == [RowPosition(section: 1, row: 2)])
        #expect(stage.collectionView.shownLines.prefix(5) == ["[a: 4]", "b3", "a1", "a2", "a3"])
    }

    @Test func `A row that is dragged to another section is displayed there`() throws {
        let log = EventLog()
        let stage = try TableStage(
            TableInfo {
                TableSection(id: "a") { Rows(["1", "2"], id: \.self, as: NoteLine.self) }
                TableSection(id: "b") { Rows(["3"], id: \.self, as: NoteLine.self) }
            }, log)
        stage.container.canMove = { _ in true }
        stage.tableView.isEditing = true
        log.logsDisplay = true
        stage.tableView.simulateMove(from: IndexPath(row: 0, section: 0), to: IndexPath(row: 0, section: 1))
        RunLoop.main.simulateTurn()
        #expect(log.lines.filter { $0.contains("Display") } == ["didEndDisplay 1 gone", "willDisplay 1 1,0"])
    }
}
