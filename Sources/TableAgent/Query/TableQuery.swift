/// The order, the filters, the search, the columns, and the page by which a person sees a table.
///
/// ```swift
/// try agent.show(
///     TableQuery(filters: [.column("status", .isOneOf(["open"]))], sorts: [.descending("total")]))
/// ```
///
/// A query is a value, with `==`, JSON, and the fields of an address. It names columns by their ``GridColumn/key``, so it
/// survives other titles and another language.
///
/// **One kind for each column.** If all values of a column are numbers, they compare as numbers, exactly at any number of
/// digits. If all are dates or instants of ISO 8601, they compare by time. If all are Booleans, `false` precedes `true`.
/// Otherwise, they compare as the texts that a person sees: without regard to case and accents, with runs of digits by their
/// values, and finally by their code points. Cells without a value, empty texts, and not-a-number are last in both directions.
///
/// **Equal rows** keep the order of the table. Rows are sorted in their sections.
public struct TableQuery: Hashable, Sendable {
    /// Words, separated by spaces. A row contains each of them in one of its visible cells or in the head of its section, in
    /// any case and with any accents.
    public var search: String

    /// The conditions that a row meets, all of them.
    public var filters: [Filter]

    /// The order of the rows, the most important column first.
    public var sorts: [Sort]

    /// The keys of the visible columns, in their order; `nil` for the columns of the table.
    public var columns: [String]?

    /// The page to show; `nil` for all rows.
    public var page: Page?

    /// Creates a query, by default one that asks for nothing.
    public init(
        search: String = "", filters: [Filter] = [], sorts: [Sort] = [], columns: [String]? = nil,
        page: Page? = nil
    ) {
        self.search = search
        self.filters = filters
        self.sorts = sorts
        self.columns = columns
        self.page = page
    }

    /// Whether the query may hide rows, apart from those of other pages.
    package var hidesRows: Bool { !filters.isEmpty || !words.isEmpty }

    /// Whether the query may show other rows than the table, or another order. A surface then offers no drag of rows, and edits
    /// name rows and sections by their ids.
    public var changesRows: Bool { hidesRows || !sorts.isEmpty || page != nil }

    /// The keys of the columns in filters and sorts.
    package var columnNames: [String] { sorts.map(\.column) + conditions.map(\.column) }

    /// The conditions of all filters, and their columns.
    package var conditions: [(column: String, condition: Condition)] { filters.flatMap(\.conditions) }

    /// The words of the search.
    package var words: [Substring] { search.split(whereSeparator: \.isWhitespace) }

    /// A column to sort by, and the direction.
    public struct Sort: Hashable, Sendable {
        /// The key of the column.
        public var column: String

        /// Whether the greatest value is the first one.
        public var isDescending: Bool

        /// Creates a sort.
        public init(_ column: String, isDescending: Bool = false) {
            self.column = column
            self.isDescending = isDescending
        }

        /// The least value is the first one.
        public static func ascending(_ column: String) -> Sort { Sort(column) }

        /// The greatest value is the first one.
        public static func descending(_ column: String) -> Sort { Sort(column, isDescending: true) }
    }

    /// A condition of a row.
    public indirect enum Filter: Hashable, Sendable {
        /// A cell of a column, by the column's key, meets a condition.
        case column(String, Condition)
        /// A filter is not met.
        case not(Filter)
        /// One of some filters is met.
        case any([Filter])
    }

    /// A condition of a cell.
    ///
    /// Values are texts as data formats write them, such as `1234.5` and `2026-10-19`. A date without a day is the period of
    /// its month or year.
    public enum Condition: Hashable, Sendable {
        /// The value is one of some values. Texts are equal only if they are the same.
        case isOneOf([String])
        /// The displayed text contains a text, in any case and with any accents.
        case contains(String)
        /// The displayed text begins with a text, in any case and with any accents.
        case begins(String)
        /// The displayed text contains a match of a regular expression, in the syntax of `Regex`. The case of letters counts,
        /// unless the expression begins with `(?i)`.
        ///
        /// A stranger's expression can take forever, so no address carries one. Do not read one from a stranger's JSON either.
        case matches(String)
        /// The value is at or after another one.
        case from(String)
        /// The value is after another one.
        case above(String)
        /// The value is at or before another one.
        case through(String)
        /// The value is before another one.
        case below(String)
        /// The cell has no value, an empty text, or not-a-number.
        case isEmpty
    }

    /// A part of the rows that meet the filters.
    public struct Page: Hashable, Sendable {
        /// The number of rows of a page, at least 1.
        public var size: Int {
            didSet { check() }
        }

        /// Where the page begins.
        public var start: Start

        /// Creates a page.
        public init(size: Int, start: Start = .first) {
            self.size = size
            self.start = start
            check()
        }

        private func check() {
            precondition(size >= 1, "A page has at least 1 row, not \(size).")
        }

        /// The beginning of a page.
        public enum Start: Hashable, Sendable {
            /// At the first row.
            case first
            /// The last page, if all pages before it are full.
            case last
            /// At a row, by its index from 0 among the rows that meet the filters. Beyond the end is the last page.
            case offset(Int)
            /// After the row of a text that a database knows. A table in memory knows no such texts.
            case after(String)
            /// Before the row of a text that a database knows.
            case before(String)
        }
    }
}

/// The numbers of rows that a query found.
public struct QueryResult: Hashable, Sendable {
    /// The number of rows that meet the search and the filters, on all pages.
    public internal(set) var matchingRowCount: Int

    /// The number of rows without the query.
    public internal(set) var rowCount: Int

    /// The visible rows among those that meet the filters.
    public internal(set) var page: Range<Int>

    /// The number to which a business counts; `nil` if all numbers are exact. A greater number of rows means more than the limit.
    public internal(set) var countLimit: Int?

    /// The number of rows on all pages, which have no rows of collapsed sections.
    package internal(set) var pagedRowCount: Int

    /// The texts of the pages beside this one that a business has named.
    package var previous, next: String?

    package init(
        matchingRowCount: Int = 0, rowCount: Int = 0, page: Range<Int> = 0..<0, pagedRowCount: Int? = nil
    ) {
        self.matchingRowCount = matchingRowCount
        self.rowCount = rowCount
        self.page = page
        self.pagedRowCount = pagedRowCount ?? matchingRowCount
    }

    /// The numbers of rows of a table without a query.
    package init(of table: TableInfo) {
        let visibleCount = table.content.reduce(0) { $0 + $1.visibleRowCount }
        self.init(
            matchingRowCount: table.rowCount, rowCount: table.rowCount, page: 0..<visibleCount,
            pagedRowCount: visibleCount)
    }
}
