/// A table of plain values. A test makes a `TableInfo` from it, and compares the changes with the values.
struct ModelTable {
    var sections: [ModelSection] = []
    var foot: ModelEntry?

    var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }
}

struct ModelSection {
    var id: Int
    var head: ModelEntry?
    var foot: ModelEntry?
    var isCollapsed = false
    var rows: [ModelRow] = []

    var visibleRows: [ModelRow] { isCollapsed ? [] : rows }
}

/// A head or foot.
struct ModelEntry: Hashable {
    enum Kind: CaseIterable {
        case plain
        /// A head or foot that also shows the state of the section.
        case state
        /// A head or foot whose data can't be compared.
        case unknown
    }

    var kind: Kind
    var content: Int
}

struct ModelRow {
    enum Kind: CaseIterable {
        /// Comparable data that has a number as its id.
        case line
        /// The same data with another item.
        case card
        /// Comparable data with a text as its id. The id is read from the data, or given separately for a
        /// single row.
        case name
        /// Like `name`, with the same item, but always a single row with a number as its id.
        case numbered
        /// Data with its own id that can't be compared.
        case memo
    }

    /// The identity of a row. A row with another identity is another row.
    struct Identity: Hashable {
        enum ID: Hashable { case number(Int), text(Int) }
        enum Item { case line, card, name, memo }

        let id: ID
        let item: Item
    }

    /// The array that contains the row in a table.
    struct Storage: Hashable {
        let run: Int
        let index: Int
    }

    var id: Int
    var kind: Kind
    var content = 0
    /// Whether the row is written as a `Row`.
    var isSingle = false
    /// Whether the row is the first one of an array.
    var startsRun = false
    /// The row's array. Reset after every change of the section's rows.
    var storage: Storage?

    var identity: Identity {
        switch kind {
        case .line: Identity(id: .number(id), item: .line)
        case .card: Identity(id: .number(id), item: .card)
        case .name: Identity(id: .text(id), item: .name)
        case .numbered: Identity(id: .number(id), item: .name)
        case .memo: Identity(id: .text(id), item: .memo)
        }
    }

    /// Whether the comparison can detect that a later row with the same identity is unchanged.
    func isKnownUnchanged(as other: ModelRow) -> Bool {
        if storage != nil, storage == other.storage { return true }
        return switch kind {
        case .line, .card, .name, .numbered: content == other.content
        case .memo: false
        }
    }
}

extension ModelTable: CustomStringConvertible {
    var description: String {
        sections.map { section in
            let rows = section.rows.map { "\($0.kind)\($0.id)=\($0.content)\($0.isSingle ? "!" : "")" }
            let sign = section.isCollapsed ? "-" : "+"
            return "\(sign)\(section.id)[\(rows.joined(separator: " "))]"
        }.joined(separator: "\n")
    }
}
