#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The data source and the delegate of a table view.
    final class TableViewAdapter: ViewAdapter {
        private let tableView: UITableView
        private var registeredCells: Set<String> = []
        private var registeredHeadFeet: Set<String> = []

        init(_ tableView: UITableView) {
            self.tableView = tableView
            super.init(tableView)
        }

        override func isOwnView(_ source: ViewSource, at place: ViewPlace) -> Bool {
            if case .row = place {
                source.ownClass(UITableViewCell.self) != nil
            } else {
                source.ownClass(UITableViewHeaderFooterView.self) != nil
            }
        }

        override func gridContent(of kind: HeadFootKind) -> UIListContentConfiguration {
            switch (kind, tableView.style) {
            case (.head, .plain): .plainHeader()
            case (.foot, .plain): .plainFooter()
            case (.head, _): .groupedHeader()
            case (.foot, _): .groupedFooter()
            }
        }
    }

    // MARK: Cells

    extension TableViewAdapter: UITableViewDataSource, UITableViewDataSourcePrefetching {
        func numberOfSections(in tableView: UITableView) -> Int { table?.viewSectionCount ?? 0 }

        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            table?.section(at: section)?.visibleRowCount ?? 0
        }

        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            guard let container, let content = container.content(at: .row(RowPosition(indexPath))),
                let source = container.viewSource(of: content)
            else { return UITableViewCell() }
            let cell = cell(from: source, at: indexPath)
            container.fill(cell, with: content)
            return cell
        }

        private func cell(from source: ViewSource, at indexPath: IndexPath) -> UITableViewCell {
            let ownClass = source.ownClass(UITableViewCell.self)
            guard let identifier = source.reuseIdentifier else {
                guard let ownClass else { return UITableViewCell(style: .default, reuseIdentifier: nil) }
                return source.makeView { ownClass.init(style: .default, reuseIdentifier: nil) }
            }
            if !source.isPrototype, registeredCells.insert(identifier).inserted {
                if ownClass != nil, let nib = source.nib {
                    tableView.register(nib, forCellReuseIdentifier: identifier)
                } else {
                    tableView.register(ownClass ?? UITableViewCell.self, forCellReuseIdentifier: identifier)
                }
            }
            return tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
        }

        func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
            container?.post(.prefetch, atAll: indexPaths)
        }

        func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
            container?.post(.cancelPrefetch, atAll: indexPaths)
        }

        func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
            container?.canMoveRow(at: indexPath) == true
        }

        func tableView(
            _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
        ) {
            container?.didMove(sourceIndexPath, to: destinationIndexPath)
        }

        /// Returns whether the row has actions for a swipe from either edge, or can be selected or moved in the editing mode.
        func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
            guard let container else { return false }
            return tableView.isEditing
                && (tableView.allowsMultipleSelectionDuringEditing || container.canMoveRow(at: indexPath))
                || !container.actions(.trailing, at: indexPath).isEmpty
                || !container.actions(.leading, at: indexPath).isEmpty
        }

        /// Performs the row's first destructive trailing action.
        func tableView(
            _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
            forRowAt indexPath: IndexPath
        ) {
            guard editingStyle == .delete, let container, let action = deletion(at: indexPath),
                let source = container.eventSource(at: indexPath)
            else { return }
            container.perform(action, .trailing, of: source)
        }

        private func deletion(at path: IndexPath) -> RowAction? {
            container?.firstAction(.trailing, at: path) { $0.isDestructive }
        }
    }

    // MARK: Rows

    extension TableViewAdapter: UITableViewDelegate {
        func tableView(
            _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
        ) {
            container?.willDisplay(cell, at: .row(RowPosition(indexPath)))
        }

        func tableView(
            _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
        ) {
            container?.display.didEndDisplay(cell)
        }

        func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
            container?.shouldSelect(indexPath)
        }

        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            container?.didSelect(indexPath)
        }

        func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
            container?.shouldDeselect(indexPath)
        }

        func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
            container?.didDeselect(indexPath)
        }

        func tableView(_ tableView: UITableView, performPrimaryActionForRowAt indexPath: IndexPath) {
            container?.performPrimaryAction(at: indexPath)
        }

        func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
            container?.post(.highlight, at: indexPath)
        }

        func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
            container?.post(.unhighlight, at: indexPath)
        }

        func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
            container?.post(.accessory, at: indexPath)
        }

        func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
            explicitHeight(at: indexPath) ?? tableView.rowHeight
        }

        /// Returns the row's height from the table info, or else the table view's `estimatedRowHeight`, so that explicit heights
        /// are exact before the rows are visible.
        func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
            // An estimate of 0 turns estimates off. This method must not return it.
            let estimate =
                tableView.estimatedRowHeight == 0 ? tableView.rowHeight : tableView.estimatedRowHeight
            return explicitHeight(at: indexPath) ?? estimate
        }

        private func explicitHeight(at path: IndexPath) -> CGFloat? {
            table?.row(at: RowPosition(path))?.height.map { CGFloat($0) }
        }

        func tableView(
            _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
        ) -> UITableViewCell.EditingStyle {
            deletion(at: indexPath) == nil ? .none : .delete
        }

        func tableView(
            _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
            toProposedIndexPath proposedDestinationIndexPath: IndexPath
        ) -> IndexPath {
            container?.target(ofMove: sourceIndexPath, proposed: proposedDestinationIndexPath)
                ?? sourceIndexPath
        }

        #if !os(tvOS)
            func tableView(
                _ tableView: UITableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
            ) -> Bool {
                tableView.allowsMultipleSelectionDuringEditing
            }

            func tableView(
                _ tableView: UITableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
            ) {
                tableView.setEditing(true, animated: true)
            }

            func tableView(_ tableView: UITableView, willBeginEditingRowAt indexPath: IndexPath) {
                container?.willBeginEditing(at: indexPath)
            }

            func tableView(_ tableView: UITableView, didEndEditingRowAt indexPath: IndexPath?) {
                container?.didEndEditing()
            }

            func tableView(
                _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
            ) -> UISwipeActionsConfiguration? {
                container?.swipeActions(.leading, at: indexPath)
            }

            func tableView(
                _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
            ) -> UISwipeActionsConfiguration? {
                container?.swipeActions(.trailing, at: indexPath)
            }

            func tableView(
                _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath,
                point: CGPoint
            ) -> UIContextMenuConfiguration? {
                container?.menu(at: indexPath)
            }
        #endif

        // MARK: Heads and feet

        func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
            view(of: .head, ofSection: section)
        }

        func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
            view(of: .foot, ofSection: section)
        }

        func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
            height(of: .head, ofSection: section)
        }

        func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
            height(of: .foot, ofSection: section)
        }

        func tableView(
            _ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int
        ) {
            container?.willDisplay(view, at: .part(.head, section: section))
        }

        func tableView(
            _ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int
        ) {
            container?.willDisplay(view, at: .part(.foot, section: section))
        }

        func tableView(
            _ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int
        ) {
            container?.display.didEndDisplay(view)
        }

        func tableView(
            _ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int
        ) {
            container?.display.didEndDisplay(view)
        }

        private func view(of kind: HeadFootKind, ofSection index: Int) -> UIView? {
            guard let container, let content = container.content(at: .part(kind, section: index)),
                let source = container.viewSource(of: content), let view = headFootView(from: source)
            else { return nil }
            container.fill(view, with: content)
            return view
        }

        private func headFootView(from source: ViewSource) -> UITableViewHeaderFooterView? {
            let ownClass = source.ownClass(UITableViewHeaderFooterView.self)
            guard let identifier = source.reuseIdentifier else {
                guard let ownClass else { return UITableViewHeaderFooterView(reuseIdentifier: nil) }
                return source.makeView { ownClass.init(reuseIdentifier: nil) }
            }
            if registeredHeadFeet.insert(identifier).inserted {
                if ownClass != nil, let nib = source.nib {
                    tableView.register(nib, forHeaderFooterViewReuseIdentifier: identifier)
                } else {
                    tableView.register(
                        ownClass ?? UITableViewHeaderFooterView.self,
                        forHeaderFooterViewReuseIdentifier: identifier)
                }
            }
            return tableView.dequeueReusableHeaderFooterView(withIdentifier: identifier)
        }

        /// Returns the height of a head or foot.
        ///
        /// In a grouped table, heads and feet contain the space between two groups. A section without a head or foot
        /// therefore has an automatic height there, and the height 0 only in a plain table.
        private func height(of kind: HeadFootKind, ofSection index: Int) -> CGFloat {
            let row = table?.row(kind, ofViewSection: index)
            if row == nil, tableView.style == .plain { return 0 }
            return row?.height.map { CGFloat($0) } ?? UITableView.automaticDimension
        }
    }
#endif
