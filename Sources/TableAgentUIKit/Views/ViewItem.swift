#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// An item with a view of UIKit that says how its views are made and reused.
    ///
    /// Any `TableItem` whose view is a `UIView` can be shown: a cell of the surface's own kind as it is, any
    /// other view inside a cell. Views are made by their class, and items with the same class of view share
    /// one reuse queue. Conform to this protocol where that is not enough:
    ///
    /// ```swift
    /// extension OrderCell: @MainActor ViewItem {
    ///     static var nib: UINib? { UINib(nibName: "OrderCell", bundle: nil) }
    ///
    ///     static func fill(_ cell: inout OrderCell, with order: Order) {
    ///         cell.customerLabel.text = order.customer
    ///     }
    /// }
    /// ```
    ///
    /// View classes are isolated to the main actor, and so are their conformances. Declare an `enum` that is
    /// an item `@MainActor`.
    public protocol ViewItem<Data, View>: TableItem where View: UIView {
        /// The nib whose first object is the view. The default is `nil`: the class makes its views.
        static var nib: UINib? { get }

        /// The items that share views with this one. The default is ``ViewReuse/shared``.
        static var reuse: ViewReuse { get }
    }

    extension ViewItem {
        /// Default implementation. Returns `nil`.
        public static var nib: UINib? { nil }

        /// Default implementation. Returns ``ViewReuse/shared``.
        public static var reuse: ViewReuse { .shared }
    }

    /// The items that share views.
    public enum ViewReuse: Hashable, Sendable {
        /// Items with the same class of view share views; an item with a nib has its own.
        case shared
        /// Items with the same identifier share views; they must have the same class of view.
        case identifier(String)
        /// A new view is made whenever one is needed.
        ///
        /// A `UICollectionView` takes views from its queues only and treats this as ``shared``.
        case never
    }
#endif
