#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    extension ViewContainer {
        /// Performs a change, and then scrolls so that the first visible row that remains keeps its position.
        ///
        /// The offset is set without `setContentOffset(_:animated:)`, which would end the deceleration after a drag.
        func keepingPosition(_ follow: (RowPosition) -> RowPosition?, _ change: () -> Void) {
            guard keepsScrollPosition, hasShown else { return change() }
            let offset = surface.contentOffset
            anchors = surface.visiblePaths.sorted().compactMap { path in
                let frame = surface.frame(at: path).offsetBy(dx: -offset.x, dy: -offset.y)
                return follow(RowPosition(path)).map { ($0, frame.origin) }
            }
            change()
            layOutIfSeen()
            if let offset = anchoredOffset(surface.contentSize), offset != surface.contentOffset {
                surface.contentOffset = offset
            }
            anchors = []
            // Lay out after the scrolling but within the update, so that no event is sent for rows that were visible
            // only before the scrolling.
            layOutIfSeen()
        }

        /// Returns the content offset at which the first anchor that remains has its position, or `nil` without such an anchor.
        ///
        /// - Parameter size: The size of the content after the update.
        func anchoredOffset(_ size: CGSize) -> CGPoint? {
            guard let anchor = anchors.first(where: { isExpanded($0.position) }) else { return nil }
            let origin = surface.frame(at: anchor.position.indexPath).origin
            let inset = surface.adjustedContentInset
            let last = CGPoint(
                x: size.width + inset.right - surface.bounds.width,
                y: size.height + inset.bottom - surface.bounds.height)
            return CGPoint(
                x: max(-inset.left, min(origin.x - anchor.origin.x, last.x)),
                y: max(-inset.top, min(origin.y - anchor.origin.y, last.y)))
        }

        /// Lays out the view if it is in a window.
        func layOutIfSeen() { if surface.window != nil { surface.layoutIfNeeded() } }

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
            return position.indexPath
        }

        func isExpanded(_ position: RowPosition) -> Bool {
            panel?.tableInfo.section(.at(position.section))?.isCollapsed == false
        }
    }
#endif
