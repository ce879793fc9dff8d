#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    extension UITableView: SurfaceView {
        var shownPaths: [IndexPath] { indexPathsForVisibleRows ?? [] }

        func play(_ changes: TableChanges, in update: TableUpdate) {
            for number in changes.sectionDeletes {
                deleteSections([number], with: update.animation(ofDeletedSection: number).uiKit)
            }
            for number in changes.sectionInserts {
                insertSections([number], with: update.animation(ofInsertedSection: number).uiKit)
            }
            for position in changes.rowDeletes {
                deleteRows(at: [position.path], with: update.animation(ofDeletedRow: position).uiKit)
            }
            for position in changes.rowInserts {
                insertRows(at: [position.path], with: update.animation(ofInsertedRow: position).uiKit)
            }
            for move in changes.rowMoves {
                moveRow(at: move.from.path, to: move.to.path)
            }
        }

        func reconfigure(_ paths: [IndexPath]) { reconfigureRows(at: paths) }
        func renew(_ paths: [IndexPath]) { reloadRows(at: paths, with: .none) }
        func renew(_ sections: IndexSet) { reloadSections(sections, with: .none) }
        func frame(at path: IndexPath) -> CGRect { rectForRow(at: path) }
        func deselect(_ path: IndexPath) { deselectRow(at: path, animated: true) }

        func shownView(_ kind: HeadFootKind, _ section: Int) -> UIView? {
            switch kind {
            case .head: headerView(forSection: section)
            case .foot: footerView(forSection: section)
            }
        }
    }

    extension RowAnimation {
        /// The animation of a table view with the same name.
        var uiKit: UITableView.RowAnimation {
            switch self {
            case .automatic: .automatic
            case .none: .none
            case .fade: .fade
            case .left: .left
            case .right: .right
            case .top: .top
            case .bottom: .bottom
            case .middle: .middle
            }
        }
    }
#endif
