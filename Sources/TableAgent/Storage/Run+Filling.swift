extension Run {
    /// Fills a view with one element; false when the run's item fills another type of view.
    ///
    /// A view that is an object may come as a superclass or protocol of the item's view type, as cells do
    /// from a reuse queue.
    func fill<View>(_ view: inout View, at index: Int, in section: SectionState) -> Bool {
        if let kind = kind as? ViewKind<View> {
            kind.fill(self, index, &view, section)
            return true
        }
        guard type(of: view as Any) is AnyClass else { return false }
        return kind.operations.fillObject(self, index, view as AnyObject, section)
    }
}
