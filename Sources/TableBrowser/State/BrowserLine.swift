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
    /// Creates the line of a row.
    init(_ position: RowPosition) { self.init(section: position.section, part: .row(position.row)) }

    /// A line of the old table that was looked for in the new table.
    struct Successor {
        /// The line in the new table; without the old line, a line near its place.
        let line: BrowserLine
        /// Whether the old line is still there.
        let isSame: Bool
    }

    /// Returns the line in a new table. Without known changes, the line is looked for by its ids, first near its old position.
    ///
    /// - Complexity: O(changes × log changes), and more if the changes are unknown or the line's section moved.
    func successor(_ changes: TableChanges?, from old: TableInfo, to new: TableInfo) -> Successor {
        if section == old.sections.count { return successor(of: new.sections.count, in: new) }
        let map = changes.map { PositionMap($0) }
        let stayingSection = map?.newIndex(ofSection: section)
        let sectionID = old.sections[section].id
        let oldRows = old.sections[section].rows
        if let position, let map, stayingSection != nil {
            // The next row takes the place of a removed one.
            for row in position.row..<old.sections[section].visibleRowCount {
                let next = RowPosition(section: section, row: row)
                guard let target = map.newPosition(ofRow: next) else { continue }
                let isSame =
                    next == position
                    && RowMatch.newPositions(of: [next], changes, from: old, to: new)[next] == target
                return Successor(line: BrowserLine(target), isSame: isSame)
            }
        } else if let position {
            let id = oldRows[position.row].id
            let target = new.position(
                ofRow: id, inSection: sectionID, near: position, within: Self.searchDistance)
            if let target {
                let isOnly =
                    Self.isOnly(id, near: position.row, in: oldRows)
                    && Self.isOnly(id, near: target.row, in: new.sections[target.section].rows)
                return Successor(line: BrowserLine(target), isSame: isOnly)
            }
        }
        guard
            let newSection = stayingSection
                ?? new.index(ofSectionWithID: sectionID, with: nil, near: section)
        else {
            let near = min(section, max(new.sections.count - 1, 0))
            return Successor(line: BrowserLine(section: near, part: .head), isSame: false)
        }
        guard case .row(let row) = part else { return successor(of: newSection, in: new) }
        let last = new.sections[newSection].visibleRowCount - 1
        let part = last < 0 ? Part.head : .row(stayingSection == nil ? min(row, last) : last)
        return Successor(line: BrowserLine(section: newSection, part: part), isSame: false)
    }

    /// The number of rows above and below a row in which a row with its id is looked for.
    private static let searchDistance = 2_000

    /// Returns whether a row is the only one with its id among the rows near it.
    private static func isOnly(_ id: AnyID, near row: Int, in rows: Rows) -> Bool {
        let range = max(0, row - searchDistance)..<min(rows.count, row + searchDistance + 1)
        return range.allSatisfy { $0 == row || rows[$0].id != id }
    }

    /// Returns the same head or foot in a section of the new table. The head of a folded section replaces its foot.
    private func successor(of section: Int, in new: TableInfo) -> Successor {
        let target = section < new.sections.count ? new.sections[section] : nil
        let hasPart = target.map { part == .head ? $0.hasHead : $0.hasFootLine } ?? new.hasFoot
        let isFolded = part == .foot && !hasPart && target?.hasFoot == true
        return Successor(line: BrowserLine(section: section, part: isFolded ? .head : part), isSame: hasPart)
    }
}
