#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// A flow layout with a fixed number of items in each line, which fill the width of the collection view.
    ///
    /// ```swift
    /// UICollectionView(frame: .zero, collectionViewLayout: LineFlowLayout(itemsPerLine: 4, margin: 12))
    /// ```
    ///
    /// The items' width follows the view's width when the device rotates or the window is resized.
    @MainActor public class LineFlowLayout: UICollectionViewFlowLayout {
        /// The number of items in a line, at least 1. The default is 1.
        public var itemsPerLine = 1 { didSet { checkedInvalidate() } }

        /// The space around the items and between them, in points. The default is 0.
        public var margin: CGFloat = 0 { didSet { checkedInvalidate() } }

        /// The height of an item as a multiple of its width. The default is 1. An ``itemHeight`` takes
        /// precedence.
        public var heightRatio: CGFloat = 1 { didSet { checkedInvalidate() } }

        /// The height of an item in points. The default is `nil`: the height follows the width.
        public var itemHeight: CGFloat? { didSet { checkedInvalidate() } }

        /// The width of the view without its insets at the last call of `prepare()`.
        private var preparedWidth: CGFloat?

        /// Creates a layout.
        ///
        /// - Parameters:
        ///   - itemsPerLine: The number of items in a line, at least 1.
        ///   - margin: The space around the items and between them, in points.
        public convenience init(itemsPerLine: Int, margin: CGFloat) {
            self.init()
            self.itemsPerLine = itemsPerLine
            self.margin = margin
        }

        /// Computes the size of the items from the width of the view.
        public override func prepare() {
            if let collectionView {
                let width = width(of: collectionView.bounds)
                preparedWidth = width
                let count = CGFloat(itemsPerLine)
                let space = width - margin * (count + 1)
                // Round down, so that the items fit in the line.
                let item = max(1, (space / count).rounded(.down))
                itemSize = CGSize(width: item, height: itemHeight ?? item * heightRatio)
                minimumInteritemSpacing = margin
                minimumLineSpacing = margin
                sectionInset = UIEdgeInsets(top: margin, left: margin, bottom: margin, right: margin)
            }
            super.prepare()
        }

        /// Returns whether the width of the view changed.
        public override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
            width(of: newBounds) != preparedWidth || super.shouldInvalidateLayout(forBoundsChange: newBounds)
        }

        /// Returns a context by which the layout asks for the sizes again if the width of the view changed.
        public override func invalidationContext(forBoundsChange newBounds: CGRect)
            -> UICollectionViewLayoutInvalidationContext
        {
            let context = super.invalidationContext(forBoundsChange: newBounds)
            (context as? UICollectionViewFlowLayoutInvalidationContext)?.invalidateFlowLayoutDelegateMetrics =
                width(of: newBounds) != preparedWidth
            return context
        }

        private func width(of bounds: CGRect) -> CGFloat {
            let insets = collectionView?.adjustedContentInset ?? .zero
            return bounds.width - insets.left - insets.right
        }

        private func checkedInvalidate() {
            precondition(itemsPerLine >= 1, "A line holds at least 1 item, not \(itemsPerLine).")
            invalidateLayout()
        }
    }
#endif
