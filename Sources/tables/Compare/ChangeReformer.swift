import TableAgent

/// Makes a table from a report: a section for each kind of change, with its name and count.
struct ChangeReformer: Reformer {
    /// Whether the table for people contains unchanged columns, too.
    var showsAllColumns = false
    /// Whether the table is for programs. Such a table always contains all columns.
    var isForPrograms = false
    /// The maximum number of changed rows in the table, or `nil` for all of them.
    var limit: Int?

    private typealias Section = (title: String, rows: [RowChange])

    func reform(_ report: ChangeReport) -> TableInfo {
        let comparison = report.comparison
        if comparison.isEmpty, !isForPrograms {
            return TableInfo { TableSection(id: "none") { Head("No changes.", as: GridTitle.self) } }
        }
        let hasChanges = report.hasChanges
        let leading = Set((comparison.keys + [comparison.groupBy].compactMap(\.self)).map { ExactText($0) })
        let isShown = comparison.columns.indices.map { index in
            isForPrograms || showsAllColumns || !hasChanges.contains(true) || hasChanges[index]
                || leading.contains(ExactText(comparison.columns[index]))
        }
        var titles = titles(of: report)
        var rest = limit ?? .max
        let hiddenRows = titles.reduce(0) { $0 + $1.rows.count } - rest
        let hiddenColumns = isShown.count { !$0 }
        for (count, noun) in [(hiddenRows, "more change"), (hiddenColumns, "unchanged column")]
        where count > 0 {
            titles.append(("\(TableWords.counted(count, noun)) not shown", []))
        }
        let sections = titles.enumerated().compactMap { id, section -> TableSection? in
            let rows = section.rows.prefix(rest)
            rest -= rows.count
            if rows.isEmpty, !section.rows.isEmpty { return nil }
            let lines = rows.flatMap { row in
                let versions: [ChangeLine.Version] = row.isChanged ? [.old, .new] : [.only]
                return versions.map { (row, $0, isShown) }
            }
            return TableSection(id: id) {
                Head(section.title, as: GridTitle.self)
                Rows(byPosition: lines, as: ChangeLine.self)
            }
        }
        let columns = isShown.indices.filter { isShown[$0] }.map { index in
            let isNumeric = comparison.old.isNumeric(at: index) && comparison.new.isNumeric(at: index)
            return GridColumn(comparison.columns[index], alignment: isNumeric ? .decimal : .left)
        }
        return TableInfo(
            columns: [
                GridColumn("", key: "change"), GridColumn("Old", key: "old_row", alignment: .right),
                GridColumn("New", key: "new_row", alignment: .right),
            ] + columns, sections: sections, foot: Foot(report.summary, as: GridTitle.self))
    }

    /// Returns the sections' titles and rows. Sections for columns and moved groups have no rows.
    private func titles(of report: ChangeReport) -> [Section] {
        let comparison = report.comparison
        var titles: [Section] = []
        for (kind, columns) in [("Added", comparison.addedColumns), ("Removed", comparison.removedColumns)]
        where !columns.isEmpty {
            let noun = columns.count == 1 ? "column" : "columns"
            titles.append(("\(kind) \(noun): \(columns.joined(separator: ", "))", []))
        }
        for kind in ChangeKind.allCases {
            for group in report.groups[kind] ?? [] {
                let name = [group.name ?? ExactText("")].joined
                let title = "\(kind.rawValue) \(comparison.groupBy ?? "group"): \(name)"
                let rows = group.records.map { kind == .added ? RowChange(new: $0) : RowChange(old: $0) }
                let count = TableWords.counted(rows.count, "row")
                titles.append(("\(title) (\(count))", kind == .moved ? [] : rows))
            }
        }
        for kind in ChangeKind.allCases {
            guard let rows = report.rows[kind], !rows.isEmpty else { continue }
            let changedCount = rows.count { $0.isMoved && $0.isChanged }
            let changed = changedCount == 0 ? "" : ", \(changedCount) of them changed"
            titles.append(("\(kind.rawValue) (\(TableWords.counted(rows.count, "row"))\(changed))", rows))
        }
        return titles
    }
}

/// An added, removed, or moved row, or one version of a changed row. The line contains the kind of change,
/// the row numbers, counted from 1, and the values.
///
/// For people, the new version shows only values that differ, and unchanged values are muted.
enum ChangeLine: GridLineItem {
    enum Version: String {
        case only = "", old = " from", new = " to"
    }

    static func fill(
        _ line: inout GridLine, with data: (change: RowChange, version: Version, isShown: [Bool])
    ) {
        let (change, version, isShown) = data
        let isOld = version == .old || change.new == nil
        let isMove = version == .only && change.kind == .moved
        let role: GridRole = isMove ? .warning : isOld ? .negative : .positive
        let kind = change.kind.rawValue.lowercased() + version.rawValue
        line.text(kind, shown: isMove ? "→" : isOld ? "-" : "+", role: role)
        line.integer(version == .new ? nil : change.old.map { $0.row + 1 }, role: role)
        line.integer(version == .old ? nil : change.new.map { $0.row + 1 }, role: role)
        guard let old = change.old ?? change.new, let new = change.new ?? change.old else { return }
        Record.forEachValue(old: old, new: new) { index, before, after, isSame in
            guard isShown[index] else { return }
            let value = isOld ? before : after
            if version == .only {
                line.add(value, role: isMove ? .muted : role)
            } else if isSame {
                line.add(value, shown: isOld ? nil : "", role: .muted)
            } else {
                line.add(value, shown: shown(value, besides: isOld ? after : before), role: role)
            }
        }
    }

    /// Returns the displayed text of a changed value, or `nil` if the value is displayed unchanged.
    ///
    /// A value whose text is that of the other version, or that begins or ends with a space, is quoted. If the texts
    /// differ and look alike, all characters outside of ASCII are escaped.
    private static func shown(_ value: SourceTable.LentCell, besides other: SourceTable.LentCell) -> String? {
        let text = value.text
        let isSame = value.utf8.isEqual(to: other.utf8)
        if isSame, !value.kind.isValue { return "null" }
        if text.isEmpty, !isSame { return "(empty)" }
        if !isSame, look(of: text) == look(of: other.text) { return "\"\(text.escaped)\"" }
        let isPadded = text.first?.isWhitespace == true || text.last?.isWhitespace == true
        return isPadded || isSame && value.kind == .text ? "\"\(text)\"" : nil
    }

    /// Returns a text without whitespace and invisible characters.
    private static func look(of text: String) -> String {
        let scalars = text.unicodeScalars.filter { !$0.properties.isWhitespace }
        return String(scalars.filter { !$0.properties.isDefaultIgnorableCodePoint })
    }
}
