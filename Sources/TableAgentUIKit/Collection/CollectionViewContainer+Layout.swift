#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    public import UIKit

    // Heights of items, and lists.
    extension CollectionViewContainer {
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
                self?.listSection(section, configuration, environment)
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
            _ section: Int, _ configuration: UICollectionLayoutListConfiguration,
            _ environment: any NSCollectionLayoutEnvironment
        ) -> NSCollectionLayoutSection {
            var configuration = configuration
            func has(_ kind: HeadFootKind) -> Bool {
                panel?.tableInfo.row(kind, ofViewSection: section) != nil
            }
            configuration.headerMode = has(.head) ? .supplementary : .none
            configuration.footerMode = has(.foot) ? .supplementary : .none
            #if !os(tvOS)
                if configuration.leadingSwipeActionsConfigurationProvider == nil {
                    configuration.leadingSwipeActionsConfigurationProvider = { [weak self] path in
                        self?.swipeActions(.leading, at: path)
                    }
                }
                if configuration.trailingSwipeActionsConfigurationProvider == nil {
                    configuration.trailingSwipeActionsConfigurationProvider = { [weak self] path in
                        self?.swipeActions(.trailing, at: path)
                    }
                }
            #endif
            return .list(using: configuration, layoutEnvironment: environment)
        }

        /// Gives a cell, head, or foot the height of its item by a constraint. A flow layout without estimated sizes asks for
        /// sizes instead.
        func setHeight(of view: UIView, with content: ViewContent) {
            let flow = collectionView.collectionViewLayout as? UICollectionViewFlowLayout
            guard let cell = view as? UICollectionViewCell, content.supplement == nil,
                flow?.estimatedItemSize != .zero
            else { return }
            let name = "TableAgent.height"
            cell.contentView.constraints.first { $0.identifier == name }?.isActive = false
            guard let height = content.row.height else { return }
            let constraint = cell.contentView.heightAnchor.constraint(equalToConstant: height)
            constraint.identifier = name
            // While the layout measures the cell, a required constraint would contradict its estimate.
            constraint.priority = UILayoutPriority(999)
            constraint.isActive = true
        }
    }

    extension UICollectionViewFlowLayout {
        /// The size of an item if the delegate gives no size: the estimate, if it is a size, or else `itemSize`.
        fileprivate var sizeWithoutDelegate: CGSize {
            estimatedItemSize == .zero || estimatedItemSize == Self.automaticSize
                ? itemSize : estimatedItemSize
        }
    }

    // MARK: Sizes in flow layouts

    extension CollectionViewContainer: UICollectionViewDelegateFlowLayout {
        /// Returns the size of a row in a flow layout: the height of its item, or else the answer of ``viewDelegate``, or else the
        /// layout's `itemSize`.
        public func collectionView(
            _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
            sizeForItemAt indexPath: IndexPath
        ) -> CGSize {
            let flow = collectionViewLayout as? UICollectionViewFlowLayout
            var size =
                flowDelegate?.collectionView?(
                    collectionView, layout: collectionViewLayout, sizeForItemAt: indexPath)
                ?? flow?.sizeWithoutDelegate ?? .zero
            if let height = panel?.tableInfo.row(at: RowPosition(indexPath))?.height { size.height = height }
            return size
        }

        /// Returns the size of a head in a flow layout: zero without a head, and otherwise the same as that of a row, with the
        /// layout's `headerReferenceSize`.
        public func collectionView(
            _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
            referenceSizeForHeaderInSection section: Int
        ) -> CGSize {
            let size = flowDelegate?.collectionView?(
                collectionView, layout: collectionViewLayout, referenceSizeForHeaderInSection: section)
            return self.size(of: .head, section, size, collectionViewLayout, \.headerReferenceSize)
        }

        /// Returns the size of a foot in a flow layout; see the size of a head.
        public func collectionView(
            _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
            referenceSizeForFooterInSection section: Int
        ) -> CGSize {
            let size = flowDelegate?.collectionView?(
                collectionView, layout: collectionViewLayout, referenceSizeForFooterInSection: section)
            return self.size(of: .foot, section, size, collectionViewLayout, \.footerReferenceSize)
        }

        private func size(
            of kind: HeadFootKind, _ section: Int, _ own: CGSize?, _ layout: UICollectionViewLayout,
            _ standard: KeyPath<UICollectionViewFlowLayout, CGSize>
        ) -> CGSize {
            guard let row = panel?.tableInfo.row(kind, ofViewSection: section) else { return .zero }
            let flow = layout as? UICollectionViewFlowLayout
            var size = own ?? flow?[keyPath: standard] ?? .zero
            if let height = row.height { size.height = height }
            return size
        }

        private var flowDelegate: (any UICollectionViewDelegateFlowLayout)? {
            viewDelegate as? any UICollectionViewDelegateFlowLayout
        }
    }
#endif
