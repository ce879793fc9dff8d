#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    // Rows that the user moves by dragging. The view moves the row by itself, and the table follows.
    extension ViewContainer {
        func canMoveRow(at path: IndexPath) -> Bool {
            // A place among rows in another order says nothing about a place in the table.
            guard let canMove, let panel, !panel.query.changesRows,
                let row = panel.tableInfo.row(.at(RowPosition(path)))
            else { return false }
            return canMove(row)
        }

        /// Returns the place for a dragged row. A collapsed section, and the section for the foot of the table, receive no
        /// rows.
        func target(ofMove path: IndexPath, proposed: IndexPath) -> IndexPath {
            panel?.tableInfo.section(.at(proposed.section))?.isCollapsed == false ? proposed : path
        }

        /// Moves a row in the table, as the view has moved it, and sends `move`.
        func didMove(_ path: IndexPath, to newPath: IndexPath) {
            guard path != newPath, let panel, let source = eventSource(at: path) else { return }
            isFollowingMove = true
            defer { isFollowingMove = false }
            do {
                try panel.moveRow(from: RowPosition(path), to: RowPosition(newPath))
                // A row that went to another section has a new source.
                let moved = try panel.source(.row(.at(RowPosition(newPath))))
                let sender = moved.rowID == source.rowID ? moved : source
                display.afterLayout { sender.post(.move, RowPosition(path)) }
            } catch {
                panel.report("The \(surfaceName) could not move a row, and reloads: \(error)")
                surface.reloadData()
            }
        }

        /// Commits a move that the view has performed already. The views are filled after it.
        func follow(_ changes: TableChanges, in update: TableUpdate) {
            let batch = ViewBatch(changes, in: update)
            update.commit()
            renewSources(batch)
            display.afterLayout { [weak self] in
                guard let self else { return }
                for position in changes.rowUpdates + changes.rowMoves.map(\.to) {
                    refill(surface.visibleCell(at: position.indexPath), at: .row(position))
                }
                for (kind, _, index) in batch.updatedParts {
                    refill(surface.visibleView(kind, ofSection: index), at: .part(kind, section: index))
                }
                adapter.fillSupplements()
                refillCountingHeads()
            }
        }
    }
#endif
