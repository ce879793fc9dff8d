import TableAgent

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

    /// The texts of prompts.
    let words: BrowserWords.Prompts

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
            case .freeze: words.freezeQuestion
            }
        return sign + (isOfColumn ? "[\(column)] " : "")
    }

    /// A hint that is visible while the text is empty.
    var hint: String {
        switch kind {
        case .search: words.search
        case .filter: words.filter
        case .line: words.line
        case .freeze: words.freeze
        }
    }
}
