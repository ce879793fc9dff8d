#if canImport(UIKit) && !os(watchOS)
    /// Which views are reused for which items.
    public enum ViewReuse: Hashable, Sendable {
        /// Items with the same class of view use the views of one another; an item with a nib, its own.
        case shared
        /// Items with the same identifier do; they must have the same class of view.
        case identifier(String)
        /// Each time a view is needed, a new one is made.
        ///
        /// A `UICollectionView` takes only cells from its queues, so that there it counts as ``shared``; it
        /// is meant for tables and their heads and feet.
        case never
    }
#endif
