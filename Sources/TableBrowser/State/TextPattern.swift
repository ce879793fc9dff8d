import TableAgent

/// A text that a person searches for.
///
/// A pattern without a capital letter ignores case.
struct TextPattern: Hashable, Sendable {
    /// The text as it was typed.
    let text: String

    /// The column to search, or `nil` for all columns.
    let column: Int?

    /// A character in its two cases, as UTF-8. Both cases are equal if case matters.
    private struct Letter: Hashable {
        let lower: [UInt8]
        let upper: [UInt8]
    }

    private let letters: [Letter]

    /// Creates a pattern of a text that is not empty.
    init(_ text: String, column: Int? = nil) {
        self.text = text
        self.column = column
        let ignoresCase = !text.contains(where: \.isUppercase)
        letters = text.map { character in
            let letter = Array(String(character).utf8)
            return Letter(lower: letter, upper: ignoresCase ? Array(character.uppercased().utf8) : letter)
        }
    }

    /// Returns the range of the first match in a text, in bytes.
    func firstRange(in utf8: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Range<Int>? {
        guard let first = letters.first else { return nil }
        let (lower, upper) = (first.lower[0], first.upper[0])
        var offset = start
        while offset < utf8.count {
            let byte = utf8[offset]
            if byte == lower || byte == upper, let end = end(ofMatchAt: offset, in: utf8) {
                return offset..<end
            }
            offset &+= 1
        }
        return nil
    }

    private func end(ofMatchAt start: Int, in utf8: UnsafeBufferPointer<UInt8>) -> Int? {
        var offset = start
        for letter in letters {
            let rest = utf8[offset...]
            if rest.starts(with: letter.lower) {
                offset += letter.lower.count
            } else if rest.starts(with: letter.upper) {
                offset += letter.upper.count
            } else {
                return nil
            }
        }
        return offset
    }

    /// Returns whether a displayed text of the line matches.
    func matches(_ line: borrowing GridLine) -> Bool { firstColumn(in: line) != nil }

    /// Returns the first column whose displayed text matches, or `nil`.
    func firstColumn(in line: borrowing GridLine) -> Int? {
        // Most lines don't match. The bytes of all cells are searched first, because they include the displayed texts.
        guard line.bytes.withBytes({ firstRange(in: $0) }) != nil else { return nil }
        for (index, cell) in line.cells.enumerated() where column == nil || column == index {
            if line.withShown(of: cell, { firstRange(in: $0) }) != nil { return index }
        }
        return nil
    }
}

/// The condition that the visible rows meet.
enum RowFilter: Hashable, Sendable {
    /// The row contains a text. A row also meets the condition if the head of its section contains the text.
    case text(TextPattern)
    /// The displayed text of a cell is equal to a text in UTF-8.
    case value(column: Int, text: [UInt8])

    /// Returns whether a row meets the condition.
    func matches(_ line: borrowing GridLine) -> Bool {
        switch self {
        case .text(let pattern): pattern.matches(line)
        case .value(let column, let text):
            column < line.cells.count
                ? line.withShown(of: line.cells[column]) { $0.elementsEqual(text) } : text.isEmpty
        }
    }

    /// Returns whether a head meets the condition for all rows of its section.
    func matchesHead(_ line: borrowing GridLine) -> Bool {
        if case .text(let pattern) = self, pattern.column == nil { pattern.matches(line) } else { false }
    }
}
