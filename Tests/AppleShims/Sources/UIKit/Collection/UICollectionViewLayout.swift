public import Foundation

@MainActor open class UICollectionViewLayoutAttributes: NSObject {
    public enum Category: Int, Sendable {
        case cell
        case supplementaryView
    }

    open var frame = CGRect.zero
    public let indexPath: IndexPath
    public let representedElementKind: String?
    public var representedElementCategory: Category {
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
    open internal(set) weak var collectionView: UICollectionView?
    var isValid = false

    public override nonisolated init() { super.init() }

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
