extension SourceTable {
    /// The text of a cell as a new string; `""` for a null and for a missing value.
    func text(row: Int, column: Int) -> String {
        withUTF8(row: row, column: column) { String(decoding: $0, as: UTF8.self) }
    }

    /// The index of the column with a name.
    ///
    /// - Throws: ``InputError`` that names the columns there are, and the one most like `name`.
    func column(named name: String) throws(InputError) -> Int {
        if let index = columns.firstIndex(of: name) { return index }
        throw InputError(file: file, reason: reason(forUnknown: name))
    }

    private func reason(forUnknown name: String) -> String {
        guard !columns.isEmpty else { return "there is no column \(name.quoted()): the table has no columns" }
        var reason = "there is no column \(name.quoted())"
        if let nearest = Spelling.nearest(to: name, in: columns) {
            reason += "; did you mean \(nearest.quoted())?"
        }
        let listed = 20
        reason += reason.hasSuffix("?") ? " The columns are " : "; the columns are "
        reason += columns.prefix(listed).map { $0.shortened() }.joined(separator: ", ")
        if columns.count > listed { reason += " and \(columns.count - listed) more" }
        return reason
    }
}
