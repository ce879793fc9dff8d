import TableAgent
import TableSurfaces

/// A change of a page that shows a table, by the keys that its parts carry.
///
/// A page that has the old table and carries out the patches of an update, one after the other, has the new table.
/// The markup is that of `HTMLFormat`, which writes the whole page, too.
package struct LivePatch: Hashable, Sendable, Codable {
    /// What a patch does.
    package enum Action: String, Hashable, Sendable, Codable {
        /// The part is removed.
        case remove
        /// The markup is put where the patch says.
        case insert
        /// The part is moved to where the patch says.
        case move
        /// The part is replaced by the markup.
        case replace
    }

    /// A part of the table.
    package enum Part: String, Hashable, Sendable, Codable {
        /// A section: the element with its key as `data-section`.
        case section
        /// A row: the element with its key as `data-row`.
        case row
        /// The head of a section: the element with the section's key as `data-head`.
        case head
        /// The foot of a section: the element with the section's key as `data-foot`.
        case foot
    }

    /// What the patch does.
    package let action: Action

    /// What it does it to.
    package let part: Part

    /// The key of the part.
    package let key: String

    /// For an insertion or a move, the key of the part of the same kind that stands before it; `nil` if there is none.
    ///
    /// The first row of a section stands behind its head, if it has one, and the head stands first.
    package let after: String?

    /// For an insertion or a replacement, the markup of the part.
    package let html: String?

    init(_ action: Action, _ part: Part, _ key: String, after: String? = nil, html: String? = nil) {
        (self.action, self.part, self.key, self.after, self.html) = (action, part, key, after, html)
    }
}

/// Makes the patches of an update.
struct LivePatcher {
    private let old: TableInfo
    private let new: TableInfo
    private let changes: TableChanges
    private let fragments: HTMLFragments
    private var patches: [LivePatch] = []

    /// Makes none where a page had better be written anew: where keys are not unique, or the frame of the table is another.
    static func patches(
        from old: TableInfo, to new: TableInfo, _ changes: TableChanges, in format: HTMLFormat
    ) throws -> [LivePatch]? {
        let fragments = try format.fragments(of: new)
        guard hasUniqueKeys(old), hasUniqueKeys(new), loneFoot(of: old) == loneFoot(of: new),
            hasVisibleRows(old) == hasVisibleRows(new),
            try format.fragments(of: old).frame == fragments.frame
        else { return nil }
        var patcher = LivePatcher(old: old, new: new, changes: changes, fragments: fragments)
        try patcher.patchSections()
        try patcher.patchRows()
        return patcher.patches
    }

    private init(old: TableInfo, new: TableInfo, changes: TableChanges, fragments: HTMLFragments) {
        (self.old, self.new, self.changes, self.fragments) = (old, new, changes, fragments)
    }

    /// The section that is the foot of the table.
    private static func loneFoot(of table: TableInfo) -> AnyID? {
        guard table.sections.count > 1, let last = table.sections.last, last.head == nil,
            last.rows.isEmpty, last.foot != nil
        else { return nil }
        return last.id
    }

    /// Without rows and titles, heads and feet of one cell span no columns.
    private static func hasVisibleRows(_ table: TableInfo) -> Bool {
        table.sections.contains { !$0.visibleRows.isEmpty }
    }

    private static func hasUniqueKeys(_ table: TableInfo) -> Bool {
        var sections = Set<String>()
        return table.sections.allSatisfy { section in
            var rows = Set<String>()
            return sections.insert(HTMLFormat.key(ofSection: section.id)).inserted
                && section.visibleRows.allSatisfy {
                    rows.insert(HTMLFormat.key(ofRow: $0.id, inSection: section.id)).inserted
                }
        }
    }

    private func key(_ section: Int, of table: TableInfo) -> String {
        HTMLFormat.key(ofSection: table.sections[section].id)
    }

    private func key(_ row: RowPosition, of table: TableInfo) -> String {
        let section = table.sections[row.section]
        return HTMLFormat.key(ofRow: section.rows[row.row].id, inSection: section.id)
    }

    // MARK: Sections

    private mutating func patchSections() throws {
        for section in changes.sectionDeletes {
            patches.append(LivePatch(.remove, .section, key(section, of: old)))
        }
        for section in changes.sectionInserts {
            patches.append(
                LivePatch(
                    .insert, .section, key(section, of: new),
                    after: section > 0 ? key(section - 1, of: new) : nil,
                    html: try fragments.section(at: section)))
        }
        for (part, updates) in [(LivePatch.Part.head, changes.headUpdates), (.foot, changes.footUpdates)] {
            for section in updates {
                let html =
                    try part == .head
                    ? fragments.head(ofSection: section) : fragments.foot(ofSection: section)
                // Whether there was one before is for the page to see.
                let action: LivePatch.Action = html == nil ? .remove : .replace
                patches.append(LivePatch(action, part, key(section, of: new), html: html))
            }
        }
    }

    // MARK: Rows

    private mutating func patchRows() throws {
        // A row that goes to another section gets another key.
        let (moves, transfers) = changes.rowMoves.reduce(
            into: ([RowPosition: RowPosition](), [TableChanges.RowMove]())
        ) { result, move in
            if old.sections[move.from.section].id == new.sections[move.to.section].id {
                result.0[move.to] = move.from
            } else {
                result.1.append(move)
            }
        }
        for row in changes.rowDeletes + transfers.map(\.from) {
            patches.append(LivePatch(.remove, .row, key(row, of: old)))
        }
        let arrivals = Set(changes.rowInserts + transfers.map(\.to))
        // From the top, so that what stands before a row is in place.
        for row in (Array(arrivals) + Array(moves.keys)).sorted() {
            let after = row.row > 0 ? key(RowPosition(section: row.section, row: row.row - 1), of: new) : nil
            if arrivals.contains(row) {
                patches.append(
                    LivePatch(
                        .insert, .row, key(row, of: new), after: after, html: try fragments.row(at: row)))
            } else {
                patches.append(LivePatch(.move, .row, key(row, of: new), after: after))
            }
        }
        for row in changes.rowUpdates where !arrivals.contains(row) {
            patches.append(LivePatch(.replace, .row, key(row, of: new), html: try fragments.row(at: row)))
        }
    }
}
