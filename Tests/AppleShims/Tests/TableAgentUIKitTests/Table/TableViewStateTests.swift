import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct TableViewStateTests {
    private final class Message: UILabel {
        convenience init(_ text: String) {
            self.init(frame: .zero)
            self.text = text
        }
    }

    private let table = TableViewEventTests.table(["a"])

    private func stage(_ table: TableInfo?) throws -> TableStage<TableInfo> {
        let stage = TableStage<TableInfo>()
        stage.container.stateViews = TableStateViews(
            empty: { Message("nothing") }, loading: { Message("wait") }, failure: { Message("\($0)") })
        try stage.attach(table, TableReformer())
        return stage
    }

    private func shown(_ stage: TableStage<TableInfo>) -> String? {
        (stage.tableView.backgroundView as? Message)?.text
    }

    @Test func `The view for an empty table appears after the table is shown`() throws {
        let stage = try stage(nil)
        #expect(shown(stage) == nil, "nobody knows yet whether it is empty")
        try stage.agent.reload(TableInfo())
        #expect(shown(stage) == "nothing")
        try stage.agent.reload(table)
        #expect(shown(stage) == nil)
        try stage.agent.edit { try $0.removeRow(.id("a")) }
        #expect(shown(stage) == "nothing")
    }

    @Test func `The views for loading and an error stay until the next table`() throws {
        let stage = try stage(nil)
        stage.container.state = .loading
        #expect(shown(stage) == "wait")
        stage.container.state = .failed(TableError(.idNotFound, "no line"))
        #expect(shown(stage) == "no line")
        try stage.agent.reload(table)
        #expect(shown(stage) == nil)
        guard case .table = stage.container.state else {
            Issue.record("the state is \(stage.container.state)")
            return
        }
    }

    @Test func `The view's own background is restored`() throws {
        let stage = TableStage<TableInfo>()
        let own = UIView()
        stage.tableView.backgroundView = own
        stage.container.stateViews.loading = { Message("wait") }
        stage.container.state = .loading
        #expect(stage.tableView.backgroundView !== own)
        try stage.attach(table, TableReformer())
        #expect(stage.tableView.backgroundView === own)
        stage.container.state = .loading
        stage.agent.detach()
        #expect(stage.tableView.backgroundView === own)
    }

    @Test(arguments: [[], ["a"]])
    func `A reload without changes ends the loading state, and shows views that were registered since`(
        rows: [String]
    ) throws {
        let stage = try stage(TableViewEventTests.table(rows))
        stage.container.state = .loading
        #expect(shown(stage) == "wait")
        try stage.agent.reload(TableViewEventTests.table(rows))
        #expect(shown(stage) == (rows.isEmpty ? "nothing" : nil))
        stage.container.register(.plain, for: NoteLine.self) { content, note in content.text = "new \(note)" }
        let log = EventLog()
        log.logsDisplay = true
        stage.agent.eventDelegate = log
        try stage.agent.reload(TableViewEventTests.table(rows))
        RunLoop.main.simulateTurn()
        #expect(stage.tableView.shownLines == rows.map { "new \($0)" })
        #expect(log.lines == [], "the rows stayed visible")
    }
}
