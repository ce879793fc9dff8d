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

    /// The title of a page with an error: `Error`.
    public var error = "Error"

    /// Creates English words.
    public init() {}
}
