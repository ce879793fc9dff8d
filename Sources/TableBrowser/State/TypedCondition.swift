package import TableAgent

/// Returns the plain values of a condition in a column of the visible table, such as `1500` for `1.500,00`.
///
/// The browser calls it while it handles a key, so the function must not use the browser.
package typealias ConditionValues = (
    _ table: TableInfo, _ column: Int, TableQuery.ComparedValues
) throws(TableError) -> [String]

/// The columns of a table, as a person names them in a condition: by their titles, in any case if only one fits.
///
/// A condition without a name, such as `> 30`, is one of the column of the cursor.
struct TitledColumns: ConditionSource {
    let lines: TableLines
    /// The column of the cursor.
    let cursor: Int
    let words: BrowserWords.Messages

    func key(ofColumn name: String) -> String? {
        if name.isEmpty { return String(cursor) }
        let titles = lines.columns.map { $0.title.withoutOuterSpaces }
        let equal = titles.indices.filter { titles[$0] == name }
        let found =
            equal.isEmpty ? titles.indices.filter { titles[$0].lowercased() == name.lowercased() } : equal
        return (found.count == 1 ? found.first : found.first { $0 == cursor }).map { String($0) }
    }

    func key(ofLaterColumn name: String) throws(TableError) -> String {
        throw TableError(.invalidQuery, words.noColumnForCondition(name))
    }

    // All rows would have to be read, so that any value is possible.

    func doubt(about text: String, inColumn key: String, named name: String) -> String? {
        "\(quoted(text)) can be one value or several"
    }

    func contains(_ pattern: Regex<Substring>, inColumn key: String) -> Bool { true }

    func advice(forSeparate conditions: [String]) -> String {
        conditions.map { "& \($0)" }.joined(separator: " and then ")
    }

    func quoted(_ text: String) -> String { "“\(text.prefix(40))\(text.count > 40 ? "…" : "")”" }

    func error(_ problem: String) -> TableError {
        TableError(.invalidQuery, problem.prefix(1).uppercased() + problem.dropFirst() + ".")
    }
}

extension Prompt {
    /// Returns the filter that the text means: words, a text in the current column after Tab, or a condition.
    ///
    /// A text in quotes is always words.
    ///
    /// - Parameter values: Returns the plain values of a condition.
    /// - Throws: ``TableError`` with the code `invalidQuery` for a condition that is not complete.
    func filter(for columns: TitledColumns, title: String, values: ConditionValues?) throws(TableError)
        -> BrowserQuery.Filter?
    {
        let text = text.withoutOuterSpaces
        let quote = text.first.flatMap { "'\"".contains($0) ? $0 : nil }
        if let quote, text.count > 2, text.last == quote {
            return pattern(ofColumn: columns.cursor, text.dropFirst().dropLast())?.filter(inColumn: title)
        }
        var parser = ConditionParser(text, for: columns)
        let isOfCursor = text.first.map { "=!<>~".contains($0) } ?? false
        guard isOfCursor || !isOfColumn && (parser.beginsWithColumn || parser.hasFreeSign) else {
            return pattern(ofColumn: columns.cursor)?.filter(inColumn: title)
        }
        let filters = try parser.filters()
        let conditions = try filters.map { filter throws(TableError) in
            guard let values else { return filter }
            return try filter.mapValues { given throws(TableError) in
                try Int(given.column).map { column throws(TableError) in
                    try values(columns.lines.table, column, given)
                } ?? given.texts
            }
        }
        var filter = BrowserQuery.Filter(
            name: isOfCursor ? "\(title) \(text)" : text, conditions: conditions)
        if case .column(let column, .contains(let part)) = filters.first, filters.count == 1 {
            filter.pattern = TextPattern(part, column: Int(column))
        }
        return filter
    }
}
