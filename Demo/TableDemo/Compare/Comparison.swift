import TableAgent

/// Two versions of a table and what changed between them.
struct Comparison {
    /// The columns that are compared: unless others are chosen, all that a version has.
    let columns: [ComparedColumn]
    /// The name of the column whose values make the sections.
    let groupBy: String?
    let old: TableVersion
    let new: TableVersion
    /// What changed, by the places of sections and rows in both versions.
    let changes: TableChanges

    /// Compares two files.
    ///
    /// A value that only one version has a column for is compared with no value.
    ///
    /// - Parameters:
    ///   - key: the column that tells rows apart; of rows with one key, the first pairs with the first.
    ///   - groupBy: the column whose values make the sections.
    ///   - columns: the columns to compare, beside those above.
    /// - Throws: ``InputError`` for a column that is needed and missing.
    init(
        from old: SourceTable, to new: SourceTable, key: String, groupBy: String? = nil,
        columns: [String]? = nil
    ) throws(InputError) {
        let compared = try ComparedColumn.columns(
            of: old, and: new, named: columns, leading: [key] + (groupBy.map { [$0] } ?? []))
        self.columns = compared
        self.groupBy = groupBy
        self.old = try TableVersion(old, columns: compared.map(\.old), key: key, groupBy: groupBy)
        self.new = try TableVersion(new, columns: compared.map(\.new), key: key, groupBy: groupBy)
        changes = TableChanges(from: self.old.groups[...], to: self.new.groups[...])
    }

    /// The lines about rows that their keys do not tell apart.
    var warnings: [String] { DuplicateKey.warnings(about: old) + DuplicateKey.warnings(about: new) }

    /// The names of the columns that the new version has and the old one had not.
    var addedColumns: [String] {
        old.source.table.columns.isEmpty ? [] : columns.filter { $0.old == nil }.map(\.name)
    }

    /// The names of the columns that the old version had and the new one has not.
    var removedColumns: [String] {
        new.source.table.columns.isEmpty ? [] : columns.filter { $0.new == nil }.map(\.name)
    }
}

extension TableChanges {
    /// Finds what changes between two lists of groups, which become the sections of tables.
    init(from old: ArraySlice<TableVersion.Group>, to new: ArraySlice<TableVersion.Group>) {
        let reformer = VersionReformer()
        self.init(from: reformer.reform(old), to: reformer.reform(new))
    }
}
