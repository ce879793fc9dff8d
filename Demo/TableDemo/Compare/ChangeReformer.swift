import TableAgent

/// Makes a table of a report: a section for each kind of change, with its name and count.
struct ChangeReformer: Reformer {
    /// Whether people are shown columns without a change, too.
    var showsAllColumns = false
    /// Whether the table is for programs, which have all columns always.
    var isForPrograms = false

    func reform(_ report: ChangeReport) -> TableInfo {
        let comparison = report.comparison
        if comparison.isEmpty, !isForPrograms {
            return TableInfo { TableSection(id: "none") { Head("No changes.", as: GridTitle.self) } }
        }
        let hasChanges = report.hasChanges
        let leading = [comparison.key, comparison.groupBy]
        let shown = comparison.columns.indices.filter { index in
            isForPrograms || showsAllColumns || !hasChanges.contains(true) || hasChanges[index]
                || leading.contains(comparison.columns[index])
        }
        let sources = [comparison.old, comparison.new].map { $0.source.narrowed(to: shown) }
        return TableInfo(columns: columns(of: comparison, shown)) {
            section(of: comparison.addedColumns, .added)
            section(of: comparison.removedColumns, .removed)
            for kind in ChangeKind.allCases {
                for group in report.groups[kind] ?? [] {
                    section(of: group, kind, groupBy: comparison.groupBy ?? "group", sources)
                }
            }
            for kind in ChangeKind.allCases {
                if let rows = report.rows[kind], !rows.isEmpty { section(of: rows, kind, sources) }
            }
            if shown.count < hasChanges.count {
                let count = hasChanges.count - shown.count
                let title =
                    "\(counted(count, "column")) without a change \(count == 1 ? "is" : "are") not shown"
                TableSection(id: "columns") { Head(title, as: GridTitle.self) }
            }
        }
    }

    /// Returns the kind of the change, the numbers of the row in both versions and the columns that are shown.
    private func columns(of comparison: Comparison, _ shown: [Int]) -> [GridColumn] {
        let (old, new) = (comparison.old, comparison.new)
        return [
            GridColumn("", key: "change"), GridColumn("Old", key: "old_row", alignment: .right),
            GridColumn("New", key: "new_row", alignment: .right),
        ]
            + shown.map { index in
                let isNumeric = old.isNumeric(at: index) && new.isNumeric(at: index)
                return GridColumn(comparison.columns[index], alignment: isNumeric ? .decimal : .left)
            }
    }

    private func section(of columns: [String], _ kind: ChangeKind) -> [TableSection] {
        guard !columns.isEmpty else { return [] }
        let noun = columns.count == 1 ? "column" : "columns"
        let title = "\(kind.rawValue) \(noun): \(columns.joined(separator: ", "))"
        return [TableSection(id: "\(kind) columns") { Head(title, as: GridTitle.self) }]
    }

    /// Returns a section with the rows that came or went with a group; without rows if it moved.
    private func section(
        of group: TableVersion.Group, _ kind: ChangeKind, groupBy: String, _ sources: [Record.Source]
    ) -> TableSection {
        let name = group.name?.description ?? ""
        let title = "\(kind.rawValue) \(groupBy): \(name.isEmpty ? "(empty)" : name)"
        let rows = group.records.map { kind == .added ? RowChange(new: $0) : RowChange(old: $0) }
        return TableSection(id: "\(kind) group \(name)") {
            Head("\(title) (\(counted(group.records.count, "row")))", as: GridTitle.self)
            if kind != .moved { lines(of: rows, sources) }
        }
    }

    private func section(of rows: [RowChange], _ kind: ChangeKind, _ sources: [Record.Source]) -> TableSection
    {
        let changedCount = rows.count { $0.isMoved && $0.isChanged }
        let changed = changedCount == 0 ? "" : ", \(changedCount) of them changed"
        return TableSection(id: "\(kind)") {
            Head("\(kind.rawValue) (\(counted(rows.count, "row"))\(changed))", as: GridTitle.self)
            lines(of: rows, sources)
        }
    }

    /// Returns a line for each row, or two for one with other values than before, with the shown columns only.
    private func lines(of rows: [RowChange], _ sources: [Record.Source]) -> Rows {
        let lines = rows.flatMap { row in
            var shown = row
            shown.old = row.old.map { Record(source: sources[0], row: $0.row) }
            shown.new = row.new.map { Record(source: sources[1], row: $0.row) }
            let versions: [ChangeLine.Version] = row.isChanged ? [.old, .new] : [.only]
            return versions.map { (shown, $0) }
        }
        return Rows(byPosition: lines, as: ChangeLine.self)
    }
}

/// A row that was added, removed or moved, or one version of a row that changed: the kind of change, the numbers
/// of the row, counted from 1, and its values.
///
/// People see at the new version only what is another value; what did not change is muted.
enum ChangeLine: GridLineItem {
    enum Version: String {
        case only = "", old = " from", new = " to"
    }

    static func fill(_ line: inout GridLine, with data: (change: RowChange, version: Version)) {
        let (change, version) = data
        let isOld = version == .old || change.new == nil
        let isMove = version == .only && change.kind == .moved
        let role: GridRole = isMove ? .warning : isOld ? .negative : .positive
        let kind = change.kind.rawValue.lowercased() + version.rawValue
        line.text(kind, shown: isMove ? "→" : isOld ? "-" : "+", role: role)
        line.integer(version == .new ? nil : change.old.map { $0.row + 1 }, role: role)
        line.integer(version == .old ? nil : change.new.map { $0.row + 1 }, role: role)
        guard version != .only, let old = change.old, let new = change.new else {
            (change.new ?? change.old)?.fill(&line, role: isMove ? .muted : role)
            return
        }
        Record.forEachValue(old: old, new: new) { before, after, isSame in
            let value = isOld ? before : after
            if isSame {
                line.add(value, shown: isOld ? nil : "", role: .muted)
            } else {
                let looksSame = before.utf8.elementsEqual(after.utf8)
                line.add(value, shown: shown(value, isQuoted: looksSame), role: role)
            }
        }
    }

    /// Returns what a value that changed looks like, if not as it is.
    ///
    /// Values that look alike or begin or end with a space are quoted.
    private static func shown(_ value: SourceTable.LentCell, isQuoted: Bool) -> String? {
        let text = value.text
        if isQuoted, !value.kind.isValue { return "null" }
        if text.isEmpty, !isQuoted { return "(empty)" }
        let isPadded = text.first?.isWhitespace == true || text.last?.isWhitespace == true
        return isPadded || isQuoted && value.kind == .text ? "\"\(text)\"" : nil
    }
}
