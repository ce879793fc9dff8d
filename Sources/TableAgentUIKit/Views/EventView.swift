#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// A view that sends events of the row, head, or foot that it shows, such as a cell with a button.
    ///
    /// ```swift
    /// final class OrderCell: UITableViewCell, EventView {
    ///     var source: EventSource?
    ///
    ///     func payTapped() { source?.post(.pay, amount) }
    /// }
    /// ```
    ///
    /// Events carry the current position of the row, also when rows above it came or went since the view was
    /// filled; they carry none while the view of a removed row disappears. What may end when the view is off the screen,
    /// such as a download or the input of a text field that was scrolled away, is sent by a source that the view keeps
    /// for it.
    @MainActor
    public protocol EventView: UIView {
        /// Sends the view's events. The container sets it each time before the view is filled, and releases it when
        /// the display of the view has ended.
        var source: EventSource? { get set }
    }

    /// A view that needs a view controller, such as a cell that holds the view of a child controller.
    @MainActor
    public protocol ContextView: UIView {
        /// The container's ``ViewContainer/viewController``, set before the view is filled. Declare it `weak`.
        var viewController: UIViewController? { get set }
    }

    extension EventName<Void> {
        /// The accessory button of a row was tapped.
        public static var accessory: Self { Self("accessory") }

        /// A row is likely to become visible soon, so that its data may be loaded ahead.
        public static var prefetch: Self { Self("prefetch", isRoutine: true) }

        /// A row is no longer likely to become visible soon.
        public static var cancelPrefetch: Self { Self("cancelPrefetch", isRoutine: true) }
    }

    extension EventName<String> {
        /// A supplementary view of a row becomes visible; the event carries the view's kind.
        public static var willDisplaySupplement: Self { Self("willDisplaySupplement", isRoutine: true) }

        /// A supplementary view of a row is no longer visible; the event carries the view's kind.
        public static var didEndDisplaySupplement: Self { Self("didEndDisplaySupplement", isRoutine: true) }
    }
#endif
