#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// A view that sends events of its row, head, or foot, such as a cell with a button.
    ///
    /// ```swift
    /// final class OrderCell: UITableViewCell, EventView {
    ///     var source: EventSource?
    ///
    ///     func payTapped() { source?.post(.pay, amount) }
    /// }
    /// ```
    ///
    /// Events carry the current position of the row, even if rows above were inserted or removed since the
    /// view was filled. While the view of a removed row disappears, its events carry no position.
    ///
    /// The view's source is released when the view scrolls off the screen. For work that can end later, such
    /// as a download or the input of a text field, keep a copy of the source.
    @MainActor public protocol EventView: UIView {
        /// The source of the view's events. The container sets the source before it fills the view, and releases the
        /// source when the display of the view ends.
        var source: EventSource? { get set }
    }

    /// A view that needs a view controller, such as a cell that holds the view of a child controller.
    @MainActor public protocol ContextView: UIView {
        /// The view controller of the view. Before the container fills the view, it sets this property to its
        /// ``ViewContainer/viewController``. Declare the property `weak`.
        var viewController: UIViewController? { get set }
    }

    extension EventName<RowPosition> {
        /// The user dragged a row to another position. The event has the new position of the row, and carries the former one.
        ///
        /// The visible table has the new order already. Change your data accordingly, so that the next reload keeps it.
        public static var move: Self { Self("move") }
    }

    extension EventName<Void> {
        /// The user tapped the accessory button of a row.
        public static var accessory: Self { Self("accessory") }

        /// The user tapped the preview above the menu of a row, to open the row.
        public static var openPreview: Self { Self("openPreview") }

        /// A row is likely to become visible soon, so its data can be loaded in advance.
        public static var prefetch: Self { Self("prefetch") }

        /// A row is no longer likely to become visible soon.
        public static var cancelPrefetch: Self { Self("cancelPrefetch") }
    }
#endif
