#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    public import UIKit

    extension TableViewContainer {
        /// Returns whether the row has actions for a swipe from either edge, or can be selected or moved in the editing mode.
        public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
            tableView.isEditing
                && (tableView.allowsMultipleSelectionDuringEditing || canMoveRow(at: indexPath))
                || !actions(.trailing, at: indexPath).isEmpty || !actions(.leading, at: indexPath).isEmpty
        }

        /// Returns the place for a dragged row: the proposed one, or its own if the section can't receive rows.
        public func tableView(
            _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
            toProposedIndexPath proposedDestinationIndexPath: IndexPath
        ) -> IndexPath {
            target(ofMove: sourceIndexPath, proposed: proposedDestinationIndexPath)
        }

        /// Returns the delete style if one of the row's trailing actions is destructive.
        public func tableView(
            _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
        ) -> UITableViewCell.EditingStyle {
            deletion(at: indexPath) == nil ? .none : .delete
        }

        /// Performs the row's first destructive trailing action.
        public func tableView(
            _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
            forRowAt indexPath: IndexPath
        ) {
            guard editingStyle == .delete, let action = deletion(at: indexPath) else { return }
            if let source = eventSource(at: indexPath) { perform(action, .trailing, of: source) }
        }

        private func deletion(at path: IndexPath) -> RowAction? {
            firstAction(.trailing, at: path) { $0.isDestructive }
        }

        #if !os(tvOS)
            /// Returns whether rows can be selected with two fingers: if the view allows the selection of several rows in its
            /// editing mode.
            public func tableView(
                _ tableView: UITableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
            ) -> Bool {
                tableView.allowsMultipleSelectionDuringEditing
            }

            /// Begins the editing mode, in which the selected rows are marked.
            public func tableView(
                _ tableView: UITableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
            ) {
                tableView.setEditing(true, animated: true)
            }

            /// Sends `beginEditing` of the row.
            public func tableView(_ tableView: UITableView, willBeginEditingRowAt indexPath: IndexPath) {
                editedRow = eventSource(at: indexPath)
                editedRow?.post(.beginEditing)
            }

            /// Sends `endEditing` of the edited row, even if the row has moved or is removed.
            public func tableView(_ tableView: UITableView, didEndEditingRowAt indexPath: IndexPath?) {
                let source = editedRow
                editedRow = nil
                source?.post(.endEditing)
            }

            /// Returns the row's actions for a swipe from the leading edge.
            public func tableView(
                _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
            ) -> UISwipeActionsConfiguration? {
                swipeActions(.leading, at: indexPath)
            }

            /// Returns the row's actions for a swipe from the trailing edge.
            public func tableView(
                _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
            ) -> UISwipeActionsConfiguration? {
                swipeActions(.trailing, at: indexPath)
            }

            /// Returns a menu of the row's actions.
            public func tableView(
                _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath,
                point: CGPoint
            ) -> UIContextMenuConfiguration? {
                menu(at: indexPath)
            }
        #endif
    }
#endif
