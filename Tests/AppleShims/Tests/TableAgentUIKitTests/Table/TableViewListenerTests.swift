import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// What listeners may change while a table view asks, tells or is touched.
@MainActor
@Suite("A TableViewContainer whose listeners change the table")
struct TableViewListenerTests {
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

    @Test("selects the row that was asked about, though a row came above it meanwhile")
    func question() throws {
        let questioner = Questioner()
        let stage = try TableStage(table(["a", "b"]), questioner)
        var selected: [AnyID] = []
        stage.agent.onCell(.select) { selected.append($0.rowID) }
        questioner.ask = { [weak agent = stage.agent] in
            try? agent?.edit { try $0.insert(Row("z", id: "z", as: WordLine.self), before: .id("a")) }
        }
        stage.tableView.simulateTouch(at: first)
        #expect(selected == ["a"])
        #expect(stage.tableView.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
    }

    @Test("selects the row that was asked about, though the end of another selection moved it")
    func deselection() throws {
        let stage = try TableStage(table(["a", "b", "c"]))
        stage.tableView.simulateTouch(at: first)
        var selected: [AnyID] = []
        stage.agent.onCell(.select) { selected.append($0.rowID) }
        stage.agent.onCell(.deselect) { [weak agent = stage.agent] _ in
            try? agent?.edit { try $0.removeRow(.id("a")) }
        }
        stage.tableView.simulateTouch(at: IndexPath(row: 1, section: 0))
        #expect(selected == ["b"])
    }

    @Test("takes more rows as the answer to a prefetch, without a batch in the midst of the layout")
    func prefetch() throws {
        let stage = try TableStage(table((0..<30).map { "row \($0)" }))
        var answers = 0
        stage.agent.onCell(.prefetch) { [weak agent = stage.agent] event in
            guard event.rowID == "row 29", agent?.tableInfo.rowCount == 30 else { return }
            answers += 1
            try? agent?.edit { try $0.append(Row("more", id: "more", as: WordLine.self), to: .first) }
        }
        stage.tableView.simulateDrag(to: 44 * 15)
        #expect(answers == 1)
        #expect(stage.agent.tableInfo.rowCount == 31)
        #expect(stage.tableView.numberOfRows(inSection: 0) == 31)
    }

    @Test("loads the table when its items got other views since, as cells can't be filled by others")
    func registering() throws {
        let stage = TableStage<[Order]>()
        try stage.attach(
            [Order(id: 1, customer: "Ada")],
            ListReformer<OrderLine>(columns: []))
        stage.container.register(OrderCell.self, for: OrderLine.self)
        try stage.agent.reload([Order(id: 1, customer: "Grace")])
        stage.tableView.layoutIfNeeded()
        #expect(stage.tableView.cellForRow(at: first) is OrderCell)
        #expect(stage.tableView.shownLines == ["order 1: Grace"])
    }

    @Test("fills a view within a cell once, though its cell is told of a touch")
    func hosted() throws {
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
        // As UIKit does whenever the state of the cell changes.
        cell.contentConfiguration = cell.contentConfiguration
        #expect(Note.fillCount == count)
        try stage.agent.edit { try $0.reloadRow(.id(1)) }
        #expect(Note.fillCount > count)
    }

    @Test("leaves a delegate alone that the app set since")
    func delegate() throws {
        final class Other: NSObject, UITableViewDelegate {}
        let stage = try TableStage(table(["a"]))
        let other = Other()
        stage.tableView.delegate = other
        stage.agent.detach()
        #expect(stage.tableView.delegate === other)
        #expect(stage.tableView.dataSource == nil)
    }

    @Test("leaves the height of rows to the view where the table gives none")
    func rowHeight() throws {
        let stage = TableStage<TableInfo>()
        stage.tableView.rowHeight = 60
        try stage.attach(
            TableInfo {
                TableSection(id: 0) {
                    Row("a", id: 1, as: WordLine.self)
                    Row("b", id: 2, as: WordLine.self, height: 30)
                }
            }, TableReformer())
        #expect(stage.tableView.rectForRow(at: first).height == 60)
        #expect(stage.tableView.rectForRow(at: IndexPath(row: 1, section: 0)).height == 30)
    }
}
