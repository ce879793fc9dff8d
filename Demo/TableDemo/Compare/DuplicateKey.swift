/// A row with a key that another row of its group has already.
struct DuplicateKey: Equatable {
    let key: String
    /// The row's number in the file, from 0.
    let row: Int
    /// The number of the first row with the key.
    let firstRow: Int
}

extension DuplicateKey {
    /// The warnings about a file, a line each, with no control character of the file in them.
    ///
    /// - Parameter limit: how many rows are named; the others are counted.
    static func warnings(about version: TableVersion, limit: Int = 10) -> [String] {
        let table = version.source.table
        let named = version.duplicates.prefix(limit).map { duplicate in
            let key = duplicate.key.quoted()
            let (line, first) = (table.line(ofRow: duplicate.row), table.line(ofRow: duplicate.firstRow))
            return "warning: \(table.file):\(line): the key \(key) stands on line \(first) too; "
                + "rows with one key are paired in their order"
        }
        let rest = version.duplicates.count - named.count
        let more = rest == 1 ? "1 more row has a key that stands" : "\(rest) more rows have keys that stand"
        let counted = rest == 0 ? [] : ["warning: \(table.file): \(more) on other lines too"]
        return (named + counted).map(\.visible)
    }
}
