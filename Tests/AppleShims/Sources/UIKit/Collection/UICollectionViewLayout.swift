public import Foundation

@MainActor public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForHeaderInSection section: Int
    ) -> CGSize
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForFooterInSection section: Int
    ) -> CGSize
}

/// Methods that are optional in Objective-C.
extension UICollectionViewDelegateFlowLayout {
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.itemSize ?? .zero }
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForHeaderInSection section: Int
    ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.headerReferenceSize ?? .zero }
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForFooterInSection section: Int
    ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.footerReferenceSize ?? .zero }

    /// The methods as an optional value, so that `delegate.collectionView?(…)` compiles as it does with optional methods of
    /// Objective-C. Here, every method exists.
    public var collectionView: OptionalFlowMethods? { OptionalFlowMethods(delegate: self) }
}

@MainActor public struct OptionalFlowMethods {
    let delegate: any UICollectionViewDelegateFlowLayout

    public func callAsFunction(
        _ view: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt path: IndexPath
    ) -> CGSize { delegate.collectionView(view, layout: layout, sizeForItemAt: path) }

    public func callAsFunction(
        _ view: UICollectionView, layout: UICollectionViewLayout, referenceSizeForHeaderInSection section: Int
    ) -> CGSize { delegate.collectionView(view, layout: layout, referenceSizeForHeaderInSection: section) }

    public func callAsFunction(
        _ view: UICollectionView, layout: UICollectionViewLayout, referenceSizeForFooterInSection section: Int
    ) -> CGSize { delegate.collectionView(view, layout: layout, referenceSizeForFooterInSection: section) }
}

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

@MainActor open class UICollectionViewLayoutInvalidationContext: NSObject {}

@MainActor open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext
{
    open var invalidateFlowLayoutDelegateMetrics = true
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

    open func invalidationContext(
        forBoundsChange newBounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext { UICollectionViewFlowLayoutInvalidationContext() }

    open func invalidateLayout() {
        isValid = false
        collectionView?.setNeedsLayout()
    }

    /// Measures the visible cells. Returns whether their places changed.
    func measure(_ cells: [IndexPath: UICollectionViewCell]) -> Bool { false }

    func prepareIfNeeded() {
        guard !isValid else { return }
        isValid = true
        prepare()
        isValid = true  // setting a size while preparing asks for nothing more
    }
}

/// Lines of cells with the same size, from top to bottom.
@MainActor open class UICollectionViewFlowLayout: UICollectionViewLayout {
    open class var automaticSize: CGSize {
        CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
    }
    open var itemSize = CGSize(width: 50, height: 50) { didSet { invalidateLayout() } }
    open var estimatedItemSize = CGSize.zero { didSet { invalidateLayout() } }
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
            let delegate = view.delegate as? any UICollectionViewDelegateFlowLayout
            let header = delegate?.collectionView(
                view, layout: self, referenceSizeForHeaderInSection: section)
            let footer = delegate?.collectionView(
                view, layout: self, referenceSizeForFooterInSection: section)
            place(
                UICollectionView.elementKindSectionHeader, start, (header ?? headerReferenceSize).height, view
            )
            placeItems(view.numberOfItems(inSection: section), section, view)
            place(
                UICollectionView.elementKindSectionFooter, start, (footer ?? footerReferenceSize).height, view
            )
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
        let delegate = view.delegate as? any UICollectionViewDelegateFlowLayout
        height += sectionInset.top
        var (x, lineHeight) = (CGFloat.zero, CGFloat.zero)
        for item in 0..<count {
            let path = IndexPath(item: item, section: section)
            let size = delegate?.collectionView(view, layout: self, sizeForItemAt: path) ?? itemSize
            if x > 0, x + size.width > width + 0.001 {
                height += lineHeight + minimumLineSpacing
                (x, lineHeight) = (0, 0)
            }
            let new = UICollectionViewLayoutAttributes(forCellWith: path)
            new.frame = CGRect(
                x: sectionInset.left + x, y: height, width: size.width, height: size.height)
            x += size.width + minimumInteritemSpacing
            lineHeight = max(lineHeight, size.height)
            attributes.append(new)
            items[path] = new
        }
        height += lineHeight + sectionInset.bottom
    }

    open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        attributes.filter { $0.frame.minY < rect.maxY && $0.frame.maxY > rect.minY }
    }

    open override func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { items[indexPath] }

    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
}
