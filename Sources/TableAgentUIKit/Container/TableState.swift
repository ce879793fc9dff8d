#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// The state of a container: it shows its table, or a view in place of the table.
    public enum TableState {
        /// The table is visible. If it has no rows, ``TableStateViews/empty`` is visible.
        case table
        /// Data is loading; ``TableStateViews/loading`` is visible.
        case loading
        /// Loading failed; ``TableStateViews/failure`` is visible.
        case failed(any Error)
    }

    /// The views that a container shows behind its rows. They are visible where the table has no rows.
    ///
    /// ```swift
    /// container.stateViews = TableStateViews(
    ///     empty: { Message("No orders yet") },
    ///     loading: { Spinner() },
    ///     failure: { error in Message("\(error)") })
    ///
    /// container.state = .loading
    /// do {
    ///     try await agent.reload(concurrently: service.orders(), by: OrdersReformer())
    /// } catch {
    ///     container.state = .failed(error)
    /// }
    /// ```
    ///
    /// In a state without a view, the table view or collection view shows its original background. For a sentence alone,
    /// `TableInfo(empty:)` needs no view: the sentence is in the place of the table's foot.
    public struct TableStateViews {
        /// Makes the view for a table without rows.
        public var empty: (@MainActor () -> UIView)?

        /// Makes the view for the loading state.
        public var loading: (@MainActor () -> UIView)?

        /// Makes the view for a failure.
        public var failure: (@MainActor (any Error) -> UIView)?

        /// Creates the state views of a container.
        ///
        /// - Parameters:
        ///   - empty: Makes the view for a table without rows.
        ///   - loading: Makes the view for the loading state.
        ///   - failure: Makes the view for a failure.
        public init(
            empty: (@MainActor () -> UIView)? = nil, loading: (@MainActor () -> UIView)? = nil,
            failure: (@MainActor (any Error) -> UIView)? = nil
        ) {
            self.empty = empty
            self.loading = loading
            self.failure = failure
        }
    }

    /// Replaces the background of a view with a state view, and stores the original background.
    @MainActor struct StateBackground {
        private var original: UIView?
        private var current: UIView?

        mutating func show(_ view: UIView?, on surface: any SurfaceView) {
            guard view != nil || current != nil else { return }
            if current == nil { original = surface.backgroundView }
            surface.backgroundView = view ?? original
            current = view
        }
    }
#endif
