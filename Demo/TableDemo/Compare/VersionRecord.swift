/// One row of a version of a table, which another version may have too.
struct VersionRecord: Identifiable {
    /// What tells a row from the others of its group: its key and, of rows with one key, its place.
    struct ID: Hashable, Sendable {
        let key: String
        /// How many rows of the group with this key stand above.
        let repetition: Int
    }

    /// What all records of a version share.
    final class Source: Sendable {
        let table: SourceTable
        /// The numbers of the compared columns in the file; `nil` for one that the file lacks.
        let columns: [Int?]

        init(table: SourceTable, columns: [Int?]) {
            self.table = table
            self.columns = columns
        }
    }

    let source: Source
    /// The row's number in the file, from 0, the header not counted.
    let row: Int
    let id: ID
}

extension VersionRecord {
    /// Whether a record of the other version has the same values.
    ///
    /// - Complexity: O(bytes of both rows); no `String` is made.
    func isSame(as other: VersionRecord) -> Bool {
        source.columns.indices.allSatisfy { value(at: $0).isSame(as: other.value(at: $0)) }
    }

    /// The value in a compared column.
    func value(at index: Int) -> VersionValue {
        VersionValue(source: source, row: row, column: source.columns[index])
    }
}
