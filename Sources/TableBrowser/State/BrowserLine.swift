import TableAgent

/// A line of a table: a row, or the head or foot of a section.
///
/// The foot of the table is the foot of a section that follows the last one.
struct BrowserLine: Hashable, Sendable {
    /// The part of a section that a line shows.
    enum Part: Hashable, Sendable {
        case head
        /// A row, by its index in the section of the table.
        case row(Int)
        case foot
    }

    /// The index of the section.
    var section: Int

    /// The part of the section.
    var part: Part

    /// The position of the row, or `nil` for a head or foot.
    var position: RowPosition? {
        if case .row(let row) = part { RowPosition(section: section, row: row) } else { nil }
    }
}

extension BrowserLine {
    /// A line of the old table that was looked for in the new table.
    struct Successor {
        /// The line in the new table; without the old line, a line near its place.
        let line: BrowserLine
        /// Whether the old line is still there.
        let isSame: Bool
    }

    /// Returns the line after changes.
    ///
    /// - Complexity: O(changes × log changes), and more if the line's section moved: its row is then looked for by id.
    func successor(_ changes: TableChanges, from old: TableInfo, to new: TableInfo) -> Successor {
        let map = PositionMap(changes)
        if section == old.sections.count { return successor(of: new.sections.count, in: new) }
        guard let newSection = map.newIndex(ofSection: section) else { return successor(from: old, to: new) }
        guard case .row(let row) = part else { return successor(of: newSection, in: new) }
        // The next row takes the place of a removed one.
        for row in row..<old.sections[section].visibleRowCount {
            let position = RowPosition(section: section, row: row)
            if let target = map.newPosition(ofRow: position) {
                return Successor(
                    line: BrowserLine(section: target.section, part: .row(target.row)),
                    isSame: position == self.position
                        && RowMatch.newPositions(of: [position], changes, from: old, to: new)[position]
                            == target
                )
            }
        }
        let last = new.sections[newSection].visibleRowCount - 1
        return Successor(
            line: BrowserLine(section: newSection, part: last < 0 ? .head : .row(last)), isSame: false)
    }

    /// Returns the line of a table that replaces another one without known changes. The line is looked for by its ids, first
    /// near its old position.
    func successor(from old: TableInfo, to new: TableInfo) -> Successor {
        if section == old.sections.count { return successor(of: new.sections.count, in: new) }
        let sectionID = old.sections[section].id
        if case .row(let row) = part {
            let rowID = old.sections[section].rows[row].id
            let position = new.position(
                ofRow: rowID, inSection: sectionID, near: RowPosition(section: section, row: row),
                within: Self.searchDistance)
            if let position {
                return Successor(
                    line: BrowserLine(section: position.section, part: .row(position.row)),
                    isSame: Self.isOnly(rowID, near: row, in: old.sections[section].rows)
                        && Self.isOnly(rowID, near: position.row, in: new.sections[position.section].rows))
            }
        }
        guard let newSection = new.index(ofSectionWithID: sectionID, with: nil, near: section) else {
            return Successor(
                line: BrowserLine(section: min(section, max(new.sections.count - 1, 0)), part: .head),
                isSame: false)
        }
        guard case .row(let row) = part else { return successor(of: newSection, in: new) }
        let last = new.sections[newSection].visibleRowCount - 1
        return Successor(
            line: BrowserLine(section: newSection, part: last < 0 ? .head : .row(min(row, last))),
            isSame: false)
    }

    /// The number of rows above and below a row in which a row with its id is looked for.
    private static let searchDistance = 2_000

    /// Returns whether a row is the only one with its id among the rows near it.
    private static func isOnly(_ id: AnyID, near row: Int, in rows: Rows) -> Bool {
        let range = max(0, row - searchDistance)..<min(rows.count, row + searchDistance + 1)
        return range.allSatisfy { $0 == row || rows[$0].id != id }
    }

    /// Returns the same head or foot in a section of the new table.
    private func successor(of section: Int, in new: TableInfo) -> Successor {
        let hasPart =
            section == new.sections.count
            ? new.hasFoot : part == .head ? new.sections[section].hasHead : new.sections[section].hasFoot
        return Successor(line: BrowserLine(section: section, part: part), isSame: hasPart)
    }
}
