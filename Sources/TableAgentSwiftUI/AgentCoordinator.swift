#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
    import SwiftUI
    public import TableAgent
    import UIKit

    #if canImport(ShimmedTableAgentUIKit)
        import ShimmedTableAgentUIKit
    #else
        import TableAgentUIKit
    #endif

    /// Keeps the agent of an ``AgentView``, and sends its events to the closures of the latest update.
    @MainActor public final class AgentCoordinator: @MainActor EventDelegate {
        let agent = Agent<TableInfo>()
        var listeners: [(AgentEvent) -> Void] = []

        private var container: ViewContainer?
        private weak var scrollView: UIScrollView?
        private var setEditing: (Bool, Bool) -> Void = { _, _ in }
        private var isEditing = false
        /// The query that the view asked for last.
        private var asked: TableQuery?
        /// The state that the view declares.
        private var declared = TableState.table
        /// The reason why the latest table is not shown.
        private var failure: (any Error)?
        /// The description of the state that the container shows.
        private var shownState = "\(TableState.table)"
        private var refresh: RefreshAction?
        /// Whether SwiftUI updates the view. A closure must not change the state of its view meanwhile.
        private var isUpdating = false
        /// The events that wait for the end of the update.
        private var held: [AgentEvent] = []

        /// The table is made in each update, because the reformer may be another one.
        private struct Whole: StatelessReformer { func reform(_ table: TableInfo) -> TableInfo { table } }

        func attach(
            _ container: ViewContainer, to scrollView: UIScrollView,
            _ setEditing: @escaping (Bool, Bool) -> Void
        ) {
            self.container = container
            self.scrollView = scrollView
            self.setEditing = setEditing
            container.keepsState = true
            update {
                do {
                    try $0.agent.attach(
                        container, dataSource: DataSource(reformer: Whole()), eventDelegate: self)
                } catch { $0.failure = error }
            }
        }

        /// Performs an update of SwiftUI. Events wait for its end.
        func update(_ body: (AgentCoordinator) -> Void) {
            isUpdating = true
            defer { isUpdating = false }
            body(self)
        }

        /// Shows a table, or else the failure to make it.
        func show(
            _ table: () throws -> TableInfo, by query: TableQuery?, _ state: TableState, isAnimated: Bool
        ) {
            declared = state
            failure = nil
            do {
                try agent.reload(try table(), animated: isAnimated)
                // The visible query may be an older one, while an update waits.
                if query != asked {
                    try agent.show(query ?? TableQuery(), animated: isAnimated)
                    asked = query
                }
            } catch { failure = error }
            showState()
        }

        /// Shows the failure, or else the state that the view declares. The view of a state is made once.
        private func showState() {
            let state = failure.map { TableState.failed($0) } ?? declared
            let name = "\(state)"
            guard name != shownState else { return }
            shownState = name
            container?.state = state
        }

        // MARK: Environment

        func take(_ environment: EnvironmentValues, isAnimated: Bool) {
            let isEditing = environment.editMode?.wrappedValue.isEditing == true
            if isEditing != self.isEditing {
                self.isEditing = isEditing
                setEditing(isEditing, isAnimated)
            }
            #if !os(tvOS) && !targetEnvironment(macCatalyst)
                refresh = environment.refresh
                let shown = scrollView?.refreshControl
                if refresh != nil, shown == nil { scrollView?.refreshControl = control }
                if refresh == nil, let shown, shown === control { scrollView?.refreshControl = nil }
            #endif
        }

        #if !os(tvOS) && !targetEnvironment(macCatalyst)
            private lazy var control = UIRefreshControl(
                frame: .zero,
                primaryAction: UIAction { [weak self] action in
                    let control = action.sender as? UIRefreshControl
                    Task { @MainActor [weak self] in
                        await self?.refresh?()
                        control?.endRefreshing()
                    }
                })
        #endif

        // MARK: Events

        /// Receives an event of a row.
        public func didReceive(_ event: CellEvent) { receive(.cell(event)) }

        /// Receives an event of a head or foot.
        public func didReceive(_ event: SectionEvent) { receive(.section(event)) }

        /// Receives an event of the table or of its foot.
        public func didReceive(_ event: TableEvent) {
            if let error = event.payload(of: .updateFailed) {
                failure = error
                showState()
            }
            receive(.table(event))
        }

        private func receive(_ event: AgentEvent) {
            guard isUpdating else { return send(event) }
            held.append(event)
            guard held.count == 1 else { return }
            Task { [weak self] in
                while let event = self?.held.first {
                    self?.held.removeFirst()
                    self?.send(event)
                }
            }
        }

        private func send(_ event: AgentEvent) { for listener in listeners { listener(event) } }
    }
#endif
