#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    public import UIKit

    extension TableViewContainer {
        /// Returns whether the row offers actions for a swipe.
        public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
            !actions(.trailing, at: indexPath).isEmpty || !actions(.leading, at: indexPath).isEmpty
        }

        /// Returns whether the row can be deleted: whether a swipe from the trailing edge offers that.
        public func tableView(
            _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
        ) -> UITableViewCell.EditingStyle {
            deletion(at: indexPath) == nil ? .none : .delete
        }

        /// Performs the row's first destructive action.
        public func tableView(
            _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
            forRowAt indexPath: IndexPath
        ) {
            guard editingStyle == .delete, let action = deletion(at: indexPath) else { return }
            try? panel?.source(at: RowPosition(indexPath)).perform(action)
        }

        private func deletion(at path: IndexPath) -> RowAction? {
            actions(.trailing, at: path).first { $0.style == .destructive }
        }

        #if !os(tvOS)
            /// Sends `beginEditing` of the row.
            public func tableView(_ tableView: UITableView, willBeginEditingRowAt indexPath: IndexPath) {
                edited = try? panel?.source(at: RowPosition(indexPath))
                edited?.post(.beginEditing)
            }

            /// Sends `endEditing` of the row that was edited, which may be gone or elsewhere.
            public func tableView(_ tableView: UITableView, didEndEditingRowAt indexPath: IndexPath?) {
                let source = edited
                edited = nil
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

            /// Without actions the configuration is empty: `nil` would be the system's own delete action.
            private func swipeActions(
                _ place: RowActionPlace, at path: IndexPath
            ) -> UISwipeActionsConfiguration? {
                guard let source = try? panel?.source(at: RowPosition(path)) else { return nil }
                return UISwipeActionsConfiguration(
                    actions: actions(place, at: path).map { action in
                        let shown = UIContextualAction(
                            style: action.style == .destructive ? .destructive : .normal, title: action.title
                        ) { _, _, done in
                            source.perform(action)
                            // Told of a deletion, UIKit takes the cell away, which must not stay alone.
                            done(action.style != .destructive || source.position == nil)
                        }
                        shown.image = action.image
                        return shown
                    })
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
