import TableAgent

/// Parses a condition of `--where`, such as `status in open, paid` or `amount >= 10 or note ~ rush`.
///
/// A comparison begins with the name of a column, the longest one that fits. Its value ends before an `or` or `and` that
/// another comparison follows. A value in quotes ends before any `or` or `and`.
struct ConditionParser {
    let table: SourceTable
    /// Whether other rows of the file, which are unknown, can have more columns.
    let isPart: Bool
    /// The text that is not parsed yet.
    var rest: Substring

    private var advice: String { "= != < <= > >= ~ =~ !~ in or not in" }

    /// Returns the filters that a row meets, all of them.
    mutating func filters() throws(InputError) -> [TableQuery.Filter] {
        let text = rest
        var filters = [try nextFilter()]
        var words: [(text: String, range: Range<Substring.Index>)] = []
        while let match = rest.prefixMatch(of: Self.conjunction) {
            words.append((trimmed(match.output).lowercased(), match.range))
            rest = rest[match.range.upperBound...]
            filters.append(try nextFilter())
        }
        let ands = words.filter { $0.text == "and" }.map(\.range)
        let starts = [text.startIndex] + ands.map(\.upperBound)
        let parts = zip(starts, ands.map(\.lowerBound) + [text.endIndex]).map { text[$0..<$1] }
        let options = parts.map { "--where '\(trimmed($0).visible)'" }.joined(separator: " ")
        try require(
            ands.isEmpty || ands.count == words.count,
            "the condition \(trimmed(text).quoted()) has 'and' beside 'or', which has two readings: if 'or' comes first, "
                + "write \(options); if 'and' comes first, write A or (B and C) as --where 'A or B' --where 'A or C'"
        )
        return ands.count < words.count ? [.any(filters)] : filters
    }

    /// Parses the name of a column, the sign after it, and its values. Spaces around a name in the file are ignored.
    private mutating func nextFilter() throws(InputError) -> TableQuery.Filter {
        let columns = Dictionary(table.columns.map { (ExactText(trimmed($0[...])), $0) }) { first, second in
            first.utf8.count <= second.utf8.count ? first : second
        }
        let signs = rest.matches(of: Self.sign)
        let names = signs.map { ExactText(trimmed(rest[..<$0.range.lowerBound])) }
        guard let index = names.lastIndex(where: { columns[$0] != nil }) ?? names.indices.first else {
            throw error("the condition \(trimmed(rest).quoted()) needs a column and a comparison: \(advice)")
        }
        let column = columns[names[index]] ?? names[index].description
        if !isPart || table.guessesKinds { _ = try table.column(named: column) }
        rest = rest[signs[index].range.upperBound...]
        let sign = trimmed(signs[index].output).lowercased()
        let isList = sign.hasSuffix("in")
        let isInParentheses = isList && trimmed(rest).hasPrefix("(")
        if isInParentheses { rest = rest.drop { $0 == " " }.dropFirst() }
        let list = rest
        var values: [String] = []
        var hasCommaInNumber = false
        repeat {
            if !values.isEmpty {
                let last = list[..<rest.startIndex].last
                rest.removeFirst()
                if last?.isNumber == true, rest.first?.isNumber == true { hasCommaInNumber = true }
            }
            values.append(try value(after: sign, before: isInParentheses ? ",)" : isList ? "," : ""))
        } while isList && rest.first == ","
        let isClosed = !isInParentheses || rest.popFirst() == ")"
        try require(
            isClosed && (trimmed(rest).isEmpty || rest.prefixMatch(of: Self.conjunction) != nil),
            "the values of \(column.quoted()) need a comma between two, and a ')' if they begin with '('; "
                + "write a value with such a sign in quotes")
        try require(
            !hasCommaInNumber || !table.contains(#/[0-9],[0-9]/#, inColumn: column),
            "the values \(trimmed(list).quoted()) have a comma between two digits; write a space after a comma between "
                + "two values, and values in quotes")
        // A value in quotes differs from its text.
        let isLoose =
            !isPart && trimmed(list[..<rest.startIndex]) == values[0]
            && ["=", "==", "!=", "<>"].contains(sign) && values[0].contains(#/, | (?:or|and|&&|\|\|) /#)
        try require(
            !isLoose || table.rows.isEmpty || table.contains(values[0], inColumn: column),
            "no value of \(column.quoted()) is \(values[0].quoted()); for several values write 'in A, B', and write a text "
                + "like this in quotes")
        return .comparison(of: column, sign: sign, with: values)
    }

    /// Parses a value, and removes the quotes around it.
    private mutating func value(after sign: String, before separators: String) throws(InputError) -> String {
        // A quote before "or" or "and" ends the value.
        let quoted = #/(?s) *(['"])((?:(?!\1 *(?:or|and) ).)*?)\1(?: *(?=[,)]|$)|(?= +(?:or|and) ))/#
            .ignoresCase()
        if let match = rest.prefixMatch(of: quoted) {
            rest = rest[match.range.upperBound...]
            return String(match.2)
        }
        try require(
            rest.prefixMatch(of: #/(?s) *(['"]).*\1/#) == nil,
            "the value \(trimmed(rest).quoted()) goes on after its quotes; write a space before 'and' or 'or', and a value "
                + "with quotes in the other ones")
        let item = rest.prefix { !separators.contains($0) }
        let word = item.matches(of: Self.conjunction).first {
            rest[$0.range.upperBound...].contains(Self.sign)
        }
        let text = item[..<(word?.range.lowerBound ?? item.endIndex)]
        rest = rest[text.endIndex...]
        let value = trimmed(text)
        try require(
            value.isEmpty ? ["=", "==", "!=", "<>", "~"].contains(sign) : !"=<>".contains(value.prefix(1)),
            "a value should follow '\(sign)', found \(value.quoted()); write \(advice) and a value, "
                + "or a value in quotes such as ''")
        return value
    }

    /// The words between two comparisons.
    private static var conjunction: Regex<Substring> { #/ +(?:or|and) +/#.ignoresCase() }

    /// The signs between a column and a value.
    private static var sign: Regex<Substring> {
        #/ *(?:[=!<>]=|<>|[=!]?~|[=<>])| +(?:not +)?in(?=[ (]|$)/#.ignoresCase()
    }

    private func require(_ holds: Bool, _ problem: @autoclosure () -> String) throws(InputError) {
        if !holds { throw error(problem()) }
    }

    private func error(_ problem: String) -> InputError { InputError(file: table.file, reason: problem) }

    private func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { String(start[...$0]) } ?? ""
    }
}

extension SourceTable {
    /// Returns whether a value of a column contains a match of a pattern.
    fileprivate func contains(_ pattern: some RegexComponent, inColumn name: String) -> Bool {
        withCells { cells in
            rows.indices.contains { cells[$0, index(ofColumn: name)].text.contains(pattern) }
        }
    }

    /// Returns whether a column has a value.
    fileprivate func contains(_ value: String, inColumn name: String) -> Bool {
        withCells { cells in
            rows.indices.contains { cells[$0, index(ofColumn: name)].utf8.elementsEqual(value.utf8) }
        }
    }
}

extension TableQuery.Filter {
    /// Creates the filter of a comparison. Only lists have several values.
    fileprivate static func comparison(of column: String, sign: String, with values: [String]) -> Self {
        let value = values[0]
        return switch sign {
        case "=", "==", "in": equals(column, values)
        case "=~": .column(column, .matches(value))
        case "!~": .not(.column(column, .matches(value)))
        case "<=": .column(column, .through(value))
        case ">=": .column(column, .from(value))
        case "<": .column(column, .below(value))
        case ">": .column(column, .above(value))
        case "~": .column(column, .contains(value))
        default: .not(equals(column, values))
        }
    }

    /// Creates the filter for some values. A missing value equals an empty text.
    private static func equals(_ column: String, _ values: [String]) -> Self {
        let texts = values.filter { !$0.isEmpty }
        var filters: [Self] = texts.isEmpty ? [] : [.column(column, .isOneOf(texts))]
        if texts.count < values.count { filters.append(.column(column, .isEmpty)) }
        return filters.count == 1 ? filters[0] : .any(filters)
    }
}
