/// A column of two versions of a table, which have it under one name.
struct ComparedColumn: Equatable {
    let name: String
    /// The column's number in the old version; `nil` if it is new.
    let old: Int?
    /// The column's number in the new version; `nil` if it is gone.
    let new: Int?
}

extension ComparedColumn {
    /// The columns to compare: those of the new version in its order, each that is gone behind the one it
    /// stood behind.
    ///
    /// - Parameters:
    ///   - names: the columns to compare instead, in this order.
    ///   - leading: columns that go before the others if they are not among `names`.
    /// - Throws: ``InputError`` for a name that neither version has.
    static func columns(
        of old: SourceTable, and new: SourceTable, named names: [String]?, leading: [String]
    ) throws(InputError) -> [ComparedColumn] {
        let oldNumbers = numbers(of: old)
        let newNumbers = numbers(of: new)
        if let unknown = names?.first(where: { oldNumbers[$0] == nil && newNumbers[$0] == nil }) {
            _ = try (new.columns.isEmpty ? old : new).column(named: unknown)
        }
        let chosen = names.map { names in leading.filter { !names.contains($0) } + names }
        return (chosen ?? union(old.columns, new.columns, newNumbers)).map {
            ComparedColumn(name: $0, old: oldNumbers[$0], new: newNumbers[$0])
        }
    }

    private static func numbers(of table: SourceTable) -> [String: Int] {
        Dictionary(table.columns.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    private static func union(_ old: [String], _ new: [String], _ newNumbers: [String: Int]) -> [String] {
        var leading: [String] = []
        var followers = [[String]](repeating: [], count: new.count)
        var anchor: Int?
        for name in old {
            if let number = newNumbers[name] {
                anchor = number
            } else if let anchor {
                followers[anchor].append(name)
            } else {
                leading.append(name)
            }
        }
        return leading + zip(new, followers).flatMap { [$0] + $1 }
    }
}
