@testable import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct TableViewOwnershipTests {
    private final class Owner: NSObject, UITableViewDataSource, UITableViewDelegate {
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell()
            cell.contentConfiguration = UIListContentConfiguration.owner
            return cell
        }
    }

    private let table = TableViewEventTests.table(["a", "b"])

    @Test func `The container is data source and delegate while an agent is attached`() throws {
        let stage = TableStage<TableInfo>()
        let owner = Owner()
        stage.tableView.dataSource = owner
        stage.tableView.delegate = owner
        #expect(stage.tableView.tableContainer == nil)
        try stage.attach(table, TableReformer())
        #expect(stage.tableView.tableContainer === stage.container)
        #expect(stage.tableView.delegate === stage.container.adapter)
        #expect(stage.tableView.prefetchDataSource === stage.container.adapter)
        stage.agent.detach()
        #expect(stage.tableView.dataSource === owner && stage.tableView.delegate === owner)
        #expect(stage.tableView.prefetchDataSource == nil)
        #expect(
            stage.tableView.shownLines == ["[]", "owner", "()"] || stage.tableView.shownLines == ["owner"])
    }

    @Test func `The latest container owns the view, and restores its first owner`() throws {
        let stage = TableStage<TableInfo>()
        let owner = Owner()
        stage.tableView.dataSource = owner
        try stage.attach(table, TableReformer())
        let second = TableViewContainer(stage.tableView)
        let agent = try Agent(second, rawData: TableViewEventTests.table(["c"]), reformer: TableReformer.self)
        #expect(stage.tableView.shownLines == ["c"])
        let error = #expect(throws: TableError.self) { try stage.agent.reload(TableInfo()) }
        #expect(error?.code == .notAttached)
        stage.agent.detach()
        #expect(stage.tableView.tableContainer === second, "what is another's is not given back")
        agent.detach()
        #expect(stage.tableView.dataSource === owner)
    }

    @Test func `A second agent receives every display event, and the first agent receives no more`() throws {
        let stage = TableStage<TableInfo>()
        let (first, second) = (EventLog(), EventLog())
        (first.logsDisplay, second.logsDisplay) = (true, true)
        try stage.attach(table, TableReformer(), first)
        stage.agent.detach()
        stage.agent.eventDelegate = first
        first.lines = []
        let agent = try Agent(
            stage.container, rawData: table, reformer: TableReformer.self, eventDelegate: second)
        stage.tableView.layoutIfNeeded()
        #expect(second.lines == ["willDisplay a 0,0", "willDisplay b 0,1"])
        #expect(first.lines == [])
        withExtendedLifetime(agent) {}
    }

    @Test(arguments: 0..<3)
    func `All parts are released, in any order`(order: Int) throws {
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
            try agent?.attach(container, dataSource: DataSource(table, reformer: TableReformer()))
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

    /// The ways in which rows stop being visible.
    enum Ending: CaseIterable {
        case batch, reload, reloadWithoutWindow, detach
    }

    @Test(arguments: Ending.allCases)
    func `Views in the reuse queues keep no row alive`(ending: Ending) throws {
        weak var page: Page?
        let stage = TableStage<TableInfo>()
        var queued: [UIView] = []
        do {
            let pages = (0..<30).map(Page.init)
            page = pages[3]
            try stage.attach(
                TableInfo {
                    TableSection(id: 0) {
                        Head(pages[3], as: PageTitle.self)
                        Rows(pages, as: PageCell.self)
                    }
                    TableSection(id: 1) { Rows(pages, as: PageCard.self) }
                }, TableReformer())
        }
        stage.tableView.simulateDrag(to: 44 * 25)
        queued = stage.tableView.visibleCells
        #expect(queued.contains { $0 is PageCell } && queued.contains { !($0 is PageCell) })
        switch ending {
        case .batch: try stage.agent.reload(TableInfo())
        case .reload:
            stage.agent.panel.changeLimit = 0
            try stage.agent.reload(nil)
        case .reloadWithoutWindow:
            stage.tableView.removeFromSuperview()
            try stage.agent.reload(nil)
        case .detach: stage.agent.detach()
        }
        RunLoop.main.simulateTurn()
        #expect(page == nil)
        withExtendedLifetime(queued) {}
    }

    @Test func `A view that is shown again without being refilled sends events again`() throws {
        let log = EventLog()
        let stage = TableStage<TableInfo>()
        let pages = (0..<2).map(Page.init)
        try stage.attach(
            TableInfo {
                TableSection(id: 0) {
                    Row(pages[0], as: PageCell.self)
                    Row(pages[1], as: PageCard.self)
                }
            }, TableReformer(), log)
        let view = stage.tableView
        let delegate = try #require(view.delegate)
        for row in 0...1 {
            let path = IndexPath(row: row, section: 0)
            let cell = try #require(view.cellForRow(at: path))
            delegate.tableView(view, didEndDisplaying: cell, forRowAt: path)
            RunLoop.main.simulateTurn()
            #expect(cell.eventView?.source == nil)
            delegate.tableView(view, willDisplay: cell, forRowAt: path)
            cell.eventView?.source?.post(.fold)
            #expect(log.lines.last == "fold \(row) 0,\(row)")
        }
    }

    /// Owns an agent, and releases it when the agent asks a question.
    private final class Releaser: EventDelegate {
        var agent: Agent<TableInfo>?

        func shouldSelect(_ event: CellEvent) -> Bool {
            agent = nil
            return true
        }
    }

    @Test func `A listener can release the agent and the container during a touch`() throws {
        let view = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
        let releaser = Releaser()
        releaser.agent = try Agent(
            TableViewContainer(view), rawData: table, reformer: TableReformer.self, eventDelegate: releaser)
        weak let container = view.tableContainer
        #expect(container != nil)
        view.simulateTouch(at: IndexPath(row: 0, section: 0))
        #expect(releaser.agent == nil && container == nil)
        #expect(view.dataSource == nil && view.delegate == nil && view.prefetchDataSource == nil)
        #expect(view.indexPathForSelectedRow == nil)
    }

    @Test func `A view without a window reloads`() throws {
        let stage = try TableStage(table)
        stage.tableView.removeFromSuperview()
        try stage.agent.edit { try $0.removeRow(.id("a")) }
        #expect(stage.tableView.shownLines == ["b"])
        #expect(stage.tableView.animations == [], "no batch was played")
    }
}

extension UIListContentConfiguration {
    fileprivate static var owner: Self {
        var content = cell()
        content.text = "owner"
        return content
    }
}

private final class PageCell: UITableViewCell, EventView, @MainActor TableItem {
    var source: EventSource?
    static func fill(_ cell: inout PageCell, with page: Page) {}
}

private final class PageTitle: UITableViewHeaderFooterView, EventView, @MainActor TableItem {
    var source: EventSource?
    static func fill(_ title: inout PageTitle, with page: Page) {}
}

extension UIView {
    fileprivate var eventView: (any EventView)? {
        self as? any EventView ?? subviews.lazy.compactMap(\.eventView).first
    }
}
