public import Foundation

extension UITableView {
    public var numberOfSections: Int {
        loadIfStale()
        return geometry.sections.count
    }

    public func numberOfRows(inSection section: Int) -> Int {
        loadIfStale()
        return geometry.counts[section]
    }

    public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        layoutIfNeeded()
        return shown[indexPath] ?? prepared[indexPath]
    }

    public func indexPath(for cell: UITableViewCell) -> IndexPath? {
        shown.first { $0.value === cell }?.key
    }

    public var visibleCells: [UITableViewCell] {
        layoutIfNeeded()
        return shown.sorted { $0.key < $1.key }.map(\.value)
    }

    public var indexPathsForVisibleRows: [IndexPath]? {
        layoutIfNeeded()
        return shown.keys.sorted()
    }

    public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        layoutIfNeeded()
        return heads[section] as? UITableViewHeaderFooterView
    }

    public func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        layoutIfNeeded()
        return feet[section] as? UITableViewHeaderFooterView
    }

    public func rectForRow(at indexPath: IndexPath) -> CGRect {
        loadIfStale()
        guard geometry.sections.indices.contains(indexPath.section) else { return .zero }
        let tops = geometry.sections[indexPath.section].rows
        guard tops.indices.dropLast().contains(indexPath.row) else { return .zero }
        return CGRect(
            x: 0, y: tops[indexPath.row], width: bounds.width,
            height: tops[indexPath.row + 1] - tops[indexPath.row])
    }

    public func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        loadIfStale()
        guard geometry.counts.indices.contains(indexPath.section),
            indexPath.row < geometry.counts[indexPath.section]
        else {
            UIKitException.raise("Attempted to scroll the table view to an out-of-bounds row: \(indexPath)")
            return
        }
        reveal(rectForRow(at: indexPath), scrollPosition, animated: animated)
    }

    private func loadIfStale() {
        if isStale, !isLayingOut { layoutIfNeeded() }
    }
}

extension UITableView {
    public var indexPathForSelectedRow: IndexPath? { selected.first }
    public var indexPathsForSelectedRows: [IndexPath]? { selected.isEmpty ? nil : selected }

    public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        if !(isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection) {
            for path in selected { deselectRow(at: path, animated: animated) }
        }
        guard let indexPath, !selected.contains(indexPath) else { return }
        selected.append(indexPath)
        shown[indexPath]?.isSelected = true
        if scrollPosition != .none { scrollToRow(at: indexPath, at: scrollPosition, animated: animated) }
    }

    public func deselectRow(at indexPath: IndexPath, animated: Bool) {
        selected.removeAll { $0 == indexPath }
        shown[indexPath]?.isSelected = false
    }
}
