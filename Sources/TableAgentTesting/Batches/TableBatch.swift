public import TableAgent

/// One batch of operations as `UITableView` and `UICollectionView` take it, legal or not.
///
/// Deletes, reloads, and the sources of moves are positions in the old table; inserts and the targets of moves
/// are positions in the new one. The order of the operations has no meaning.
///
/// ```swift
/// var batch = TableBatch()
/// batch.rowReloads = [RowPosition(section: 0, row: 1)]
/// batch.rowMoves = [.init(from: RowPosition(section: 0, row: 0), to: RowPosition(section: 0, row: 3))]
/// ```
public struct TableBatch: Hashable, Sendable {
    /// A section that moves.
    public struct SectionMove: Hashable, Sendable {
        /// The section's index in the old table.
        public var from: Int
        /// The section's index in the new table.
        public var to: Int

        /// Creates a move.
        ///
        /// - Parameters:
        ///   - from: The section's index in the old table.
        ///   - to: The section's index in the new table.
        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// The sections to delete, by their old index.
    public var sectionDeletes: [Int] = []

    /// The sections to insert, by their new index.
    public var sectionInserts: [Int] = []

    /// The sections to reload, by their old index.
    public var sectionReloads: [Int] = []

    /// The sections to move.
    public var sectionMoves: [SectionMove] = []

    /// The rows to delete, by their old position.
    public var rowDeletes: [RowPosition] = []

    /// The rows to insert, by their new position.
    public var rowInserts: [RowPosition] = []

    /// The rows to reload, by their old position.
    public var rowReloads: [RowPosition] = []

    /// The rows to move.
    public var rowMoves: [TableChanges.RowMove] = []

    /// Creates a batch without operations.
    public init() {}

    /// Creates the batch that performs the structure of changes.
    ///
    /// Updates of content are not part of it: a surface fills them in after the batch, at the new positions.
    ///
    /// - Parameter changes: The changes between two tables.
    public init(_ changes: TableChanges) {
        sectionDeletes = changes.sectionDeletes
        sectionInserts = changes.sectionInserts
        rowDeletes = changes.rowDeletes
        rowInserts = changes.rowInserts
        rowMoves = changes.rowMoves
    }
}
