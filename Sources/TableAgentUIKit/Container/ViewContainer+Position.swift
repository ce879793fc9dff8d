#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    extension ViewContainer {
        /// Changes the table, and scrolls so that the uppermost row that is still there stays where it is.
        func keepingPosition(_ change: () -> Void) {
            guard keepsScrollPosition, hasShown, !isLayingOut else { return change() }
            let anchors = surface.shownPaths.sorted().compactMap {
                path -> (source: RowSource, top: CGFloat)? in
                guard let source = try? panel?.source(at: RowPosition(path)) else { return nil }
                return (source, surface.frame(at: path).minY - surface.contentOffset.y)
            }
            change()
            if surface.window != nil { surface.layoutIfNeeded() }
            for anchor in anchors {
                guard let position = anchor.source.position, isShown(position) else { continue }
                let top = surface.frame(at: position.path).minY - anchor.top
                let inset = surface.adjustedContentInset
                let lowest = surface.contentSize.height + inset.bottom - surface.bounds.height
                surface.contentOffset.y = max(-inset.top, min(top, lowest))
                return
            }
        }

        /// The place of a row that can be scrolled to.
        func path(of row: RowReference) throws -> IndexPath {
            guard let panel else {
                throw TableError(
                    .notAttached,
                    "\(surfaceName) is attached to no agent; attach one before scrolling to a row.")
            }
            let position = try panel.tableInfo.position(of: row)
            guard isShown(position) else {
                throw TableError(
                    .rowNotFound,
                    "The row at \(position) is hidden with its section; expand the section before scrolling.",
                    position: position)
            }
            return position.path
        }

        private func isShown(_ position: RowPosition) -> Bool {
            panel?.tableInfo.section(at: position.section)?.isCollapsed == false
        }
    }
#endif
