import TableAgent

/// What a section of changes is about.
struct ChangeHeading {
    let text: String
    let rowCount: Int
    /// How many of the rows have other values beside, where that is not plain.
    var changedCount = 0
}

/// The kind of some changes and their number.
enum ChangeTitle: GridLineItem {
    static func fill(_ line: inout GridLine, with heading: ChangeHeading) {
        let rows = heading.rowCount == 1 ? "1 row" : "\(heading.rowCount) rows"
        let changed = heading.changedCount == 0 ? "" : ", \(heading.changedCount) of them changed"
        line.text("\(heading.text) (\(rows)\(changed))", role: .strong)
    }
}

/// A row that came, went, moved or changed: its number, counted from 1, and its values.
///
/// Of a changed value both versions are shown, and what did not change steps back.
enum ChangeLine: GridLineItem {
    static func fill(_ line: inout GridLine, with change: RowChange) {
        switch (change.old, change.new) {
        case (let old?, let new?):
            let number = change.isMoved ? "\(old.row + 1) → \(new.row + 1)" : "\(new.row + 1)"
            line.text(number, role: change.isMoved ? .warning : .muted)
            for index in new.source.columns.indices {
                let (before, after) = (old.value(at: index), new.value(at: index))
                if after.isSame(as: before) {
                    line.value(after, role: .muted)
                } else {
                    line.text(VersionValue.change(from: before, to: after), role: .warning)
                }
            }
        case (let record?, nil): fill(&line, with: record, role: .negative)
        case (nil, let record?): fill(&line, with: record, role: .positive)
        case (nil, nil): break
        }
    }

    private static func fill(_ line: inout GridLine, with record: VersionRecord, role: GridRole) {
        line.integer(record.row + 1, role: role)
        for index in record.source.columns.indices { line.value(record.value(at: index), role: role) }
    }
}

/// A line of text and nothing more.
enum PlainText: GridLineItem {
    static func fill(_ line: inout GridLine, with text: String) {
        line.text(text)
    }
}
