import TableAgent
import TableSurfaces

/// A change of a page that shows a table. A patch identifies parts by their keys.
///
/// A page that shows the old table shows the new table after it applies all patches of an update in order. The
/// markup of the table then equals the markup that `HTMLFormat` writes for the new table. The key
/// of a remaining part may differ from its new id in bytes, but not as a string.
package struct LivePatch: Hashable, Sendable, Codable {
    /// The kind of change.
    package enum Action: String, Hashable, Sendable, Codable {
        /// Removes the part.
        case remove
        /// Inserts the markup at the position of the patch.
        case insert
        /// Moves the part to the position of the patch.
        case move
        /// Replaces the part with the markup. If the page has no such head or foot yet, inserts it.
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
        /// The foot of the table: the element `tfoot`. The key is empty.
        case tableFoot
        /// The caption of the table. The key is empty.
        case caption
    }

    /// The kind of change.
    package let action: Action

    /// The kind of part that changes.
    package let part: Part

    /// The key of the part.
    package let key: String

    /// For an insertion or a move, the key of the preceding part of the same kind, or `nil` for the first
    /// part.
    ///
    /// The first row of a section follows the section's head, if there is one. Heads and feet have fixed positions,
    /// so their patches have no preceding part.
    package let after: String?

    /// For an insertion or a replacement, the markup of the part.
    package let html: String?

    init(_ action: Action, _ part: Part, key: String, after: String? = nil, html: String? = nil) {
        self.action = action
        self.part = part
        self.key = key
        self.after = after
        self.html = html
    }
}

extension LivePatch {
    /// Returns the patches that make the same change to a page as a difference makes to the markup.
    ///
    /// The keys are taken from the markup, because equal ids of the tables may have other bytes. A section or row that
    /// remains has the same key before and after the change.
    ///
    /// - Parameter markup: The new markup.
    /// - Complexity: O(changes).
    static func patches(of difference: MarkupDifference, in markup: TableMarkup) -> [LivePatch] {
        var patches = difference.sectionDeletes.map { LivePatch(.remove, .section, key: $0.element.key) }
        for (index, section) in difference.sectionInserts {
            var html: [UInt8] = []
            section.append(to: &html)
            let after = index > 0 ? markup.sections.elements[index - 1].key : nil
            patches.append(
                LivePatch(.insert, .section, key: section.key, after: after, html: text(html[...])))
        }
        for section in difference.sections {
            let new = markup.sections.elements[section.index]
            for (part, line) in section.headAndFoot {
                // A new head or foot is a `replace`, too: the page inserts a part that it does not have yet.
                patches.append(
                    LivePatch(
                        line == nil ? .remove : .replace, part == .head ? .head : .foot, key: new.key,
                        html: line.map { text($0.html.markup) }))
            }
            for (_, line) in section.removals { patches.append(LivePatch(.remove, .row, key: line.key)) }
            // The patches run from top to bottom, so that the preceding row is already in position.
            for (row, source) in section.arrivals {
                let (key, after) = (new.row(row).key, row > 0 ? new.row(row - 1).key : nil)
                if case .new(let line) = source {
                    patches.append(
                        LivePatch(.insert, .row, key: key, after: after, html: text(line.html.markup)))
                } else {
                    patches.append(LivePatch(.move, .row, key: key, after: after))
                }
            }
            for (_, line) in section.updates {
                patches.append(LivePatch(.replace, .row, key: line.key, html: text(line.html.markup)))
            }
        }
        if difference.updatesFoot {
            let html = difference.foot.map { text($0.html.markup) }
            patches.append(LivePatch(html == nil ? .remove : .replace, .tableFoot, key: "", html: html))
        }
        if let caption = difference.caption {
            patches.append(LivePatch(.replace, .caption, key: "", html: text(caption[...])))
        }
        return patches
    }

    private static func text(_ markup: ArraySlice<UInt8>) -> String {
        String(decoding: markup, as: UTF8.self)
    }
}
