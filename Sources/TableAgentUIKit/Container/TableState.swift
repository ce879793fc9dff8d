#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// What a container shows: its table, or a view in its place.
    public enum TableState {
        /// The table, or ``TableStateViews/empty`` when it has no rows.
        case table
        /// Data is being loaded: ``TableStateViews/loading``.
        case loading
        /// Data could not be loaded: ``TableStateViews/failure``.
        case failed(any Error)
    }

    /// The views that a container shows behind its rows, so that they are visible where there are none.
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
    /// A state without a view leaves the view's own background.
    public struct TableStateViews {
        /// Makes the view that is shown for a table without rows.
        public var empty: (@MainActor () -> UIView)?

        /// Makes the view that is shown during loading.
        public var loading: (@MainActor () -> UIView)?

        /// Makes the view that is shown after an error.
        public var failure: (@MainActor (any Error) -> UIView)?

        /// Creates the views of a container.
        ///
        /// - Parameters:
        ///   - empty: Makes the view that is shown for a table without rows.
        ///   - loading: Makes the view that is shown during loading.
        ///   - failure: Makes the view that is shown after an error.
        public init(
            empty: (@MainActor () -> UIView)? = nil, loading: (@MainActor () -> UIView)? = nil,
            failure: (@MainActor (any Error) -> UIView)? = nil
        ) {
            self.empty = empty
            self.loading = loading
            self.failure = failure
        }
    }

    /// Replaces the background of a view by that of a state, and keeps the one that it had.
    @MainActor
    struct StateBackground {
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
