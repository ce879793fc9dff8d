import TableAgent

/// Makes a table of a report for people: a section for each kind of change, with its name and count.
struct ChangeReformer: StatelessReformer {
    func reform(_ report: ChangeReport) -> TableInfo {
        guard !report.isEmpty else {
            return TableInfo {
                TableSection(id: "none") { Row("No changes.", id: "none", as: PlainText.self) }
            }
        }
        let comparison = report.comparison
        return TableInfo(columns: columns(of: comparison)) {
            names("Added", comparison.addedColumns)
            names("Removed", comparison.removedColumns)
            groups("Added", report.addedGroups, comparison)
            groups("Removed", report.removedGroups, comparison)
            groups("Moved", report.movedGroups, comparison)
            rows("Added", report.added)
            rows("Removed", report.removed)
            rows("Moved", report.moved)
            rows("Changed", report.changed)
        }
    }

    /// The number of the row and the compared columns, numbers to the right.
    private func columns(of comparison: Comparison) -> [GridColumn] {
        let (old, new) = (comparison.old.source.table, comparison.new.source.table)
        return [GridColumn("Row", alignment: .right)]
            + comparison.columns.map { column in
                let isNumeric =
                    column.old.map(old.isNumeric) ?? true && column.new.map(new.isNumeric) ?? true
                return GridColumn(column.name, alignment: isNumeric ? .right : .left)
            }
    }

    private func names(_ kind: String, _ columns: [String]) -> [TableSection] {
        guard !columns.isEmpty else { return [] }
        let title = "\(kind) \(columns.count == 1 ? "column" : "columns"): \(columns.joined(separator: ", "))"
        return [TableSection(id: "\(kind) columns") { Head(title, as: GridTitle.self) }]
    }

    private func groups(_ kind: String, _ groups: [GroupChange], _ comparison: Comparison) -> [TableSection] {
        groups.map { group in
            let name = group.name.isEmpty ? "(empty)" : group.name
            return TableSection(id: "\(kind) group \(group.name)") {
                Head(
                    ChangeHeading(
                        text: "\(kind) \(comparison.groupBy ?? "group"): \(name)", rowCount: group.rowCount),
                    as: ChangeTitle.self)
                Rows(byPosition: group.rows, as: ChangeLine.self)
            }
        }
    }

    private func rows(_ kind: String, _ changes: [RowChange]) -> [TableSection] {
        guard !changes.isEmpty else { return [] }
        let changedCount = changes.count { $0.isMoved && $0.isChanged }
        let heading = ChangeHeading(text: kind, rowCount: changes.count, changedCount: changedCount)
        return [
            TableSection(id: kind) {
                Head(heading, as: ChangeTitle.self)
                Rows(byPosition: changes, as: ChangeLine.self)
            }
        ]
    }
}
