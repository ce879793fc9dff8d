#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    public import UIKit

    extension CollectionViewContainer: UICollectionViewDataSource {
        /// Returns the number of sections of the table on show.
        public func numberOfSections(in collectionView: UICollectionView) -> Int {
            panel?.tableInfo.sections.count ?? 0
        }

        /// Returns the number of a section's rows on show.
        public func collectionView(
            _ collectionView: UICollectionView, numberOfItemsInSection section: Int
        ) -> Int {
            panel?.tableInfo.section(at: section)?.visibleRowCount ?? 0
        }

        /// Returns a cell that the row's item has filled.
        public func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            let content = content(at: indexPath)
            let source = content.flatMap { registry.source(for: $0.item) }
            let ownClass = source?.ownClass(UICollectionViewCell.self)
            let identifier = source?.queue ?? "TableAgent.empty"
            if registeredViews.insert(identifier).inserted {
                if ownClass != nil, let nib = source?.nib {
                    collectionView.register(nib, forCellWithReuseIdentifier: identifier)
                } else {
                    collectionView.register(
                        ownClass ?? UICollectionViewCell.self, forCellWithReuseIdentifier: identifier)
                }
            }
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath)
            if let content, let source { fill(cell, with: content, by: source, isOwn: ownClass != nil) }
            return cell
        }

        /// Returns a view that the item of the head or foot has filled, or that which is registered for the
        /// kind.
        public func collectionView(
            _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
            at indexPath: IndexPath
        ) -> UICollectionReusableView {
            guard let entryKind = HeadFootKind(elementKind: kind) else {
                return supplement(ofKind: kind, at: indexPath)
            }
            let content = content(of: entryKind, ofSection: indexPath.section)
            let view = view(
                from: content.flatMap { registry.source(for: $0.item) }, ofKind: kind, at: indexPath)
            if let content { fillEntry(view, with: content) }
            return view
        }

        /// A view of the collection view's queue; an empty one where there is nothing to show.
        func view(
            from source: ViewSource?, ofKind kind: String, at path: IndexPath
        ) -> UICollectionReusableView {
            let ownClass = source?.ownClass(UICollectionReusableView.self)
            let identifier = source?.queue ?? "TableAgent.empty"
            if registeredViews.insert("\(kind) \(identifier)").inserted {
                if ownClass != nil, let nib = source?.nib {
                    collectionView.register(
                        nib, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
                } else {
                    // A cell, since among these views only cells show a content configuration.
                    collectionView.register(
                        ownClass ?? UICollectionViewCell.self, forSupplementaryViewOfKind: kind,
                        withReuseIdentifier: identifier)
                }
            }
            return collectionView.dequeueReusableSupplementaryView(
                ofKind: kind, withReuseIdentifier: identifier, for: path)
        }
    }

    extension CollectionViewContainer: UICollectionViewDataSourcePrefetching {
        /// Sends `prefetch` events.
        public func collectionView(
            _ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]
        ) {
            post(.prefetch, atAll: indexPaths)
        }

        /// Sends `cancelPrefetch` events.
        public func collectionView(
            _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
        ) {
            post(.cancelPrefetch, atAll: indexPaths)
        }
    }

    @MainActor
    extension HeadFootKind {
        /// The kind of the head or foot that is shown by supplementary views of a kind.
        init?(elementKind: String) {
            switch elementKind {
            case UICollectionView.elementKindSectionHeader: self = .head
            case UICollectionView.elementKindSectionFooter: self = .foot
            default: return nil
            }
        }

        var elementKind: String {
            switch self {
            case .head: UICollectionView.elementKindSectionHeader
            case .foot: UICollectionView.elementKindSectionFooter
            }
        }
    }
#endif
