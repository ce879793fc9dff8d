/// A table as plain values, from which a test makes a `TableInfo` and knows better than it.
struct ModelTable {
    var sections: [ModelSection] = []
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
        /// Shows the state of the section, too.
        case state
        /// Of data that can't be compared.
        case unknown
    }

    var kind: Kind
    var content: Int
}

struct ModelRow {
    enum Kind: CaseIterable {
        /// Comparable data with a number as its own id.
        case line
        /// The same data, shown by another item.
        case card
        /// Comparable data, the id a text read from it, or given beside it for a single row.
        case name
        /// As `name`, with the same item, but always single and with a number for an id.
        case numbered
        /// Data with an own id that can't be compared.
        case memo
    }

    /// What makes it another row.
    struct Identity: Hashable {
        enum ID: Hashable { case number(Int), text(Int) }
        enum Item { case line, card, name, memo }

        let id: ID
        let item: Item
    }

    /// The array that holds the row in a table.
    struct Storage: Hashable {
        let run: Int
        let index: Int
    }

    var id: Int
    var kind: Kind
    var content = 0
    /// Whether the row is written as a `Row`.
    var isSingle = false
    /// Whether the row begins an array.
    var startsRun = false
    /// Forgotten with every change of the section's rows.
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

    /// Whether the changes can know that a later row of the same identity shows the same.
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
