public import Foundation

extension UITableView {
    public var indexPathForSelectedRow: IndexPath? { selected.first }
    public var indexPathsForSelectedRows: [IndexPath]? { selected.isEmpty ? nil : selected }

    public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        if !allowsMultipleSelection {
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
