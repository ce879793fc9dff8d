import TableAgent
import TableSurfaces

extension LiveContainer {
    /// Returns the markup of the details of a row, for ``LivePage/details(ofRowWithKey:)``: the cells of all columns, and what a
    /// `DetailItem` adds.
    ///
    /// - Parameter key: The key of the row, which may be any text. A row that is in another section now is found by its id.
    /// - Throws: ``LiveRefusal`` with the code `rowNotVisible` if the row is not visible.
    public func details(ofRowWithKey key: String) throws(LiveRefusal) -> String {
        guard let panel, let line = HTMLFormat.row(withKey: key, in: panel.tableInfo) else {
            throw .rowNotVisible
        }
        return format.details(of: line.row, key: line.key, columns: panel.wholeTable.columns)
    }
}
