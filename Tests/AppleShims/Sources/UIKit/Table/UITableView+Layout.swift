import Foundation

/// The vertical positions of heads, rows, and feet in a table.
struct TableGeometry {
    struct Section {
        var head: ClosedRange<CGFloat>
        /// The top of each row, and the bottom of the last row.
        var rows: [CGFloat]
        var foot: ClosedRange<CGFloat>
    }

    var sections: [Section] = []

    var counts: [Int] { sections.map { $0.rows.count - 1 } }
    var height: CGFloat { sections.last?.foot.upperBound ?? 0 }

    /// Returns the rows of a section within a vertical range.
    func rows(of section: Int, in range: ClosedRange<CGFloat>) -> Range<Int> {
        let tops = sections[section].rows
        let count = tops.count - 1
        let first = Self.partition(count) { tops[$0 + 1] > range.lowerBound }
        let last = Self.partition(count) { tops[$0] >= range.upperBound }
        return first..<max(first, last)
    }

    func frame(at path: IndexPath) -> ClosedRange<CGFloat> {
        let tops = sections[path.section].rows
        return tops[path.row]...tops[path.row + 1]
    }

    /// Returns the index of a row in the whole table.
    func number(of path: IndexPath) -> Int {
        counts[..<path.section].reduce(path.row, +)
    }

    func path(ofNumber number: Int) -> IndexPath? {
        var row = number
        for (section, count) in counts.enumerated() {
            if row < count { return IndexPath(row: row, section: section) }
            row -= count
        }
        return nil
    }

    /// Returns the first index for which a condition is true. The condition must then be true for all later
    /// indices.
    private static func partition(_ count: Int, _ holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension UITableView {
    /// Updates the visible views after a change of the data.
    func layOut() {
        guard !isLayingOut, !isReloadPending, batch == nil else { return }
        isLayingOut = true
        defer { isLayingOut = false }
        updateCells {
            var leaving: [() -> Void] = []
            if isStale {
                isStale = false
                let anchor = reloadAnchor ?? numberedAnchor
                reloadAnchor = nil
                leaving = removeAll()
                geometry = measured()
                if let anchor { scroll(geometry.path(ofNumber: anchor.number), to: anchor.top) }
            }
            showWindow()
            for end in leaving { end() }
        }
    }

    /// Performs an update in which cells appear and disappear. Reloads are suspended during the update. If a
    /// reload is requested meanwhile, all cells disappear. The reload follows in a later turn of the run
    /// loop, but not during a drag.
    func updateCells(_ update: () -> Void) {
        isUpdatingCells = true
        update()
        if isReloadPending {
            let cells = shown.sorted { $0.key < $1.key }
            shown = [:]
            for (path, cell) in cells { end(cell, path)() }
            RunLoop.main.perform(inModes: [.default]) { [weak self] in
                MainActor.assumeIsolated {
                    guard let self, self.isReloadPending else { return }
                    self.reloadData()
                    self.layoutIfNeeded()
                }
            }
        }
        isUpdatingCells = false
    }

    /// The first visible row and its position in the window, or `nil` at the top and without estimated
    /// heights.
    var anchor: (path: IndexPath, top: CGFloat)? {
        guard estimatedRowHeight != 0, contentOffset.y > -adjustedContentInset.top else { return nil }
        let visible = shown.keys.filter { geometry.frame(at: $0).upperBound > contentOffset.y }
        return visible.min().map { ($0, geometry.frame(at: $0).lowerBound - contentOffset.y) }
    }

    /// The index of the first visible row in the whole table, and its position in the window.
    private var numberedAnchor: (number: Int, top: CGFloat)? {
        anchor.map { (geometry.number(of: $0.path), $0.top) }
    }

    /// Ends the display of all views within the call of `reloadData()`, from the last one to the first one.
    func endDisplayForReload() {
        reloadAnchor = reloadAnchor ?? numberedAnchor
        for end in removeAll().reversed() { end() }
    }

    /// Scrolls so that a row is at a position in the window.
    func scroll(_ path: IndexPath?, to top: CGFloat) {
        if let path { contentOffset.y = geometry.frame(at: path).lowerBound - top }
    }

    /// Measures the table: requests the numbers of sections and rows, and all heights.
    func measured() -> TableGeometry {
        var geometry = TableGeometry()
        var y: CGFloat = 0
        func place(_ height: CGFloat?, _ automatic: CGFloat) -> CGFloat {
            let height = height ?? UITableView.automaticDimension
            y += height == UITableView.automaticDimension ? automatic : height
            return y
        }
        for section in 0..<(dataSource?.numberOfSections(in: self) ?? 0) {
            let count = dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
            let head = y...place(delegate?.tableView(self, heightForHeaderInSection: section), 28)
            var tops = [y]
            for row in 0..<count {
                let path = IndexPath(row: row, section: section)
                tops.append(place(delegate?.tableView(self, heightForRowAt: path), 44))
            }
            let foot = y...place(delegate?.tableView(self, heightForFooterInSection: section), 28)
            geometry.sections.append(.init(head: head, rows: tops, foot: foot))
        }
        contentSize = CGSize(width: bounds.width, height: y)
        return geometry
    }

    /// Removes all views. Returns closures that report the removal.
    private func removeAll() -> [() -> Void] {
        let leaving =
            shown.sorted { $0.key < $1.key }.map { entry in end(entry.value, entry.key) }
            + heads.map { entry in endHead(entry.value, entry.key) }
            + feet.map { entry in endFoot(entry.value, entry.key) }
        (shown, heads, feet) = ([:], [:], [:])
        return leaving
    }

    /// Makes views that enter the window, and ends the display of views that leave it.
    func showWindow() {
        scrollBackIntoContent()
        let window = bounds.minY...max(bounds.minY, bounds.maxY)
        var paths: [IndexPath] = []
        for section in geometry.sections.indices {
            paths += geometry.rows(of: section, in: window).map { IndexPath(row: $0, section: section) }
        }
        let wanted = Set(paths)
        for (path, cell) in shown.sorted(by: { $0.key < $1.key }) where !wanted.contains(path) {
            shown[path] = nil
            end(cell, path)()
        }
        showHeadFeet(in: window)
        for path in paths {
            let cell = shown[path] ?? makeCell(path)
            shown[path] = cell
            cell.frame = rectForRow(at: path)
        }
        prefetch(around: paths)
    }

    private func makeCell(_ path: IndexPath) -> UITableViewCell {
        guard
            let cell = prepared.removeValue(forKey: path) ?? dataSource?.tableView(self, cellForRowAt: path)
        else { return UITableViewCell() }
        shown[path] = cell
        cell.isSelected = selected.contains(path)
        cell.isEditing = isEditing
        delegate?.tableView(self, willDisplay: cell, forRowAt: path)
        addSubview(cell)
        return cell
    }

    private func showHeadFeet(in window: ClosedRange<CGFloat>) {
        func isShown(_ range: ClosedRange<CGFloat>) -> Bool {
            range.upperBound > window.lowerBound && range.lowerBound < window.upperBound
        }
        for (section, layout) in geometry.sections.enumerated() {
            if !isShown(layout.head) {
                heads.removeValue(forKey: section).map { endHead($0, section)() }
            } else if heads[section] == nil,
                let view = delegate?.tableView(self, viewForHeaderInSection: section)
            {
                heads[section] = view
                view.frame.size.width = bounds.width
                delegate?.tableView(self, willDisplayHeaderView: view, forSection: section)
                addSubview(view)
            }
            if !isShown(layout.foot) {
                feet.removeValue(forKey: section).map { endFoot($0, section)() }
            } else if feet[section] == nil,
                let view = delegate?.tableView(self, viewForFooterInSection: section)
            {
                feet[section] = view
                view.frame.size.width = bounds.width
                delegate?.tableView(self, willDisplayFooterView: view, forSection: section)
                addSubview(view)
            }
        }
    }

    /// Ends the display of a cell. A cell that a person edits stays in the view and is not reused.
    func end(_ cell: UITableViewCell, _ path: IndexPath) -> () -> Void {
        let isEdited = cell.holdsFirstResponder
        if !isEdited { cell.removeFromSuperview() }
        return { [weak self] in
            guard let self else { return }
            delegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
            if !isEdited { cells.give(cell, cell.reuseIdentifier) }
        }
    }

    func endHead(_ view: UIView, _ section: Int) -> () -> Void {
        view.removeFromSuperview()
        return { [weak self] in
            guard let self else { return }
            delegate?.tableView(self, didEndDisplayingHeaderView: view, forSection: section)
            give(view)
        }
    }

    func endFoot(_ view: UIView, _ section: Int) -> () -> Void {
        view.removeFromSuperview()
        return { [weak self] in
            guard let self else { return }
            delegate?.tableView(self, didEndDisplayingFooterView: view, forSection: section)
            give(view)
        }
    }

    private func give(_ view: UIView) {
        guard let view = view as? UITableViewHeaderFooterView else { return }
        headFeet.give(view, view.reuseIdentifier)
    }

    /// Requests prefetching of the ten rows after the window, and cancels earlier requests whose rows did not
    /// appear.
    private func prefetch(around paths: [IndexPath]) {
        guard let prefetchDataSource, let last = paths.last else { return }
        let count = geometry.counts[last.section]
        let next = (last.row + 1..<max(last.row + 1, min(count, last.row + 11))).map {
            IndexPath(row: $0, section: last.section)
        }
        let cancelled = prefetched.subtracting(next).subtracting(paths).sorted()
        let new = next.filter { !prefetched.contains($0) }
        prefetched = Set(next)
        if !cancelled.isEmpty {
            prefetchDataSource.tableView(self, cancelPrefetchingForRowsAt: cancelled)
        }
        if !new.isEmpty { prefetchDataSource.tableView(self, prefetchRowsAt: new) }
    }
}
