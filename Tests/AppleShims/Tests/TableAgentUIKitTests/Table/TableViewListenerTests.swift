import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Tests of changes that listeners make during questions, events, and touches.
@MainActor
@Suite struct TableViewListenerTests {
    private enum WordLine: GridLineItem {
        static func fill(_ line: inout GridLine, with word: String) { line.text(word) }
    }

    private final class Questioner: EventDelegate {
        var ask: () -> Void = {}

        func shouldSelect(_ event: CellEvent) -> Bool {
            ask()
            return true
        }
    }

    private let first = IndexPath(row: 0, section: 0)

    private func table(_ words: [String]) -> TableInfo {
        TableInfo { TableSection(id: 0) { Rows(words, id: \.self, as: WordLine.self) } }
    }

    @Test func `The approved row is selected even if a row is inserted above it`() throws {
        let questioner = Questioner()
        let stage = try TableStage(table(["a", "b"]), questioner)
        var selected: [AnyID] = []
        stage.agent.on(.select) { (event: CellEvent) in selected.append(event.rowID) }
        questioner.ask = { [weak agent = stage.agent] in
            try? agent?.edit { try $0.insert([Row("z", id: "z", as: WordLine.self)], before: .id("a")) }
        }
        stage.tableView.simulateTouch(at: first)
        #expect(selected == ["a"])
        #expect(stage.tableView.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
    }

    @Test func `The approved row is selected even if a deselection moves it`() throws {
        let stage = try TableStage(table(["a", "b", "c"]))
        stage.tableView.simulateTouch(at: first)
        var selected: [AnyID] = []
        stage.agent.on(.select) { (event: CellEvent) in selected.append(event.rowID) }
        stage.agent.on(.deselect) { [weak agent = stage.agent] (_: CellEvent) in
            try? agent?.edit { try $0.removeRow(.id("a")) }
        }
        stage.tableView.simulateTouch(at: IndexPath(row: 1, section: 0))
        #expect(selected == ["b"])
    }

    @Test func `A selection without a question selects its own row`()
        throws
    {
        let stage = try TableStage(table(["a", "b"]))
        let view = stage.tableView
        let delegate = try #require(view.delegate)
        var selected: [AnyID] = []
        stage.agent.on(.select) { (event: CellEvent) in selected.append(event.rowID) }
        // UIKit asks, but then a gesture cancels the touch.
        #expect(delegate.tableView(view, willSelectRowAt: first) == first)
        delegate.tableView(view, didSelectRowAt: IndexPath(row: 1, section: 0))
        delegate.tableView(view, didSelectRowAt: first)
        #expect(selected == ["b", "a"])
    }

    @Test func `Rows that a prefetch appends are inserted after the layout`() throws {
        let stage = try TableStage(table((0..<30).map { "row \($0)" }))
        var answers = 0
        stage.agent.on(.prefetch) { [weak agent = stage.agent] (event: CellEvent) in
            guard event.rowID == "row 29", agent?.tableInfo.rowCount == 30 else { return }
            answers += 1
            try? agent?.edit { try $0.append([Row("more", id: "more", as: WordLine.self)], to: .at(0)) }
        }
        stage.tableView.simulateDrag(to: 44 * 15)
        #expect(answers == 1)
        #expect(stage.agent.tableInfo.rowCount == 31)
        #expect(stage.tableView.numberOfRows(inSection: 0) == 31)
    }

    @Test func `Registering other views for an item causes a reload`() throws {
        func table(_ customer: String) -> TableInfo {
            TableInfo { TableSection(id: 0) { Row(Order(id: 1, customer: customer), as: OrderLine.self) } }
        }
        let stage = try TableStage(table("Ada"))
        stage.container.register(OrderCell.self, for: OrderLine.self)
        try stage.agent.reload(table("Grace"))
        stage.tableView.layoutIfNeeded()
        #expect(stage.tableView.cellForRow(at: first) is OrderCell)
        #expect(stage.tableView.shownLines == ["order 1: Grace"])
    }

    @Test func `A view in a cell is filled once, even if the state of its cell changes`() throws {
        final class Note: UIView {
            static var fillCount = 0
        }
        enum NoteItem: @MainActor TableItem {
            @MainActor static func fill(_ view: inout Note, with text: String) { Note.fillCount += 1 }
        }
        let stage = try TableStage(
            TableInfo { TableSection(id: 0) { Row("note", id: 1, as: NoteItem.self) } })
        let cell = try #require(stage.tableView.cellForRow(at: first))
        let count = Note.fillCount
        // UIKit does this whenever the state of the cell changes.
        cell.contentConfiguration = cell.contentConfiguration
        #expect(Note.fillCount == count)
        try stage.agent.edit { try $0.reloadRow(.id(1)) }
        #expect(Note.fillCount > count)
    }

    @Test func `A delegate that the app sets later is kept`() throws {
        final class Other: NSObject, UITableViewDelegate {}
        let stage = try TableStage(table(["a"]))
        let other = Other()
        stage.tableView.delegate = other
        stage.agent.detach()
        #expect(stage.tableView.delegate === other)
        #expect(stage.tableView.dataSource == nil)
    }

    @Test func `Rows without a height from the item have the height of the view`() throws {
        enum TallWord: GridLineItem {
            static func fill(_ line: inout GridLine, with word: String) { line.text(word) }
            static func height(of word: String) -> Double? { 30 }
        }
        let stage = TableStage<TableInfo>()
        stage.tableView.rowHeight = 60
        try stage.attach(
            TableInfo {
                TableSection(id: 0) {
                    Row("a", id: 1, as: WordLine.self)
                    Row("b", id: 2, as: TallWord.self)
                }
            }, TableReformer())
        #expect(stage.tableView.rectForRow(at: first).height == 60)
        #expect(stage.tableView.rectForRow(at: IndexPath(row: 1, section: 0)).height == 30)
    }
}
