#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The data source and the delegate of a table view.
    final class TableViewAdapter: ViewAdapter {
        private let tableView: UITableView

        init(_ tableView: UITableView) {
            self.tableView = tableView
            super.init(tableView)
        }

        override func isOwnView(_ source: ViewSource, at place: ViewPlace) -> Bool {
            (place.isRow
                ? source.ownClass(UITableViewCell.self) : source.ownClass(UITableViewHeaderFooterView.self))
                != nil
        }

        override func gridContent(of kind: TablePart) -> UIListContentConfiguration {
            if tableView.style == .plain { return kind == .head ? .plainHeader() : .plainFooter() }
            return kind == .head ? .groupedHeader() : .groupedFooter()
        }
    }

    // MARK: Cells

    extension TableViewAdapter: UITableViewDataSource, UITableViewDataSourcePrefetching {
        func numberOfSections(in tableView: UITableView) -> Int { table?.viewSectionCount ?? 0 }

        func tableView(_ view: UITableView, numberOfRowsInSection index: Int) -> Int {
            table?.section(.at(index))?.visibleRowCount ?? 0
        }

        func tableView(_ view: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
            guard let container, let content = container.content(at: .row(RowPosition(path))),
                let source = container.viewSource(of: content)
            else { return UITableViewCell() }
            let cell = cell(from: source, at: path)
            container.fill(cell, with: content, isReused: true)
            return cell
        }

        private func cell(from source: ViewSource, at path: IndexPath) -> UITableViewCell {
            let ownClass = source.ownClass(UITableViewCell.self)
            guard let identifier = source.reuseIdentifier else {
                guard let ownClass else { return UITableViewCell(style: .default, reuseIdentifier: nil) }
                return source.makeView { ownClass.init(style: .default, reuseIdentifier: nil) }
            }
            registerOnce(identifier, ofKind: "cell", of: source, isOwn: ownClass != nil) { nib in
                if let nib { return tableView.register(nib, forCellReuseIdentifier: identifier) }
                tableView.register(ownClass ?? UITableViewCell.self, forCellReuseIdentifier: identifier)
            }
            return tableView.dequeueReusableCell(withIdentifier: identifier, for: path)
        }

        func tableView(_ view: UITableView, prefetchRowsAt paths: [IndexPath]) { container?.prefetch(paths) }

        func tableView(_ view: UITableView, cancelPrefetchingForRowsAt paths: [IndexPath]) {
            container?.cancelPrefetch(paths)
        }

        func tableView(_ view: UITableView, canMoveRowAt path: IndexPath) -> Bool {
            container?.canMoveRow(at: path) == true
        }

        func tableView(_ view: UITableView, moveRowAt path: IndexPath, to newPath: IndexPath) {
            container?.didMove(path, to: newPath)
        }

        /// Returns whether the row has actions for a swipe from either edge, or can be selected or moved in the editing mode.
        func tableView(_ view: UITableView, canEditRowAt path: IndexPath) -> Bool {
            guard let container else { return false }
            return tableView.isEditing
                && (tableView.allowsMultipleSelectionDuringEditing || container.canMoveRow(at: path))
                || !container.actions(.trailing, at: path).isEmpty
                || !container.actions(.leading, at: path).isEmpty
        }

        /// Performs the row's first destructive trailing action.
        func tableView(
            _ view: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt path: IndexPath
        ) {
            guard editingStyle == .delete, let container, let action = deletion(at: path),
                let source = container.eventSource(at: path)
            else { return }
            container.perform(action, .trailing, of: source)
        }

        private func deletion(at path: IndexPath) -> RowAction? {
            container?.firstAction(.trailing, at: path) { $0.isDestructive }
        }
    }

    // MARK: Rows

    extension TableViewAdapter: UITableViewDelegate {
        func tableView(_ view: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
            container?.willDisplay(cell, at: .row(RowPosition(path)))
        }

        func tableView(_ view: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt path: IndexPath)
        { container?.display.didEndDisplay(cell) }

        func tableView(_ view: UITableView, willSelectRowAt path: IndexPath) -> IndexPath? {
            container?.shouldSelect(path)
        }

        func tableView(_ view: UITableView, didSelectRowAt path: IndexPath) { container?.didSelect(path) }

        func tableView(_ view: UITableView, willDeselectRowAt path: IndexPath) -> IndexPath? {
            container?.shouldDeselect(path)
        }

        func tableView(_ view: UITableView, didDeselectRowAt path: IndexPath) { container?.didDeselect(path) }

        func tableView(_ view: UITableView, performPrimaryActionForRowAt path: IndexPath) {
            container?.performPrimaryAction(at: path)
        }

        func tableView(_ view: UITableView, shouldHighlightRowAt path: IndexPath) -> Bool {
            container?.canSelectRow(at: path) == true
        }

        func tableView(_ view: UITableView, didHighlightRowAt path: IndexPath) {
            container?.post(.highlight, at: path)
        }

        func tableView(_ view: UITableView, didUnhighlightRowAt path: IndexPath) {
            container?.post(.unhighlight, at: path)
        }

        func tableView(_ view: UITableView, accessoryButtonTappedForRowWith path: IndexPath) {
            container?.post(.accessory, at: path)
        }

        func tableView(_ view: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
            explicitHeight(at: path) ?? tableView.rowHeight
        }

        /// Returns the row's height from the table info, or else the table view's `estimatedRowHeight`, so that explicit heights
        /// are exact before the rows are visible.
        func tableView(_ view: UITableView, estimatedHeightForRowAt path: IndexPath) -> CGFloat {
            // An estimate of 0 turns estimates off. This method must not return it.
            let estimate =
                tableView.estimatedRowHeight == 0 ? tableView.rowHeight : tableView.estimatedRowHeight
            return explicitHeight(at: path) ?? estimate
        }

        private func explicitHeight(at path: IndexPath) -> CGFloat? {
            container?.height(of: table?.row(.at(RowPosition(path))))
        }

        func tableView(_ view: UITableView, editingStyleForRowAt path: IndexPath)
            -> UITableViewCell.EditingStyle
        { deletion(at: path) == nil ? .none : .delete }

        /// Returns whether the row has a button for deletion or a circle for selection at its leading edge. A row that can only
        /// be moved keeps its place.
        func tableView(_ view: UITableView, shouldIndentWhileEditingRowAt path: IndexPath) -> Bool {
            tableView.allowsMultipleSelectionDuringEditing || deletion(at: path) != nil
        }

        func tableView(
            _ view: UITableView, targetIndexPathForMoveFromRowAt path: IndexPath,
            toProposedIndexPath proposed: IndexPath
        ) -> IndexPath { container?.target(ofMove: path, proposed: proposed) ?? path }

        #if !os(tvOS)
            func tableView(_ view: UITableView, shouldBeginMultipleSelectionInteractionAt path: IndexPath)
                -> Bool
            { tableView.allowsMultipleSelectionDuringEditing }

            func tableView(_ view: UITableView, didBeginMultipleSelectionInteractionAt path: IndexPath) {
                tableView.setEditing(true, animated: true)
                // The edit button of a view controller shows the mode, too.
                container?.viewController?.setEditing(true, animated: true)
            }

            func tableView(_ view: UITableView, willBeginEditingRowAt path: IndexPath) {
                container?.willBeginEditing(at: path)
            }

            func tableView(_ view: UITableView, didEndEditingRowAt path: IndexPath?) {
                container?.didEndEditing()
            }

            func tableView(_ view: UITableView, leadingSwipeActionsConfigurationForRowAt path: IndexPath)
                -> UISwipeActionsConfiguration?
            { container?.swipeActions(.leading, at: path) }

            func tableView(_ view: UITableView, trailingSwipeActionsConfigurationForRowAt path: IndexPath)
                -> UISwipeActionsConfiguration?
            { container?.swipeActions(.trailing, at: path) }

            func tableView(
                _ view: UITableView, contextMenuConfigurationForRowAt path: IndexPath, point: CGPoint
            ) -> UIContextMenuConfiguration? { container?.menu(at: path) }

            func tableView(
                _ view: UITableView, willPerformPreviewActionForMenuWith menu: UIContextMenuConfiguration,
                animator: any UIContextMenuInteractionCommitAnimating
            ) { container?.openPreview(of: menu, animator) }

            func tableView(
                _ view: UITableView,
                previewForDismissingContextMenuWithConfiguration menu: UIContextMenuConfiguration
            ) -> UITargetedPreview? { container?.dismissalPreview(of: menu) }
        #endif

        // MARK: Heads and feet

        func tableView(_ view: UITableView, viewForHeaderInSection index: Int) -> UIView? {
            headFootView(of: .head, ofSection: index)
        }

        func tableView(_ view: UITableView, viewForFooterInSection index: Int) -> UIView? {
            headFootView(of: .foot, ofSection: index)
        }

        func tableView(_ view: UITableView, heightForHeaderInSection index: Int) -> CGFloat {
            height(of: .head, ofSection: index)
        }

        func tableView(_ view: UITableView, heightForFooterInSection index: Int) -> CGFloat {
            height(of: .foot, ofSection: index)
        }

        func tableView(_ view: UITableView, willDisplayHeaderView part: UIView, forSection index: Int) {
            container?.willDisplay(part, at: .part(.head, section: index))
        }

        func tableView(_ view: UITableView, willDisplayFooterView part: UIView, forSection index: Int) {
            container?.willDisplay(part, at: .part(.foot, section: index))
        }

        func tableView(_ view: UITableView, didEndDisplayingHeaderView part: UIView, forSection index: Int) {
            container?.display.didEndDisplay(part)
        }

        func tableView(_ view: UITableView, didEndDisplayingFooterView part: UIView, forSection index: Int) {
            container?.display.didEndDisplay(part)
        }

        private func headFootView(of kind: TablePart, ofSection index: Int) -> UIView? {
            guard let container, let content = container.content(at: .part(kind, section: index)),
                let source = container.viewSource(of: content), let view = dequeueHeadFootView(from: source)
            else { return nil }
            container.fill(view, with: content, isReused: true)
            return view
        }

        private func dequeueHeadFootView(from source: ViewSource) -> UITableViewHeaderFooterView? {
            let ownClass = source.ownClass(UITableViewHeaderFooterView.self)
            guard let identifier = source.reuseIdentifier else {
                guard let ownClass else { return UITableViewHeaderFooterView(reuseIdentifier: nil) }
                return source.makeView { ownClass.init(reuseIdentifier: nil) }
            }
            registerOnce(identifier, ofKind: "part", of: source, isOwn: ownClass != nil) { nib in
                if let nib { return tableView.register(nib, forHeaderFooterViewReuseIdentifier: identifier) }
                tableView.register(
                    ownClass ?? UITableViewHeaderFooterView.self,
                    forHeaderFooterViewReuseIdentifier: identifier)
            }
            return tableView.dequeueReusableHeaderFooterView(withIdentifier: identifier)
        }

        /// Returns the height of a head or foot.
        ///
        /// In a grouped table, heads and feet contain the space between two groups. A section without a head or foot
        /// therefore has an automatic height there, and the height 0 only in a plain table.
        private func height(of kind: TablePart, ofSection index: Int) -> CGFloat {
            let row = table?.row(kind, ofViewSection: index)
            if row == nil, tableView.style == .plain { return 0 }
            return container?.height(of: row) ?? UITableView.automaticDimension
        }
    }
#endif
