extension TableError.Code {
    /// The agent has no container to show anything on.
    public static let notAttached = Self(rawValue: "notAttached")

    /// The surface can't show the item of a row, head or foot.
    public static let itemNotShown = Self(rawValue: "itemNotShown")

    /// The container returned from an update without having committed it.
    public static let updateNotCommitted = Self(rawValue: "updateNotCommitted")

    /// A position lies outside the table.
    public static let positionOutOfRange = Self(rawValue: "positionOutOfRange")

    /// No row has the id that was asked for.
    public static let rowNotFound = Self(rawValue: "rowNotFound")

    /// No section has the id that was asked for.
    public static let sectionNotFound = Self(rawValue: "sectionNotFound")

    /// Two rows of a section, or two sections, have the same id.
    public static let duplicateID = Self(rawValue: "duplicateID")

    /// The data of a row is of another type than was asked for.
    public static let wrongDataType = Self(rawValue: "wrongDataType")

    /// The business data lacks a value that the table needs.
    public static let missingValue = Self(rawValue: "missingValue")

    /// A row has more cells than the table has columns.
    public static let tooManyCells = Self(rawValue: "tooManyCells")

    /// A number is not-a-number or infinite, which the format has no number for.
    public static let numberNotFinite = Self(rawValue: "numberNotFinite")
}

extension TableError {
    static let notAttached = TableError(
        .notAttached,
        "The agent is not attached to a container; make it with one, or call attach(_:dataSource:eventDelegate:). "
            + "Another agent that takes its container or data source detaches it."
    )

    static func itemNotShown(
        _ item: ItemType, place: String, surface: String, position: RowPosition?
    ) -> TableError {
        TableError(
            .itemNotShown,
            "\(item) at \(place) fills a view of type \(item.view), which \(surface) can't show; "
                + "give the row an item for that surface, or register a view for this one.",
            position: position)
    }

    static func updateNotCommitted(surface: String) -> TableError {
        TableError(
            .updateNotCommitted,
            "\(surface) returned from reload(_:) without calling commit() on the update; "
                + "a container calls it when its surface takes over the new table.")
    }

    static func positionOutOfRange(_ position: RowPosition, in info: TableInfo) -> TableError {
        let rows = info.section(at: position.section)?.rows.count
        let extent = rows.map { "the section has \(counted($0, "row"))" }
        return outOfRange("row at \(position)", extent, in: info, position: position)
    }

    static func positionOutOfRange(section: Int, in info: TableInfo) -> TableError {
        outOfRange("section \(section)", nil, in: info, position: nil)
    }

    private static func outOfRange(
        _ place: String, _ extent: String?, in info: TableInfo, position: RowPosition?
    ) -> TableError {
        let extent = extent ?? "the table has \(counted(info.sections.count, "section"))"
        return TableError(
            .positionOutOfRange,
            "There is no \(place), since \(extent); positions are those of the table as it is now.",
            position: position)
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        switch count {
        case 0: "no \(noun)s"
        case 1: "1 \(noun)"
        default: "\(count) \(noun)s"
        }
    }

    static func rowNotFound(id: AnyID) -> TableError {
        TableError(
            .rowNotFound,
            "No row has the id \(String(reflecting: id.base)) of type \(type(of: id.base)); "
                + "ids are equal only when their types are, too.")
    }

    static func rowNotFound(id: AnyID, inSection section: AnyID) -> TableError {
        TableError(
            .rowNotFound,
            "No row of section \(String(reflecting: section.base)) has the id "
                + "\(String(reflecting: id.base)) of type \(type(of: id.base)); ids are equal only when their "
                + "types are, too.")
    }

    static func sectionNotFound(id: AnyID) -> TableError {
        TableError(
            .sectionNotFound,
            "No section has the id \(String(reflecting: id.base)) of type \(type(of: id.base)); "
                + "ids are equal only when their types are, too.")
    }

    static func duplicateID(_ duplicate: DuplicateID) -> TableError {
        let position: RowPosition? =
            switch duplicate.second {
            case .row(let position): position
            case .section: nil
            }
        return TableError(
            .duplicateID,
            "\(duplicate) Ids are unique, those of rows within their section; give them other ids, or let the "
                + "agent's duplicate policy tell them apart.",
            position: position)
    }

    static func wrongDataType(expected: Any.Type, found: Any.Type, position: RowPosition) -> TableError {
        TableError(
            .wrongDataType, "The row at \(position) holds \(found), not \(expected); ask for \(found).",
            position: position)
    }

    static func wrongData(_ given: Any.Type, for item: ItemType, position: RowPosition) -> TableError {
        TableError(
            .wrongDataType,
            "The row at \(position) is shown by \(item), which takes \(item.data), not \(given).",
            position: position)
    }
}

extension TableError {
    /// Unwraps a value that the table needs, for use in a reformer.
    ///
    /// ```swift
    /// let total = try TableError.require(order.total, "a total", of: "order \(order.id)")
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value that may be missing.
    ///   - name: What it is, with its article, as in "a total".
    ///   - owner: Whose it is, as in "order 17".
    /// - Returns: The value.
    /// - Throws: ``TableError`` with the code ``TableError/Code/missingValue`` when the value is `nil`.
    public static func require<Value>(_ value: Value?, _ name: String, of owner: String) throws -> Value {
        guard let value else {
            throw TableError(
                .missingValue,
                "The business data lacks \(name) of \(owner), which the table needs; "
                    + "complete the data, or let the reformer do without it.")
        }
        return value
    }

    /// A row, head or foot that writes more cells than its table has columns.
    ///
    /// - Parameters:
    ///   - count: How many cells were written.
    ///   - columns: How many columns the table has.
    ///   - item: The item that wrote them.
    ///   - place: Where, in words.
    ///   - position: The row's position, if it is a row.
    /// - Returns: The error for a surface to throw.
    public static func tooManyCells(
        _ count: Int, columns: Int, item: ItemType, place: String, position: RowPosition?
    ) -> TableError {
        TableError(
            .tooManyCells,
            "\(item) wrote \(count) cells at \(place), where the table has \(columns) columns; "
                + "add columns to the table info, or write fewer cells.",
            position: position)
    }
}
