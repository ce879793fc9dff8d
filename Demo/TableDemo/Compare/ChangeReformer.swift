import TableAgent

/// Makes a table of a report for people: a section for each kind of change, with its name and count.
struct ChangeReformer: StatelessReformer {
    func reform(_ report: ChangeReport) -> TableInfo {
        guard !report.isEmpty else {
            return TableInfo { TableSection(id: "none") { Head("No changes.", as: GridTitle.self) } }
        }
        let comparison = report.comparison
        return TableInfo(columns: columns(of: comparison)) {
            section(of: comparison.addedColumns, .added)
            section(of: comparison.removedColumns, .removed)
            for kind in ChangeKind.allCases {
                for group in report.groups[kind] ?? [] {
                    section(of: group, kind, groupBy: comparison.groupBy ?? "group")
                }
            }
            for kind in ChangeKind.allCases {
                if let rows = report.rows[kind], !rows.isEmpty { section(of: rows, kind) }
            }
        }
    }

    /// Returns the number of the row and the compared columns, numbers to the right.
    private func columns(of comparison: Comparison) -> [GridColumn] {
        let (old, new) = (comparison.old, comparison.new)
        let columns = comparison.columns.enumerated().map { index, name in
            let isNumeric = old.isNumeric(at: index) && new.isNumeric(at: index)
            return GridColumn(name, alignment: isNumeric ? .right : .left)
        }
        return [GridColumn("Row", alignment: .right)] + columns
    }

    private func section(of columns: [String], _ kind: ChangeKind) -> [TableSection] {
        guard !columns.isEmpty else { return [] }
        let noun = columns.count == 1 ? "column" : "columns"
        let title = "\(kind.rawValue) \(noun): \(columns.joined(separator: ", "))"
        return [TableSection(id: "\(kind) columns") { Head(title, as: GridTitle.self) }]
    }

    /// Returns a section with the rows that came or went with a group; without rows if it moved.
    private func section(of group: TableVersion.Group, _ kind: ChangeKind, groupBy: String) -> TableSection {
        let name = group.name ?? ""
        let title = "\(kind.rawValue) \(groupBy): \(name.isEmpty ? "(empty)" : name)"
        let rows = group.records.map { kind == .added ? RowChange(new: $0) : RowChange(old: $0) }
        return TableSection(id: "\(kind) group \(name)") {
            Head("\(title) (\(counted(group.records.count, "row")))", as: GridTitle.self)
            if kind != .moved { Rows(byPosition: rows, as: ChangeLine.self) }
        }
    }

    private func section(of rows: [RowChange], _ kind: ChangeKind) -> TableSection {
        let changedCount = rows.count { $0.isMoved && $0.isChanged }
        let changed = changedCount == 0 ? "" : ", \(changedCount) of them changed"
        return TableSection(id: "\(kind)") {
            Head("\(kind.rawValue) (\(counted(rows.count, "row"))\(changed))", as: GridTitle.self)
            Rows(byPosition: rows, as: ChangeLine.self)
        }
    }
}

/// A row that was added, removed, moved or changed: its number, counted from 1, and its values.
///
/// Of a changed value both versions are shown, and what did not change is muted.
enum ChangeLine: GridLineItem {
    static func fill(_ line: inout GridLine, with change: RowChange) {
        if let old = change.old, let new = change.new {
            let number = change.isMoved ? "\(old.row + 1) → \(new.row + 1)" : "\(new.row + 1)"
            line.text(number, role: change.isMoved ? .warning : .muted)
            Record.forEachValue(old: old, new: new) { before, after, isSame in
                if isSame {
                    line.add(after, role: .muted)
                } else {
                    line.text(text(from: before, to: after), role: .warning)
                }
            }
        } else if let record = change.new ?? change.old {
            let role: GridRole = change.old == nil ? .positive : .negative
            line.integer(record.row + 1, role: role)
            record.fill(&line, role: role)
        }
    }

    /// Returns what a change from one value to another looks like: `old → new`.
    ///
    /// Values that look alike or begin or end with a space are quoted. If one has several lines, the arrow
    /// begins a new line.
    private static func text(from old: SourceTable.LentCell, to new: SourceTable.LentCell) -> String {
        let isQuoted = old.utf8.elementsEqual(new.utf8)
        let (before, after) = (text(of: old, isQuoted: isQuoted), text(of: new, isQuoted: isQuoted))
        let hasLines = before.contains(where: \.isNewline) || after.contains(where: \.isNewline)
        return before + (hasLines ? "\n→ " : " → ") + after
    }

    private static func text(of value: SourceTable.LentCell, isQuoted: Bool) -> String {
        let text = value.text
        if isQuoted {
            if !value.kind.isValue { return "null" }
            return value.kind == .text ? "\"\(text)\"" : text
        }
        if text.isEmpty { return "(empty)" }
        let isPadded = text.first?.isWhitespace == true || text.last?.isWhitespace == true
        return isPadded ? "\"\(text)\"" : text
    }
}
