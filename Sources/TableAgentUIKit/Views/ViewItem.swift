#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// An item that specifies how its UIKit views are created and reused.
    ///
    /// Any `TableItem` whose view is a `UIView` can be shown. A cell of the surface is shown directly, and
    /// any other view is shown inside a cell. By default, views are created from their class, and items with
    /// the same view class share one reuse queue. Conform to this protocol to change these defaults:
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
    /// View classes are isolated to the main actor, and so are their conformances. If an `enum` conforms to this
    /// protocol, declare both as `@MainActor`: `@MainActor enum OrderRow: @MainActor ViewItem`.
    public protocol ViewItem<Data, View>: TableItem where View: UIView {
        /// The nib whose first object is the view. The default is `nil`: the view is created from its class.
        static var nib: UINib? { get }

        /// The reuse rule of the item's views. The default is ``ViewReuse/shared``.
        static var reuse: ViewReuse { get }
    }

    extension ViewItem {
        /// Default implementation. Returns `nil`.
        public static var nib: UINib? { nil }

        /// Default implementation. Returns ``ViewReuse/shared``.
        public static var reuse: ViewReuse { .shared }
    }

    /// A rule for which items share views.
    public enum ViewReuse: Hashable, Sendable {
        /// Items with the same view class share views. An item with a nib does not share its views. A reuse identifier in
        /// the nib is used, so it must differ from those of other nibs.
        case shared
        /// Items with the same identifier share views. Their view classes must be the same.
        case identifier(String)
        /// The views are prototype cells with an identifier in the storyboard of the table view or collection view.
        case prototype(String)
        /// Views are never reused.
        ///
        /// A `UICollectionView` can only dequeue views, so it treats this case as ``shared``.
        case never
    }
#endif
