#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// What a container shows while there is no table to show.
    public enum TableState {
        /// The table, or ``TableStateViews/empty`` where that has no rows.
        case table
        /// Data is on its way: ``TableStateViews/loading``.
        case loading
        /// There is no data, and why: ``TableStateViews/failure``.
        case failed(any Error)
    }

    /// The views that a container shows behind its rows, and so alone where there are none.
    ///
    /// ```swift
    /// container.stateViews = TableStateViews(
    ///     empty: { Message("No orders yet") },
    ///     loading: { Spinner() },
    ///     failure: { error in Message("\(error)") })
    ///
    /// container.state = .loading
    /// do {
    ///     _ = try await agent.reload(concurrently: service.orders())
    /// } catch {
    ///     container.state = .failed(error)
    /// }
    /// ```
    ///
    /// A state without a view leaves the background that the view has of its own.
    public struct TableStateViews {
        /// Makes the view for a table that has been shown and has no rows.
        public var empty: (@MainActor () -> UIView)?

        /// Makes the view for the time of loading.
        public var loading: (@MainActor () -> UIView)?

        /// Makes the view for an error.
        public var failure: (@MainActor (any Error) -> UIView)?

        /// Creates the views of a container.
        ///
        /// - Parameters:
        ///   - empty: Makes the view for a table that has been shown and has no rows.
        ///   - loading: Makes the view for the time of loading.
        ///   - failure: Makes the view for an error.
        public init(
            empty: (@MainActor () -> UIView)? = nil, loading: (@MainActor () -> UIView)? = nil,
            failure: (@MainActor (any Error) -> UIView)? = nil
        ) {
            self.empty = empty
            self.loading = loading
            self.failure = failure
        }
    }
#endif
