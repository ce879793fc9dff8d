#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    public import UIKit

    extension CollectionViewContainer: UICollectionViewDelegate {
        /// Sends `willDisplay` of the row.
        public func collectionView(
            _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
            forItemAt indexPath: IndexPath
        ) {
            willDisplay(cell, at: indexPath)
        }

        /// Sends `didEndDisplay` of the row that the cell showed, which may be gone or elsewhere.
        public func collectionView(
            _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
            forItemAt indexPath: IndexPath
        ) {
            didEndDisplay(cell)
        }

        /// Sends `willDisplay` of the head or foot, or `willDisplaySupplement` of the row.
        public func collectionView(
            _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
            forElementKind elementKind: String, at indexPath: IndexPath
        ) {
            if let kind = HeadFootKind(elementKind: elementKind) {
                willDisplay(view, kind, ofSection: indexPath.section)
            } else {
                willDisplay(view, supplementOfKind: elementKind, at: indexPath)
            }
        }

        /// Sends `didEndDisplay` of the head or foot that the view showed, or `didEndDisplaySupplement` of
        /// its row.
        public func collectionView(
            _ collectionView: UICollectionView,
            didEndDisplayingSupplementaryView view: UICollectionReusableView,
            forElementOfKind elementKind: String, at indexPath: IndexPath
        ) {
            didEndDisplay(view)
        }

        /// Asks the event delegate.
        public func collectionView(
            _ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath
        ) -> Bool {
            mayBeSelected(indexPath)
        }

        /// Asks the event delegate.
        public func collectionView(
            _ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath
        ) -> Bool {
            mayBeDeselected(indexPath)
        }

        /// Sends `select` of the row.
        public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            didSelect(indexPath)
        }

        /// Sends `deselect` of the row.
        public func collectionView(
            _ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath
        ) {
            post(.deselect, at: indexPath)
        }

        /// Sends `highlight` of the row.
        public func collectionView(
            _ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath
        ) {
            post(.highlight, at: indexPath)
        }

        /// Sends `unhighlight` of the row.
        public func collectionView(
            _ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath
        ) {
            post(.unhighlight, at: indexPath)
        }

        #if !os(tvOS)
            /// Returns a menu of the row's actions; none where several rows or none are meant.
            public func collectionView(
                _ collectionView: UICollectionView,
                contextMenuConfigurationForItemsAt indexPaths: [IndexPath], point: CGPoint
            ) -> UIContextMenuConfiguration? {
                indexPaths.count == 1 ? menu(at: indexPaths[0]) : nil
            }
        #endif
    }
#endif
