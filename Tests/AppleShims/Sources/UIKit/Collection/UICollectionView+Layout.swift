import Foundation

extension UICollectionView {
    /// Updates the visible views after a change of the data or the layout.
    func layOut() {
        guard !isLayingOut, batch == nil else { return }
        isLayingOut = true
        defer { isLayingOut = false }
        var leaving: [() -> Void] = []
        if isStale {
            isStale = false
            leaving = removeAll()
            counts = countedData()
        }
        showWindow()
        for end in leaving { end() }
    }

    func countedData() -> [Int] {
        (0..<(dataSource?.numberOfSections(in: self) ?? 0)).map {
            dataSource?.collectionView(self, numberOfItemsInSection: $0) ?? 0
        }
    }

    /// Ends the display of all views within the call of `reloadData()`, from the last one to the first one.
    func endDisplayForReload() {
        isLayingOut = true
        defer { isLayingOut = false }
        for end in removeAll().reversed() { end() }
    }

    private func removeAll() -> [() -> Void] {
        let leaving =
            shown.sorted { $0.key < $1.key }.map { entry in end(entry.value, entry.key) }
            + shownSupplements.map { entry in end(entry.value, entry.key) }
        (shown, shownSupplements) = ([:], [:])
        return leaving
    }

    /// Makes views that enter the window, and ends the display of views that leave it.
    func showWindow() {
        collectionViewLayout.prepareIfNeeded()
        contentSize = collectionViewLayout.collectionViewContentSize
        scrollBackIntoContent()
        let attributes = collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []
        let paths = attributes.filter { $0.representedElementCategory == .cell }.map(\.indexPath).sorted()
        let places = attributes.compactMap { attributes in
            attributes.representedElementKind.map { Place(kind: $0, path: attributes.indexPath) }
        }
        for (path, cell) in shown.sorted(by: { $0.key < $1.key }) where !paths.contains(path) {
            shown[path] = nil
            end(cell, path)()
        }
        for (place, view) in shownSupplements where !places.contains(place) {
            shownSupplements[place] = nil
            end(view, place)()
        }
        for place in places where shownSupplements[place] == nil { makeSupplement(place) }
        for path in paths where shown[path] == nil { makeCell(path) }
        if collectionViewLayout.measure(shown) { return showWindow() }
        for attributes in attributes {
            if let kind = attributes.representedElementKind {
                shownSupplements[Place(kind: kind, path: attributes.indexPath)]?.frame = attributes.frame
            } else {
                shown[attributes.indexPath]?.frame = attributes.frame
            }
        }
    }

    private func makeCell(_ path: IndexPath) {
        guard
            let cell = prepared.removeValue(forKey: path)
                ?? dataSource?.collectionView(self, cellForItemAt: path)
        else { return }
        checkQueue(cell, "collectionView:cellForItemAtIndexPath:")
        shown[path] = cell
        cell.measuredHeight = nil
        cell.isSelected = selected.contains(path)
        delegate?.collectionView(self, willDisplay: cell, forItemAt: path)
        addSubview(cell)
    }

    private func makeSupplement(_ place: Place) {
        guard
            let view = dataSource?.collectionView(
                self, viewForSupplementaryElementOfKind: place.kind, at: place.path)
        else { return }
        checkQueue(view, "collectionView:viewForSupplementaryElementOfKind:atIndexPath:")
        shownSupplements[place] = view
        delegate?.collectionView(
            self, willDisplaySupplementaryView: view, forElementKind: place.kind, at: place.path)
        addSubview(view)
    }

    private func checkQueue(_ view: UICollectionReusableView, _ method: String) {
        if view.reuseIdentifier == nil {
            UIKitException.raise("the view returned from -\(method) was not retrieved by dequeueing it")
        }
    }

    func end(_ cell: UICollectionViewCell, _ path: IndexPath) -> () -> Void {
        cell.removeFromSuperview()
        return { [self] in
            delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
            cells.give(cell, cell.reuseIdentifier)
        }
    }

    func end(_ view: UICollectionReusableView, _ place: Place) -> () -> Void {
        view.removeFromSuperview()
        return { [self] in
            delegate?.collectionView(
                self, didEndDisplayingSupplementaryView: view, forElementOfKind: place.kind, at: place.path)
            supplements[place.kind]?.give(view, view.reuseIdentifier)
        }
    }
}
