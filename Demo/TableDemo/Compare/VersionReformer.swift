import TableAgent

/// Makes a table of groups, for nothing but to be compared: a section for each, without heads.
struct VersionReformer: StatelessReformer {
    func reform(_ groups: ArraySlice<TableVersion.Group>) -> TableInfo {
        TableInfo {
            for group in groups {
                TableSection(id: group.name ?? "all") {
                    Rows(group.records, as: VersionLine.self)
                }
            }
        }
    }
}

/// The compared values of a row.
enum VersionLine: GridLineItem {
    static func fill(_ line: inout GridLine, with record: VersionRecord) {
        for index in record.source.columns.indices { line.value(record.value(at: index)) }
    }

    static func isUnchanged(_ old: VersionRecord, _ new: VersionRecord) -> Bool { old.isSame(as: new) }
}

extension GridLine {
    /// Adds a cell of the type that a value has in its file.
    mutating func value(_ value: VersionValue, role: GridRole = .plain) {
        value.withUTF8 { self.value($0, value.kind, role: role) }
    }
}
