@testable import ShimmedTableAgentSwiftUI
import ShimmedTableAgentUIKit
import SwiftUI
import TableAgent
import Testing
import UIKit

/// Does what SwiftUI does with a view: makes it once, updates it, and removes it.
@MainActor
private final class Host<Content: UIViewControllerRepresentable>
where Content.UIViewControllerType == UIViewController {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let coordinator: Content.Coordinator
    let controller: UIViewController
    var environment = EnvironmentValues()
    private(set) weak var view: UIView?

    init(_ content: Content) {
        coordinator = content.makeCoordinator()
        controller = content.makeUIViewController(context: .init(simulating: coordinator))
        view = controller.view
        window.addSubview(controller.view)
        update(content)
    }

    func update(_ content: Content, isAnimated: Bool = false) {
        var context = UIViewControllerRepresentableContext<Content>(simulating: coordinator)
        context.transaction = Transaction(animation: isAnimated ? .default : nil)
        context.environment = environment
        content.updateUIViewController(controller, context: context)
        controller.view.layoutIfNeeded()
        RunLoop.main.simulateTurn()
    }

    func remove() { Content.dismantleUIViewController(controller, coordinator: coordinator) }
}

@MainActor
@Suite struct AgentViewTests {
    struct Order: Identifiable, Equatable {
        let id: Int
        var customer: String
    }

    @MainActor
    enum OrderRow: @MainActor HostedItem {
        static func body(for order: Order, in context: ContentContext) -> some SwiftUI.View {
            Text("\(order.id) \(order.customer)\(context.source == nil ? "" : "!")")
        }
    }

    @MainActor
    struct OrdersReformer: @MainActor Reformer {
        var isReversed = false
        var error: (any Error)?

        func reform(_ orders: [Order]) throws -> TableInfo {
            if let error { throw error }
            return TableInfo(columns: ["Order"]) {
                TableSection(id: "all") { Rows(isReversed ? orders.reversed() : orders, as: OrderRow.self) }
            }
        }
    }

    private let orders = [Order(id: 1, customer: "Ada"), Order(id: 2, customer: "Bo")]

    private func shown(_ controller: UIViewController) -> [String] {
        func texts(_ view: UIView) -> [String] {
            (view as? UILabel)?.text.map { [$0] } ?? view.subviews.flatMap(texts)
        }
        switch controller.view {
        case let view as UITableView: return view.visibleCells.flatMap(texts)
        case let view as UICollectionView: return view.visibleCells.flatMap(texts)
        default: return []
        }
    }

    @Test func `An update applies the changes of the data and of the reformer`() throws {
        let host = Host(AgentTable(orders, reformer: OrdersReformer()))
        #expect(shown(host.controller) == ["1 Ada!", "2 Bo!"])
        let table = try #require(host.controller.view as? UITableView)
        let cell = table.cellForRow(at: IndexPath(row: 1, section: 0))
        var changed = orders
        changed[0].customer = "Eve"
        host.update(AgentTable(changed, reformer: OrdersReformer(isReversed: true)), isAnimated: true)
        #expect(shown(host.controller) == ["2 Bo!", "1 Eve!"])
        #expect(table.cellForRow(at: IndexPath(row: 0, section: 0)) === cell, "the rows move")
        #expect(table.isLastPassAnimated)
        host.update(AgentTable(orders, reformer: OrdersReformer()))
        #expect(!table.isLastPassAnimated)
    }

    @Test func `The closure of the latest update receives the event`() throws {
        var received: [String] = []
        func view(_ name: String) -> AgentTable {
            AgentTable(orders, reformer: OrdersReformer())
                .onEvent(.select, of: Order.self) { received.append("\(name) \($0.customer)") }
        }
        let host = Host(view("first"))
        host.update(view("second"))
        (host.controller.view as? UITableView)?.simulateTouch(at: IndexPath(row: 1, section: 0))
        #expect(received == ["second Bo"])
    }

    @Test func `An event within an update is sent after it`() async throws {
        var received: [Int] = []
        var isUpdating = false
        func view(_ orders: [Order]) -> AgentTable {
            AgentTable(orders, reformer: OrdersReformer())
                .onEvent(.removed, of: Order.self) {
                    #expect(!isUpdating)
                    received.append($0.id)
                }
        }
        let host = Host(view(orders))
        isUpdating = true
        host.update(view([orders[1]]))
        isUpdating = false
        #expect(received == [])
        while received.isEmpty { await Task.yield() }
        #expect(received == [1])
    }

    @Test func `A collection shows the same table, by a query`() throws {
        func view(_ query: TableQuery) -> AgentCollection {
            AgentCollection(orders, reformer: OrdersReformer()).tableQuery(query)
        }
        let host = Host(view(TableQuery()))
        #expect(shown(host.controller) == ["1 Ada!", "2 Bo!"])
        host.update(view(TableQuery(page: TableQuery.Page(size: 1))))
        #expect(shown(host.controller) == ["1 Ada!"])
        // Without a query, the table is as it is.
        host.update(AgentCollection(orders, reformer: OrdersReformer()))
        #expect(shown(host.controller) == ["1 Ada!", "2 Bo!"])
        host.environment.editMode = .constant(.active)
        host.update(view(TableQuery()))
        #expect((host.controller.view as? UICollectionView)?.isEditing == true)
    }

    @Test func `A refresh control of the app stays`() throws {
        let own = UIRefreshControl(frame: .zero, primaryAction: UIAction { _ in })
        let content = AgentTable(orders, reformer: OrdersReformer()) { $0.tableView.refreshControl = own }
        let host = Host(content)
        host.update(content)
        #expect((host.controller.view as? UITableView)?.refreshControl === own)
    }

    @Test func `The environment has the edit mode and the refresh action`() async throws {
        let content = AgentTable(orders, reformer: OrdersReformer())
        let host = Host(content)
        let table = try #require(host.controller.view as? UITableView)
        #expect(!table.isEditing && table.refreshControl == nil)
        var count = 0
        host.environment.editMode = .constant(.active)
        host.environment.refresh = RefreshAction(simulating: { count += 1 })
        host.update(content)
        let control = try #require(table.refreshControl)
        #expect(table.isEditing)
        host.update(content)
        #expect(table.refreshControl === control)
        control.simulatePull()
        while control.isRefreshing { await Task.yield() }
        #expect(count == 1)
        host.environment = EnvironmentValues()
        host.update(content)
        #expect(!table.isEditing && table.refreshControl == nil)
    }

    @Test func `States and failures are shown behind the rows`() throws {
        struct Broken: Error {}
        let loading = UILabel()
        let failure = UILabel()
        func view(_ state: TableState, _ error: (any Error)? = nil) -> AgentTable {
            AgentTable(orders, reformer: OrdersReformer(error: error)) { container in
                container.stateViews = TableStateViews(loading: { loading }, failure: { _ in failure })
            }.tableState(state)
        }
        let host = Host(view(.loading))
        let table = try #require(host.controller.view as? UITableView)
        #expect(table.backgroundView === loading)
        host.update(view(.table))
        #expect(table.backgroundView == nil && shown(host.controller).count == 2)
        host.update(view(.table, Broken()))
        #expect(table.backgroundView === failure && shown(host.controller).count == 2)
        host.update(view(.table))
        #expect(table.backgroundView == nil)
    }

    @Test func `A state stays over later tables, and its view is made once`() throws {
        var count = 0
        func view(_ state: TableState) -> AgentTable {
            AgentTable(orders, reformer: OrdersReformer()) { container in
                container.stateViews = TableStateViews(loading: {
                    count += 1
                    return UILabel()
                })
            }.tableState(state)
        }
        let host = Host(view(.loading))
        let table = try #require(host.controller.view as? UITableView)
        for _ in 0..<3 { host.update(view(.loading)) }
        #expect(count == 1)
        // A table that is shown between two updates: a section collapses, for example.
        try host.coordinator.agent.edit { try $0.collapseSection(.id("all")) }
        #expect(count == 1 && table.backgroundView is UILabel)
        host.update(view(.table))
        #expect(table.backgroundView == nil)
    }

    @Test func `A table that answers a query needs no query of the view`() throws {
        @MainActor
        struct AnsweringReformer: @MainActor Reformer {
            func reform(_ orders: [Order]) throws -> TableInfo {
                let query = TableQuery(search: "a")
                return try OrdersReformer().reform(orders).answering(query, matching: orders.count)
            }
        }
        let failure = UILabel()
        let host = Host(
            AgentTable(orders, reformer: AnsweringReformer()) {
                $0.stateViews = TableStateViews(failure: { _ in failure })
            })
        let table = try #require(host.controller.view as? UITableView)
        #expect(table.backgroundView == nil && shown(host.controller).count == 2)
    }

    @Test func `All closures for an event are called`() throws {
        var received: [String] = []
        let view = AgentTable(orders, reformer: OrdersReformer())
            .onEvent(.select, of: Order.self) { received.append("first \($0.id)") }
            .onEvent(.select, of: Order.self) { received.append("second \($0.id)") }
        let host = Host(view)
        (host.controller.view as? UITableView)?.simulateTouch(at: IndexPath(row: 0, section: 0))
        #expect(received == ["first 1", "second 1"])
    }

    @Test func `A view that goes releases its agent, its table view, and its data`() throws {
        final class Page: Identifiable {
            let id = 1
        }
        enum PageRow: GridLineItem {
            static func fill(_ line: inout GridLine, with page: Page) { line.text("page") }
        }
        struct PagesReformer: StatelessReformer {
            func reform(_ pages: [Page]) -> TableInfo {
                TableInfo { TableSection(id: 0) { Rows(pages, as: PageRow.self) } }
            }
        }
        weak var page: Page?
        weak var coordinator: AgentCoordinator?
        weak var view: UIView?
        weak var hostRef: AnyObject?
        func show() {
            let new = Page()
            let host = Host(
                AgentTable([new], reformer: PagesReformer()).onEvent(.select, of: Page.self) { _ in })
            (page, coordinator, view) = (new, host.coordinator, host.controller.view)
            hostRef = host
            host.remove()
        }
        show()
        #expect(hostRef == nil)
        RunLoop.main.simulateTurn()
        #expect(coordinator == nil)
        #expect(view == nil)
        #expect(page == nil)
    }
}
