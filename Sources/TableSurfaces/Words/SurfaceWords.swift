public import TableAgent

extension TableWords {
    /// The words of text tables.
    public var text: TextWords {
        get { self[default: TextWords()] }
        set { self[default: TextWords()] = newValue }
    }

    /// The words of HTML pages and of workbooks.
    public var page: PageWords {
        get { self[default: PageWords()] }
        set { self[default: PageWords()] = newValue }
    }
}

/// The words of text tables.
public struct TextWords: Sendable {
    /// Returns a number of rows: `1 row`, `1,851 rows`.
    public var rows: @Sendable (_ count: Int) -> String = { TableWords.counted($0, "row") }

    /// Returns a number of columns: `1 column`, `12 columns`.
    public var columns: @Sendable (_ count: Int) -> String = { TableWords.counted($0, "column") }

    /// Returns the number of rows that a table leaves out, and the number of sections that it leaves out as a whole.
    ///
    /// Without sections, the rows belong to a section of which other rows are visible. In English: `1,851 more rows`,
    /// `12 rows in 3 sections`, or `3 sections`.
    public var omission: @Sendable (_ rows: Int, _ sections: Int) -> String = { rows, sections in
        if sections == 0 { return TableWords.counted(rows, "more row") }
        let omitted = TableWords.counted(sections, "section")
        return rows == 0 ? omitted : "\(TableWords.counted(rows, "row")) in \(omitted)"
    }

    /// Returns the list of the columns that a table leaves out.
    ///
    /// In English: `5 shown, without City, Country, and 3 more`.
    ///
    /// - Parameters:
    ///   - shown: The number of visible columns.
    ///   - names: The titles of the first columns that are left out.
    ///   - more: The number of the other columns that are left out.
    public var leftOut: @Sendable (_ shown: Int, _ names: [String], _ more: Int) -> String = {
        shown, names, more in
        let list =
            names.joined(separator: ", ")
            + (more > 0 ? ", and \(TableWords.grouped(more, by: ",")) more" : "")
        return "\(shown) shown, without \(list)"
    }

    /// Returns the name of a column without a title in that list, by its number from 1: `no. 7`.
    public var untitledColumn: @Sendable (_ number: Int) -> String = { "no. \($0)" }

    /// The note that columns have no room for their bars.
    public var barsOmitted = "bars omitted"

    /// Creates English words.
    public init() {}
}

/// The words of HTML pages and of workbooks.
public struct PageWords: Sendable {
    /// The title of a page or a sheet without a title: `Table`.
    public var untitled = "Table"

    /// The title of the column of buttons, which only assistive technologies present: `Actions`.
    public var actions = "Actions"

    /// The link from a question back to the table: `Go back`.
    public var back = "Go back"

    /// The problem of an answer to a question that has changed.
    public var changed = "This has changed in the meantime. Read it again."

    /// The title of the column of check boxes, which only assistive technologies present: `Checked rows`.
    public var checkBoxes = "Checked rows"

    /// The name of the check box that checks all rows of a page: `Check all rows`.
    public var checkAll = "Check all rows"

    /// The button and the question for checked rows whose action is not chosen yet: `Act on checked rows`.
    public var actOnChecked = "Act on checked rows"

    /// The button that unchecks all rows, by a script: `Uncheck all`.
    public var uncheck = "Uncheck all"

    /// Returns the question before an action on several rows: `Ship: 3 rows?`.
    public var many: @Sendable (_ action: String, _ count: Int) -> String = {
        "\($0): \(TableWords.counted($1, "row"))?"
    }

    /// Returns the outcome of an action on several rows: `3 of 3 rows: done.`
    public var doneMany: @Sendable (_ done: Int, _ count: Int) -> String = {
        "\($0) of \(TableWords.counted($1, "row")): done."
    }

    /// Returns the name of the button that edits a cell, and the question for its new value: `Edit City, 4711`.
    public var edit: @Sendable (_ column: String, _ row: String) -> String = { "Edit \($0), \($1)" }

    /// The button that sends the new value of a cell: `Save`.
    public var save = "Save"

    /// Returns the problem of a new value if somebody else has changed the cell in the meantime.
    public var edited: @Sendable (_ column: String, _ value: String) -> String = {
        "“\($0)” has changed to “\($1)” in the meantime. Send your value again to replace that one."
    }

    /// The name of the link to the details of a row, if it has no text of the row: `Details`.
    public var details = "Details"

    /// The name of the link that closes the details of a row: `Close`.
    public var close = "Close"

    /// The name of the check box that hides the rows of a section: `Hide the rows`.
    public var hideRows = "Hide the rows"

    /// The title of a page with an error: `Error`.
    public var error = "Error"

    /// The words of the controls by which a person sorts, filters, searches, and pages a table.
    public var controls = ControlWords()

    /// Creates English words.
    public init() {}
}

/// The words of ``HTMLControls``.
public struct ControlWords: Sendable {
    /// The name of the search field: `Search`.
    public var search = "Search"

    /// The names of the directions of an order: `ascending` and `descending`.
    public var ascending = "ascending", descending = "descending"

    /// The description of a title that is a button: `Sorts the table`.
    public var sorts = "Sorts the table"

    /// The name of the list of orders: `Sort`.
    public var sort = "Sort"

    /// The choice of the table's own order in this list: `Original order`.
    public var unsorted = "Original order"

    /// The name of the panel of filters: `Filter`.
    public var filter = "Filter"

    /// The name of the list of columns: `Columns`.
    public var columns = "Columns"

    /// The button that applies filters or columns: `Apply`.
    public var apply = "Apply"

    /// The labels of the ends of a range: `from` and `to`.
    public var from = "from", to = "to"

    /// The label of a part of a text: `contains`.
    public var contains = "contains"

    /// Returns a condition after the title of its column: `open, paid`, `not open`, `contains desk`, `100 to 500`.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - isNegated: Whether the condition is not met.
    ///   - end: The upper end of a range that begins with the condition `TableQuery.Condition.from(_:)`.
    public var condition:
        @Sendable (_ condition: TableQuery.Condition, _ isNegated: Bool, _ end: String?) -> String = {
            condition, isNegated, end in
            let text =
                switch condition {
                case .isOneOf(let values): values.joined(separator: ", ")
                case .contains(let text): "contains \(text)"
                case .begins(let text): "begins with \(text)"
                case .matches(let pattern): "matches \(pattern)"
                case .from(let value): end.map { "\(value) to \($0)" } ?? "from \(value)"
                case .above(let value): "above \(value)"
                case .through(let value): "to \(value)"
                case .below(let value): "below \(value)"
                case .isEmpty: "empty"
                }
            return isNegated ? "not \(text)" : text
        }

    /// The name of the list of filters and orders that are applied: `Applied`.
    public var applied = "Applied"

    /// Returns the name of a link that removes a filter or an order: `Remove Status open`.
    public var remove: @Sendable (_ text: String) -> String = { "Remove \($0)" }

    /// The link that removes the search and all filters: `Show all rows`.
    public var showAll = "Show all rows"

    /// Returns the number of rows: `3,431 of 20,000 rows`, `20,000 rows`, or `more than 10,000 rows`.
    ///
    /// - Parameters:
    ///   - matching: The number of rows that meet the search and the filters.
    ///   - all: The number of all rows.
    ///   - limit: The number to which a business counts; `nil` for exact numbers. A greater number means more than the limit.
    public var count: @Sendable (_ matching: Int, _ all: Int, _ limit: Int?) -> String = {
        matching, all, limit in
        let rows =
            limit.flatMap { all > $0 ? "more than \(TableWords.counted($0, "row"))" : nil }
            ?? TableWords.counted(all, "row")
        return matching == all || matching > limit ?? .max
            ? rows : "\(TableWords.grouped(matching, by: ",")) of \(rows)"
    }

    /// The sentence in place of rows if none of them meets the query.
    public var noMatch = "No row matches the search and the filters."

    /// The name of the links between pages: `Pages`.
    public var pages = "Pages"

    /// The names of the links to the first page, and to the page before and after: `First page`, `Previous page`, and `Next page`.
    public var first = "First page", previous = "Previous page", next = "Next page"

    /// Returns the rows of a page: `51–100 of 3,431`, or `51–100 of more than 10,000`.
    ///
    /// - Parameters:
    ///   - rows: The rows, by their places from 1.
    ///   - count: The number of rows on all pages.
    ///   - limit: The number to which a business counts; `nil` for exact numbers. A greater number means more than the limit.
    public var page: @Sendable (_ rows: ClosedRange<Int>, _ count: Int, _ limit: Int?) -> String = {
        rows, count, limit in
        func text(_ number: Int) -> String { TableWords.grouped(number, by: ",") }
        let all = limit.flatMap { count > $0 ? "more than \(text($0))" : nil } ?? text(count)
        return "\(text(rows.lowerBound))–\(text(rows.upperBound)) of \(all)"
    }

    /// The name of the list of sizes of a page: `Rows per page`.
    public var sizes = "Rows per page"

    /// The name of the links to files: `Files`.
    public var files = "Files"

    /// The names of the links to files of this page, and of all pages: `This page` and `All pages`.
    public var thisPage = "This page", allPages = "All pages"

    /// Creates English words.
    public init() {}
}
