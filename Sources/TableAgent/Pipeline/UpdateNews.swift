/// What an update brought that listeners are told of.
///
/// Changes say what a surface has to do; this says what it means. A row that a batch deletes may be on show
/// elsewhere, be hidden in a collapsed section, or be shown by another item.
struct UpdateNews {
    /// The sections that were collapsed or expanded, with their new numbers.
    private(set) var toggled: [(section: TableSection, number: Int)] = []
    /// The rows that were on show in a section that stays and are not in the table any more.
    private(set) var removedRows: [(row: Row, sectionID: AnyID)] = []
    /// The sections that are not in the table any more.
    private(set) var removedSections: [TableSection] = []

    private let former: [TableSection]
    private let new: [TableSection]

    /// - Parameters:
    ///   - update: The two tables.
    ///   - changes: What the surface carried out; `nil` when it showed all of the table anew, and then
    ///     nothing is said of what was removed.
    init(of update: TableUpdate, _ changes: TableChanges?) {
        (former, new) = (update.former.sections, update.new.sections)
        let hasCollapsed = former.contains(where: \.isCollapsed) || new.contains(where: \.isCollapsed)
        guard let changes else {
            if hasCollapsed { findToggled(SectionPair.pairs(former, new)) }
            return
        }
        let isPlain = !hasCollapsed && changes.sectionDeletes.isEmpty && changes.sectionInserts.isEmpty
        guard !isPlain || !changes.rowDeletes.isEmpty else { return }
        // Where all sections stay and are expanded, the changes name every row.
        let pairs = isPlain ? [] : SectionPair.pairs(former, new, changes)
        if hasCollapsed { findToggled(pairs) }
        findRemovedRows(changes, pairs)
        let stays = Set(pairs.map(\.old))
        removedSections = changes.sectionDeletes.filter { !stays.contains($0) }.map { former[$0] }
    }

    private mutating func findToggled(_ pairs: [SectionPair]) {
        for pair in pairs where former[pair.old].isCollapsed != new[pair.new].isCollapsed {
            toggled.append((new[pair.new], pair.new))
        }
    }

    private mutating func findRemovedRows(_ changes: TableChanges, _ pairs: [SectionPair]) {
        // Sections whose rows the changes do not name one by one: they moved, or are or were collapsed.
        let whole = pairs.filter { $0.moved || former[$0.old].isCollapsed || new[$0.new].isCollapsed }
        let wholeOld = Set(whole.map(\.old))
        let wholeNew = Set(whole.map(\.new))
        var leaving: [(row: Row, sectionID: AnyID)] = []
        func leaves(_ row: Row, _ section: Int) { leaving.append((row, former[section].id)) }

        for place in changes.rowDeletes where !wholeOld.contains(place.section) {
            leaves(former[place.section].rows[place.row], place.section)
        }
        var arriving = RowCounts()
        func compare(_ pair: SectionPair) {
            let (old, rows) = (former[pair.old], new[pair.new].rows)
            guard !old.rows.isShared(with: rows) else { return }
            var rest = RowCounts()
            for row in rows { rest.add(row.id) }
            for row in old.rows where !rest.take(row.id) && !old.isCollapsed { leaves(row, pair.old) }
            arriving.add(rest)
        }
        // No row leaves from where none was on show, so these are looked at only for others that arrive there.
        for pair in whole where !former[pair.old].isCollapsed { compare(pair) }
        guard !leaving.isEmpty else { return }
        for pair in whole where former[pair.old].isCollapsed { compare(pair) }

        for place in changes.rowInserts where !wholeNew.contains(place.section) {
            arriving.add(new[place.section].rows[place.row].id)
        }
        for move in changes.rowMoves where wholeOld.contains(move.from.section) {
            arriving.add(new[move.to.section].rows[move.to.row].id)
        }
        let known = Set(pairs.map(\.new))
        for number in changes.sectionInserts where !known.contains(number) {
            for row in new[number].rows { arriving.add(row.id) }
        }
        removedRows = leaving.filter { !arriving.take($0.row.id) }
    }
}

/// A section that two tables have.
private struct SectionPair {
    let old: Int
    let new: Int
    /// Whether a batch deletes and inserts the section.
    let moved: Bool

    /// Of sections with equal ids, the first is the first, and so on.
    static func pairs(_ former: [TableSection], _ new: [TableSection]) -> [SectionPair] {
        matched(Array(former.indices), Array(new.indices), former, new)
    }

    /// As the changes have it: those that stay do so in order, others that are deleted and inserted moved.
    static func pairs(_ former: [TableSection], _ new: [TableSection], _ changes: TableChanges)
        -> [SectionPair]
    {
        let (deleted, inserted) = (Set(changes.sectionDeletes), Set(changes.sectionInserts))
        let staying = zip(
            former.indices.lazy.filter { !deleted.contains($0) },
            new.indices.lazy.filter { !inserted.contains($0) })
        return staying.map { SectionPair(old: $0, new: $1, moved: false) }
            + matched(changes.sectionDeletes.sorted(), changes.sectionInserts.sorted(), former, new)
    }

    private static func matched(
        _ olds: [Int], _ news: [Int], _ former: [TableSection], _ new: [TableSection]
    ) -> [SectionPair] {
        guard !olds.isEmpty, !news.isEmpty else { return [] }
        var places: [AnyID: [Int]] = [:]
        for old in olds.reversed() { places[former[old].id, default: []].append(old) }
        return news.compactMap { number in
            places[new[number].id]?.popLast().map { SectionPair(old: $0, new: number, moved: true) }
        }
    }
}

/// How many rows there are of each id.
private struct RowCounts {
    private var counts: [AnyID: Int] = [:]

    mutating func add(_ id: AnyID) { counts[id, default: 0] += 1 }

    mutating func add(_ other: RowCounts) {
        for (id, count) in other.counts where count > 0 { counts[id, default: 0] += count }
    }

    /// Takes one row of an id away; false when there is none.
    mutating func take(_ id: AnyID) -> Bool {
        guard let count = counts[id], count > 0 else { return false }
        counts[id] = count - 1
        return true
    }
}

extension Rows {
    /// Whether both consist of the same slices, and so of the same rows.
    ///
    /// - Complexity: O(chunks of slices).
    fileprivate func isShared(with other: Rows) -> Bool {
        count == other.count && sharedEnds(with: other).first == count
    }
}
