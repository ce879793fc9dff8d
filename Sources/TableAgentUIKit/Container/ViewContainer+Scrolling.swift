#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    public import UIKit

    extension ViewContainer {
        /// Performs a change, and then scrolls so that the topmost visible row that remains keeps its
        /// position.
        func keepingPosition(_ change: () -> Void) {
            guard keepsScrollPosition, hasShown else { return change() }
            let anchors = surface.visiblePaths.sorted().compactMap {
                path -> (source: EventSource, top: CGFloat)? in
                guard let source = eventSource(at: path) else { return nil }
                return (source, surface.frame(at: path).minY - surface.contentOffset.y)
            }
            change()
            layOutIfSeen()
            // Lay out after the scrolling but within the update, so that no event is sent for rows that were visible
            // only before the scrolling.
            defer { layOutIfSeen() }
            for anchor in anchors {
                guard let position = anchor.source.position, isExpanded(position) else { continue }
                let top = surface.frame(at: position.path).minY - anchor.top
                let inset = surface.adjustedContentInset
                let lowest = surface.contentSize.height + inset.bottom - surface.bounds.height
                surface.contentOffset.y = max(-inset.top, min(top, lowest))
                return
            }
        }

        /// Lays out the view if it is in a window.
        func layOutIfSeen() {
            if surface.window != nil { surface.layoutIfNeeded() }
        }

        /// Returns the index path of a row to scroll to.
        func path(of row: RowReference) throws(TableError) -> IndexPath {
            guard let position = try panel?.source(.row(row)).position else {
                throw TableError(
                    .notAttached,
                    "\(surfaceName) is attached to no agent; attach one before scrolling to a row.")
            }
            try checkOwnership()
            guard isExpanded(position) else {
                throw TableError(
                    .rowHidden,
                    "The row at \(position) is hidden with its section; expand the section before scrolling.",
                    position: position)
            }
            return position.path
        }

        func isExpanded(_ position: RowPosition) -> Bool {
            panel?.tableInfo.section(at: position.section)?.isCollapsed == false
        }
    }

    // MARK: The delegate of a scroll view

    extension ViewContainer: UIScrollViewDelegate {
        /// Forwards the call to ``scrollDelegate``.
        public func scrollViewDidScroll(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewDidScroll?(scrollView)
        }

        /// Forwards the call to ``scrollDelegate``.
        public func scrollViewDidZoom(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewDidZoom?(scrollView)
        }

        /// Forwards the call to ``scrollDelegate``.
        public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewWillBeginDragging?(scrollView)
        }

        /// Forwards the call to ``scrollDelegate``.
        public func scrollViewWillEndDragging(
            _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
            targetContentOffset: UnsafeMutablePointer<CGPoint>
        ) {
            scrollDelegate?.scrollViewWillEndDragging?(
                scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
        }

        /// Forwards the call to ``scrollDelegate``.
        public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
            scrollDelegate?.scrollViewDidEndDragging?(scrollView, willDecelerate: decelerate)
        }

        /// Forwards the call to ``scrollDelegate``.
        public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewWillBeginDecelerating?(scrollView)
        }

        /// Forwards the call to ``scrollDelegate``.
        public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewDidEndDecelerating?(scrollView)
        }

        /// Forwards the call to ``scrollDelegate``.
        public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewDidEndScrollingAnimation?(scrollView)
        }

        /// Returns the result of ``scrollDelegate``, or `nil` if the delegate does not implement the method.
        public func viewForZooming(in scrollView: UIScrollView) -> UIView? {
            scrollDelegate?.viewForZooming?(in: scrollView) ?? nil
        }

        /// Forwards the call to ``scrollDelegate``.
        public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
            scrollDelegate?.scrollViewWillBeginZooming?(scrollView, with: view)
        }

        /// Forwards the call to ``scrollDelegate``.
        public func scrollViewDidEndZooming(
            _ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat
        ) {
            scrollDelegate?.scrollViewDidEndZooming?(scrollView, with: view, atScale: scale)
        }

        /// Returns the result of ``scrollDelegate``, or `true` if the delegate does not implement the method.
        public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
            scrollDelegate?.scrollViewShouldScrollToTop?(scrollView) ?? true
        }

        /// Forwards the call to ``scrollDelegate``.
        public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewDidScrollToTop?(scrollView)
        }

        /// Forwards the call to ``scrollDelegate``.
        public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewDidChangeAdjustedContentInset?(scrollView)
        }
    }
#endif
