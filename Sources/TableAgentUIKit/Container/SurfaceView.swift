#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// What a table view and a collection view have in common under other names.
    @MainActor
    protocol SurfaceView: UIScrollView {
        var backgroundView: UIView? { get set }
        var shownPaths: [IndexPath] { get }

        func reloadData()
        func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?)

        /// Plays the structure of changes, within a batch.
        func play(_ changes: TableChanges, in update: TableUpdate)

        /// Has the views of rows filled anew, where they are.
        func reconfigure(_ paths: [IndexPath])
        /// Makes the views of rows anew.
        func renew(_ paths: [IndexPath])
        /// Makes the views of sections anew.
        func renew(_ sections: IndexSet)

        func frame(at path: IndexPath) -> CGRect
        func shownView(_ kind: HeadFootKind, _ section: Int) -> UIView?
        func deselect(_ path: IndexPath)
    }

    extension RowPosition {
        init(_ path: IndexPath) { self.init(section: path.section, row: path.item) }

        var path: IndexPath { IndexPath(item: row, section: section) }
    }
#endif
