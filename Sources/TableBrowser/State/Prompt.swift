/// A line in which a person types the text of a search, a filter, or a number.
struct Prompt {
    /// The purpose of the text.
    enum Kind: Equatable {
        case search(isForward: Bool)
        case filter
        case line
        case freeze
    }

    /// The purpose of the text.
    let kind: Kind

    /// The text so far.
    var text = ""

    /// Whether only the current column is searched.
    var isOfColumn = false

    /// Whether the text can be limited to a column.
    var canLimitColumn: Bool {
        switch kind {
        case .search, .filter: true
        case .line, .freeze: false
        }
    }

    /// Returns the sign before the text.
    ///
    /// - Parameter column: The title of the current column.
    func label(column: String) -> String {
        let sign =
            switch kind {
            case .search(let isForward): isForward ? "/" : "?"
            case .filter: "&"
            case .line: ":"
            case .freeze: "Freeze how many columns? "
            }
        return sign + (isOfColumn ? "[\(column)] " : "")
    }

    /// A hint that is visible while the text is empty.
    var hint: String {
        switch kind {
        case .search: "text to find, Tab: this column only"
        case .filter: "text that rows must contain, empty: all rows, Tab: this column only"
        case .line: "number of a line"
        case .freeze: "Enter alone: show all columns, as at first"
        }
    }
}
