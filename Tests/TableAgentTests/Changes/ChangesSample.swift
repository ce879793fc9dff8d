import TableAgent

/// Tables for tests of changes.
enum ChangesSample {
    struct Fruit: Identifiable, Equatable {
        let id: String
        var count = 1
    }

    enum Line: GridLineItem {
        static func fill(_ line: inout GridLine, with fruit: Fruit) { line.text(fruit.id) }
    }

    enum Card: GridLineItem {
        static func fill(_ line: inout GridLine, with fruit: Fruit) { line.text(fruit.id) }
    }

    /// Data that can't be compared.
    struct Memo: Identifiable {
        let id: Int
        var text = ""
    }

    enum MemoLine: GridLineItem {
        static func fill(_ line: inout GridLine, with memo: Memo) { line.text(memo.text) }
    }

    /// Data that is compared by identity by default.
    final class Account: Identifiable {
        let id: Int
        var balance: Int

        init(id: Int, balance: Int) {
            self.id = id
            self.balance = balance
        }
    }

    enum AccountLine: GridLineItem {
        static func fill(_ line: inout GridLine, with account: Account) { line.integer(account.balance) }
    }

    /// An item whose content never changes; its height may change. With a count of 0, the surface chooses the
    /// height.
    enum TallLine: GridLineItem {
        static func fill(_ line: inout GridLine, with fruit: Fruit) { line.text(fruit.id) }
        static func isUnchanged(_ old: Fruit, _ new: Fruit) -> Bool { true }
        static func height(of fruit: Fruit) -> Double? { fruit.count == 0 ? nil : Double(fruit.count) }
    }

    enum Title: GridLineItem {
        static func fill(_ line: inout GridLine, with title: String) { line.text(title) }
    }

    enum CountingTitle: GridLineItem, SectionItem {
        static func fill(_ line: inout GridLine, with title: String, in section: SectionState) {
            line.text("\(title), \(section.rowCount)")
        }
    }

    enum Divider: GridLineItem {
        static func fill(_ line: inout GridLine, with nothing: Void) {}
    }
}

extension TableInfo {
    /// Returns a table of fruits, by the ids of sections and rows, as in `["A": ["apple"]]`.
    static func fruits(_ sections: KeyValuePairs<String, [String]>) -> TableInfo {
        TableInfo(
            sections: sections.map { id, rows in
                TableSection(
                    id: id, rows: Rows(rows.map { ChangesSample.Fruit(id: $0) }, as: ChangesSample.Line.self))
            })
    }

    /// Returns a table with one section.
    static func rows(_ rows: Rows) -> TableInfo {
        TableInfo(sections: [TableSection(id: "A", rows: rows)])
    }
}

extension RowPosition {
    /// A position with unnamed parameters, for tests with many positions.
    static func at(_ section: Int, _ row: Int) -> RowPosition {
        RowPosition(section: section, row: row)
    }
}

extension TableChanges {
    /// Returns changes that a closure fills.
    static func with(_ fill: (inout TableChanges) -> Void) -> TableChanges {
        var changes = TableChanges()
        fill(&changes)
        return changes
    }

    /// Whether sections or rows are inserted, deleted, or moved.
    var changesStructure: Bool {
        !(sectionDeletes.isEmpty && sectionInserts.isEmpty && rowDeletes.isEmpty && rowInserts.isEmpty
            && rowMoves.isEmpty)
    }

    /// Whether remaining rows, heads, or feet have other content.
    var changesContent: Bool {
        !(rowUpdates.isEmpty && headUpdates.isEmpty && footUpdates.isEmpty) || updatesTableFoot
    }
}
