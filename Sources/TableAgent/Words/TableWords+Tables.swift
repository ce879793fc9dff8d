extension TableWords {
    /// The words of text tables, and the counts of the terminal browser.
    public struct Text: Sendable {
        /// Returns a number of rows: `1 row`, `1,851 rows`.
        public var rows: @Sendable (_ count: Int) -> String = { counted($0, "row") }

        /// Returns a number of columns: `1 column`, `12 columns`.
        public var columns: @Sendable (_ count: Int) -> String = { counted($0, "column") }

        /// Returns the number of rows that a table leaves out, and the number of sections that it leaves out as a whole.
        ///
        /// Without sections, the rows belong to a section of which other rows are visible. In English: `1,851 more rows`,
        /// `12 rows in 3 sections`, or `3 sections`.
        public var omission: @Sendable (_ rows: Int, _ sections: Int) -> String = { rows, sections in
            if sections == 0 { return counted(rows, "more row") }
            let omitted = counted(sections, "section")
            return rows == 0 ? omitted : "\(counted(rows, "row")) in \(omitted)"
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
                names.joined(separator: ", ") + (more > 0 ? ", and \(grouped(more, by: ",")) more" : "")
            return "\(shown) shown, without \(list)"
        }

        /// Returns the name of a column without a title in that list, by its number from 1: `no. 7`.
        public var untitledColumn: @Sendable (_ number: Int) -> String = { "no. \($0)" }

        /// The note that columns have no room for their bars.
        public var barsOmitted = "bars omitted"

        /// Creates English words.
        public init() {}
    }

    /// The problems of the inputs that an action asks for, as sentences.
    public struct Inputs: Sendable {
        /// Returns the limits of a number.
        ///
        /// - Parameters:
        ///   - label: The label of the input.
        ///   - least: The least number, as a person enters it.
        ///   - greatest: The greatest number.
        ///   - decimals: The maximum number of decimals.
        public var number:
            @Sendable (_ label: String, _ least: String, _ greatest: String, _ decimals: Int) -> String = {
                label, least, greatest, decimals in
                let limit =
                    decimals == 0 ? "" : ", with at most \(decimals) decimal\(decimals == 1 ? "" : "s")"
                return "“\(label)” must be a number from \(least) to \(greatest)\(limit)."
            }

        /// Returns the limits of a text.
        ///
        /// - Parameters:
        ///   - label: The label of the input.
        ///   - length: The maximum number of characters.
        ///   - isRequired: Whether the text must not be empty.
        public var text: @Sendable (_ label: String, _ length: Int, _ isRequired: Bool) -> String = {
            label, length, isRequired in
            "“\(label)” must be one line of at most \(length) characters\(isRequired ? ", not empty" : "")."
        }

        /// Returns the titles of a choice.
        public var choice: @Sendable (_ label: String, _ titles: [String]) -> String = { label, titles in
            "“\(label)” must be one of: \(titles.joined(separator: ", "))."
        }

        /// Creates English words.
        public init() {}
    }

    /// The words of HTML pages and of workbooks.
    public struct Page: Sendable {
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
}
