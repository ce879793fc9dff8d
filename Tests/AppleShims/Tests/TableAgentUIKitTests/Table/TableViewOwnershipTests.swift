import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite("What a TableViewContainer takes over and gives back")
struct TableViewOwnershipTests {
    private final class Former: NSObject, UITableViewDataSource, UITableViewDelegate {
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell()
            cell.contentConfiguration = UIListContentConfiguration.former
            return cell
        }
    }

    private let table = TableViewEventTests.table(["a", "b"])

    @Test("is the data source and the delegate, as long as an agent is attached")
    func takeOver() throws {
        let stage = TableStage<TableInfo>()
        let former = Former()
        stage.tableView.dataSource = former
        stage.tableView.delegate = former
        #expect(stage.tableView.tableContainer == nil)
        try stage.attach(table, TableReformer())
        #expect(stage.tableView.tableContainer === stage.container)
        #expect(stage.tableView.delegate === stage.container)
        #expect(stage.tableView.prefetchDataSource === stage.container)
        stage.agent.detach()
        #expect(stage.tableView.dataSource === former && stage.tableView.delegate === former)
        #expect(stage.tableView.prefetchDataSource == nil)
        #expect(
            stage.tableView.shownLines == ["[]", "former", "()"] || stage.tableView.shownLines == ["former"])
    }

    @Test("goes to the latest container, and from it back to whom it was before both")
    func twoContainers() throws {
        let stage = TableStage<TableInfo>()
        let former = Former()
        stage.tableView.dataSource = former
        try stage.attach(table, TableReformer())
        let second = TableViewContainer(stage.tableView)
        let agent = try Agent(second, rawData: TableViewEventTests.table(["c"]), reformer: TableReformer.self)
        #expect(stage.tableView.shownLines == ["c"])
        let error = #expect(throws: TableError.self) { try stage.agent.reload(TableInfo()) }
        #expect(error?.code == .notAttached)
        stage.agent.detach()
        #expect(stage.tableView.tableContainer === second, "what is another's is not given back")
        agent.detach()
        #expect(stage.tableView.dataSource === former)
    }

    @Test("tells a second agent of all that comes on show, and the first of nothing more")
    func secondAgent() throws {
        let stage = TableStage<TableInfo>()
        let (first, second) = (EventLog(), EventLog())
        (first.logsDisplay, second.logsDisplay) = (true, true)
        try stage.attach(table, TableReformer(), first)
        stage.agent.detach()
        stage.agent.eventHandler.delegate = first
        first.lines = []
        let agent = try Agent(
            stage.container, rawData: table, reformer: TableReformer.self, eventDelegate: second)
        stage.tableView.layoutIfNeeded()
        #expect(second.lines == ["willDisplay a 0,0", "willDisplay b 0,1"])
        #expect(first.lines == [])
        withExtendedLifetime(agent) {}
    }

    @Test("is let go in whatever order the parts go", arguments: 0..<3)
    func teardown(order: Int) throws {
        weak var looseAgent: Agent<TableInfo>?
        weak var looseContainer: TableViewContainer?
        weak var looseView: UITableView?
        var agent: Agent<TableInfo>? = Agent()
        var view: UITableView? = UITableView(
            frame: CGRect(x: 0, y: 0, width: 320, height: 440), style: .plain)
        var window: UIWindow? = UIWindow(frame: .zero)
        do {
            let made = try #require(view)
            window?.addSubview(made)
            let container = TableViewContainer(made)
            try agent?.attach(container, rawData: table, reformer: TableReformer.self)
            made.layoutIfNeeded()
            (looseAgent, looseContainer, looseView) = (agent, container, made)
        }
        switch order {
        case 0:
            agent = nil
            #expect(looseContainer == nil && looseView?.dataSource == nil)
            looseView?.reloadData()
            looseView?.layoutIfNeeded()
            #expect(looseView?.visibleCells == [])
            view?.removeFromSuperview()
            view = nil
        case 1:
            view?.removeFromSuperview()
            view = nil
            #expect(looseView != nil, "a container owns its view")
            try agent?.reload(nil)
            agent = nil
        default:
            agent?.detach()
            #expect(looseContainer == nil)
            (window, view, agent) = (nil, nil, nil)
        }
        window = nil
        #expect(looseAgent == nil && looseContainer == nil && looseView == nil)
    }

    @Test("is done without a word when the window is gone")
    func withoutWindow() throws {
        let stage = try TableStage(table)
        stage.tableView.removeFromSuperview()
        try stage.agent.edit { try $0.removeRow(.id("a")) }
        #expect(stage.tableView.shownLines == ["b"])
        #expect(stage.tableView.animations == [], "no batch was played")
    }
}

extension UIListContentConfiguration {
    fileprivate static var former: Self {
        var content = cell()
        content.text = "former"
        return content
    }
}
