/// One row of a file that was read: a place in the table that holds its cells.
struct Record {
    /// What all records of a table share.
    final class Source: Sendable {
        let table: SourceTable
        /// The numbers of the file's columns that are shown, in the order in which they are shown.
        let columns: [Int]

        init(table: SourceTable, columns: [Int]) {
            self.table = table
            self.columns = columns
        }
    }

    let source: Source
    /// The row's number in the file, from 0, the header not counted.
    let row: Int
}
