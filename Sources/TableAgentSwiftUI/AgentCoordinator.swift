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
    @MainActor
    public final class AgentCoordinator: @MainActor EventDelegate {
        let agent = Agent<TableInfo>()
        var listeners: [(AgentEvent) -> Bool] = []

        private var container: ViewContainer?
        private weak var scrollView: UIScrollView?
        private var setEditing: (Bool, Bool) -> Void = { _, _ in }
        private var isEditing = false
        private var refresh: RefreshAction?
        /// Whether SwiftUI updates the view. A closure must not change the state of its view meanwhile.
        private var isUpdating = false
        /// The events that wait for the end of the update.
        private var held: [AgentEvent] = []

        /// The table is made in each update, because the reformer may be another one.
        private struct Whole: StatelessReformer {
            func reform(_ table: TableInfo) -> TableInfo { table }
        }

        func attach(
            _ container: ViewContainer, to scrollView: UIScrollView,
            _ setEditing: @escaping (Bool, Bool) -> Void
        ) {
            self.container = container
            self.scrollView = scrollView
            self.setEditing = setEditing
            update {
                try agent.attach(container, dataSource: DataSource(reformer: Whole()), eventDelegate: self)
            }
        }

        /// Shows a table, or else the failure to make it.
        func show(
            _ table: () throws -> TableInfo, by query: TableQuery, _ state: TableState, isAnimated: Bool
        ) {
            update {
                try agent.reload(try table(), animated: isAnimated)
                if agent.query != query { try agent.show(query, animated: isAnimated) }
                container?.state = state
            }
        }

        private func update(_ body: () throws -> Void) {
            isUpdating = true
            defer { isUpdating = false }
            do { try body() } catch { container?.state = .failed(error) }
        }

        // MARK: Environment

        func takeEnvironment(_ environment: EnvironmentValues, isAnimated: Bool) {
            let isEditing = environment.editMode?.wrappedValue.isEditing == true
            if isEditing != self.isEditing {
                self.isEditing = isEditing
                setEditing(isEditing, isAnimated)
            }
            #if !os(tvOS)
                refresh = environment.refresh
                if refresh == nil {
                    scrollView?.refreshControl = nil
                } else if scrollView?.refreshControl == nil {
                    scrollView?.refreshControl = makeRefreshControl()
                }
            #endif
        }

        #if !os(tvOS)
            private func makeRefreshControl() -> UIRefreshControl {
                UIRefreshControl(
                    frame: .zero,
                    primaryAction: UIAction { [weak self] action in
                        let control = action.sender as? UIRefreshControl
                        Task { [weak self] in
                            await self?.refresh?()
                            control?.endRefreshing()
                        }
                    })
            }
        #endif

        // MARK: Events

        /// Receives an event of a row.
        public func didReceive(_ event: CellEvent) { receive(.cell(event)) }

        /// Receives an event of a head or foot.
        public func didReceive(_ event: SectionEvent) { receive(.section(event)) }

        /// Receives an event of the table or of its foot.
        public func didReceive(_ event: TableEvent) { receive(.table(event)) }

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

        private func send(_ event: AgentEvent) {
            for listener in listeners where listener(event) { return }
        }
    }
#endif
