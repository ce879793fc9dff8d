import TableAgent

/// A line in which a person types the text of a search, a filter, or a number.
struct Prompt {
    /// The purpose of the text.
    enum Kind: Equatable {
        case search(isForward: Bool)
        case filter
        case line
        case column
        case freeze
        /// A question of the program.
        case question(String, hint: String)
    }

    /// The purpose of the text.
    let kind: Kind

    /// The texts of prompts.
    private let words: BrowserWords.Prompts

    /// The text so far.
    private(set) var text = ""

    /// Whether only the current column is searched.
    private(set) var isOfColumn = false

    /// Creates a prompt without a text.
    init(kind: Kind, words: BrowserWords.Prompts) {
        self.kind = kind
        self.words = words
    }

    /// Returns the prompt after a key that edits the text, or `nil` for a key that closes the prompt.
    func edited(by key: BrowserKey) -> Prompt? {
        var prompt = self
        switch (key, kind) {
        case (.escape, _), (.control("C"), _): return nil
        case (.backspace, _) where text.isEmpty: return nil
        case (.tab, .search), (.tab, .filter): prompt.isOfColumn.toggle()
        default: prompt.text.edit(key)
        }
        return prompt
    }

    /// Returns the text as a pattern for all columns or, after Tab, for a column; `nil` without a word.
    ///
    /// - Parameter part: The part of the text to use, or `nil` for the whole text.
    func pattern(ofColumn column: Int, _ part: Substring? = nil) -> TextPattern? {
        TextPattern(part.map { String($0) } ?? text, column: isOfColumn ? column : nil)
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
            case .column: "|"
            case .freeze: words.freezeQuestion
            case .question(let question, _): question + " "
            }
        return sign + (isOfColumn ? "[\(column)] " : "")
    }

    /// A hint that is visible while the text is empty.
    var hint: String {
        switch kind {
        case .search: words.search
        case .filter: words.filter
        case .line: words.line
        case .column: words.column
        case .freeze: words.freeze
        case .question(_, let hint): hint
        }
    }
}
