import TableAgent

/// Words that a person searches for, without regard to case and accents: in all columns, or as one text in a column.
struct TextPattern: Hashable, Sendable {
    /// The text as it was typed.
    let text: String

    /// The column to search, or `nil` for all columns.
    let column: Int?

    private let words: [FoldedPattern]

    /// Creates a pattern of a text; `nil` for a text without a word.
    init?(_ text: String, column: Int? = nil) {
        self.text = text
        self.column = column
        let words = column == nil ? TableQuery(search: text).words : [text[...]]
        self.words = words.map { FoldedPattern($0) }
        if self.words.allSatisfy(\.isEmpty) { return nil }
    }

    /// The condition of rows with the text.
    ///
    /// - Parameter title: The title of the column.
    func filter(inColumn title: String) -> BrowserQuery.Filter {
        BrowserQuery.Filter(
            name: column == nil ? "&\(text)" : "\(title) ~ \(text)", pattern: self,
            conditions: column.map { [.column(String($0), .contains(text))] } ?? [])
    }

    /// Returns the ranges of the words in a displayed text of a column, in bytes.
    func ranges(in utf8: UnsafeBufferPointer<UInt8>, ofColumn index: Int) -> [Range<Int>] {
        column.map { $0 == index } ?? true ? words.flatMap { $0.ranges(in: utf8) } : []
    }

    /// Returns whether a displayed text of a column contains one of the words.
    func isIn(_ utf8: UnsafeBufferPointer<UInt8>, ofColumn index: Int) -> Bool {
        guard column.map({ $0 == index }) ?? true else { return false }
        var scratch = ByteBuffer()
        return words.contains { !$0.isEmpty && $0.isIn(utf8, &scratch) }
    }

    /// Returns the first column of a line that contains one of the words.
    func firstColumn(in line: borrowing GridLine) -> Int? {
        for (index, cell) in line.cells.enumerated() {
            if line.withShown(of: cell, { isIn($0, ofColumn: index) }) { return index }
        }
        return nil
    }
}
