/// What an agent does about rows or sections with the same id.
///
/// In each case no row is lost: rows with the same id are told apart by their order.
public enum DuplicatePolicy {
    /// They are told apart, and nobody is told; it costs nothing.
    case tellApart
    /// They are told apart, and a closure is told of all of them; it costs a pass over the rows of each
    /// table.
    case report(([DuplicateID]) -> Void)
    /// A table with duplicates is refused with an error, and what is on show stays; it costs the same pass.
    case refuse
}

extension DuplicatePolicy {
    /// Throws for a table that is to be refused.
    func check(_ table: TableInfo) throws(TableError) {
        guard case .refuse = self, let duplicate = table.duplicateIDs().first else { return }
        throw TableError.duplicateID(duplicate)
    }

    /// Reports what is told apart in a table on show, which may be edited then.
    func report(_ table: TableInfo) {
        guard case .report(let report) = self else { return }
        let duplicates = table.duplicateIDs()
        if !duplicates.isEmpty { report(duplicates) }
    }
}
