public import Foundation

public struct UICollectionLayoutListConfiguration {
    public enum Appearance: Int, Sendable {
        case plain
        case grouped
        case insetGrouped
        case sidebar
        case sidebarPlain
    }

    public enum HeaderMode: Int, Sendable {
        case none
        case supplementary
        case firstItemInSection
    }

    public enum FooterMode: Int, Sendable {
        case none
        case supplementary
    }

    public typealias SwipeActionsConfigurationProvider = (IndexPath) -> UISwipeActionsConfiguration?

    public let appearance: Appearance
    public var headerMode = HeaderMode.none
    public var footerMode = FooterMode.none
    public var leadingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
    public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?

    public init(appearance: Appearance) { self.appearance = appearance }
}

@MainActor public protocol NSCollectionLayoutEnvironment: NSObjectProtocol {}

/// A section that shows its items one below another.
@MainActor open class NSCollectionLayoutSection: NSObject {
    let configuration: UICollectionLayoutListConfiguration

    init(_ configuration: UICollectionLayoutListConfiguration) { self.configuration = configuration }

    public static func list(
        using configuration: UICollectionLayoutListConfiguration,
        layoutEnvironment: any NSCollectionLayoutEnvironment
    ) -> Self { unsafeDowncast(NSCollectionLayoutSection(configuration), to: Self.self) }
}

public typealias UICollectionViewCompositionalLayoutSectionProvider = (
    Int, any NSCollectionLayoutEnvironment
) -> NSCollectionLayoutSection?

/// Lists only. The layout asks its provider for the sections whenever it is prepared. An item is measured
/// when its cell appears, gets another content configuration, or invalidates its intrinsic content size.
@MainActor open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    private final class Environment: NSObject, NSCollectionLayoutEnvironment {}

    private let provider: UICollectionViewCompositionalLayoutSectionProvider
    private var sections: [NSCollectionLayoutSection] = []
    private var attributes: [UICollectionViewLayoutAttributes] = []
    private var measured: [IndexPath: CGFloat] = [:]

    public init(sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider) {
        provider = sectionProvider
        super.init()
    }

    open override var collectionViewContentSize: CGSize {
        CGSize(width: collectionView?.bounds.width ?? 0, height: attributes.last?.frame.maxY ?? 0)
    }

    open override func prepare() {
        super.prepare()
        sections = (0..<(collectionView?.numberOfSections ?? 0)).compactMap { provider($0, Environment()) }
        place()
    }

    private func place() {
        attributes = []
        guard let view = collectionView else { return }
        func add(_ new: UICollectionViewLayoutAttributes, _ height: CGFloat) {
            new.frame = CGRect(
                x: 0, y: attributes.last?.frame.maxY ?? 0, width: view.bounds.width, height: height)
            attributes.append(new)
        }
        for (section, list) in sections.enumerated() {
            let start = IndexPath(item: 0, section: section)
            if list.configuration.headerMode == .supplementary {
                add(
                    .init(
                        forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader, with: start),
                    28)
            }
            for item in 0..<view.numberOfItems(inSection: section) {
                let path = IndexPath(item: item, section: section)
                add(.init(forCellWith: path), measured[path] ?? 44)
            }
            if list.configuration.footerMode == .supplementary {
                add(
                    .init(
                        forSupplementaryViewOfKind: UICollectionView.elementKindSectionFooter, with: start),
                    28)
            }
        }
    }

    override func measure(_ cells: [IndexPath: UICollectionViewCell]) -> Bool {
        let new = cells.mapValues { cell in
            let height = cell.measuredHeight ?? cell.simulatedHeight
            cell.measuredHeight = height
            return height
        }
        guard new != measured else { return false }
        measured = new
        place()
        return true
    }

    open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        attributes.filter { $0.frame.minY < rect.maxY && $0.frame.maxY > rect.minY }
    }

    open override func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        attributes.first { $0.representedElementCategory == .cell && $0.indexPath == indexPath }
    }

    /// Swipes a row open. Returns the configuration of the swipe. UIKit has no such method.
    public func simulateSwipe(fromLeading: Bool, at path: IndexPath) -> UISwipeActionsConfiguration? {
        let configuration = sections[path.section].configuration
        return fromLeading
            ? configuration.leadingSwipeActionsConfigurationProvider?(path)
            : configuration.trailingSwipeActionsConfigurationProvider?(path)
    }
}
