import TableAgent

extension BatchCheck {
    /// Checks that the places of section operations exist and don't contradict each other.
    mutating func checkSectionPlaces() {
        for section in Self.duplicates(batch.sectionDeletes) {
            reportSection(.duplicate, "Section \(section) is deleted twice.")
        }
        for section in Self.duplicates(batch.sectionInserts) {
            reportSection(.duplicate, "Section \(section) is inserted twice.")
        }
        for section in Self.duplicates(batch.sectionReloads) {
            reportSection(.duplicate, "Section \(section) is reloaded twice.")
        }
        for section in Self.duplicates(batch.sectionMoves.map(\.from)) {
            reportSection(.duplicate, "Section \(section) moves twice.")
        }
        for section in Self.duplicates(batch.sectionMoves.map(\.to)) {
            reportSection(.duplicate, "Two sections move to section \(section).")
        }
        for section in sectionDeletes.sorted() where !old.indices.contains(section) {
            reportSection(
                .outOfBoundsBefore, "Section \(section) is deleted or reloaded, of \(old.count) sections.")
        }
        for section in sectionInserts.sorted() where !new.indices.contains(section) {
            reportSection(
                .outOfBoundsAfter, "Section \(section) is inserted, where there are \(new.count) sections.")
        }
        for move in batch.sectionMoves {
            if !old.indices.contains(move.from) {
                reportSection(
                    .outOfBoundsBefore, "Section \(move.from) moves, of \(old.count) sections.")
            }
            if !new.indices.contains(move.to) {
                reportSection(
                    .outOfBoundsAfter, "A section moves to \(move.to), where there are \(new.count) sections."
                )
            }
            if sectionDeletes.contains(move.from) {
                reportSection(.deleteAndMove, "Section \(move.from) is deleted or reloaded and moves.")
            }
            if sectionInserts.contains(move.to) {
                reportSection(.insertAndMove, "Section \(move.to) is inserted or reloaded and moved to.")
            }
        }
    }

    /// Checks that the places of row operations exist and don't contradict each other.
    ///
    /// Deletes of rows go without saying where the section is deleted; they are left out.
    mutating func checkRowPlaces() {
        reportDuplicateRows()
        for place in rowDeletes.sorted() where !isPlaceBefore(place) {
            report(.outOfBoundsBefore, "There is no row at \(place) to delete or reload.")
        }
        for place in rowInserts.sorted() where !isPlaceAfter(place) {
            report(.outOfBoundsAfter, "A row is inserted at \(place), where there is none after the batch.")
        }
        rowDeletes = rowDeletes.filter { !sectionDeletes.contains($0.section) }
        for move in batch.rowMoves {
            if !isPlaceBefore(move.from) {
                report(.outOfBoundsBefore, "There is no row at \(move.from) to move.")
            }
            if !isPlaceAfter(move.to) {
                report(.outOfBoundsAfter, "A row moves to \(move.to), where there is none after the batch.")
            }
            if rowDeletes.contains(move.from) {
                report(.deleteAndMove, "The row at \(move.from) is deleted or reloaded and moves.")
            }
            if rowInserts.contains(move.to) {
                report(.insertAndMove, "A row is inserted or reloaded at \(move.to), and one moves there.")
            }
            if sectionDeletes.contains(move.from.section) {
                report(.moveFromDeletedSection, "The row at \(move.from) moves out of a deleted section.")
            }
            if sectionInserts.contains(move.to.section) {
                report(.moveToInsertedSection, "A row moves to \(move.to), in a section that is inserted.")
            }
        }
    }

    private mutating func reportDuplicateRows() {
        for place in Self.duplicates(batch.rowDeletes) {
            report(.duplicate, "The row at \(place) is deleted twice.")
        }
        for place in Self.duplicates(batch.rowInserts) {
            report(.duplicate, "Two rows are inserted at \(place).")
        }
        for place in Self.duplicates(batch.rowReloads) {
            report(.duplicate, "The row at \(place) is reloaded twice.")
        }
        for place in Self.duplicates(batch.rowMoves.map(\.from)) {
            report(.duplicate, "The row at \(place) moves twice.")
        }
        for place in Self.duplicates(batch.rowMoves.map(\.to)) {
            report(.duplicate, "Two rows move to \(place).")
        }
    }
}
