public import Foundation

/// Simulates a user's actions, with the calls in UIKit's order. These methods do not exist in UIKit.
extension UITableView {
    public func simulateTouch(at path: IndexPath) {
        layoutIfNeeded()
        guard let delegate, allowsSelection, exists(path),
            delegate.tableView(self, shouldHighlightRowAt: path)
        else { return }
        shown[path]?.isHighlighted = true
        delegate.tableView(self, didHighlightRowAt: path)
        shown[path]?.isHighlighted = false
        delegate.tableView(self, didUnhighlightRowAt: path)
        // In the editing mode, only rows that can be edited are selected.
        guard !isEditing || dataSource?.tableView(self, canEditRowAt: path) == true else { return }
        let allowsMultipleSelection =
            isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection
        if selected.contains(path), allowsMultipleSelection {
            deselect(path)
        } else if let path = delegate.tableView(self, willSelectRowAt: path) {
            if !allowsMultipleSelection {
                for old in selected where old != path { deselect(old) }
            }
            selectRow(at: path, animated: true, scrollPosition: .none)
            delegate.tableView(self, didSelectRowAt: path)
        }
        if !isEditing { delegate.tableView(self, performPrimaryActionForRowAt: path) }
    }

    /// Drags two fingers over rows.
    public func simulateTwoFingers(over paths: [IndexPath]) {
        guard let delegate, let first = paths.first,
            delegate.tableView(self, shouldBeginMultipleSelectionInteractionAt: first)
        else { return }
        delegate.tableView(self, didBeginMultipleSelectionInteractionAt: first)
        for path in paths { simulateTouch(at: path) }
    }

    /// Touches a selected row in a view with multiple selection.
    public func simulateDeselection(at path: IndexPath) {
        if selected.contains(path) { deselect(path) }
    }

    private func deselect(_ path: IndexPath) {
        guard let path = delegate?.tableView(self, willDeselectRowAt: path) else { return }
        deselectRow(at: path, animated: true)
        delegate?.tableView(self, didDeselectRowAt: path)
    }

    public func simulateAccessoryTap(at path: IndexPath) {
        layoutIfNeeded()
        if exists(path) { delegate?.tableView(self, accessoryButtonTappedForRowWith: path) }
    }

    /// Swipes a row open. Returns the actions of the swipe.
    public func simulateSwipe(fromLeading: Bool, at path: IndexPath) -> [UIContextualAction] {
        layoutIfNeeded()
        guard let delegate, exists(path), dataSource?.tableView(self, canEditRowAt: path) == true else {
            return []
        }
        let configuration =
            fromLeading
            ? delegate.tableView(self, leadingSwipeActionsConfigurationForRowAt: path)
            : delegate.tableView(self, trailingSwipeActionsConfigurationForRowAt: path)
        guard let actions = configuration?.actions, !actions.isEmpty else { return [] }
        delegate.tableView(self, willBeginEditingRowAt: path)
        shown[path]?.configurationState.isSwiped = true
        return actions
    }

    public func simulateEndOfSwipe(at path: IndexPath?) {
        for cell in shown.values { cell.configurationState.isSwiped = false }
        delegate?.tableView(self, didEndEditingRowAt: path)
    }

    /// Taps one of the actions of a swipe. Returns the value that the action passes to its completion.
    public func simulateChoice(of action: UIContextualAction) -> Bool? {
        var isDone: Bool?
        action.handler(action, self) { isDone = $0 }
        return isDone
    }

    /// Taps the red or green button of a row in a table in editing mode.
    public func simulateEditingButton(at path: IndexPath) {
        layoutIfNeeded()
        guard isEditing, exists(path), dataSource?.tableView(self, canEditRowAt: path) == true else { return }
        let style = delegate?.tableView(self, editingStyleForRowAt: path) ?? .delete
        if style != .none { dataSource?.tableView(self, commit: style, forRowAt: path) }
    }

    /// Holds a row until its menu opens. Returns the menu.
    public func simulateContextMenu(at path: IndexPath) -> UIMenu? {
        layoutIfNeeded()
        guard exists(path) else { return nil }
        return delegate?.tableView(self, contextMenuConfigurationForRowAt: path, point: .zero)?.menu
    }

    private func exists(_ path: IndexPath) -> Bool {
        geometry.counts.indices.contains(path.section) && path.row < geometry.counts[path.section]
    }
}

extension UIContextMenuConfiguration {
    var menu: UIMenu? { actionProvider?([]) }
    public var simulatedPreview: UIViewController? { previewProvider?() }
}

extension UIAction {
    public func simulateChoice() { handler(self) }
}

extension UIScrollView {
    /// Drags the content to an offset without lifting the finger.
    public func simulateDrag(to y: CGFloat) {
        shownDelegate?.scrollViewWillBeginDragging(self)
        contentOffset = CGPoint(x: 0, y: y)
        shownDelegate?.scrollViewDidEndDragging(self, willDecelerate: false)
        layoutIfNeeded()
        RunLoop.main.simulateTurn(in: .tracking)
        layoutIfNeeded()
    }

    /// Drags the content by a distance, twice, and performs an action meanwhile. The gesture goes on from the offset that the
    /// action sets.
    public func simulateDrag(by distance: CGFloat, meanwhile action: () -> Void) {
        for isFirst in [true, false] {
            contentOffset.y += distance
            layoutIfNeeded()
            RunLoop.main.simulateTurn(in: .tracking)
            if isFirst { action() }
        }
    }
}

extension UITableView {
    /// Requests cells before they are visible.
    public func simulatePreparation(of rows: [IndexPath]) {
        for path in rows where shown[path] == nil {
            prepared[path] = dataSource?.tableView(self, cellForRowAt: path)
        }
    }

    /// Reuses the cells that were requested in advance, without a report.
    public func simulateEndOfPreparation() {
        for cell in prepared.values { cells.give(cell, cell.reuseIdentifier) }
        prepared = [:]
    }

    /// Whether a row is indented in the editing mode.
    public func simulatedIndentsWhileEditing(at path: IndexPath) -> Bool? {
        delegate?.tableView(self, shouldIndentWhileEditingRowAt: path)
    }

    /// The titles of the index at the edge.
    public var simulatedIndexTitles: [String]? { indexTitleSource?.sectionIndexTitles(for: self) }
    /// The indentation level of a row.
    public func simulatedIndentation(at path: IndexPath) -> Int? {
        indenter?.tableView(self, indentationLevelForRowAt: path)
    }
    /// The number of cells that were made so far.
    public var simulatedCellCount: Int { cells.madeCount }
    /// The number of heads and feet that were made so far.
    public var simulatedHeadFootCount: Int { headFeet.madeCount }
}
