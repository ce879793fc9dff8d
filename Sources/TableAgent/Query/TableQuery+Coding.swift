// A query in JSON, as a saved view: {"filters": [{"column": "status", "is": ["open"]}], "sorts": [{"column": "total"}]}.
// Defaults are left out, so that later versions can add parts.

/// The name of any member.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Returns the members of an object, and throws an error for a member without a meaning, such as a misspelled one.
    fileprivate func members<Key: CodingKey>(_ type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        for key in try container(keyedBy: AnyKey.self).allKeys where Key(stringValue: key.stringValue) == nil
        {
            let problem = "A query has no member \"\(key.stringValue)\" here."
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: codingPath, debugDescription: problem))
        }
        return try container(keyedBy: type)
    }
}

extension TableQuery: Codable {
    private enum Key: String, CodingKey { case search, filters, sorts, columns, page }

    /// Reads a saved query. Missing parts have their defaults.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.members(Key.self)
        self.init(
            search: try values.decodeIfPresent(String.self, forKey: .search) ?? "",
            filters: try values.decodeIfPresent([Filter].self, forKey: .filters) ?? [],
            sorts: try values.decodeIfPresent([Sort].self, forKey: .sorts) ?? [],
            columns: try values.decodeIfPresent([String].self, forKey: .columns),
            page: try values.decodeIfPresent(Page.self, forKey: .page))
    }

    /// Saves the query.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        if !search.isEmpty { try values.encode(search, forKey: .search) }
        if !filters.isEmpty { try values.encode(filters, forKey: .filters) }
        if !sorts.isEmpty { try values.encode(sorts, forKey: .sorts) }
        try values.encodeIfPresent(columns, forKey: .columns)
        try values.encodeIfPresent(page, forKey: .page)
    }
}

extension TableQuery.Sort: Codable {
    private enum Key: String, CodingKey { case column, descending }

    /// Reads a saved sort.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.members(Key.self)
        self.init(
            try values.decode(String.self, forKey: .column),
            isDescending: try values.decodeIfPresent(Bool.self, forKey: .descending) ?? false)
    }

    /// Saves the sort.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(column, forKey: .column)
        if isDescending { try values.encode(true, forKey: .descending) }
    }
}

extension TableQuery.Filter: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case column, not, any
        case isOneOf = "is"
        case contains, begins, matches, from, above, through, below, empty
    }

    /// Reads a saved filter, which has one condition.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.members(Key.self)
        let keys = values.allKeys.filter { $0 != .column }
        guard keys.count == 1 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "A filter has one condition, such as \"is\", and not \(keys.count)."))
        }
        func column(_ condition: TableQuery.Condition) throws -> Self {
            .column(try values.decode(String.self, forKey: .column), condition)
        }
        func text() throws -> String { try values.decode(String.self, forKey: keys[0]) }
        switch keys[0] {
        case .not: self = .not(try values.decode(Self.self, forKey: .not))
        case .any: self = .any(try values.decode([Self].self, forKey: .any))
        case .isOneOf: self = try column(.isOneOf(try values.decode([String].self, forKey: .isOneOf)))
        case .contains: self = try column(.contains(try text()))
        case .begins: self = try column(.begins(try text()))
        case .matches: self = try column(.matches(try text()))
        case .from: self = try column(.from(try text()))
        case .above: self = try column(.above(try text()))
        case .through: self = try column(.through(try text()))
        case .below: self = try column(.below(try text()))
        case .empty, .column:
            let isEmpty = try column(.isEmpty)
            self = try values.decode(Bool.self, forKey: .empty) ? isEmpty : .not(isEmpty)
        }
    }

    /// Saves the filter.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch self {
        case .not(let filter): try values.encode(filter, forKey: .not)
        case .any(let filters): try values.encode(filters, forKey: .any)
        case .column(let column, let condition):
            try values.encode(column, forKey: .column)
            switch condition {
            case .isOneOf(let list): try values.encode(list, forKey: .isOneOf)
            case .contains(let text): try values.encode(text, forKey: .contains)
            case .begins(let text): try values.encode(text, forKey: .begins)
            case .matches(let pattern): try values.encode(pattern, forKey: .matches)
            case .from(let value): try values.encode(value, forKey: .from)
            case .above(let value): try values.encode(value, forKey: .above)
            case .through(let value): try values.encode(value, forKey: .through)
            case .below(let value): try values.encode(value, forKey: .below)
            case .isEmpty: try values.encode(true, forKey: .empty)
            }
        }
    }
}

extension TableQuery.Page: Codable {
    private enum Key: String, CodingKey { case size, offset, last, after, before }

    /// Reads a saved page.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.members(Key.self)
        let size = try values.decode(Int.self, forKey: .size)
        guard size >= 1 else {
            throw DecodingError.dataCorruptedError(
                forKey: .size, in: values, debugDescription: "A page has at least 1 row, and not \(size).")
        }
        var start = Start.first
        if let offset = try values.decodeIfPresent(Int.self, forKey: .offset) { start = .offset(offset) }
        if let text = try values.decodeIfPresent(String.self, forKey: .after) { start = .after(text) }
        if let text = try values.decodeIfPresent(String.self, forKey: .before) { start = .before(text) }
        if try values.decodeIfPresent(Bool.self, forKey: .last) == true { start = .last }
        self.init(size: size, start: start)
    }

    /// Saves the page.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(size, forKey: .size)
        switch start {
        case .first: break
        case .last: try values.encode(true, forKey: .last)
        case .offset(let offset): try values.encode(offset, forKey: .offset)
        case .after(let text): try values.encode(text, forKey: .after)
        case .before(let text): try values.encode(text, forKey: .before)
        }
    }
}
