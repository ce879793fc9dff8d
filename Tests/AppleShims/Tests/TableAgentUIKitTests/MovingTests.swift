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
