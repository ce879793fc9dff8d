#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// A container that shows tables in a `UICollectionView`: rows as its cells, heads and feet as its
    /// supplementary views of the kinds for section headers and footers.
    ///
    /// ```swift
    /// let layout = LineFlowLayout(itemsPerLine: 3, margin: 12)
    /// let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
    /// let agent = try Agent(CollectionViewContainer(view), rawData: orders, reformer: OrdersReformer.self)
    /// ```
    ///
    /// It is the view's data source and delegate as long as it has a panel. The layout is the app's: any may
    /// be set, also one with supplementary views of other kinds, for which
    /// ``register(_:forSupplementaryViewsOfKind:data:)`` gives an item.
    ///
    /// The container keeps the view alive; a view that keeps its own agent is a cycle.
    @MainActor
    public final class CollectionViewContainer: ViewContainer {
        /// The view.
        public let collectionView: UICollectionView

        /// What was registered with the view, with the kind of its views.
        var registeredViews: Set<String> = []
        var supplements: [String: ViewSource] = [:]

        private(set) weak var formerDataSource: (any UICollectionViewDataSource)?
        private(set) weak var formerDelegate: (any UICollectionViewDelegate)?
        private(set) weak var formerPrefetching: (any UICollectionViewDataSourcePrefetching)?

        /// Creates a container for a collection view, which it takes over when an agent is attached.
        ///
        /// - Parameter collectionView: The view.
        public init(_ collectionView: UICollectionView) {
            self.collectionView = collectionView
            super.init(
                collectionView,
                ViewRegistry { $0 is UITableViewCell.Type || $0 is UITableViewHeaderFooterView.Type })
        }

        override var ownsSurface: Bool { collectionView.dataSource === self }

        override func takeOver() {
            let other = collectionView.tableContainer
            formerDataSource = other == nil ? collectionView.dataSource : other?.formerDataSource
            formerDelegate = other == nil ? collectionView.delegate : other?.formerDelegate
            formerPrefetching = other == nil ? collectionView.prefetchDataSource : other?.formerPrefetching
            collectionView.dataSource = self
            collectionView.delegate = self
            collectionView.prefetchDataSource = self
        }

        override func giveBack() {
            if collectionView.delegate === self { collectionView.delegate = formerDelegate }
            if collectionView.prefetchDataSource === self {
                collectionView.prefetchDataSource = formerPrefetching
            }
            guard ownsSurface else { return }
            collectionView.dataSource = formerDataSource
            collectionView.reloadData()
        }

        override func isOwnEntry(_ source: ViewSource) -> Bool {
            source.ownClass(UICollectionReusableView.self) != nil
        }

        override func refillSupplements() { fillShownSupplements() }

        override func gridContent(of kind: HeadFootKind) -> UIListContentConfiguration {
            switch kind {
            case .head: .plainHeader()
            case .foot: .plainFooter()
            }
        }

        /// Scrolls until a row is on the screen.
        ///
        /// - Parameters:
        ///   - row: The row.
        ///   - place: Where it comes to stand.
        ///   - animated: Whether people see the way.
        /// - Throws: `TableError` when there is no such row, or it is hidden with its section.
        public func scroll(
            to row: RowReference, at place: UICollectionView.ScrollPosition = .centeredVertically,
            animated: Bool = true
        ) throws {
            collectionView.scrollToItem(at: try path(of: row), at: place, animated: animated)
        }
    }

    extension UICollectionView {
        /// The container that shows tables in the view, or `nil` while none does.
        public var tableContainer: CollectionViewContainer? { dataSource as? CollectionViewContainer }
    }
#endif
