public import TableAgent

/// One batch of operations as `UITableView` and `UICollectionView` take it, legal or not.
///
/// Deletes, reloads and the sources of moves are places before the batch; inserts and the targets of moves
/// are places after it. The order of the operations has no meaning.
///
/// ```swift
/// var batch = TableBatch()
/// batch.rowReloads = [RowPosition(section: 0, row: 1)]
/// batch.rowMoves = [.init(from: RowPosition(section: 0, row: 0), to: RowPosition(section: 0, row: 3))]
/// ```
public struct TableBatch: Hashable, Sendable {
    /// A section that moves.
    public struct SectionMove: Hashable, Sendable {
        /// The section's number before the batch.
        public var from: Int
        /// The section's number after the batch.
        public var to: Int

        /// Creates a move.
        ///
        /// - Parameters:
        ///   - from: The section's number before the batch.
        ///   - to: The section's number after the batch.
        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// Sections to delete, by their number before.
    public var sectionDeletes: [Int] = []

    /// Sections to insert, by their number after.
    public var sectionInserts: [Int] = []

    /// Sections to reload, by their number before.
    public var sectionReloads: [Int] = []

    /// Sections to move.
    public var sectionMoves: [SectionMove] = []

    /// Rows to delete, by their position before.
    public var rowDeletes: [RowPosition] = []

    /// Rows to insert, by their position after.
    public var rowInserts: [RowPosition] = []

    /// Rows to reload, by their position before.
    public var rowReloads: [RowPosition] = []

    /// Rows to move.
    public var rowMoves: [TableChanges.RowMove] = []

    /// Creates a batch without operations.
    public init() {}

    /// Creates the batch that plays the structure of changes.
    ///
    /// Changed content is not part of it: it is filled in after the batch, at the new positions.
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
