#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    import UIKit

    extension ViewContainer: @MainActor TableContainer {
        /// Whether an item has a view of the surface, any other view that is no cell, or is a `GridLineItem`.
        public func canShow(_ item: ItemType) -> Bool {
            registry.source(for: item) != nil
        }

        /// The view can be changed by batches.
        public var appliesChanges: Bool { true }

        /// Has the view load all of the new table.
        ///
        /// - Parameter update: The former and the new table.
        /// - Throws: `TableError` with the code `notAttached` when the view belongs to another container.
        public func reload(_ update: TableUpdate) throws {
            try requireSurface()
            hasOtherViews = false
            changing {
                update.commit()
                display.removeAll()
                surface.reloadData()
                // At once, so that what comes on show and goes is told within the update.
                if surface.window != nil, !isLayingOut { surface.layoutIfNeeded() }
            }
            didShow()
        }

        /// Carries changes out as one batch, and fills what has other content, where it is.
        ///
        /// A view without a window loads the new table: nobody sees how it changes. So does one in the midst
        /// of its layout, as when `willDisplay` is answered with more rows: UIKit takes no batch then. So does one whose items
        /// got other views since.
        ///
        /// - Parameters:
        ///   - changes: What to change.
        ///   - update: The former and the new table.
        /// - Throws: `TableError` with the code `notAttached` when the view belongs to another container.
        public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
            guard surface.window != nil, !isLayingOut, !hasOtherViews else { return try reload(update) }
            try requireSurface()
            changing {
                if changes.changesStructure {
                    surface.performBatchUpdates(
                        { [surface] in
                            update.commit()
                            surface.play(changes, in: update)
                        }, completion: nil)
                } else {
                    update.commit()
                }
                refillRows(changes, in: update)
                refillEntries(changes, in: update)
                refillSupplements()
            }
            didShow()
        }

        /// Shows a row as not selected, without an event.
        ///
        /// - Parameter position: The row's position on show.
        public func deselect(_ position: RowPosition) {
            surface.deselect(position.path)
        }

        private func changing(_ change: () -> Void) {
            tellingAfterwards { keepingPosition(change) }
        }

        private func requireSurface() throws {
            guard !ownsSurface else { return }
            throw TableError(
                .notAttached,
                "The view of the \(surfaceName) was given to another container or data source since; attach "
                    + "one agent to a view, and detach it before another takes over.")
        }
    }
#endif
