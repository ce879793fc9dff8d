/// What an agent does about rows or sections with the same id.
///
/// In each case no row is lost: rows with the same id are told apart by their order.
public enum DuplicatePolicy {
    /// They are told apart, and nobody is told; it costs nothing.
    case tellApart
    /// They are told apart, and a closure is told of all of them; it costs a pass over the rows of each table.
    case report(([DuplicateID]) -> Void)
    /// A table with duplicates is refused with an error, and what is on show stays; it costs the same pass.
    case refuse
}

extension DuplicatePolicy {
    func check(_ table: TableInfo) throws(TableError) {
        switch self {
        case .tellApart: break
        case .report(let report):
            let duplicates = table.duplicateIDs()
            if !duplicates.isEmpty { report(duplicates) }
        case .refuse:
            if let duplicate = table.duplicateIDs().first { throw TableError.duplicateID(duplicate) }
        }
    }
}
