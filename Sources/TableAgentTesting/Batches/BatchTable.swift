public import TableAgent

/// What a ``BatchSimulator`` needs to know of a table: the ids of its sections and of their rows on show.
///
/// ```swift
/// let table = BatchTable([
///     .init(id: "fruit", rows: ["apple", "pear"]),
///     .init(id: "empty"),
/// ])
/// ```
public struct BatchTable: Hashable, Sendable {
    /// What makes a row another row: its id, and its item, since another item is another view.
    public struct Row: Hashable, Sendable {
        /// The row's id.
        public var id: AnyID

        /// The item that shows the row; `nil` where items make no difference.
        public var item: ItemType?

        /// Describes a row.
        ///
        /// - Parameters:
        ///   - id: The row's id.
        ///   - item: The item that shows the row; by default items make no difference.
        public init(id: AnyID, item: ItemType? = nil) {
            self.id = id
            self.item = item
        }
    }

    /// A section with its rows on show.
    public struct Section: Hashable, Sendable {
        /// The section's id.
        public var id: AnyID

        /// The rows on show.
        public var rows: [Row]

        /// Describes a section.
        ///
        /// - Parameters:
        ///   - id: The section's id.
        ///   - rows: The rows on show; by default none.
        public init(id: AnyID, rows: [Row] = []) {
            self.id = id
            self.rows = rows
        }
    }

    /// The sections, from the top.
    public var sections: [Section]

    /// Describes a table.
    ///
    /// - Parameter sections: The sections, from the top.
    public init(_ sections: [Section]) {
        self.sections = sections
    }

    /// Describes a table by its sections and visible rows.
    ///
    /// - Parameter info: The table.
    /// - Complexity: O(rows on show).
    public init(_ info: TableInfo) {
        sections = info.sections.map { section in
            Section(id: section.id, rows: section.visibleRows.map { Row(id: $0.id, item: $0.item) })
        }
    }
}

extension BatchTable.Row: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// Describes a row by a text as its id.
    public init(stringLiteral value: String) {
        self.init(id: AnyID(value))
    }

    /// Describes a row by a whole number as its id.
    public init(integerLiteral value: Int) {
        self.init(id: AnyID(value))
    }
}

extension BatchTable.Row: CustomStringConvertible {
    /// The row's id, and its item if there is one.
    public var description: String {
        item.map { "\(id) (\($0))" } ?? "\(id)"
    }
}
