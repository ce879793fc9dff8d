#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    import UIKit

    extension ViewContainer: @MainActor TableContainer {
        /// The name of the container's class.
        public var surfaceName: String { String(describing: type(of: self)) }

        /// Returns whether the container can show an item. The item must be a `GridLineItem`, or have a `UIView` of its
        /// own or by registration. The view must not be a cell of another kind of surface.
        public func canShow(_ item: any TableItem.Type) -> Bool { viewSource(for: item) != nil }

        /// A Boolean value that indicates whether the container applies changes as batches. It is `true`.
        public var appliesChanges: Bool { true }

        /// A Boolean value that indicates whether the container reloads for other columns and another caption. It is `false`.
        public var showsColumns: Bool { false }

        /// Reloads the view with the new table.
        ///
        /// - Parameter update: The old and the new table.
        /// - Throws: `TableError` with the code `notAttached` if the data source or the delegate of the view was replaced.
        public func reload(_ update: TableUpdate) throws {
            checkIsolation()
            try checkOwnership()
            performUpdate({ update.newPosition(ofRow: $0) }) {
                hasOtherViews = false
                update.commit()
                columnTitles?.update(replacesRows: false)
                // A reload ends the editing of a view, which then sends what was typed.
                display.renewEdited { place in
                    guard case .row(let old) = place else { return nil }
                    return update.newPosition(ofRow: old).flatMap { self.eventSource(at: $0.indexPath) }
                }
                replaceViews()
            }
        }

        private func replaceViews() {
            display.replaceViews { surface.reloadData() }
            // Lay out now, so that the display events are sent within the update.
            if fillingCount == 0 { layOutIfSeen() }
        }

        /// Replaces all views, when rows start or stop being shown in columns.
        func replaceRows() {
            guard hasShown, adapter.ownsSurface, !postpone({ [weak self] in self?.replaceRows() }) else {
                return
            }
            keepingSelection({ $0 }) { keepingPosition({ $0 }) { replaceViews() } }
        }

        /// Applies changes as one batch, and refills updated rows, heads, and feet in place.
        ///
        /// The container reloads instead in these cases:
        ///
        /// - The view has no window. The changes are then invisible.
        /// - Views or styles were registered since the last reload.
        /// - The view is filling its views, or has postponed a reload. It then accepts no batch.
        ///
        /// - Parameters:
        ///   - changes: The changes to apply.
        ///   - update: The old and the new table.
        /// - Throws: `TableError` with the code `notAttached` if the data source or the delegate of the view was replaced.
        public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
            checkIsolation()
            try checkOwnership()
            if isFollowingMove { return follow(changes, in: update) }
            guard surface.window != nil, !hasOtherViews else { return try reload(update) }
            guard fillingCount == 0, surface.hasCounts(of: update.old) else {
                panel?.report(
                    "The \(surfaceName) reloads, because its view has not shown the previous table yet. "
                        + "Change the table after its views are filled.")
                return try reload(update)
            }
            let batch = ViewBatch(update.keepingPlaces(changes), in: update)
            performUpdate(batch.newPosition(ofRow:)) {
                let (parts, replaced) = refilledHeadsAndFeet(batch)
                let refills = refilledRows(batch) + parts
                let complete = update.postponeCompletion()
                // All changes are one batch, which also measures the refilled views.
                let perform = {
                    self.surface.performBatchUpdates(
                        {
                            update.commit()
                            self.renewSources(batch)
                            self.surface.perform(batch.replacing(replaced), in: update)
                            if !replaced.isEmpty { self.surface.reload(IndexSet(replaced.keys)) }
                            for (view, place) in refills where !self.keepsTyping(view, at: place, batch) {
                                self.refill(view, at: place)
                            }
                            if batch.updatesContent { self.surface.measureAgain() }
                        }, completion: { _ in complete() })
                }
                if update.isAnimated { perform() } else { UIView.performWithoutAnimation(perform) }
                adapter.fillSupplements()
                refillCountingHeads()
            }
        }

        /// Returns whether a person drags a row or has swiped it open. UIKit accepts no significant change then: a reload would
        /// undo the drag, and a batch would close the swipe.
        ///
        /// - Parameter show: Shows what waits. It is called within 50 milliseconds after the end.
        public func postpone(_ show: @escaping () -> Void) -> Bool {
            guard isHeld else { return false }
            // This is safe, because the panel is used only on the main actor.
            nonisolated(unsafe) let show = show
            // UIKit reports the end of a swipe, but not that of a drag to the same place.
            Task { [weak self] in
                while self?.isHeld == true { try? await Task.sleep(nanoseconds: 50_000_000) }
                show()
            }
            return true
        }

        private var isHeld: Bool {
            // The view itself has moved a row, and has not finished.
            if isFollowingMove { return true }
            return hasShown && surface.window != nil && !isPerformingSwipe && fillingCount == 0
                && (surface.hasUncommittedUpdates || surface.holdsRow)
        }

        /// Renews the event sources of the views after a table without changes. If views were registered since the last
        /// reload, the views are replaced.
        public func renewSources() {
            checkIsolation()
            if hasOtherViews, adapter.ownsSurface {
                hasOtherViews = false
                performUpdate({ $0 }) { replaceViews() }
            } else {
                display.renew { (self.content(at: $0), false) }
                refillCountingHeads()
                didShow()
            }
        }

        /// Marks a row as selected, and scrolls to it on request, without posting an event. A row that is hidden with its section
        /// is not marked.
        ///
        /// - Parameters:
        ///   - position: The position of the row.
        ///   - scrolls: Whether the view scrolls until the row is visible.
        public func select(_ position: RowPosition, scrolls: Bool) {
            guard isExpanded(position) else { return }
            let old = surface.selectedPaths
            surface.select(position.indexPath)
            let marked = surface.selectedPaths
            // In a view that marks one row, another row loses its mark, as by a tap.
            for path in old where !marked.contains(path) { post(.deselect, at: path) }
            if scrolls { surface.reveal(position.indexPath) }
        }

        /// Deselects a row without posting an event.
        ///
        /// - Parameter position: The position of the visible row.
        public func deselect(_ position: RowPosition) {
            if isExpanded(position) { surface.deselect(position.indexPath, animated: true) }
        }

        /// Detaches the container on the main actor: immediately if the agent was released on the main actor,
        /// otherwise in a later task.
        ///
        /// - Parameter detach: Detaches the container and releases the objects that the agent owned.
        public nonisolated func agentWasReleased(_ detach: @escaping () -> Void) {
            if MainQueue.isCurrent { return detach() }
            // This is safe, because the program used the agent and its parts only on the main actor.
            nonisolated(unsafe) let detach = detach
            Task { @MainActor in detach() }
        }

        /// - Parameter follow: Returns the new position of a row, or `nil` if the row is not in the new table.
        private func performUpdate(_ follow: (RowPosition) -> RowPosition?, _ change: () -> Void) {
            keepingSelection(follow) { keepingPosition(follow, change) }
            display.report()
            didShow()
        }

        /// Renews the event sources of the views within a batch. The changes tell where each line is, so that no removed row
        /// is searched for.
        func renewSources(_ batch: ViewBatch) {
            display.renew { place in
                let (new, isRemoved) = batch.follow(place)
                return (new.flatMap { self.content(at: $0) }, isRemoved)
            }
        }

        /// Performs a change, and then selects the selected rows again. A reload empties the selection of a view, and so
        /// does the move of a section.
        func keepingSelection(_ follow: (RowPosition) -> RowPosition?, _ change: () -> Void) {
            let selected = surface.selectedPaths.compactMap { follow(RowPosition($0)) }
            change()
            guard !selected.isEmpty else { return }
            let paths = Set(surface.selectedPaths)
            for position in selected where isExpanded(position) {
                if !paths.contains(position.indexPath) { surface.select(position.indexPath) }
            }
        }

        /// A visible view, and its place after an update.
        private typealias Refill = (view: UIView, place: ViewPlace)

        /// Gives a view that a person edits the source of its row in another section, and leaves what was typed.
        ///
        /// - Returns: `false` if the view is not edited, or if the row has changed, so that the view must be refilled.
        private func keepsTyping(_ view: UIView, at place: ViewPlace, _ batch: ViewBatch) -> Bool {
            guard case .row(let position) = place, view.hasFirstResponder, view.sendsEvents,
                !batch.changes.rowUpdates.contains(position), let content = content(at: place)
            else { return false }
            view.renew(with: content.source)
            display.didFill(view, with: content)
            return true
        }

        /// Refills a visible view.
        func refill(_ view: UIView?, at place: ViewPlace) {
            guard let view else { return }
            if let content = content(at: place) {
                fill(view, with: content)
            } else {
                // The layout reserves space for a head that the section does not have any more.
                (view as? any ContentHolding)?.contentConfiguration = nil
                describe(view, as: nil)
            }
        }

        /// Refills heads and feet whose registered views show the state of the section, although their own items do not. The
        /// changes do not list them.
        func refillCountingHeads() {
            for (view, place) in display.parts {
                guard let content = content(at: place), !(content.row.item is any SectionItem.Type),
                    viewSource(for: content.row.item)?.item is any SectionItem.Type
                else { continue }
                fill(view, with: content)
            }
        }

        /// Returns the visible views of updated rows.
        private func refilledRows(_ batch: ViewBatch) -> [Refill] {
            batch.refilledRows.compactMap { position in
                let old = batch.map.oldPosition(ofRow: position)
                return old.flatMap { surface.visibleCell(at: $0.indexPath) }.map { ($0, .row(position)) }
            }
        }

        /// Returns the visible views of updated heads and feet, and the sections to replace. A section is replaced if the surface
        /// can't exchange the view of its head or foot alone. They are pairs of an old and a new index.
        private func refilledHeadsAndFeet(_ batch: ViewBatch) -> (refills: [Refill], replaced: [Int: Int]) {
            var refills: [Refill] = []
            var replaced: [Int: Int] = [:]
            for (kind, old, new) in batch.updatedParts {
                let view = surface.visibleView(kind, ofSection: old)
                let oldRow = batch.update.old.row(kind, ofViewSection: old)
                let newRow = batch.update.new.row(kind, ofViewSection: new)
                guard oldRow != nil || newRow != nil else { continue }
                let place = ViewPlace.part(kind, section: new)
                if canRefill(oldRow, with: newRow, at: place) {
                    if let view { refills.append((view, place)) }
                } else if view != nil || oldRow == nil {
                    replaced[old] = new
                }
            }
            return (refills, replaced)
        }

        /// Returns whether the view of a head or foot can show another one: the two share views, or the surface's own view
        /// hosts both.
        private func canRefill(_ old: Row?, with new: Row?, at place: ViewPlace) -> Bool {
            guard let new else { return adapter.laysOutHeads }
            if old?.item == new.item { return true }
            let sources = [old, new].compactMap { $0.flatMap { viewSource(for: $0.item) } }
            let identifiers = sources.map(\.reuseIdentifier)
            if old != nil, let first = identifiers.first ?? nil, first == identifiers.last { return true }
            return (old != nil || adapter.laysOutHeads)
                && sources.allSatisfy { !adapter.isOwnView($0, at: place) }
        }
    }
#endif
