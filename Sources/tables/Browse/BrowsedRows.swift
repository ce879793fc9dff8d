import TableAgent

/// The rows and columns that a person sees in the browser, or some of them, for work off the actor of the browser.
struct BrowsedRows: Sendable {
    /// The indices of the rows in the whole input, in their order; `nil` for the rows that the command line selects.
    let rows: [Int]?
    /// The names of the visible columns.
    let columns: [String]
    /// The selection of the command line, with the columns that the rows are grouped by.
    let selection: RowSelection
    /// The parts of the input that were read so far: one for a whole file.
    let parts: [SourceTable]

    /// Returns the whole input, and the indices of the rows.
    func source() throws(InputError) -> (table: SourceTable, rows: [Int]) {
        let table = try SourceTable(joining: parts)
        if let rows { return (table, rows) }
        return (table, try selection.rows(of: table))
    }
}
