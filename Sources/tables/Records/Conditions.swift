import TableAgent

/// Parses a condition of `--where`, such as `status in open, paid` or `amount >= 10 or note ~ rush`.
///
/// A comparison begins with the name of a column, the longest one that fits. Its value ends before an `or` or `and` that
/// another comparison follows. A value in quotes ends before any `or` or `and`.
struct ConditionParser {
    private let table: SourceTable
    /// Whether other rows of the file, which are unknown, can have more columns.
    private let isPart: Bool
    /// The text that is not parsed yet.
    private var rest: Substring

    /// The signs of comparisons. Longer signs precede their first characters.
    private static let signs = ["!=", "<>", "!~", "=~", "<=", ">=", "==", "=", "<", ">", "~"]
    private static let advice = "= != < <= > >= ~ =~ !~ in or not in"

    init(_ text: String, in table: SourceTable, isPart: Bool) {
        self.table = table
        self.isPart = isPart
        rest = text[...]
    }

    /// Returns the filters that a row meets, all of them.
    mutating func filters() throws(InputError) -> [TableQuery.Filter] {
        let text = String(rest)
        var filters = [try nextFilter(after: nil)]
        var words: Set<String> = []
        while let (word, next) = conjunction(of: rest) {
            words.insert(word)
            rest = next
            filters.append(try nextFilter(after: word))
        }
        try require(
            words.count < 2,
            "the condition \(text.quoted()) has 'and' beside 'or', which has two readings; write two --where, "
                + "which hold together")
        return words.contains("or") ? [.any(filters)] : filters
    }

    private mutating func nextFilter(after word: String?) throws(InputError) -> TableQuery.Filter {
        let (column, sign) = try nextComparison(after: word)
        let isList = sign.hasSuffix("in")
        let isInParentheses = isList && trimmed(rest).hasPrefix("(")
        if isInParentheses { rest = rest.drop { $0 == " " }.dropFirst() }
        let separators = isInParentheses ? ",)" : isList ? "," : ""
        let needsValue = isList || ["<", ">", "<=", ">=", "=~", "!~"].contains(sign)
        var values: [String] = []
        repeat {
            if !values.isEmpty { rest.removeFirst() }
            let value = nextValue(before: separators)
            if !value.isQuoted {
                try require(
                    !"=<>".contains(value.text.first ?? "-"),
                    "the condition has \(sign)\(value.text.prefix(1)); write \(Self.advice)")
                try require(
                    !value.text.isEmpty || !needsValue,
                    "the condition on \(column.quoted()) needs a value"
                        + (isList ? " beside each comma; write '' for an empty one" : ""))
            }
            values.append(value.text)
        } while isList && rest.first == ","
        if isInParentheses {
            try require(rest.popFirst() == ")", "the list of \(column.quoted()) needs a ')' at its end")
        }
        try require(
            trimmed(rest).isEmpty || conjunction(of: rest) != nil,
            "\(trimmed(rest).quoted()) follows the list of \(column.quoted()); put a value with ')' in quotes"
        )
        return .comparison(of: column, sign: sign, with: values)
    }

    /// Parses the name of a column and the sign after it.
    private mutating func nextComparison(
        after word: String?
    ) throws(InputError) -> (column: String, sign: String) {
        let text = rest.drop { $0 == " " }
        func end(of name: String) -> (sign: String, rest: Substring)? {
            let name = trimmed(name[...]).utf8
            return text.utf8.starts(with: name)
                ? comparison(of: Substring(text.utf8.dropFirst(name.count))) : nil
        }
        let names = table.columns.filter { end(of: $0) != nil }
        let longest = names.max { trimmed($0[...]).utf8.count < trimmed($1[...]).utf8.count }
        if let longest, let (sign, next) = end(of: longest) {
            rest = next
            let name = trimmed(longest[...])
            return (table.index(ofColumn: name) == nil ? longest : name, sign)
        }
        do throws(InputError) {
            guard let index = text.indices.first(where: { comparison(of: text[$0...]) != nil }),
                let (sign, next) = comparison(of: text[index...])
            else {
                throw InputError(
                    file: table.file,
                    reason:
                        "the condition \(trimmed(text).quoted()) needs a column and a comparison: \(Self.advice)"
                )
            }
            let name = trimmed(text[..<index])
            if !isPart || table.guessesKinds { _ = try table.column(named: name) }
            rest = next
            return (name, sign)
        } catch {
            guard let word else { throw error }
            let advice = "if '\(word)' is a part of the value, put the value in quotes"
            throw InputError(file: table.file, reason: "after '\(word)', \(error.reason); \(advice)")
        }
    }

    /// Parses a value, and removes the quotes around it.
    private mutating func nextValue(before separators: String) -> (text: String, isQuoted: Bool) {
        let text = rest
        func isEnd(_ index: Substring.Index, isQuoted: Bool) -> Bool {
            if index == text.endIndex || separators.contains(text[index]) { return true }
            guard let (_, next) = conjunction(of: text[index...]) else { return false }
            return isQuoted || next.indices.contains { comparison(of: next[$0...]) != nil }
        }
        let ends = text.indices + [text.endIndex]
        if let quote = trimmed(text).first, "'\"".contains(quote) {
            for end in ends where isEnd(end, isQuoted: true) {
                let value = trimmed(text[..<end])
                guard value.count > 1, value.last == quote else { continue }
                rest = text[end...]
                return (String(value.dropFirst().dropLast()), true)
            }
        }
        let end = ends.first { isEnd($0, isQuoted: false) } ?? text.endIndex
        rest = text[end...]
        return (trimmed(text[..<end]), false)
    }

    private func require(_ holds: Bool, _ problem: @autoclosure () -> String) throws(InputError) {
        if !holds { throw InputError(file: table.file, reason: problem()) }
    }

    /// Returns the `or` or `and` at the beginning of a text, in any case, and the text after it.
    private func conjunction(of text: Substring) -> (word: String, rest: Substring)? {
        guard text.first == " ", let match = text.prefixMatch(of: #/ +(or|and) +/#.ignoresCase()) else {
            return nil
        }
        return (match.1.lowercased(), text[match.range.upperBound...])
    }

    /// Returns the comparison at the beginning of a text, and the text after it.
    private func comparison(of text: Substring) -> (sign: String, rest: Substring)? {
        if text.first == " ", let match = text.prefixMatch(of: #/ +(in|not +in)(?=[ (]|$)/#.ignoresCase()) {
            return (match.1.count > 2 ? "not in" : "in", text[match.range.upperBound...])
        }
        let start = text.drop { $0 == " " }
        return Self.signs.first { start.hasPrefix($0) }.map { ($0, start.dropFirst($0.count)) }
    }

    private func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { String(start[...$0]) } ?? ""
    }
}

extension TableQuery.Filter {
    /// Creates the filter of a comparison. Only lists have several values.
    fileprivate static func comparison(of column: String, sign: String, with values: [String]) -> Self {
        let value = values.last ?? ""
        return switch sign {
        case "=", "==", "in": equals(column, values)
        case "!=", "<>", "not in": .not(equals(column, values))
        case "=~": .column(column, .matches(value))
        case "!~": .not(.column(column, .matches(value)))
        case "<=": .column(column, .through(value))
        case ">=": .column(column, .from(value))
        case "<": .column(column, .below(value))
        case ">": .column(column, .above(value))
        default: .column(column, .contains(value))
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
