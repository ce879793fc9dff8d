#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// An item with a view of UIKit that says how its views are made and reused.
    ///
    /// Any `TableItem` whose view is a `UIView` can be shown: a cell of the surface's own kind as it is, any
    /// other view within a cell. Its views are made by their class and reused by all items with the same
    /// view. Conform to this protocol where that is not enough:
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
    /// View classes live on the main actor, and so do their conformances. An `enum` as an item is declared
    /// `@MainActor`.
    public protocol ViewItem<Data, View>: TableItem where View: UIView {
        /// The nib that the views come from. The default is `nil`: they are made by their class.
        ///
        /// The first object in it is the view.
        static var nib: UINib? { get }

        /// Which views are reused for which items. The default is ``ViewReuse/shared``.
        static var reuse: ViewReuse { get }
    }

    extension ViewItem {
        /// Default implementation. Returns `nil`.
        public static var nib: UINib? { nil }

        /// Default implementation. Returns ``ViewReuse/shared``.
        public static var reuse: ViewReuse { .shared }
    }
#endif
