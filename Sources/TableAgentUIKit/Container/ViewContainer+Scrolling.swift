#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// Passes on what the view tells of scrolling.
    extension ViewContainer: UIScrollViewDelegate {
        /// Passes the call on to ``scrollDelegate``.
        public func scrollViewDidScroll(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewDidScroll?(scrollView)
        }

        /// Passes the call on to ``scrollDelegate``.
        public func scrollViewDidZoom(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewDidZoom?(scrollView)
        }

        /// Passes the call on to ``scrollDelegate``.
        public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewWillBeginDragging?(scrollView)
        }

        /// Passes the call on to ``scrollDelegate``.
        public func scrollViewWillEndDragging(
            _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
            targetContentOffset: UnsafeMutablePointer<CGPoint>
        ) {
            scrollDelegate?.scrollViewWillEndDragging?(
                scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
        }

        /// Passes the call on to ``scrollDelegate``.
        public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
            scrollDelegate?.scrollViewDidEndDragging?(scrollView, willDecelerate: decelerate)
        }

        /// Passes the call on to ``scrollDelegate``.
        public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewWillBeginDecelerating?(scrollView)
        }

        /// Passes the call on to ``scrollDelegate``.
        public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewDidEndDecelerating?(scrollView)
        }

        /// Passes the call on to ``scrollDelegate``.
        public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewDidEndScrollingAnimation?(scrollView)
        }

        /// Asks the ``scrollDelegate``; without an answer there is no view to zoom.
        public func viewForZooming(in scrollView: UIScrollView) -> UIView? {
            scrollDelegate?.viewForZooming?(in: scrollView) ?? nil
        }

        /// Passes the call on to ``scrollDelegate``.
        public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
            scrollDelegate?.scrollViewWillBeginZooming?(scrollView, with: view)
        }

        /// Passes the call on to ``scrollDelegate``.
        public func scrollViewDidEndZooming(
            _ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat
        ) {
            scrollDelegate?.scrollViewDidEndZooming?(scrollView, with: view, atScale: scale)
        }

        /// Asks the ``scrollDelegate``; without an answer the view scrolls to its top.
        public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
            scrollDelegate?.scrollViewShouldScrollToTop?(scrollView) ?? true
        }

        /// Passes the call on to ``scrollDelegate``.
        public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewDidScrollToTop?(scrollView)
        }

        /// Passes the call on to ``scrollDelegate``.
        public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
            scrollDelegate?.scrollViewDidChangeAdjustedContentInset?(scrollView)
        }
    }
#endif
