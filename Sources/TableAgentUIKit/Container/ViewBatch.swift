#if canImport(UIKit) && !os(watchOS)
    import TableAgent

    /// The changes of an update, which a view applies as one batch, with look-ups from the old table to the new one and back.
    struct ViewBatch {
        let changes: TableChanges
        let update: TableUpdate
        let map: PositionMap
        private let removedRows: Set<RowPosition>

        init(_ changes: TableChanges, in update: TableUpdate) {
            self.changes = changes
            self.update = update
            map = PositionMap(changes)
            removedRows = Set(changes.removedRows)
        }

        /// Returns the new position of a row of the old table, or `nil` if the row was removed. The changes tell it for most
        /// rows. The others, such as those of a removed section, are found by their ids.
        func newPosition(ofRow old: RowPosition) -> RowPosition? {
            map.newPosition(ofRow: old) ?? (removedRows.contains(old) ? nil : update.newPosition(ofRow: old))
        }

        /// Returns the place in the new table, or `nil` if there is no such place, and whether the row or section was removed.
        func follow(_ place: ViewPlace) -> (new: ViewPlace?, isRemoved: Bool) {
            switch place {
            case .row(let old):
                return (map.newPosition(ofRow: old).map { .row($0) }, isRemoved(old))
            case .supplement(let old, let kind):
                return (map.newPosition(ofRow: old).map { .supplement($0, kind: kind) }, isRemoved(old))
            case .boundary(let old, let kind):
                let new = map.newIndex(ofSection: old).map { ViewPlace.boundary($0, kind: kind) }
                return (new, changes.removedSections.contains(old))
            case .part(let kind, let old):
                let isTableFoot = old == update.old.sections.count
                let new = isTableFoot ? update.new.sections.count : map.newIndex(ofSection: old)
                return (new.map { .part(kind, section: $0) }, changes.removedSections.contains(old))
            }
        }

        private func isRemoved(_ row: RowPosition) -> Bool {
            removedRows.contains(row) || changes.removedSections.contains(row.section)
        }

        /// Returns the changes for a batch that replaces sections, and therefore does not change their rows one by one.
        ///
        /// - Parameter sections: The new indices of the sections by their old ones.
        func replacing(_ sections: [Int: Int]) -> TableChanges {
            guard !sections.isEmpty else { return changes }
            let old = Set(sections.keys)
            let new = Set(sections.values)
            var result = changes
            result.rowMoves = []
            for move in changes.rowMoves {
                switch (old.contains(move.from.section), new.contains(move.to.section)) {
                case (true, false): result.rowInserts.append(move.to)
                case (false, true): result.rowDeletes.append(move.from)
                case (false, false): result.rowMoves.append(move)
                case (true, true): break
                }
            }
            result.rowDeletes.removeAll { old.contains($0.section) }
            result.rowInserts.removeAll { new.contains($0.section) }
            return result
        }

        /// The rows whose views are refilled, in the new table. Rows that moved to another section are refilled too, because
        /// they need a new event source.
        var refilledRows: [RowPosition] {
            let arrived = changes.rowMoves.filter {
                update.old.section(.at($0.from.section))?.id != update.new.section(.at($0.to.section))?.id
            }
            return Set(changes.rowUpdates + arrived.map(\.to)).sorted()
        }

        /// Whether rows, heads, or feet that stay have new content, which may need another height. The heights before and after
        /// tell nothing: an object that changed in place has only the new one, and the app's own delegate may give the size.
        var updatesContent: Bool { !changes.rowUpdates.isEmpty || !updatedParts.isEmpty }

        /// The updated heads and feet, with the indices of their sections in the view.
        var updatedParts: [(kind: TablePart, old: Int, new: Int)] {
            // A head tells assistive technologies whether its section is collapsed.
            let toggled = changes.collapsedSections + changes.expandedSections
            let heads = Set(changes.headUpdates).union(toggled).sorted()
            var parts = [(TablePart.head, heads), (.foot, changes.footUpdates)].flatMap { kind, sections in
                sections.compactMap { new in
                    map.oldIndex(ofSection: new).map { (kind: kind, old: $0, new: new) }
                }
            }
            // The foot of the table is the foot of the last section of the view, in both tables.
            if changes.updatesTableFoot, update.keepsTableFoot {
                parts.append((.foot, update.old.sections.count, update.new.sections.count))
            }
            return parts
        }
    }
#endif
