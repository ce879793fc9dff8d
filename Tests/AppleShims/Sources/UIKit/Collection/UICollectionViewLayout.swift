public import Foundation

@MainActor open class UICollectionViewLayoutAttributes: NSObject {
    open var frame = CGRect.zero
    public let indexPath: IndexPath
    public let representedElementKind: String?
    public var representedElementCategory: UICollectionView.ElementCategory {
        representedElementKind == nil ? .cell : .supplementaryView
    }

    public init(forCellWith indexPath: IndexPath) {
        self.indexPath = indexPath
        representedElementKind = nil
    }

    public init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
        self.indexPath = indexPath
        representedElementKind = elementKind
    }
}

@MainActor open class UICollectionViewLayout: NSObject {
    /// The view of the layout. UIKit's property is not weak, and must not be used after the view's release.
    weak var owner: UICollectionView?
    open var collectionView: UICollectionView? { owner }
    var isValid = false

    public override init() { super.init() }

    open var collectionViewContentSize: CGSize { .zero }

    open func prepare() {}

    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }

    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

    open func invalidateLayout() {
        isValid = false
        collectionView?.setNeedsLayout()
    }

    func prepareIfNeeded() {
        guard !isValid else { return }
        isValid = true
        prepare()
        isValid = true  // setting a size while preparing asks for nothing more
    }
}

/// Lines of cells with the same size, from top to bottom.
@MainActor open class UICollectionViewFlowLayout: UICollectionViewLayout {
    open var itemSize = CGSize(width: 50, height: 50) { didSet { invalidateLayout() } }
    open var minimumLineSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
    open var minimumInteritemSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
    open var sectionInset = UIEdgeInsets.zero { didSet { invalidateLayout() } }
    open var headerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
    open var footerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }

    private var attributes: [UICollectionViewLayoutAttributes] = []
    private var items: [IndexPath: UICollectionViewLayoutAttributes] = [:]
    private var height: CGFloat = 0

    open override var collectionViewContentSize: CGSize {
        CGSize(width: collectionView?.bounds.width ?? 0, height: height)
    }

    open override func prepare() {
        super.prepare()
        (attributes, items, height) = ([], [:], 0)
        guard let view = collectionView else { return }
        for section in 0..<view.numberOfSections {
            let start = IndexPath(item: 0, section: section)
            place(UICollectionView.elementKindSectionHeader, start, headerReferenceSize.height, view)
            placeItems(view.numberOfItems(inSection: section), section, view)
            place(UICollectionView.elementKindSectionFooter, start, footerReferenceSize.height, view)
        }
    }

    private func place(_ kind: String, _ path: IndexPath, _ height: CGFloat, _ view: UICollectionView) {
        guard height > 0 else { return }
        let new = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: kind, with: path)
        new.frame = CGRect(x: 0, y: self.height, width: view.bounds.width, height: height)
        attributes.append(new)
        self.height += height
    }

    private func placeItems(_ count: Int, _ section: Int, _ view: UICollectionView) {
        let width = view.bounds.width - sectionInset.left - sectionInset.right
        let fitting = (width + minimumInteritemSpacing) / (itemSize.width + minimumInteritemSpacing)
        let perLine = max(1, Int(fitting + 0.001))
        height += sectionInset.top
        for item in 0..<count {
            let path = IndexPath(item: item, section: section)
            let new = UICollectionViewLayoutAttributes(forCellWith: path)
            let column = CGFloat(item % perLine)
            let line = CGFloat(item / perLine)
            new.frame = CGRect(
                x: sectionInset.left + column * (itemSize.width + minimumInteritemSpacing),
                y: height + line * (itemSize.height + minimumLineSpacing),
                width: itemSize.width, height: itemSize.height)
            attributes.append(new)
            items[path] = new
        }
        let lines = CGFloat((count + perLine - 1) / perLine)
        height += lines * itemSize.height + max(0, lines - 1) * minimumLineSpacing + sectionInset.bottom
    }

    open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        attributes.filter { $0.frame.minY < rect.maxY && $0.frame.maxY > rect.minY }
    }

    open override func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { items[indexPath] }

    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
}
