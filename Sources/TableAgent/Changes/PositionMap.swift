/// A map between the positions of sections and visible rows in the old table and in the new table.
///
/// A surface that shows a part of a long table uses the map to follow its rows through changes:
///
/// ```swift
/// let map = PositionMap(changes)
/// selection = selection.compactMap { map.newPosition(ofRow: $0) }
/// ```
///
/// A section that moved is a delete and an insert in ``TableChanges``. The map has no new index for such a section, and
/// no new positions for its rows.
public struct PositionMap: Hashable, Sendable {
    private let sectionDeletes: [Int]
    private let sectionInserts: [Int]

    /// The old positions of rows that are deleted or move, ascending.
    private let departures: [RowPosition]
    /// The new positions of rows that are inserted or move, ascending.
    private let arrivals: [RowPosition]

    private let movesByOldPosition: [TableChanges.RowMove]
    private let movesByNewPosition: [TableChanges.RowMove]

    /// Creates a map of changes that are legal in one batch.
    ///
    /// - Complexity: O(changes × log changes).
    public init(_ changes: TableChanges) {
        sectionDeletes = changes.sectionDeletes
        sectionInserts = changes.sectionInserts
        movesByOldPosition = changes.rowMoves.sorted { $0.from < $1.from }
        movesByNewPosition = changes.rowMoves
        departures = (changes.rowDeletes + changes.rowMoves.map(\.from)).sorted()
        arrivals = (changes.rowInserts + changes.rowMoves.map(\.to)).sorted()
    }

    /// Returns the new index of a section of the old table.
    ///
    /// - Parameter index: The index in the old table.
    /// - Returns: The index in the new table; `nil` if the section is deleted or moves.
    /// - Complexity: O(log changes).
    public func newIndex(ofSection index: Int) -> Int? {
        Self.index(index, leaving: sectionDeletes[...], arriving: sectionInserts[...]) { $0 }
    }

    /// Returns the old index of a section of the new table.
    ///
    /// - Parameter index: The index in the new table.
    /// - Returns: The index in the old table; `nil` if the section is inserted or has moved.
    /// - Complexity: O(log changes).
    public func oldIndex(ofSection index: Int) -> Int? {
        Self.index(index, leaving: sectionInserts[...], arriving: sectionDeletes[...]) { $0 }
    }

    /// Returns the new position of a visible row of the old table.
    ///
    /// - Parameter position: The position in the old table.
    /// - Returns: The position in the new table; `nil` if the row is deleted, or its section is deleted or moves.
    /// - Complexity: O(log changes).
    public func newPosition(ofRow position: RowPosition) -> RowPosition? {
        if let move = Self.move(at: position, in: movesByOldPosition, by: \.from) { return move.to }
        let section = newIndex(ofSection: position.section)
        return Self.position(position, inSection: section, leaving: departures, arriving: arrivals)
    }

    /// Returns the old position of a visible row of the new table.
    ///
    /// - Parameter position: The position in the new table.
    /// - Returns: The position in the old table; `nil` if the row is inserted, or its section is inserted or has moved.
    /// - Complexity: O(log changes).
    public func oldPosition(ofRow position: RowPosition) -> RowPosition? {
        if let move = Self.move(at: position, in: movesByNewPosition, by: \.to) { return move.from }
        let section = oldIndex(ofSection: position.section)
        return Self.position(position, inSection: section, leaving: arrivals, arriving: departures)
    }

    /// Returns the new index of each visible row of an old section, or -1 for a row that is deleted or moves.
    ///
    /// - Parameters:
    ///   - section: The index of the section in the old table.
    ///   - count: The number of visible rows in the section.
    /// - Complexity: O(rows of the section + log changes). ``newPosition(ofRow:)`` is faster for a few rows.
    package func newIndices(ofRowsInSection section: Int, count: Int) -> [Int32] {
        var indices = [Int32](repeating: -1, count: count)
        guard let newSection = newIndex(ofSection: section) else { return indices }
        var leaving = Self.rows(ofSection: section, in: departures)
        var arriving = Self.rows(ofSection: newSection, in: arrivals)
        var next = 0
        for row in 0..<count {
            if leaving.first?.row == row {
                leaving.removeFirst()
                continue
            }
            while arriving.first?.row == next {
                arriving.removeFirst()
                next += 1
            }
            indices[row] = Int32(next)
            next += 1
        }
        return indices
    }

    // MARK: Searching

    private static func move(
        at position: RowPosition, in moves: [TableChanges.RowMove],
        by end: KeyPath<TableChanges.RowMove, RowPosition>
    ) -> TableChanges.RowMove? {
        let index = moves.partitionPoint { $0[keyPath: end] >= position }
        return index < moves.endIndex && moves[index][keyPath: end] == position ? moves[index] : nil
    }

    /// Returns the position of a row that neither leaves nor moves, in its section of the other table.
    private static func position(
        _ position: RowPosition, inSection section: Int?, leaving: [RowPosition], arriving: [RowPosition]
    ) -> RowPosition? {
        guard let section else { return nil }
        let row = index(
            position.row, leaving: rows(ofSection: position.section, in: leaving),
            arriving: rows(ofSection: section, in: arriving)
        ) { $0.row }
        return row.map { RowPosition(section: section, row: $0) }
    }

    private static func rows(
        ofSection section: Int, in positions: [RowPosition]
    ) -> ArraySlice<RowPosition> {
        let start = positions.partitionPoint { $0.section >= section }
        return positions[start...].prefix(upTo: positions[start...].partitionPoint { $0.section > section })
    }

    /// Returns the index of an element after some elements left a list and others arrived.
    ///
    /// - Parameters:
    ///   - leaving: The elements that leave, ascending by their old index.
    ///   - arriving: The elements that arrive, ascending by their new index.
    /// - Returns: `nil` if the element leaves.
    private static func index<Element>(
        _ index: Int, leaving: ArraySlice<Element>, arriving: ArraySlice<Element>,
        by indexOf: (Element) -> Int
    ) -> Int? {
        let next = leaving.partitionPoint { indexOf($0) >= index }
        if next < leaving.endIndex, indexOf(leaving[next]) == index { return nil }
        // The number of staying elements before the element. An arriving element precedes it if at most `rank` staying
        // elements precede the arriving element.
        let rank = index - (next - leaving.startIndex)
        let start = arriving.startIndex
        let end = arriving.indices.partitionPoint { indexOf(arriving[$0]) - ($0 - start) > rank }
        return rank + (end - start)
    }
}
