#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// A container that shows tables in a `UICollectionView`.
    ///
    /// Rows are shown as cells, and heads and feet as section headers and footers. The foot of the table is the footer
    /// of an additional last section, which has no items.
    ///
    /// ```swift
    /// let layout = LineFlowLayout(itemsPerLine: 3, margin: 12)
    /// let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
    /// let agent = try Agent(CollectionViewContainer(view), rawData: orders, reformer: OrdersReformer.self)
    /// ```
    ///
    /// While the container has a panel, it handles what the collection view asks its data source and its delegate. The
    /// collection view may have any layout. In a flow layout, ``listLayout(_:)``, and other layouts with estimated heights,
    /// rows have the heights of their items. The animations of single edits are ignored, because the layout animates. For
    /// supplementary views of other kinds, see ``register(_:forSupplementaryViewsOfKind:data:)``.
    ///
    /// The container keeps the collection view alive. If the collection view owns its agent, this is a retain cycle.
    @MainActor public final class CollectionViewContainer: ViewContainer {
        /// The collection view.
        public let collectionView: UICollectionView

        /// The app's own delegate, for the methods that the container does not handle, such as `scrollViewDidScroll(_:)`.
        /// The container holds the delegate weakly.
        public var viewDelegate: (any UICollectionViewDelegate)? {
            get { adapter.ownDelegate as? any UICollectionViewDelegate }
            set { adapter.ownDelegate = newValue }
        }

        /// The app's own data source, for the methods that the container does not handle: those for index titles. The view
        /// reloads its data when it is set. The container holds the data source weakly.
        public var viewDataSource: (any UICollectionViewDataSource)? {
            get { adapter.ownDataSource as? any UICollectionViewDataSource }
            set { adapter.ownDataSource = newValue }
        }

        /// Creates a container for a collection view. The container takes over the view when an agent is
        /// attached.
        ///
        /// - Parameter collectionView: The collection view.
        public init(_ collectionView: UICollectionView) {
            self.collectionView = collectionView
            super.init(
                CollectionViewAdapter(collectionView),
                ViewRegistry { $0 is UITableViewCell.Type || $0 is UITableViewHeaderFooterView.Type })
        }

        /// Scrolls until a row is visible.
        ///
        /// - Parameters:
        ///   - row: The row.
        ///   - place: The position in the view to which the row scrolls. The default is the vertical center.
        ///   - animated: Whether the scrolling is animated.
        /// - Throws: `TableError` if the row does not exist, or if its section is collapsed.
        public func scroll(
            to row: RowReference, at place: UICollectionView.ScrollPosition = .centeredVertically,
            animated: Bool = true
        ) throws(TableError) {
            collectionView.scrollToItem(at: try path(of: row), at: place, animated: animated)
        }

        /// Registers an item for a kind of supplementary view that the layout defines, such as badges.
        ///
        /// ```swift
        /// container.register(BadgeView.self, forSupplementaryViewsOfKind: "badge") { row in
        ///     row.data(as: Order.self)?.unreadCount
        /// }
        /// ```
        ///
        /// Each supplementary view belongs to the row at its index path. The view sends events of this row. The
        /// container refills the view after every change, and hides the view if `data` returns `nil`.
        ///
        /// - Parameters:
        ///   - item: The item that fills the views.
        ///   - kind: The element kind that the layout uses.
        ///   - data: Returns the data for the view of a row, or `nil` to hide the view.
        public func register<Item: TableItem>(
            _ item: Item.Type, forSupplementaryViewsOfKind kind: String, data: @escaping (Row) -> Item.Data?
        ) where Item.View: UIView, Item.Context == Void {
            let source = ViewSource(item, Item.View.self) { content, target in
                guard var target = target as? Item.View else { return false }
                let data = data(content.row)
                target.isHidden = data == nil
                if let data { Item.fill(&target, with: data) }
                return true
            }
            registry.register(source, forSupplementsOfKind: kind)
        }

        /// Registers an item for a kind of supplementary view that belongs to a section, such as a boundary item of a compositional
        /// layout.
        ///
        /// ```swift
        /// container.register(TotalView.self, forBoundaryViewsOfKind: "total") { section in
        ///     section.rowCount
        /// }
        /// ```
        ///
        /// A section without visible rows has the view, too. The view sends events of the section's head. The container refills the
        /// view after every change, and hides the view if `data` returns `nil`.
        ///
        /// - Parameters:
        ///   - item: The item that fills the views.
        ///   - kind: The element kind that the layout uses.
        ///   - data: Returns the data for the view of a section, or `nil` to hide the view.
        public func register<Item: TableItem>(
            _ item: Item.Type, forBoundaryViewsOfKind kind: String,
            data: @escaping (TableSection) -> Item.Data?
        ) where Item.View: UIView, Item.Context == Void {
            let source = ViewSource(item, Item.View.self) { content, target in
                guard var target = target as? Item.View else { return false }
                return content.row.fill(&target, in: content.section)
            }
            registry.register(source, forSupplementsOfKind: kind) { section in
                data(section).map { Row($0, id: section.id, as: item) }
            }
        }

        /// Returns a layout that shows the table as a list, as in Settings.
        ///
        /// ```swift
        /// let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
        /// let container = CollectionViewContainer(view)
        /// view.collectionViewLayout = container.listLayout(.init(appearance: .plain))
        /// ```
        ///
        /// Sections have a header and a footer if they have a head and a foot. Rows have the swipe actions of their items,
        /// unless the configuration has its own.
        ///
        /// - Parameter configuration: The appearance of the list. Its header mode and its footer mode are ignored.
        public func listLayout(_ configuration: UICollectionLayoutListConfiguration)
            -> UICollectionViewCompositionalLayout
        {
            UICollectionViewCompositionalLayout { [weak self] section, environment in
                self?.listSection(section, configuration: configuration, environment: environment)
                    ?? .list(using: configuration, layoutEnvironment: environment)
            }
        }

        /// Returns the layout of one section as a list, for a layout whose sections differ. See ``listLayout(_:)``.
        ///
        /// - Parameters:
        ///   - section: The index of the section.
        ///   - configuration: The appearance of the list.
        ///   - environment: The environment that the layout's section provider receives.
        public func listSection(
            _ section: Int, configuration: UICollectionLayoutListConfiguration,
            environment: any NSCollectionLayoutEnvironment
        ) -> NSCollectionLayoutSection {
            var configuration = configuration
            func has(_ kind: TablePart) -> Bool { panel?.tableInfo.row(kind, ofViewSection: section) != nil }
            configuration.headerMode = has(.head) ? .supplementary : .none
            configuration.footerMode = has(.foot) ? .supplementary : .none
            #if !os(tvOS)
                typealias Configuration = UICollectionLayoutListConfiguration
                let leading = \Configuration.leadingSwipeActionsConfigurationProvider
                let trailing = \Configuration.trailingSwipeActionsConfigurationProvider
                for (place, provider) in [(RowAction.Placement.leading, leading), (.trailing, trailing)]
                where configuration[keyPath: provider] == nil {
                    configuration[keyPath: provider] = { [weak self] in self?.swipeActions(place, at: $0) }
                }
            #endif
            return .list(using: configuration, layoutEnvironment: environment)
        }
    }

    extension UICollectionView {
        /// The container that shows tables in the view, or `nil` if the view has no container.
        public var tableContainer: CollectionViewContainer? {
            (dataSource as? ViewAdapter)?.container as? CollectionViewContainer
        }
    }
#endif
