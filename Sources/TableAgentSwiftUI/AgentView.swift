#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
    public import SwiftUI
    public import TableAgent
    public import UIKit

    #if canImport(ShimmedTableAgentUIKit)
        public import ShimmedTableAgentUIKit
    #else
        public import TableAgentUIKit
    #endif

    /// A table view in SwiftUI; see ``AgentView``.
    public typealias AgentTable = AgentView<TableViewContainer>

    /// A collection view in SwiftUI; see ``AgentView``.
    public typealias AgentCollection = AgentView<CollectionViewContainer>

    /// A view of SwiftUI that shows a table in a `UITableView` or `UICollectionView`.
    ///
    /// ```swift
    /// struct OrdersView: SwiftUI.View {
    ///     @State private var orders: [Order] = []
    ///     @State private var path: [Int] = []
    ///
    ///     var body: some SwiftUI.View {
    ///         NavigationStack(path: $path) {
    ///             AgentTable(orders, reformer: OrdersReformer())
    ///                 .onEvent(.primaryAction, of: Order.self) { path.append($0.id) }
    ///                 .refreshable { orders = await service.orders() }
    ///                 .toolbar { EditButton() }
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Whenever SwiftUI updates the view, the reformer makes a table of the new data. The view applies the changes to the visible
    /// table, with an animation if the update has one. The view keeps its agent, and detaches it when SwiftUI removes the view.
    ///
    /// The environment sets the edit mode and the refresh action. An event that arrives during an update is sent after it, so a
    /// closure can change the state of its view.
    @MainActor public struct AgentView<Container: ViewContainer>: UIViewControllerRepresentable {
        private let table: () throws -> TableInfo
        private let setUp: (Container) -> Void
        private let makeSurface: () -> AgentSurface<Container>
        private var listeners: [(AgentEvent) -> Void] = []
        private var state = TableState.table
        private var query: TableQuery?

        // MARK: Modifiers

        /// Listens to an event without a payload, of rows, heads, or feet with one type of data.
        ///
        /// - Parameters:
        ///   - name: The name of the event.
        ///   - type: The type of the data.
        ///   - action: Receives the data. The closure of the latest update of the view is called.
        public func onEvent<Data>(
            _ name: EventName<Void>, of type: Data.Type, perform action: @escaping (Data) -> Void
        ) -> Self { onEvent(name, of: type) { data, _ in action(data) } }

        /// Listens to an event with a payload, of rows, heads, or feet with one type of data.
        ///
        /// - Parameters:
        ///   - name: The name of the event.
        ///   - type: The type of the data.
        ///   - action: Receives the data and the payload. The closure of the latest update of the view is called.
        public func onEvent<Payload, Data>(
            _ name: EventName<Payload>, of type: Data.Type, perform action: @escaping (Data, Payload) -> Void
        ) -> Self {
            var view = self
            view.listeners.append { event in
                guard let payload = event.payload(of: name), let data = event.data(as: type) else { return }
                action(data, payload)
            }
            return view
        }

        /// Shows a state in place of the table, such as that data is loading. The views are the container's `stateViews`.
        public func tableState(_ state: TableState) -> Self {
            var view = self
            view.state = state
            return view
        }

        /// Searches, filters, and sorts the table. A table that answers a query, by `TableInfo.answering(_:matching:)`, needs none.
        public func tableQuery(_ query: TableQuery) -> Self {
            var view = self
            view.query = query
            return view
        }

        // MARK: SwiftUI

        /// Creates the coordinator, which keeps the agent.
        public func makeCoordinator() -> AgentCoordinator { AgentCoordinator() }

        /// Creates the view controller with the table view or collection view.
        public func makeUIViewController(context: Context) -> UIViewController {
            let surface = makeSurface()
            surface.container.viewController = surface.controller
            setUp(surface.container)
            context.coordinator.attach(surface.container, to: surface.scrollView, surface.setEditing)
            return surface.controller
        }

        /// Shows the table of the new data.
        public func updateUIViewController(_ controller: UIViewController, context: Context) {
            let isAnimated = context.transaction.animation != nil && !context.transaction.disablesAnimations
            let coordinator = context.coordinator
            coordinator.listeners = listeners
            coordinator.update {
                $0.take(context.environment, isAnimated: isAnimated)
                $0.show(table, by: query, state, isAnimated: isAnimated)
            }
        }

        /// Detaches the agent.
        public static func dismantleUIViewController(
            _ controller: UIViewController, coordinator: AgentCoordinator
        ) { coordinator.agent.detach() }
    }

    extension AgentView where Container == TableViewContainer {
        /// The style of a table view, if none is named: inset groups, or groups on tvOS, which has no inset ones.
        public static var usualStyle: UITableView.Style {
            #if os(tvOS)
                .grouped
            #else
                .insetGrouped
            #endif
        }

        /// Creates a table view.
        ///
        /// - Parameters:
        ///   - rawData: The business data.
        ///   - reformer: The reformer of the data.
        ///   - style: The style of the table view.
        ///   - setUp: Sets up the container once, before it shows a table: registers cells, for example.
        public init<RawData>(
            _ rawData: RawData, reformer: some Reformer<RawData>, style: UITableView.Style = Self.usualStyle,
            setUp: @escaping (TableViewContainer) -> Void = { _ in }
        ) {
            self.init(table: { try reformer.reform(rawData) }, setUp: setUp) {
                let controller = UITableViewController(style: style)
                let view: UITableView = controller.tableView
                return AgentSurface(
                    controller: controller, container: TableViewContainer(view), scrollView: view
                ) { view.setEditing($0, animated: $1) }
            }
        }
    }

    extension AgentView where Container == CollectionViewContainer {
        /// Returns a list with inset groups, or with groups on tvOS: the layout of a collection view if none is named.
        public static func list(_ container: CollectionViewContainer) -> UICollectionViewLayout {
            #if os(tvOS)
                container.listLayout(.init(appearance: .grouped))
            #else
                container.listLayout(.init(appearance: .insetGrouped))
            #endif
        }

        /// Creates a collection view.
        ///
        /// - Parameters:
        ///   - rawData: The business data.
        ///   - reformer: The reformer of the data.
        ///   - layout: Returns the layout; by default a list as in Settings.
        ///   - setUp: Sets up the container once, before it shows a table: registers cells, for example.
        public init<RawData>(
            _ rawData: RawData, reformer: some Reformer<RawData>,
            layout: @escaping @MainActor (CollectionViewContainer) -> UICollectionViewLayout = Self.list,
            setUp: @escaping (CollectionViewContainer) -> Void = { _ in }
        ) {
            self.init(table: { try reformer.reform(rawData) }, setUp: setUp) {
                let controller = UICollectionViewController(
                    collectionViewLayout: UICollectionViewFlowLayout())
                let view: UICollectionView = controller.collectionView
                let container = CollectionViewContainer(view)
                view.collectionViewLayout = layout(container)
                return AgentSurface(controller: controller, container: container, scrollView: view) {
                    isEditing, _ in view.isEditing = isEditing
                }
            }
        }
    }

    /// The parts that an ``AgentView`` makes once.
    @MainActor struct AgentSurface<Container> {
        let controller: UIViewController
        let container: Container
        let scrollView: UIScrollView
        /// Begins or ends the editing mode, with or without an animation.
        let setEditing: (_ isEditing: Bool, _ isAnimated: Bool) -> Void
    }
#endif
