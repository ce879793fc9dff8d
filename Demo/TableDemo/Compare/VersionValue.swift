/// What a row of a version has in one of the compared columns.
struct VersionValue {
    let source: VersionRecord.Source
    let row: Int
    /// The number of the column in the file; `nil` if the file lacks it.
    let column: Int?

    /// What the cell holds; `missing` where there is none.
    var kind: SourceTable.Kind { column.map { source.table.kind(row: row, column: $0) } ?? .missing }

    /// Lends the text as UTF-8, which is empty where there is no value.
    func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard let column else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
        return source.table.withUTF8(row: row, column: column, body)
    }

    /// Whether a value of the other version has the same text and is of the same kind.
    ///
    /// Kinds count only if neither file has them guessed: one word in a column of numbers makes text of
    /// them all. A key that a JSON object lacks is as good as a null.
    func isSame(as other: VersionValue) -> Bool {
        guard hasSameText(as: other) else { return false }
        return source.table.guessesKinds || other.source.table.guessesKinds || kind == other.kind
            || !kind.isValue && !other.kind.isValue
    }

    private func hasSameText(as other: VersionValue) -> Bool {
        withUTF8 { mine in
            other.withUTF8 { theirs in mine.count == theirs.count && mine.elementsEqual(theirs) }
        }
    }
}

extension VersionValue {
    /// What a change from one value to another looks like: `old → new`.
    ///
    /// Values that look alike or begin or end with a space stand in quotes. If one has several lines, the
    /// arrow begins a line of its own.
    static func change(from old: VersionValue, to new: VersionValue) -> String {
        let isQuoted = old.hasSameText(as: new)
        let (before, after) = (old.described(isQuoted: isQuoted), new.described(isQuoted: isQuoted))
        let hasLines = before.contains(where: \.isNewline) || after.contains(where: \.isNewline)
        return before + (hasLines ? "\n→ " : " → ") + after
    }

    private func described(isQuoted: Bool) -> String {
        let text = withUTF8 { String(decoding: $0, as: UTF8.self) }
        if isQuoted {
            if !kind.isValue { return "null" }
            return kind == .text ? "\"\(text)\"" : text
        }
        if text.isEmpty { return "(empty)" }
        let isPadded = text.first?.isWhitespace == true || text.last?.isWhitespace == true
        return isPadded ? "\"\(text)\"" : text
    }
}

extension SourceTable.Kind {
    /// Whether there is a value at all.
    fileprivate var isValue: Bool { self != .null && self != .missing }
}
