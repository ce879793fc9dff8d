#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    extension CollectionViewContainer {
        /// Shows the supplementary views of a kind of the layout's own, such as badges, by an item.
        ///
        /// ```swift
        /// container.register(BadgeView.self, forSupplementaryViewsOfKind: "badge") { row in
        ///     row.data(as: Order.self)?.unreadCount
        /// }
        /// ```
        ///
        /// Such a view belongs to the row at its index path: it sends events of that row, and is filled anew
        /// after every change. Where `data` returns `nil`, it is hidden.
        ///
        /// - Parameters:
        ///   - item: The item.
        ///   - kind: The kind, as the layout names it.
        ///   - data: Returns what the view of a row shows.
        public func register<Item: TableItem>(
            _ item: Item.Type, forSupplementaryViewsOfKind kind: String,
            data: @escaping (Row) -> Item.Data?
        ) where Item.View: UIView {
            supplements[kind] = ViewSource(item, Item.View.self) { content, target in
                guard var target = target as? Item.View, case .supplement(let row, _, _) = content else {
                    return false
                }
                let data = data(row)
                target.isHidden = data == nil
                if let data { Item.fill(&target, with: data) }
                return true
            }
        }

        func supplement(ofKind kind: String, at path: IndexPath) -> UICollectionReusableView {
            let source = supplements[kind]
            precondition(
                source != nil,
                "The layout asks for a supplementary view of the kind “\(kind)”; register an item for it by "
                    + "register(_:forSupplementaryViewsOfKind:data:).")
            let view = view(from: source, ofKind: kind, at: path)
            fillSupplement(view, ofKind: kind, at: path)
            return view
        }

        func fillShownSupplements() {
            for kind in supplements.keys {
                for path in collectionView.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
                    collectionView.supplementaryView(forElementKind: kind, at: path).map {
                        fillSupplement($0, ofKind: kind, at: path)
                    }
                }
            }
        }

        private func fillSupplement(_ view: UICollectionReusableView, ofKind kind: String, at path: IndexPath)
        {
            guard let source = supplements[kind], case .row(let row, let sender)? = content(at: path) else {
                view.isHidden = true
                return
            }
            let content = ViewContent.supplement(row, sender, kind: kind)
            view.isHidden = false
            fill(view, with: content, by: source, isOwn: isOwnEntry(source))
        }
    }
#endif
