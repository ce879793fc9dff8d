import Foundation

@testable import TableAgent

/// Rows, queries, and their answers, written as simply as possible.
enum QueryModel {
    /// A value of a cell, and how it compares.
    enum Value: Hashable, CustomStringConvertible {
        case number(String)
        case date(String)
        case boolean(Bool)
        case text(String)
        case empty

        var description: String {
            switch self {
            case .number(let text): text
            case .date(let text): "@\(text)"
            case .boolean(let isTrue): "\(isTrue)"
            case .text(let text): text.debugDescription
            case .empty: "-"
            }
        }
    }

    struct Entry: Identifiable, Equatable, CustomStringConvertible {
        let id: Int
        var cells: [Value]

        var description: String { "\(id)\(cells)" }
    }

    struct Part: Equatable {
        let id: Int
        var entries: [Entry]
        var isCollapsed = false
        var head: String?
        var hasFoot = false
    }

    enum Line: GridLineItem {
        static func fill(_ line: inout GridLine, with entry: Entry) {
            for cell in entry.cells {
                switch cell {
                case .number(let text) where Int(text) != nil: line.integer(Int(text))
                case .number("nan"): line.decimal(Double.nan)
                case .number("inf"): line.decimal(Double.infinity)
                case .number(let text):
                    var text = text
                    text.withUTF8 { line.decimal(utf8: $0) }
                case .date(let text): line.date(text)
                case .boolean(let isTrue): line.boolean(isTrue)
                case .text(let text): line.text(text)
                case .empty: line.empty()
                }
            }
        }
    }

    /// Numbers in their order; those beside each other in a list are equal.
    static let numbers = [
        ["-12.5"], ["-0.0000001"], ["0", "-0.0"], ["0.1"], ["0.10000000000000000001"], ["7", "7.0"], ["9"],
        ["10"],
        ["9007199254740992"], ["9007199254740993"], ["123456789012345678901234567890"], ["inf"],
    ]

    static let dates = [
        ["1999-12-31"], ["2026-02-28"], ["2026-10-19", "2026-10-19T00:00:00Z"], ["2026-10-19T01:00:00+00:30"],
        ["2026-10-19T12:00:00.0000001Z"], ["2026-10-19T12:00:00.0000002Z"], ["2026-11"],
    ]

    static let texts = [
        "1.10", "1.9", "5%", "item 9", "item 10", "00501", "12345", "Änne", "anna", "ANNI", "straße",
        "Strasse", "ı", "i",
        "İ", "zebra", "Ørsted", "Łódź", "a\0", "a", "true", "7", "2026-10-19x", "日本", "x".padding(40),
        "x".padding(41),
    ]

    static let words = ["a", "AN", "item 1", "ß", "9", "zebra x", "ö", "0"]

    /// The columns, by their keys.
    static let columns = ["a", "b", "c"].map { GridColumn($0.uppercased(), key: $0) }

    /// The kind of a column: that of all its values, or text.
    static func kind(_ column: Int, of parts: [Part]) -> ColumnKind? {
        let kinds = Set(parts.flatMap { $0.entries }.compactMap { kind(of: $0.cells[column]) })
        return kinds.count > 1 ? .text : kinds.first
    }

    static func kind(of value: Value) -> ColumnKind? {
        switch value {
        case .number(let text): text == "nan" ? nil : .number
        case .date(let text): text.isEmpty ? nil : rank(text, dates) == nil ? .text : .date
        case .boolean: .boolean
        case .text(let text): text.isEmpty ? nil : .text
        case .empty: nil
        }
    }

    static func text(_ value: Value) -> String {
        switch value {
        case .number(let text), .date(let text), .text(let text): text
        case .boolean(let isTrue): isTrue ? "true" : "false"
        case .empty: ""
        }
    }

    static func rank(_ text: String, _ list: [[String]]) -> Int? { list.firstIndex { $0.contains(text) } }

    /// The place of a value among those of a kind; `nil` without a value.
    static func place(_ value: Value, _ columnKind: ColumnKind?) -> [UInt32]? {
        guard let kind = kind(of: value) else { return nil }
        let text = text(value)
        guard columnKind == kind, kind != .text else { return columnKind == .text ? sortKey(text) : nil }
        switch kind {
        case .number: return numberKey(text)
        case .date: return [UInt32(rank(text, dates) ?? 0)]
        default: return [text == "true" ? 1 : 0]
        }
    }

    /// A double, and what distinguishes numbers of the list with the same double; `nil` for a text that is no number.
    static func numberKey(_ text: String) -> [UInt32]? {
        let hasZeros = text.hasPrefix("0") && text.dropFirst().first?.isNumber == true
        guard let value = Double(text), !hasZeros else { return nil }
        let bits = (value == 0 ? 0 : value).bitPattern
        let ordered = bits >> 63 == 1 ? ~bits : bits | 1 << 63
        return [UInt32(ordered >> 32), UInt32(ordered & 0xFFFF_FFFF), UInt32(rank(text, numbers) ?? 0)]
    }

    /// Letters that people read as others.
    private static let letters: [Character: String] = [
        "ä": "a", "ß": "ss", "ı": "i", "ø": "o", "ł": "l", "ó": "o", "ö": "o", "ź": "z", "\0": "\u{1}",
    ]

    static func folded(_ text: String) -> String {
        text.lowercased().replacing("i\u{307}", with: "i").map { letters[$0] ?? String($0) }.joined()
    }

    /// The folded text with runs of digits as a zero, their length, and themselves; then the text.
    static func sortKey(_ text: String) -> [UInt32] {
        foldedKey(text) + [0] + text.unicodeScalars.map(\.value) + [1]
    }

    static func foldedKey(_ text: String) -> [UInt32] {
        var key: [UInt32] = []
        var rest = Substring(folded(text))
        while let first = rest.first {
            let digits = rest.prefix { "0123456789".contains($0) }
            if digits.isEmpty {
                key += first.unicodeScalars.map(\.value)
                rest.removeFirst()
            } else {
                let value = digits.drop { $0 == "0" }
                let shown = value.isEmpty ? "0" : String(value)
                key += [0x30, UInt32(shown.count)] + shown.unicodeScalars.map(\.value)
                rest = rest.dropFirst(digits.count)
            }
        }
        return key
    }

    /// Returns the visible parts.
    ///
    /// - Parameter asked: The kinds of the columns when the query was asked.
    static func answer(_ query: TableQuery, _ parts: [Part], asked: [ColumnKind?]) -> [Part] {
        let kinds = columns.indices.map { kind($0, of: parts) }
        func index(_ key: String) -> Int { columns.firstIndex { $0.key == key } ?? 0 }
        func isOutdated(_ condition: TableQuery.Condition, _ column: Int) -> Bool {
            switch condition {
            case .isEmpty, .contains, .begins, .matches: false
            default: kinds[column] == .text && asked[column] != nil && asked[column] != .text
            }
        }
        func meets(_ entry: Entry, _ filter: TableQuery.Filter) -> Bool {
            switch filter {
            case .not(let filter):
                !filter.conditions.contains { isOutdated($0.condition, index($0.column)) }
                    && !meets(entry, filter)
            case .any(let filters): filters.contains { meets(entry, $0) }
            case .column(let key, let condition) where isOutdated(condition, index(key)): false
            case .column(let key, let condition):
                isMet(condition, by: entry.cells[index(key)], kinds[index(key)])
            }
        }
        let words = query.search.split(separator: " ")
        func isFound(_ texts: [String]) -> Bool {
            words.allSatisfy { word in texts.contains { folded($0).contains(folded(String(word))) } }
        }
        func headTexts(_ part: Part) -> [String] { [part.head].compactMap(\.self) }
        return parts.compactMap { part in
            var shown = part
            shown.entries = part.entries.filter { entry in
                isFound(entry.cells.map(text) + headTexts(part))
                    && query.filters.allSatisfy { meets(entry, $0) }
            }
            let sorted = shown.entries.enumerated().sorted { left, right in
                for sort in query.sorts {
                    let places = [left, right].map {
                        place($0.element.cells[index(sort.column)], kinds[index(sort.column)])
                    }
                    switch (places[0], places[1]) {
                    case (nil, nil): continue
                    case (nil, _): return false
                    case (_, nil): return true
                    case (let one?, let two?):
                        if one == two { continue }
                        return one.lexicographicallyPrecedes(two) != sort.isDescending
                    }
                }
                return left.offset < right.offset
            }
            shown.entries = sorted.map(\.element)
            let hides = !query.filters.isEmpty || !words.isEmpty
            if hides, shown.entries.count < part.entries.count { shown.hasFoot = false }
            return hides && shown.entries.isEmpty ? nil : shown
        }
    }

    private static func isMet(
        _ condition: TableQuery.Condition, by value: Value, _ kind: ColumnKind?
    ) -> Bool {
        func place(_ text: String) -> [UInt32]? {
            switch kind {
            case .number: numberKey(text)
            case .date: rank(text, dates).map { [UInt32($0)] }
            case .boolean: text == "true" ? [1] : text == "false" ? [0] : nil
            case .text, nil: foldedKey(text)
            }
        }
        func isOrdered(_ text: String, _ isMet: ([UInt32], [UInt32]) -> Bool) -> Bool {
            let own =
                kind == .text && Self.kind(of: value) != nil
                ? foldedKey(self.text(value)) : Self.place(value, kind)
            guard let own, let other = place(text) else { return false }
            return isMet(own, other)
        }
        switch condition {
        case .isEmpty: return Self.kind(of: value) == nil
        case .contains(let text): return text.isEmpty || folded(self.text(value)).contains(folded(text))
        case .begins(let text): return folded(self.text(value)).hasPrefix(folded(text))
        case .matches(let pattern):
            return self.text(value).range(of: pattern, options: .regularExpression) != nil
        case .isOneOf(let texts) where kind == .text || kind == nil:
            return Self.kind(of: value) != nil && texts.contains { Array($0.utf8) == Array(text(value).utf8) }
        case .isOneOf(let texts):
            return texts.allSatisfy { place($0) != nil } && texts.contains { isOrdered($0) { $0 == $1 } }
        case .from(let text): return isOrdered(text) { !$0.lexicographicallyPrecedes($1) }
        case .above(let text): return isOrdered(text) { $1.lexicographicallyPrecedes($0) }
        case .through(let text): return isOrdered(text) { !$1.lexicographicallyPrecedes($0) }
        case .below(let text): return isOrdered(text) { $0.lexicographicallyPrecedes($1) }
        }
    }
}

extension String {
    fileprivate func padding(_ count: Int) -> String { self + String(repeating: "y", count: count) }
}
