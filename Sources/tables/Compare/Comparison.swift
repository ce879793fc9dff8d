import TableAgent

/// Two versions of a table and the changes between them.
struct Comparison {
    /// The compared columns. By default, these are all columns of both versions.
    let columns: [String]
    /// The columns whose values identify rows.
    let keys: [String]
    /// The name of the column whose values form the sections.
    let groupBy: String?
    let old, new: TableVersion
    /// The columns that exist only in the new version, and the columns that exist only in the old one.
    let addedColumns, removedColumns: [String]
    /// The changes, by the positions of sections and rows in both versions.
    let changes: TableChanges

    /// Compares two files. The columns `keys` identify rows, and the column `groupBy` groups them.
    ///
    /// If only one version has a column, its values are compared with missing values. If several rows have
    /// the same key, they are paired in order. If columns or patterns are given, only these columns, the keys, and the
    /// group are compared.
    ///
    /// - Parameters:
    ///   - conditions: The conditions that the compared rows meet. Other rows are as if they were not in their file.
    ///   - tolerance: The greatest difference between equal numbers.
    ///   - ignoresOrder: Whether rows and groups in another order are equal. The positions in the changes then refer to
    ///     the new rows in the order of the old ones.
    init(
        from old: SourceTable, to new: SourceTable, keys: [String], groupBy: String? = nil,
        columns: [String]? = nil, conditions: [String] = [], tolerance: Tolerance = Tolerance(),
        ignoresOrder: Bool = false
    ) throws(InputError) {
        let all = SourceTable(
            file: new.columns.isEmpty ? old.file : new.file, columns: Self.union(old.columns, new.columns),
            guessesKinds: false)
        let compared = try all.columns(matching: columns).map { all.columns[$0] }
        var seen = Set(compared.map { ExactText($0) })
        let identity = keys + [groupBy].compactMap(\.self)
        let leading = identity.filter { seen.insert(ExactText($0)).inserted }
        self.columns = leading + compared
        self.keys = keys
        self.groupBy = groupBy
        let columns = self.columns
        // Numbers with the same unit are compared by their values.
        let found = try [old, new].map { table throws(InputError) in
            try columns.map { name throws(InputError) in
                try identity.contains(name)
                    ? nil : table.numberForm(ofColumn: name, isClear: tolerance.difference != nil)
            }
        }
        let areNumbers = zip(found[0], found[1]).map { $0 != nil && $1 != nil && $0?.unit == $1?.unit }
        let forms = found.map { zip($0, areNumbers).map { $1 ? $0 : nil } }
        let filled = columns.filter { name in
            !identity.contains(name) && [old, new].allSatisfy { $0.hasValue(inColumn: name) { !$0.isEmpty } }
        }
        let hasNumbers = filled.contains { name in
            [old, new].allSatisfy { $0.hasValue(inColumn: name) { $0.kind == .number && !$0.isEmpty } }
        }
        if tolerance.difference != nil, !areNumbers.contains(true), !hasNumbers, let name = filled.first {
            let reason =
                "no column such as \(name.quoted()) has numbers of one unit in both files, as --tolerance needs"
            throw InputError(file: new.file, reason: reason)
        }
        let selection = RowSelection(conditions: conditions)
        let needed = try conditions.isEmpty ? [] : selection.query(of: all).columnNames
        let rows = try [old, new].map { table throws(InputError) in
            if table.columns.isEmpty { return Array(table.rows.indices) }
            for name in needed { _ = try table.column(named: name) }
            return try selection.rows(of: table)
        }
        Progress.shared.begin(.comparing, total: rows[0].count + rows[1].count)
        let versions = try old.withCells { oldCells throws(InputError) in
            try new.withCells { newCells throws(InputError) in
                var numbers = KeyNumbers(capacity: max(rows[0].count, rows[1].count))
                let files = [(old, oldCells, rows[0], forms[0]), (new, newCells, rows[1], forms[1])]
                return try files.map { table, cells, rows, forms throws(InputError) in
                    try TableVersion(
                        table, cells, columns: columns, keys: keys, groupBy: groupBy, rows: rows,
                        forms: forms, tolerance: tolerance, numbers: &numbers)
                }
            }
        }
        self.old = versions[0]
        self.new = ignoresOrder ? versions[1].ordered(like: versions[0]) : versions[1]
        addedColumns = self.old.lackedColumns(of: self.columns)
        removedColumns = self.new.lackedColumns(of: self.columns)
        changes = Self.changes(from: self.old.groups, to: self.new.groups)
    }

    /// Returns the changes between two lists of groups, which become the sections of tables.
    static func changes(from old: [TableVersion.Group], to new: [TableVersion.Group]) -> TableChanges {
        let oldTable = TableInfo(sections: old.map(\.section))
        return TableChanges(from: oldTable, to: TableInfo(sections: new.map(\.section)))
    }

    /// Returns the columns of the new version in their order. Each removed column follows the column that it
    /// followed before.
    private static func union(_ old: [String], _ new: [String]) -> [String] {
        let names = Set(new.map { ExactText($0) })
        var gone: [ExactText?: [String]] = [:]
        var anchor: ExactText?
        for name in old {
            let text = ExactText(name)
            if names.contains(text) { anchor = text } else { gone[anchor, default: []].append(name) }
        }
        return gone[nil, default: []] + new.flatMap { [$0] + gone[ExactText($0), default: []] }
    }

    /// Whether both versions are equal.
    var isEmpty: Bool { changes.isEmpty && addedColumns.isEmpty && removedColumns.isEmpty }
}

extension SourceTable {
    /// Returns the form of a column of numbers. Strings of JSON that are plain numbers are texts.
    ///
    /// - Parameter isClear: Whether a column with two readings is an error.
    fileprivate func numberForm(ofColumn name: String, isClear: Bool) throws(InputError) -> ValueForm? {
        guard let column = index(ofColumn: name) else { return nil }
        if isNumeric(column) { return .number(.plain) }
        var form = form(ofColumn: column).form
        if isClear {
            form = try clearForm(ofColumn: column, verb: "compared with a tolerance", allowsOthers: true)
        }
        return form?.isNumber == true && form?.hasOtherTexts == true ? form : nil
    }
}
