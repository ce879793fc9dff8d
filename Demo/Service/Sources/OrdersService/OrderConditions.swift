import Orders
import TableAgent
import TableLive

/// The conditions of a query as SQL, by the rules of the tables in memory.
///
/// Numbers compare by value, dates as periods, and texts without case and accents: a database has sort keys and folded texts of the
/// customers.
struct OrderConditions {
    let language: OrderLanguage

    /// The greatest number of values in a filter, and of words in a search.
    private static let mostValues = 100
    /// The most words of a search, each of which may read all orders.
    private static let mostWords = 8

    // MARK: Statuses

    /// Returns the statuses that meet a filter, or `nil` for a filter of another column.
    ///
    /// There are so few of them that the database need not compare texts.
    func statuses(of filter: TableQuery.Filter) throws(LiveRefusal) -> Set<OrderStatus>? {
        switch filter {
        case .column("status", let condition):
            var result: Set<OrderStatus> = []
            for status in OrderStatus.allCases where try meets(status, condition) { result.insert(status) }
            return result
        case .not(let filter): return try statuses(of: filter).map(Set(OrderStatus.allCases).subtracting)
        case .column, .any: return nil
        }
    }

    private func meets(
        _ status: OrderStatus, _ condition: TableQuery.Condition
    ) throws(LiveRefusal) -> Bool {
        let word = status.word(in: language)
        func precedes(_ text: String, _ other: String) -> Bool {
            Self.beginning(of: text).utf8.lexicographicallyPrecedes(Self.beginning(of: other).utf8)
        }
        switch condition {
        case .isOneOf(let values):
            for value in values where OrderStatus(rawValue: value) == nil { throw .noStatus(value) }
            return values.contains(status.rawValue)
        case .contains(let text): return TableQuery.folded(word).contains(TableQuery.folded(text))
        case .begins(let text): return TableQuery.folded(word).hasPrefix(TableQuery.folded(text))
        case .from(let text): return !precedes(word, text)
        case .above(let text): return precedes(text, word)
        case .through(let text): return !precedes(text, word)
        case .below(let text): return precedes(word, text)
        case .isEmpty: return false
        case .matches: throw .noCondition("status")
        }
    }

    // MARK: Filters

    /// Returns the condition of a filter.
    func statement(of filter: TableQuery.Filter) throws(LiveRefusal) -> OrderStatement {
        switch filter {
        case .not(let filter): return "NOT (\(try statement(of: filter)))"
        case .any: throw .noCondition("any")
        case .column(let key, let condition):
            guard let column = OrderColumn(rawValue: key) else { throw .noCondition(key) }
            switch column {
            case .id: return try number(column, scale: 0, condition)
            case .total, .received: return try number(column, scale: 2, condition)
            case .placed: return try date(condition)
            case .customer, .city: return Self.orders(ofCustomers: try text(column, condition))
            case .status: throw .noCondition(key)
            }
        }
    }

    /// Returns the condition of customers that a filter has, or `nil` for a filter of another column.
    func customers(of filter: TableQuery.Filter) throws(LiveRefusal) -> OrderStatement? {
        switch filter {
        case .column(let key, let condition):
            guard let column = OrderColumn(rawValue: key), column.isOfCustomer else { return nil }
            return try text(column, condition)
        case .not(let filter): return try customers(of: filter).map { "NOT (\($0))" }
        case .any: return nil
        }
    }

    /// Returns the condition of orders whose customers meet a condition.
    static func orders(ofCustomers condition: OrderStatement) -> OrderStatement {
        "o.customerID IN (SELECT id FROM customers WHERE \(condition))"
    }

    private func number(
        _ column: OrderColumn, scale: Int, _ condition: TableQuery.Condition
    ) throws(LiveRefusal) -> OrderStatement {
        let key = column.key(in: language)
        func number(_ text: String) throws(LiveRefusal) -> (floor: Int, isWhole: Bool) {
            guard let number = Self.number(text, scale: scale) else { throw .noNumber(column.rawValue, text) }
            return number
        }
        switch condition {
        case .isOneOf(let texts):
            var values: [OrderStatement] = []
            for text in texts {
                let number = try number(text)
                if number.isWhole { values.append("\(key) = \(.integer(number.floor))") }
            }
            return try Self.any(values)
        case .from(let text):
            let number = try number(text)
            let floor = OrderValue.integer(number.floor)
            return number.isWhole ? "\(key) >= \(floor)" : "\(key) > \(floor)"
        case .above(let text): return "\(key) > \(.integer(try number(text).floor))"
        case .through(let text): return "\(key) <= \(.integer(try number(text).floor))"
        case .below(let text):
            let number = try number(text)
            let floor = OrderValue.integer(number.floor)
            return number.isWhole ? "\(key) < \(floor)" : "\(key) <= \(floor)"
        case .isEmpty: return "1 = 0"
        case .contains(let text) where column == .id:
            return "CAST(o.id AS TEXT) LIKE \(try Self.pattern(text)) ESCAPE '\\'"
        case .begins(let text) where column == .id:
            return "CAST(o.id AS TEXT) LIKE \(try Self.pattern(text, atStart: true)) ESCAPE '\\'"
        case .contains, .begins, .matches: throw .noCondition(column.rawValue)
        }
    }

    /// Returns the condition of a date. A month or year is the period of its days, which begin with its text.
    private func date(_ condition: TableQuery.Condition) throws(LiveRefusal) -> OrderStatement {
        let key = OrderColumn.placed.key(in: language)
        /// The end of a period is above all texts that continue its own with a hyphen.
        func bounds(_ text: String) throws(LiveRefusal) -> (start: OrderValue, end: OrderValue) {
            guard Self.isDate(text) else { throw .noDate(text) }
            return (.text(text), .text(text + "."))
        }
        switch condition {
        case .isOneOf(let texts):
            var values: [OrderStatement] = []
            for text in texts {
                let period = try bounds(text)
                values.append("\(key) >= \(period.start) AND \(key) < \(period.end)")
            }
            return try Self.any(values)
        case .from(let text): return "\(key) >= \(try bounds(text).start)"
        case .above(let text): return "\(key) >= \(try bounds(text).end)"
        case .through(let text): return "\(key) > '' AND \(key) < \(try bounds(text).end)"
        case .below(let text): return "\(key) > '' AND \(key) < \(try bounds(text).start)"
        case .isEmpty: return "\(key) = ''"
        case .contains(let text): return "\(key) LIKE \(try Self.pattern(text)) ESCAPE '\\'"
        case .begins(let text):
            return "\(key) LIKE \(try Self.pattern(text, atStart: true)) ESCAPE '\\'"
        case .matches: throw .noCondition("placed")
        }
    }

    /// Returns the condition of a customer's name or city.
    private func text(
        _ column: OrderColumn, _ condition: TableQuery.Condition
    ) throws(LiveRefusal) -> OrderStatement {
        let isName = column == .customer
        let key: OrderStatement = isName ? "nameKey" : "cityKey"
        let folded: OrderStatement = isName ? "nameFolded" : "cityFolded"
        func bound(_ text: String, _ end: String) throws(LiveRefusal) -> OrderValue {
            .text(Self.beginning(of: try Self.checked(text)) + end)
        }
        switch condition {
        case .isOneOf(let texts):
            var values: [OrderStatement] = []
            for text in texts {
                values.append("\(key) = \(.sortKey(of: try Self.checked(text)))")
            }
            return try Self.any(values)
        case .contains(let text): return "\(folded) LIKE \(try Self.pattern(text)) ESCAPE '\\'"
        case .begins(let text): return "\(folded) LIKE \(try Self.pattern(text, atStart: true)) ESCAPE '\\'"
        // A key begins with the folded text and \u{1}\u{1}.
        case .from(let text): return "\(key) >= \(try bound(text, "\u{1}\u{1}"))"
        case .above(let text): return "\(key) >= \(try bound(text, "\u{1}\u{2}"))"
        case .through(let text): return "\(key) > '' AND \(key) < \(try bound(text, "\u{1}\u{2}"))"
        case .below(let text): return "\(key) > '' AND \(key) < \(try bound(text, "\u{1}\u{1}"))"
        case .isEmpty: return "\(key) = ''"
        case .matches: throw .noCondition(column.rawValue)
        }
    }

    // MARK: Search

    /// Returns the conditions for each word of a search: the order's number, customer, or city contains the word.
    func words(
        ofSearch search: String
    ) throws(LiveRefusal) -> [(number: OrderStatement?, customers: OrderStatement)] {
        var known = Set<Substring>()
        let words = search.split(whereSeparator: \.isWhitespace).filter { known.insert($0).inserted }
        guard words.count <= Self.mostWords else { throw .tooMuch(Self.mostWords) }
        var result: [(number: OrderStatement?, customers: OrderStatement)] = []
        for word in words {
            let pattern = try Self.pattern(String(word))
            let customers: OrderStatement =
                "(nameFolded LIKE \(pattern) ESCAPE '\\' OR cityFolded LIKE \(pattern) ESCAPE '\\')"
            // Only digits are in a number.
            let isNumber = word.utf8.allSatisfy { 0x30...0x39 ~= $0 }
            result.append((isNumber ? "CAST(o.id AS TEXT) LIKE \(pattern) ESCAPE '\\'" : nil, customers))
        }
        return result
    }

    // MARK: Values

    private static func any(_ statements: [OrderStatement]) throws(LiveRefusal) -> OrderStatement {
        guard statements.count <= mostValues else { throw .tooMuch(mostValues) }
        return statements.isEmpty ? "1 = 0" : "(\(OrderStatement(statements, separator: " OR ")))"
    }

    /// Returns the pattern of a folded part for `LIKE`.
    private static func pattern(
        _ text: String, atStart: Bool = false
    ) throws(LiveRefusal) -> OrderValue {
        var pattern = atStart ? "" : "%"
        for character in TableQuery.folded(try checked(text)).unicodeScalars {
            if "\\%_".unicodeScalars.contains(character) { pattern += "\\" }
            pattern.unicodeScalars.append(character)
        }
        return .text(pattern + "%")
    }

    /// PostgreSQL has no texts with the character 0, and SQLite has a limit for patterns.
    private static func checked(_ text: String) throws(LiveRefusal) -> String {
        guard !text.utf8.contains(0), text.utf8.count <= 1_000 else { throw .noText }
        return text
    }

    /// Returns the part of a sort key that texts share if they differ only in case and accents.
    private static func beginning(of text: String) -> String {
        let parts = TableQuery.sortKey(of: text)
            .split(separator: "\u{1}\u{1}", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.first.map { String($0) } ?? ""
    }

    /// Returns a number in units of its last digit, rounded down.
    private static func number(_ text: String, scale: Int) -> (floor: Int, isWhole: Bool)? {
        guard let match = text.wholeMatch(of: /(-?)([0-9]{1,15})(\.[0-9]{1,15})?/) else { return nil }
        let decimals = Array((match.3 ?? "").dropFirst())
        let digits = decimals.prefix(scale) + Array(repeating: "0", count: max(0, scale - decimals.count))
        guard let number = Int(match.2 + String(digits)) else { return nil }
        let isWhole = decimals.dropFirst(scale).allSatisfy { $0 == "0" }
        return (match.1.isEmpty ? number : -number - (isWhole ? 0 : 1), isWhole)
    }

    /// Returns whether a text is a year, a month, or a day.
    private static func isDate(_ text: String) -> Bool {
        guard let match = text.wholeMatch(of: /([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?/) else {
            return false
        }
        let year = Int(match.1) ?? 0
        let month = match.2.flatMap { Int($0) } ?? 1
        let day = match.3.flatMap { Int($0) } ?? 1
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return 1...12 ~= month && 1...lengths[month - 1] ~= day
    }
}

extension LiveRefusal {
    private init(_ english: String, _ german: String) {
        self.init(400, "invalidQuery") { $0.text(english, german) }
    }

    fileprivate static func noCondition(_ key: String) -> LiveRefusal {
        LiveRefusal(
            "The field “\(key)” has a condition that orders can't be filtered by; write values or a range.",
            "Das Feld „\(key)“ hat eine Bedingung, nach der Bestellungen nicht gefiltert werden. Geben Sie Werte oder einen Bereich an."
        )
    }

    fileprivate static func noStatus(_ text: String) -> LiveRefusal {
        let known = OrderStatus.allCases.map(\.rawValue).joined(separator: ", ")
        return LiveRefusal(
            "The field “status” has “\(text)”; write one of \(known).",
            "Das Feld „status“ hat „\(text)“. Geben Sie eines davon an: \(known).")
    }

    fileprivate static func noNumber(_ key: String, _ text: String) -> LiveRefusal {
        LiveRefusal(
            "The field “\(key)” has “\(text)”; write a number as 1234.50.",
            "Das Feld „\(key)“ hat „\(text)“. Schreiben Sie eine Zahl wie 1234.50.")
    }

    fileprivate static func noDate(_ text: String) -> LiveRefusal {
        LiveRefusal(
            "The field “placed” has “\(text)”; write a date as 2026-10-19, or a month or year.",
            "Das Feld „placed“ hat „\(text)“. Schreiben Sie ein Datum wie 2026-10-19, einen Monat oder ein Jahr."
        )
    }

    fileprivate static func tooMuch(_ limit: Int) -> LiveRefusal {
        LiveRefusal(
            "The address asks for too much: at most \(limit) words or values.",
            "Die Adresse verlangt zu viel: Es dürfen höchstens \(limit) Wörter oder Werte sein.")
    }

    fileprivate static var noText: LiveRefusal {
        LiveRefusal(
            "A text of the address is too long, or has a character that no order has.",
            "Ein Text der Adresse ist zu lang oder hat ein Zeichen, das keine Bestellung hat.")
    }
}
