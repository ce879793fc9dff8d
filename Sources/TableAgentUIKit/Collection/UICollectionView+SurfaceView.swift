#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    extension UICollectionView: SurfaceView {
        var shownPaths: [IndexPath] { indexPathsForVisibleItems }

        /// The layout decides how rows come and go, whatever an edit asks for.
        func play(_ changes: TableChanges, in update: TableUpdate) {
            deleteSections(IndexSet(changes.sectionDeletes))
            insertSections(IndexSet(changes.sectionInserts))
            deleteItems(at: changes.rowDeletes.map(\.path))
            insertItems(at: changes.rowInserts.map(\.path))
            for move in changes.rowMoves {
                moveItem(at: move.from.path, to: move.to.path)
            }
        }

        func reconfigure(_ paths: [IndexPath]) { reconfigureItems(at: paths) }
        func renew(_ paths: [IndexPath]) { reloadItems(at: paths) }
        func renew(_ sections: IndexSet) { reloadSections(sections) }
        func frame(at path: IndexPath) -> CGRect { layoutAttributesForItem(at: path)?.frame ?? .zero }
        func deselect(_ path: IndexPath) { deselectItem(at: path, animated: true) }

        func shownView(_ kind: HeadFootKind, _ section: Int) -> UIView? {
            supplementaryView(forElementKind: kind.elementKind, at: IndexPath(item: 0, section: section))
        }
    }
#endif
