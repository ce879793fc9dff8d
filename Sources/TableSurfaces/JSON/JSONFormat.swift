public import TableAgent

/// JSON: an object with the sections of the table, or an array of rows. Each section has an id, a head, rows
/// and a foot.
///
/// ```json
/// {"sections": [
///   {"id": "north", "head": ["North"], "rows": [
///     {"customer": "Ada", "total": 12.50}
///   ], "foot": {"total": 12.50}}
/// ]}
/// ```
///
/// A row is an object with the keys of the columns, by default their titles. Cells have the types of JSON,
/// and missing cells have no key. A head is an array of all its cells. A foot is an object of the cells that
/// have a value. A section without a head or foot has no `"head"` or `"foot"`.
///
/// The foot of the table follows the sections, as `"total": {"total": 30.00}`.
///
/// Rows of collapsed sections are written. No object has a key twice: repeated keys get a numeric suffix
/// (`total`, `total_2`), and empty keys become `column_1`, `column_2` and so on, by position. Keys are
/// compared code point by code point. If the table has a caption, the object begins with the caption, as
/// `"caption"`.
public struct JSONFormat: TextualFormat, SpecializedFormat, Sendable {
    /// How the sections of a table are encoded.
    public enum Layout: Hashable, Sendable {
        /// An object with an array of sections, each with its id, head, rows and foot.
        case sections
        /// An array of the rows of all sections, without heads and feet.
        case rows
    }

    /// How non-finite numbers are encoded, which JSON can't represent (RFC 8259, section 6).
    public enum NotFinite: Hashable, Sendable {
        /// As `null`.
        case null
        /// As an error: the table is not written, and the error names the first non-finite number.
        case refuse
    }

    /// How sections are encoded.
    public var layout: Layout

    /// How non-finite numbers are encoded.
    public var notFinite: NotFinite

    /// Creates a format with the options that its properties describe.
    public init(layout: Layout = .sections, notFinite: NotFinite = .null) {
        self.layout = layout
        self.notFinite = notFinite
    }

    /// The format's name, "JSON".
    public var name: String { "JSON" }

    /// `application/json` (RFC 8259).
    public var mediaType: String { "application/json" }

    /// `json`.
    public var fileExtension: String { "json" }

    /// Whether heads and feet are written: `true` in the layout ``Layout/sections``.
    public var showsHeadsAndFeet: Bool { layout == .sections }

    /// `true`: a program reads all rows.
    public var showsCollapsedRows: Bool { true }

    /// Returns a writer of one JSON value.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        JSONWriter(columns, layout == .sections ? .sections : .array, notFinite, caption: caption)
    }
}

/// JSON Lines: each row of each section as an object on its own line.
///
/// Rows are written as in ``JSONFormat``. Heads and feet are omitted.
public struct JSONLinesFormat: TextualFormat, SpecializedFormat, Sendable {
    /// How non-finite numbers are encoded.
    public var notFinite: JSONFormat.NotFinite

    /// Creates a format with the options that its properties describe.
    public init(notFinite: JSONFormat.NotFinite = .null) {
        self.notFinite = notFinite
    }

    /// The format's name, "JSON Lines".
    public var name: String { "JSON Lines" }

    /// `application/jsonl` (jsonlines.org).
    public var mediaType: String { "application/jsonl" }

    /// `jsonl`.
    public var fileExtension: String { "jsonl" }

    /// `false`: each line is a row.
    public var showsHeadsAndFeet: Bool { false }

    /// `true`: a program reads all rows.
    public var showsCollapsedRows: Bool { true }

    /// Returns a writer of JSON Lines.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        JSONWriter(columns, .lines, notFinite, caption: nil)
    }
}

extension GridFormat where Self == JSONFormat {
    /// One JSON value, with default options.
    public static var json: JSONFormat { JSONFormat() }

    /// One JSON value, with the options of the format's initializer.
    public static func json(
        layout: JSONFormat.Layout = .sections, notFinite: JSONFormat.NotFinite = .null
    ) -> JSONFormat {
        JSONFormat(layout: layout, notFinite: notFinite)
    }
}

extension GridFormat where Self == JSONLinesFormat {
    /// JSON Lines, with default options.
    public static var jsonLines: JSONLinesFormat { JSONLinesFormat() }

    /// JSON Lines, with the options of the format's initializer.
    public static func jsonLines(notFinite: JSONFormat.NotFinite = .null) -> JSONLinesFormat {
        JSONLinesFormat(notFinite: notFinite)
    }
}

extension TableError.Code {
    /// A number is NaN or infinite, and the format can't represent it.
    public static let numberNotFinite = Self(rawValue: "numberNotFinite")
}
