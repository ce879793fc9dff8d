#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// A flow layout of lines with a number of items each, as wide as the collection view.
    ///
    /// ```swift
    /// UICollectionView(frame: .zero, collectionViewLayout: LineFlowLayout(itemsPerLine: 4, margin: 12))
    /// ```
    ///
    /// The width of the items follows that of the view, as when the device is turned or the window is
    /// resized.
    @MainActor
    public class LineFlowLayout: UICollectionViewFlowLayout {
        /// How many items stand in a line; at least 1. The default is 1.
        public var itemsPerLine = 1 {
            didSet { checkedInvalidate() }
        }

        /// The space around the items and between them, in points. The default is 0.
        public var margin: CGFloat = 0 {
            didSet { checkedInvalidate() }
        }

        /// The height of an item as a multiple of its width, unless there is an ``itemHeight``. The default
        /// is 1.
        public var heightRatio: CGFloat = 1 {
            didSet { checkedInvalidate() }
        }

        /// The height of an item in points; by default it follows the width.
        public var itemHeight: CGFloat? {
            didSet { checkedInvalidate() }
        }

        /// The width that the items were measured for, without the insets of the view.
        private var preparedWidth: CGFloat?

        /// Creates a layout.
        ///
        /// - Parameters:
        ///   - itemsPerLine: How many items stand in a line; at least 1.
        ///   - margin: The space around the items and between them, in points.
        public convenience init(itemsPerLine: Int, margin: CGFloat) {
            self.init()
            self.itemsPerLine = itemsPerLine
            self.margin = margin
        }

        /// Measures the items for the width of the view.
        public override func prepare() {
            if let collectionView {
                let width = width(of: collectionView.bounds)
                preparedWidth = width
                let count = CGFloat(itemsPerLine)
                let space = width - margin * (count + 1)
                // Cut off rather than rounded, so that the items fit in the line whatever the width.
                let item = max(1, (space / count).rounded(.down))
                itemSize = CGSize(width: item, height: itemHeight ?? item * heightRatio)
                minimumInteritemSpacing = margin
                minimumLineSpacing = margin
                sectionInset = UIEdgeInsets(top: margin, left: margin, bottom: margin, right: margin)
            }
            super.prepare()
        }

        /// Returns whether the view got another width.
        public override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
            width(of: newBounds) != preparedWidth || super.shouldInvalidateLayout(forBoundsChange: newBounds)
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
