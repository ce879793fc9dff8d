public import TableAgent
public import TableSurfaces

/// An Excel workbook (`.xlsx`) with one sheet, for people who want to work with a table in a spreadsheet.
///
/// ```swift
/// let workbook = WorkbookFormat(sums: ["Amount"])
/// try workbook.write(OrdersReformer().reform(orders), to: FileSink(URL(fileURLWithPath: "orders.xlsx")))
/// ```
///
/// The sheet has the titles in its first row, which stays visible and is repeated on each printed page. The caption is the
/// name of the sheet, up to 31 characters, and the header of printed pages. A section with a head is an outline group: the
/// button beside the head hides and shows the rows, and the rows of a collapsed section are hidden. A table of one section
/// without a head has filter buttons beside its titles.
///
/// Cells keep the types of their values:
///
/// - Numbers stay numbers, if Excel can represent them. Whole numbers of more than 15 digits, decimal numbers that a
///   `Double` does not hold exactly, `nan`, and infinities become text.
/// - The decimal numbers of a column show the same number of decimals, which depends on the measured rows.
/// - Dates from March 1, 1900 stay dates, and times without a zone stay times. Other dates become text.
/// - Text is never evaluated as a formula. A text of more than 32,767 UTF-16 units is cut, ends in an ellipsis, and is
///   counted in `GridStream.Report.overflowCount`.
///
/// The bars of `GridColumn.bar` are data bars behind the numbers of the rows. Heads, feet, and numbers that became text have
/// no bars, and a series is text. An automatic scale includes all rows, also those of a stream. There are no bars if heads and feet divide the rows
/// into more than 8,192 groups, which `GridStream.Report.omittedBarCount` reports, or if Excel can't compute with the scale.
///
/// Text cells show the displayed text, and other cells show the value in the number format of the column. A link leads to
/// its address if the address is absolute, or if ``linkOrigin`` completes the address. The first 65,530 links of a sheet
/// work, and the other cells have only their text.
///
/// The rows are compressed as they arrive, so a `GridStream` of any length takes constant memory, except for the
/// addresses of links and the groups of rows with bars. The same table makes the same bytes.
public struct WorkbookFormat: GridFormat, MeasuringFormat, Sendable {
    /// Whether heads and feet are written; `true` by default. Without them, each row below the titles is a row of the
    /// table, as in CSV, and the titles have filter buttons.
    public var includesHeadsAndFeet: Bool

    /// The keys of the columns whose feet are sums of the rows above them.
    ///
    /// In these columns, a foot is the formula `SUBTOTAL(9, …)`, which Excel computes again when a person changes or filters
    /// rows. The foot of the table adds up all rows, without the feet of the sections. A foot that is not the sum of its
    /// rows stays a plain number, so that no spreadsheet shows another number than the table.
    public var sums: [String]

    /// The name of the sheet if the table has no caption; by default, the word of ``words`` for a page without a title.
    public var title: String?

    /// The scheme and host that complete the addresses of links that begin with a slash: `https://orders.example`. With
    /// `nil`, such cells have only their text.
    public var linkOrigin: String?

    /// The words of the sheet's name and of series.
    public var words: TableWords

    /// Creates a format with the options that its properties describe.
    public init(
        includesHeadsAndFeet: Bool = true, sums: [String] = [], title: String? = nil,
        linkOrigin: String? = nil, words: TableWords = .english
    ) {
        self.includesHeadsAndFeet = includesHeadsAndFeet
        self.sums = sums
        self.title = title
        self.linkOrigin = linkOrigin
        self.words = words
    }

    /// The format's name, "Excel".
    public var name: String { "Excel" }

    /// `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` (IANA).
    public var mediaType: String { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" }

    /// `xlsx`.
    public var fileExtension: String { "xlsx" }

    /// The first 1,000 lines, for the widths and the number formats of the columns.
    package var measuredLineLimit: Int { 1000 }

    /// Whether heads and feet are written.
    public var showsHeadsAndFeet: Bool { includesHeadsAndFeet }

    /// `true`: the rows of collapsed sections are hidden, and a person can show them.
    public var showsCollapsedRows: Bool { true }

    /// Returns a writer of one workbook.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        makeMeasurer(for: columns, caption: caption)
    }

    package func makeMeasurer(for columns: [GridColumn], caption: String?) -> some MeasuringWriter {
        WorkbookWriter(
            self, columns, caption: caption.flatMap { $0.isEmpty ? nil : $0 } ?? title ?? words.page.untitled)
    }
}

extension GridFormat where Self == WorkbookFormat {
    /// An Excel workbook, with default options.
    public static var workbook: WorkbookFormat { WorkbookFormat() }

    /// An Excel workbook, with the options of the format's initializer.
    public static func workbook(
        includesHeadsAndFeet: Bool = true, sums: [String] = [], title: String? = nil,
        linkOrigin: String? = nil, words: TableWords = .english
    ) -> WorkbookFormat {
        WorkbookFormat(
            includesHeadsAndFeet: includesHeadsAndFeet, sums: sums, title: title, linkOrigin: linkOrigin,
            words: words)
    }
}

extension TableError.Code {
    /// A table has more rows, columns, or bytes than a workbook can contain.
    public static let workbookTooLarge = Self(rawValue: "workbookTooLarge")

    /// A format has an option for a column that the table does not have.
    public static let columnNotFound = Self(rawValue: "columnNotFound")
}
