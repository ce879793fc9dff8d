/// The columns of a table, as a condition names them, and its values.
package protocol ConditionSource {
    associatedtype Failure: Error

    /// Returns the key of the column with a name, or `nil` if the table has no such column.
    func key(ofColumn name: String) -> String?

    /// Returns the key of a column that the table lacks, but that later rows can have.
    ///
    /// - Throws: An error for a name that no column can have.
    func key(ofLaterColumn name: String) throws(Failure) -> String

    /// Returns the reason why a text is no single value of a column, or `nil` if it can be one.
    ///
    /// - Parameters:
    ///   - text: A text with a comma, or with a word between two conditions.
    ///   - key: The key of the column.
    ///   - name: Its name in the condition.
    func doubt(about text: String, inColumn key: String, named name: String) -> String?

    /// Returns whether a value of a column contains a match of a regular expression.
    func contains(_ pattern: Regex<Substring>, inColumn key: String) -> Bool

    /// Returns the advice for some conditions that are written apart, so that a row meets all of them.
    func advice(forSeparate conditions: [String]) -> String

    /// Returns a text in quotes, without control characters.
    func quoted(_ text: String) -> String

    /// Returns the error of a problem.
    func error(_ problem: String) -> Failure
}

/// Parses a condition that a person has typed, such as `status in open, paid` or `amount >= 10 or note ~ rush`.
///
/// A comparison begins with the name of a column, the longest one that fits. Its value ends before an `or` or `and` that
/// another comparison follows. A value in quotes ends before any `or` or `and`.
package struct ConditionParser<Source: ConditionSource> {
    private let source: Source
    /// The text that is not parsed yet.
    private var rest: Substring

    /// Creates a parser of a text.
    package init(_ text: String, for source: Source) {
        self.source = source
        rest = text[...]
    }

    /// Whether the text begins with a comparison of a column that the table has.
    package var beginsWithColumn: Bool {
        signs.contains { source.key(ofColumn: $0.name) != nil }
    }

    /// Whether the text has a sign of a comparison between spaces, as in `amount > 10`, apart from words.
    package var hasFreeSign: Bool { rest.contains(#/ (?:[=!<>]=|<>|[=!]?~|[=<>]) /#) }

    private var advice: String { "= != < <= > >= ~ =~ !~ in or not in" }

    /// Returns the filters that a row meets, all of them.
    ///
    /// - Throws: The error of the source for a text that is no condition, or that has two readings.
    package mutating func filters() throws(Source.Failure) -> [TableQuery.Filter] {
        let text = rest
        var filters = [try nextFilter()]
        var words: [(text: String, range: Range<Substring.Index>)] = []
        while let match = rest.prefixMatch(of: Self.conjunction) {
            words.append((trimmed(match.output).lowercased(), match.range))
            rest = rest[match.range.upperBound...]
            try require(
                signs.first?.name.isEmpty != true, "a comparison after 'and' or 'or' needs a column, too")
            filters.append(try nextFilter())
        }
        let ands = words.filter { $0.text == "and" }.map(\.range)
        let starts = [text.startIndex] + ands.map(\.upperBound)
        let parts = zip(starts, ands.map(\.lowerBound) + [text.endIndex]).map { text[$0..<$1] }
        try require(
            ands.isEmpty || ands.count == words.count,
            "the condition \(quoted(text)) has 'and' beside 'or', which has two readings: if 'or' comes first, "
                + "write \(source.advice(forSeparate: parts.map(trimmed))); if 'and' comes first, write A or (B and C) as "
                + source.advice(forSeparate: ["A or B", "A or C"])
        )
        return ands.count < words.count ? [.any(filters)] : filters
    }

    /// Parses the name of a column, the sign after it, and its values. Spaces around a name in the file are ignored.
    private mutating func nextFilter() throws(Source.Failure) -> TableQuery.Filter {
        let signs = signs
        guard
            let index = signs.lastIndex(where: { source.key(ofColumn: $0.name) != nil })
                ?? signs.indices.first
        else {
            throw source.error("the condition \(quoted(rest)) needs a column and a comparison: \(advice)")
        }
        let name = signs[index].name
        let known = source.key(ofColumn: name)
        let column = if let known { known } else { try source.key(ofLaterColumn: name) }
        rest = rest[signs[index].range.upperBound...]
        let sign = signs[index].sign
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
            "the values of \(source.quoted(name)) need a comma between two, and a ')' if they begin with '('; "
                + "write a value with such a sign in quotes")
        try require(
            !hasCommaInNumber || !source.contains(#/[0-9],[0-9]/#, inColumn: column),
            "the values \(quoted(list)) have a comma between two digits; write a space after a comma between "
                + "two values, and values in quotes")
        // A value in quotes differs from its text.
        let isLoose =
            trimmed(list[..<rest.startIndex]) == values[0]
            && ["=", "==", "!=", "<>"].contains(sign) && values[0].contains(#/, | (?:or|and|&&|\|\|) /#)
        let doubt = isLoose ? source.doubt(about: values[0], inColumn: column, named: name) : nil
        try require(
            doubt == nil,
            "\(doubt ?? ""); for several values write 'in A, B', and write a text like this in quotes")
        return .comparison(of: column, sign: sign, with: values)
    }

    /// Parses a value, and removes the quotes around it.
    private mutating func value(after sign: String, before separators: String) throws(Source.Failure)
        -> String
    {
        // A quote before "or" or "and" ends the value.
        let inQuotes = #/(?s) *(['"])((?:(?!\1 *(?:or|and) ).)*?)\1(?: *(?=[,)]|$)|(?= +(?:or|and) ))/#
            .ignoresCase()
        if let match = rest.prefixMatch(of: inQuotes) {
            rest = rest[match.range.upperBound...]
            return String(match.2)
        }
        try require(
            rest.prefixMatch(of: #/(?s) *(['"]).*\1/#) == nil,
            "the value \(quoted(rest)) goes on after its quotes; write a space before 'and' or 'or', and a value "
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
            "a value should follow '\(sign)', found \(source.quoted(value)); write \(advice) and a value, "
                + "or a value in quotes such as ''")
        return value
    }

    /// The words between two comparisons.
    private static var conjunction: Regex<Substring> { #/ +(?:or|and) +/#.ignoresCase() }

    /// The signs between a column and a value.
    private static var sign: Regex<Substring> {
        #/ *(?:[=!<>]=|<>|[=!]?~|[=<>])| +(?:not +)?in(?=[ (]|$)/#.ignoresCase()
    }

    /// The signs of the text, each with the text before it, which can be the name of a column.
    private var signs: [(name: String, sign: String, range: Range<Substring.Index>)] {
        rest.matches(of: Self.sign).map {
            (trimmed(rest[..<$0.range.lowerBound]), trimmed($0.output).lowercased(), $0.range)
        }
    }

    private func require(_ holds: Bool, _ problem: @autoclosure () -> String) throws(Source.Failure) {
        if !holds { throw source.error(problem()) }
    }

    private func quoted(_ text: Substring) -> String { source.quoted(trimmed(text)) }

    private func trimmed(_ text: Substring) -> String { text.withoutOuterSpaces }
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
    package static func equals(_ column: String, _ values: [String]) -> Self {
        let texts = values.filter { !$0.isEmpty }
        var filters: [Self] = texts.isEmpty ? [] : [.column(column, .isOneOf(texts))]
        if texts.count < values.count { filters.append(.column(column, .isEmpty)) }
        return filters.count == 1 ? filters[0] : .any(filters)
    }

    /// Returns the filter with other texts of the values that it compares.
    package func mapValues<Failure>(
        _ texts: (TableQuery.ComparedValues) throws(Failure) -> [String]
    ) throws(Failure) -> Self {
        switch self {
        case .not(let filter): return .not(try filter.mapValues(texts))
        case .any(let filters):
            return .any(try filters.map { filter throws(Failure) in try filter.mapValues(texts) })
        case .column(let name, let condition):
            func bound(_ text: String, _ bound: TableQuery.ComparedValues.Bound) throws(Failure) -> String {
                try texts(TableQuery.ComparedValues(column: name, texts: [text], bound: bound))[0]
            }
            switch condition {
            case .from(let text): return .column(name, .from(try bound(text, .start)))
            case .above(let text): return .column(name, .above(try bound(text, .end)))
            case .through(let text): return .column(name, .through(try bound(text, .end)))
            case .below(let text): return .column(name, .below(try bound(text, .start)))
            case .isOneOf(let values):
                return .column(
                    name, .isOneOf(try texts(TableQuery.ComparedValues(column: name, texts: values))))
            case .contains, .begins, .matches, .isEmpty: return self
            }
        }
    }
}

extension TableQuery {
    /// The values that a condition compares with those of a column.
    package struct ComparedValues {
        /// The key of the column.
        package let column: String
        /// The values as a person has typed them.
        package let texts: [String]
        /// The part of a period that the only value is compared by, or `nil` for values that are equal.
        package let bound: Bound?

        package enum Bound {
            case start, end
        }

        package init(column: String, texts: [String], bound: Bound? = nil) {
            self.column = column
            self.texts = texts
            self.bound = bound
        }

        /// The same values for a column with another key.
        package func inColumn(_ key: String) -> Self { Self(column: key, texts: texts, bound: bound) }
    }
}

extension StringProtocol {
    /// The text without the spaces at its ends.
    package var withoutOuterSpaces: String {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { String(start[...$0]) } ?? ""
    }
}
