import TableAgent

@_spi(Internals) @testable import TableBrowser

/// A row of a table in which ids may be equal. The tag tells rows with equal ids apart.
struct TaggedRow: Identifiable, Hashable, Sendable {
    let id: Int
    let tag: Int
    var amount = 0
}

enum TaggedLine: GridLineItem, EventItem {
    static func fill(_ line: inout GridLine, with row: TaggedRow) {
        line.integer(row.id)
        line.integer(row.tag)
        line.integer(row.amount)
    }

    static func actions(_ place: RowAction.Placement, for row: TaggedRow) -> [RowAction] {
        place == .menu ? [RowAction("Archive", .archive, allowsMany: true)] : []
    }
}

extension TableInfo {
    /// A table with a section for each list of rows. The sections have heads, and the numbers of the lists as ids.
    static func tagged(_ sections: [[TaggedRow]]) -> TableInfo {
        TableInfo(columns: ["ID", "Tag", "Amount"]) {
            for (number, rows) in sections.enumerated() {
                TableSection(id: number) {
                    Head("Section \(number)", as: OrderTitle.self)
                    Rows(rows, as: TaggedLine.self)
                }
            }
        }
    }

    /// The tag of a row, or `nil` if there is no such row.
    func tag(of row: RowReference) -> Int? { self.row(row)?.data(as: TaggedRow.self)?.tag }
}

extension Rows {
    /// Rows with tags.
    init(_ rows: [TaggedRow]) { self.init(rows, as: TaggedLine.self) }
}

extension BrowserState {
    /// The tags of the marked rows from the top, or that of the cursor's row if no row was marked.
    var pickedTags: [Int] { pickedRows.compactMap { $0.data(as: TaggedRow.self)?.tag } }

    /// Edits the table, and shows the changes.
    mutating func edit(_ change: (inout TableEdit) throws -> Void) throws {
        let old = table
        var new = old
        try new.edit(change)
        update(TableChanges(from: old, to: new), to: new)
    }
}
