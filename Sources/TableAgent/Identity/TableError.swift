/// An error that occurs while a table is made or shown.
///
/// The description is a sentence that names the problem, the place, and the solution. Match ``code`` to
/// handle an error. A reformer's own errors are passed through unchanged, not wrapped in this type.
///
/// ```swift
/// do {
///     try agent.reload(ledger)
/// } catch let error as TableError where error.code == .itemNotShown {
///     log(error.description)
/// }
/// ```
public struct TableError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error. The list is open, so a `switch` needs a default.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        /// Creates a code. Containers and reformers may add their own codes.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The kind of the error.
    public let code: Code

    /// A sentence that names the problem, the place, and the solution.
    public let description: String

    /// The row that the error concerns, or `nil`.
    public let position: RowPosition?

    /// Creates an error.
    public init(_ code: Code, _ description: String, position: RowPosition? = nil) {
        self.code = code
        self.description = description
        self.position = position
    }
}

extension TableError.Code {
    /// The agent has no container.
    public static let notAttached = Self(rawValue: "notAttached")

    /// The surface can't show the item of a row, head or foot.
    public static let itemNotShown = Self(rawValue: "itemNotShown")

    /// The container returned from an update without committing it.
    public static let updateNotCommitted = Self(rawValue: "updateNotCommitted")

    /// A position is outside the table.
    public static let positionOutOfRange = Self(rawValue: "positionOutOfRange")

    /// A row is hidden because its section is collapsed.
    public static let rowHidden = Self(rawValue: "rowHidden")

    /// A head or foot is computed from rows that are not kept, such as those of a stream.
    public static let rowsNotKept = Self(rawValue: "rowsNotKept")

    /// No row or section has the requested id.
    public static let idNotFound = Self(rawValue: "idNotFound")

    /// Two rows of a section, or two sections, have the same id.
    public static let duplicateID = Self(rawValue: "duplicateID")

    /// The data of a row has another type than requested.
    public static let wrongDataType = Self(rawValue: "wrongDataType")

    /// The action is disabled.
    public static let actionDisabled = Self(rawValue: "actionDisabled")

    /// A query names a column that does not exist, or has a value that can't be compared with those of its column.
    public static let invalidQuery = Self(rawValue: "invalidQuery")

    /// A business answers queries itself, and the table has the rows of another one.
    public static let queryNotAnswered = Self(rawValue: "queryNotAnswered")

    /// An edit names a row or section by its position while a query shows other rows or another order.
    public static let positionInQuery = Self(rawValue: "positionInQuery")

    /// A row has more cells than the table has columns.
    public static let tooManyCells = Self(rawValue: "tooManyCells")
}

extension TableError {
    static let notAttached = TableError(
        .notAttached,
        "The agent is not attached to a container; make it with one, or call attach(_:dataSource:eventDelegate:). "
            + "Another agent that takes its container or data source detaches it.")

    package static func itemNotShown(
        _ item: any TableItem.Type, place: String, surface: String, position: RowPosition?
    ) -> TableError {
        TableError(
            .itemNotShown,
            "\(item) at \(place) fills a view of type \(item.viewType), which \(surface) can't show; "
                + "give the row an item for that surface, or register a view for this one.",
            position: position)
    }

    static func updateNotCommitted(surface: String) -> TableError {
        TableError(
            .updateNotCommitted,
            "\(surface) returned from reload(_:) without calling commit() on the update; "
                + "a container calls it when its surface takes over the new table.")
    }

    static let unknownPage = TableError(
        .invalidQuery,
        "The page begins after or before a text that only a database knows; begin it at a number of rows.")

    static func positionInQuery(_ place: String) -> TableError {
        TableError(
            .positionInQuery,
            "The edit names \(place), but a query shows other rows or another order than the edited table; "
                + "name rows and sections by their ids.")
    }

    static func actionDisabled(_ title: String) -> TableError {
        TableError(
            .actionDisabled,
            "The action “\(title)” is disabled, so it was not performed; offer it only while isEnabled is true."
        )
    }

    static func rowNotFound(id: AnyID, inSection section: AnyID? = nil) -> TableError {
        notFound(id, "row" + (section.map { " of section \(String(reflecting: $0.base))" } ?? ""))
    }

    static func sectionNotFound(id: AnyID) -> TableError { notFound(id, "section") }

    private static func notFound(_ id: AnyID, _ what: String) -> TableError {
        TableError(
            .idNotFound,
            "No \(what) has the id \(String(reflecting: id.base)) of type \(type(of: id.base)); "
                + "ids are equal only when their types are, too.")
    }

    static func wrongData(_ given: Any.Type, for item: any TableItem.Type, position: RowPosition)
        -> TableError
    {
        TableError(
            .wrongDataType,
            "The row at \(position) is shown by \(item), which takes \(item.dataType), not \(given).",
            position: position)
    }

    /// The error for a row, head or foot that writes more cells than its table has columns.
    package static func tooManyCells(
        _ count: Int, columns: Int, item: any TableItem.Type, place: String, position: RowPosition?
    ) -> TableError {
        TableError(
            .tooManyCells,
            "\(item) wrote \(count) cells at \(place), where the table has \(columns) columns; "
                + "add columns to the table info, or write fewer cells.",
            position: position)
    }
}

extension String {
    /// The text with control characters replaced by their codes, so that a message can't control a terminal.
    package var withVisibleControls: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
