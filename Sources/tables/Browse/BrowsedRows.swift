import TableAgent

/// The rows and columns that a person sees in the browser, or some of them, for work off the actor of the browser.
struct BrowsedRows: Sendable {
    /// The indices of the rows in the whole input, in their order; `nil` for the rows that the command line selects.
    let rows: [Int]?
    /// The names of the visible columns.
    let columns: [String]
    /// The selection of the command line, with the columns that the rows are grouped by.
    let selection: RowSelection
    let input: Input

    enum Input: Sendable {
        case whole(SourceTable)
        /// The parts that were read so far.
        case parts([RowStream.Part])

        /// Returns the whole input.
        func table() throws(InputError) -> SourceTable {
            switch self {
            case .whole(let table): table
            case .parts(let parts): try RowStream.Part(joining: parts).table
            }
        }
    }

    /// Returns the whole input, and the selection of the rows.
    func source() throws(InputError) -> (table: SourceTable, selection: RowSelection) {
        let table = try input.table()
        let chosen = if let rows { rows } else { try selection.rows(of: table) }
        return (table, RowSelection(chosen: chosen, groupBy: selection.groupBy))
    }
}
