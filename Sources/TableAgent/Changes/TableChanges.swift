/// What changes between two tables: a value that a surface can play, a file can keep and a network can send.
///
/// Deletes and the sources of moves are places in the old table; inserts, the targets of moves and updates
/// are places in the new one. That is how `UITableView` and `UICollectionView` read a batch. A section that
/// moved is a delete and an insert; rows inside deleted or inserted sections are not listed.
///
/// ```swift
/// let changes = TableChanges(from: yesterday, to: today)
/// changes.rowInserts        // where rows are new
/// ```
public struct TableChanges: Hashable, Sendable {
    /// A row that stands at another place: in another section, or out of the order of the others.
    public struct RowMove: Hashable, Sendable, Codable {
        /// The place in the old table.
        public var from: RowPosition
        /// The place in the new table.
        public var to: RowPosition

        /// Creates a move.
        ///
        /// - Parameters:
        ///   - from: The place in the old table.
        ///   - to: The place in the new table.
        public init(from: RowPosition, to: RowPosition) {
            self.from = from
            self.to = to
        }
    }

    /// Sections that are gone, by their old number, ascending.
    public var sectionDeletes: [Int] = []

    /// Sections that are new, by their new number, ascending.
    public var sectionInserts: [Int] = []

    /// Rows that are gone, by their old position, ascending.
    public var rowDeletes: [RowPosition] = []

    /// Rows that are new, by their new position, ascending.
    public var rowInserts: [RowPosition] = []

    /// Rows that moved, by their new position, ascending.
    public var rowMoves: [RowMove] = []

    /// Rows with other content, moved or not, by their new position, ascending.
    public var rowUpdates: [RowPosition] = []

    /// Sections whose head has other content, by their new number, ascending.
    public var headUpdates: [Int] = []

    /// Sections whose foot has other content, by their new number, ascending.
    public var footUpdates: [Int] = []

    /// Creates changes that change nothing.
    public init() {}

    /// Whether nothing changes.
    public var isEmpty: Bool { !changesStructure && !changesContent }

    /// Whether sections or rows come, go or move.
    public var changesStructure: Bool {
        !(sectionDeletes.isEmpty && sectionInserts.isEmpty && rowDeletes.isEmpty && rowInserts.isEmpty
            && rowMoves.isEmpty)
    }

    /// Whether rows, heads or feet that stay have other content.
    public var changesContent: Bool {
        !(rowUpdates.isEmpty && headUpdates.isEmpty && footUpdates.isEmpty)
    }

    /// How many things change.
    public var count: Int {
        sectionDeletes.count + sectionInserts.count + rowDeletes.count + rowInserts.count + rowMoves.count
            + rowUpdates.count + headUpdates.count + footUpdates.count
    }
}
