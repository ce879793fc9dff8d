public import TableAgent

/// One batch of operations for `UITableView` or `UICollectionView`. The batch can be illegal.
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

    /// The old indices of the sections to delete.
    public var sectionDeletes: [Int] = []
    /// The new indices of the sections to insert.
    public var sectionInserts: [Int] = []
    /// The old indices of the sections to reload.
    public var sectionReloads: [Int] = []
    /// The sections to move.
    public var sectionMoves: [SectionMove] = []
    /// The old positions of the rows to delete.
    public var rowDeletes: [RowPosition] = []
    /// The new positions of the rows to insert.
    public var rowInserts: [RowPosition] = []
    /// The old positions of the rows to reload.
    public var rowReloads: [RowPosition] = []
    /// The rows to move.
    public var rowMoves: [TableChanges.RowMove] = []

    /// Creates a batch without operations.
    public init() {}

    /// Creates the batch for the structural part of changes.
    ///
    /// The batch does not contain content updates. A view fills these rows after the batch, at their new
    /// positions.
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
