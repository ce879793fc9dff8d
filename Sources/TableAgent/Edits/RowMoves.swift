/// The moves of rows to other sections, so that a source of events finds its row after a move.
///
/// A row is known by its id and the id of its section.
struct RowMoves {
    private struct Key: Hashable {
        let row: AnyID
        let section: AnyID
    }

    /// The moves of each row in the order of time, each with the id of the new section.
    private var moves: [Key: [(time: Int, target: AnyID)]] = [:]
    /// The number of steps so far. The moves of one step happen together.
    private(set) var time = 0
    /// The number of rows above which moves of removed rows are forgotten.
    private var limit = 1_000

    /// Returns the id of the section to which the moves after a time brought a row.
    ///
    /// - Parameters:
    ///   - row: The row's id.
    ///   - section: The id of the row's section at that time.
    ///   - time: The time, as the number of steps until then.
    ///
    /// - Complexity: O(moves of the row since then).
    func section(ofRow row: AnyID, in section: AnyID, since time: Int = 0) -> AnyID {
        var (section, time) = (section, time)
        while let moves = moves[Key(row: row, section: section)],
            case let next = moves.partitionPoint({ $0.time > time }), next < moves.endIndex
        {
            (time, section) = moves[next]
        }
        return section
    }

    /// Adds the move of one row.
    mutating func add(_ row: AnyID, from section: AnyID, to target: AnyID) {
        time += 1
        if section != target { moves[Key(row: row, section: section), default: []].append((time, target)) }
    }

    /// Adds the moves of rows to other sections in some changes, except for rows whose moves are already known.
    mutating func add(_ changes: TableChanges, from old: TableInfo, to new: TableInfo) {
        let found = (changes.rowMoves + changes.relocatedRows).compactMap { move -> (Key, AnyID)? in
            let (section, target) = (old.sections[move.from.section], new.sections[move.to.section])
            guard !target.hasSameID(as: section), let row = old.row(at: move.from)?.id else { return nil }
            let isKnown = self.section(ofRow: row, in: section.id) != section.id
            return isKnown ? nil : (Key(row: row, section: section.id), target.id)
        }
        if found.isEmpty { return }
        time += 1
        for (key, target) in found { moves[key, default: []].append((time, target)) }
    }

    /// Adds later moves.
    ///
    /// Forgets the moves of rows that are no longer in the table, once there are many moves for the size of the table.
    mutating func add(_ later: RowMoves, in table: TableInfo) {
        for (key, moves) in later.moves {
            self.moves[key, default: []] += moves.map { ($0.time + time, $0.target) }
        }
        time += later.time
        guard moves.count > limit, moves.count > table.rowCount else { return }
        let all = self
        moves = moves.filter { key, moves in
            guard let (time, target) = moves.last else { return false }
            let section = all.section(ofRow: key.row, in: target, since: time)
            return table.position(ofRowWithID: key.row, inSectionWithID: section) != nil
        }
        limit = max(1_000, 2 * moves.count)
    }
}
