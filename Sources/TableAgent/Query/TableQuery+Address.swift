// A query in the fields of an address, such as `sort=-total,customer&status=open,paid&placed=2026-10-01..`.
//
// | field | meaning |
// | --- | --- |
// | `sort=-total,customer` | descending total, then customer |
// | `q=desk zürich` | a search |
// | `status=open,paid` | one of some values |
// | `total=100..500`, `100..`, `..500`, `>100`, `<500` | a range with both ends, with one, without it |
// | `customer=~desk`, `^desk` | contains, begins |
// | `city=-` | empty |
// | `status=!open`, `!~desk`, `!-` | not |
// | `columns=id,total`, `size=50`, `size=all`, `start=150`, `start=last`, `after=x`, `before=x` | columns and page |
//
// A backslash before a sign takes it literally. A form without a script writes `total.from`, `total.to`, `customer.has`, and a
// field again for each value.

extension TableQuery {
    /// The names of fields that are no columns.
    package static let fieldNames: Set<String> = [
        "q", "sort", "columns", "size", "start", "of", "after", "before",
    ]

    private static let mostFilters = 100

    /// The names of fields that surfaces give a meaning.
    private static let ofSurfaces: Set<String> = ["details", "form", "format", "version"]

    /// Returns the fields of the query's address, in a fixed order and without defaults, so that equal queries have equal
    /// addresses.
    ///
    /// - Parameter size: The number of rows of a page if no field names one; `nil` for all rows.
    /// - Throws: ``TableError`` with the code ``TableError/Code/invalidQuery`` for a part that an address can't express: a
    ///   filter of other filters, an empty list or text, and a column with the name of another field.
    public func addressFields(size: Int? = nil) throws(TableError) -> [(name: String, value: String)] {
        var fields = try listFields()
        let list = Self.hash(of: fields)
        if let columns { fields.append(("columns", columns.map { Self.escaped($0) }.joined(separator: ","))) }
        if size != page?.size { fields.append(("size", page.map { String($0.size) } ?? "all")) }
        guard let page else { return fields }
        switch page.start {
        case .first: break
        case .last: fields.append(("start", "last"))
        case .offset(let offset): fields.append(("start", String(offset)))
        case .after(let text): fields.append(("after", text))
        case .before(let text): fields.append(("before", text))
        }
        if page.start != .first { fields.append(("of", list)) }
        return fields
    }

    /// The fields that determine the list of rows.
    private func listFields() throws(TableError) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        if !sorts.isEmpty {
            let columns = sorts.map { ($0.isDescending ? "-" : "") + Self.escaped($0.column, leading: "-") }
            fields.append(("sort", columns.joined(separator: ",")))
        }
        if !search.isEmpty { fields.append(("q", search)) }
        var rest = filters[...]
        while let filter = rest.popFirst() {
            var (column, value) = try Self.field(of: filter)
            // Two bounds of one column are a range.
            if case .column(column, .from) = filter, case .column(column, .through(let end))? = rest.first {
                value += Self.escaped(end)
                rest.removeFirst()
            }
            fields.append((column, value))
        }
        return fields
    }

    /// A number that differs for other lists of rows (FNV-1a), whatever the order of the filters.
    private static func hash(of fields: [(name: String, value: String)]) -> String {
        var hash: UInt32 = 0x811C_9DC5
        for field in fields.sorted(by: { ($0.name, $0.value) < ($1.name, $1.value) }) {
            for byte in "\(field.name)=\(field.value)&".utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        }
        return String(hash, radix: 16)
    }

    /// Returns the field of a filter.
    private static func field(of filter: Filter) throws(TableError) -> (String, String) {
        switch filter {
        case .not(.column(let column, let condition)):
            switch condition {
            case .isOneOf, .contains, .begins, .isEmpty:
                return (column, "!" + (try text(of: condition, column)))
            case .matches, .from, .above, .through, .below: break
            }
        case .column(let column, let condition): return (column, try text(of: condition, column))
        case .not, .any: break
        }
        throw .invalidQuery("An address has no field for this filter: \(filter).")
    }

    /// Throws an error for a column whose filter has no field in an address.
    package static func checkField(ofColumn key: String) throws(TableError) {
        guard !fieldNames.contains(key), !ofSurfaces.contains(key), !key.contains("."), !key.isEmpty else {
            throw .invalidQuery(
                "An address has no field for a filter of the column “\(key)”: a key with a point, or of another field. Give the column another key."
            )
        }
    }

    private static func text(of condition: Condition, _ column: String) throws(TableError) -> String {
        try checkField(ofColumn: column)
        func checked(_ text: String) throws(TableError) -> String {
            guard !text.isEmpty else {
                throw .invalidQuery("An address has no filter of the column “\(column)” for an empty text.")
            }
            return text
        }
        switch condition {
        case .matches:
            throw .invalidQuery(
                "An address has no regular expression, as in the filter of the column “\(column)”.")
        case .isEmpty: return "-"
        case .contains(let text): return "~" + (try checked(text))
        case .begins(let text): return "^" + (try checked(text))
        case .from(let text): return escaped(try checked(text), leading: "!~^<>") + ".."
        case .through(let text): return ".." + escaped(try checked(text))
        case .above(let text): return ">" + (try checked(text))
        case .below(let text): return "<" + (try checked(text))
        case .isOneOf(let texts):
            _ = try checked(texts.joined())
            var values: [String] = []
            for text in texts { values.append(escapedValue(try checked(text))) }
            return values.joined(separator: ",")
        }
    }

    /// Returns a value of a list, with a backslash before signs.
    package static func escapedValue(_ text: String) -> String {
        let value = escaped(text, leading: "!~^<>")
        return value == "-" ? "\\-" : value
    }

    // MARK: Reading

    /// Creates a query from the fields of an address or of a form.
    ///
    /// A field of a form without text asks for nothing. A page of another list of rows, as when the filters of a form have
    /// changed, becomes the first one.
    ///
    /// - Parameters:
    ///   - fields: The names and values of the fields, decoded, without a page's own fields.
    ///   - columns: The columns of the table.
    ///   - size: The number of rows of a page if no field names one; `nil` for all rows.
    ///   - maximumSize: The greatest number of rows of a page.
    /// - Throws: ``TableError`` with the code ``TableError/Code/invalidQuery``, which names the field and what would be right.
    public init(
        addressFields fields: [(name: String, value: String)], columns: [GridColumn], size: Int? = nil,
        maximumSize: Int = 1_000
    ) throws(TableError) {
        self.init()
        let isForm = fields.contains { $0.name == "form" }
        let fields =
            isForm
            ? Self.joined(fields).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) } : fields
        let keys = Set(columns.map(\.key))
        var once: [String: String] = [:]
        var lists: [String: Int] = [:]
        for field in fields where !field.value.isEmpty {
            if field.name == "form" {
                continue
            } else if field.name == "sort" {
                for part in Self.parts(field.value) {
                    let isDescending = part.first == .sign("-")
                    let column = Self.text(part[(isDescending ? 1 : 0)...])
                    if !sorts.contains(where: { $0.column == column }) {
                        sorts.append(Sort(column, isDescending: isDescending))
                    }
                }
            } else if Self.fieldNames.contains(field.name) {
                guard once.updateValue(field.value, forKey: field.name) == nil else {
                    throw .invalidQuery(
                        "The address has the field “\(field.name)” twice; leave one of them out.")
                }
            } else {
                try add(field, keys: keys, lists: &lists)
            }
        }
        guard filters.count <= Self.mostFilters else {
            throw .invalidQuery("An address has at most \(Self.mostFilters) filters, not \(filters.count).")
        }
        search = once["q"] ?? ""
        self.columns = once["columns"].map { Self.parts($0).map { Self.text($0[...]) } }
        // A form names all columns that people see.
        if isForm, self.columns == columns.shown(to: .people).map(\.key) { self.columns = nil }
        page = try Self.page(once, size: size, maximumSize: maximumSize)
        // A query that an address can't express, such as a filter for an empty text, is refused here.
        let list = Self.hash(of: try listFields())
        if page != nil, once["of"] ?? list != list { page?.start = .first }
    }

    /// Returns the fields of a form, which has the field `form`, with a value for each name, and without empty ones.
    ///
    /// A repeated field is a list. Of several orders, the last one is the first, since the button that was pressed comes last,
    /// and at most three remain.
    package static func joined(_ fields: [(name: String, value: String)]) -> [String: String] {
        var values: [String: [String]] = [:]
        for field in fields where !field.value.isEmpty {
            // A browser writes a line break in this way.
            values[field.name, default: []].append(field.value.replacing("\r\n", with: "\n"))
        }
        values["form"] = values["form"]?.suffix(1)
        if let sorts = values["sort"], sorts.count > 1 {
            var columns: [String] = []
            for part in sorts.reversed().flatMap(Self.parts) where columns.count < 3 {
                let text = String(String.UnicodeScalarView(part.flatMap(\.written)))
                let column = text.hasPrefix("-") ? String(text.dropFirst()) : text
                if !columns.contains(where: { $0 == column || $0 == "-" + column }) { columns.append(text) }
            }
            values["sort"] = columns
        }
        return values.mapValues { $0.joined(separator: ",") }
    }

    private static func page(
        _ fields: [String: String], size: Int?, maximumSize: Int
    ) throws(TableError) -> Page? {
        func number(_ name: String, _ range: ClosedRange<Int>) throws(TableError) -> Int? {
            guard let text = fields[name] else { return nil }
            guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(text), range.contains(number)
            else {
                throw .invalidQuery(
                    "The field “\(name)” has “\(text)”; write a whole number from \(range.lowerBound) to \(range.upperBound)."
                )
            }
            return number
        }
        let size = fields["size"] == "all" ? nil : try number("size", 1...maximumSize) ?? size
        var starts: [Page.Start] = []
        if fields["start"] == "last" {
            starts.append(.last)
        } else if let offset = try number("start", 0...Int(Int32.max)) {
            starts.append(.offset(offset))
        }
        if let text = fields["after"] { starts.append(.after(text)) }
        if let text = fields["before"] { starts.append(.before(text)) }
        guard let size else {
            guard starts.isEmpty else {
                throw .invalidQuery("The address has the start of a page, but no size; add size=50.")
            }
            return nil
        }
        guard starts.count <= 1 else {
            throw .invalidQuery("A page starts at one of start, after, and before.")
        }
        return Page(size: size, start: starts.first ?? .first)
    }

    /// Adds the filter of a field.
    ///
    /// - Parameter lists: The filters with a list of values, by their column, since a form writes a field for each value.
    private mutating func add(
        _ field: (name: String, value: String), keys: Set<String>, lists: inout [String: Int]
    ) throws(TableError) {
        func add(_ column: String, _ condition: Condition) { filters.append(.column(column, condition)) }
        guard keys.contains(field.name) else {
            let parts = field.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2, keys.contains(parts[0]) {
                switch parts[1] {
                case "from": return add(parts[0], .from(field.value))
                case "to": return add(parts[0], .through(field.value))
                case "has": return add(parts[0], .contains(field.value))
                default: break
                }
            }
            throw .invalidQuery(
                "The address has the field “\(field.name)”; it may have the columns \(keys.sorted().map { "“\($0)”" }.joined(separator: ", ")), and q, sort, columns, size, and start."
            )
        }
        var signs = Self.signs(field.value)[...]
        let isNegated = signs.first == .sign("!")
        if isNegated { signs.removeFirst() }
        let text = { String(String.UnicodeScalarView(signs.dropFirst().flatMap(\.written))) }
        let condition: Condition
        switch signs.first {
        case .sign("-") where signs.count == 1: condition = .isEmpty
        case .sign("~"): condition = .contains(text())
        case .sign("^"): condition = .begins(text())
        case .sign(">") where !isNegated: return add(field.name, .above(text()))
        case .sign("<") where !isNegated: return add(field.name, .below(text()))
        default:
            let parts = Self.split(signs)
            if parts.count == 1, let middle = Self.range(in: parts[0]) {
                guard !isNegated else {
                    throw .invalidQuery(
                        "The field “\(field.name)” has “\(field.value)”; a range has no !, write >, <, or two bounds."
                    )
                }
                let (from, through) = (Self.text(parts[0][..<middle]), Self.text(parts[0][(middle + 2)...]))
                if from.isEmpty, through.isEmpty {
                    throw .invalidQuery(
                        "The field “\(field.name)” has “\(field.value)”; write a value before or after the points."
                    )
                }
                if !from.isEmpty { add(field.name, .from(from)) }
                if !through.isEmpty { add(field.name, .through(through)) }
                return
            }
            let values = parts.map { Self.text($0[...]) }
            // A form writes a field for each value.
            if !isNegated, let index = lists[field.name],
                case .column(_, .isOneOf(let others)) = filters[index]
            {
                filters[index] = .column(field.name, .isOneOf(others + values))
                return
            }
            condition = .isOneOf(values)
            if !isNegated { lists[field.name] = filters.count }
        }
        filters.append(isNegated ? .not(.column(field.name, condition)) : .column(field.name, condition))
    }

    // MARK: Signs

    /// A character of a value: as it is, or after a backslash.
    private enum Sign: Equatable {
        case sign(Unicode.Scalar)
        case literal(Unicode.Scalar)

        /// The characters as they were written.
        var written: [Unicode.Scalar] {
            switch self {
            case .sign(let scalar): [scalar]
            case .literal(let scalar): ["\\", scalar]
            }
        }
    }

    private static func signs(_ value: String) -> [Sign] {
        var signs: [Sign] = []
        var scalars = value.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\\", let next = scalars.popFirst() {
                signs.append(.literal(next))
            } else {
                signs.append(.sign(scalar))
            }
        }
        return signs
    }

    private static func split(_ signs: ArraySlice<Sign>) -> [[Sign]] {
        signs.split(separator: .sign(","), omittingEmptySubsequences: false).map(Array.init)
    }

    private static func parts(_ value: String) -> [[Sign]] { split(signs(value)[...]) }

    /// Returns the index of the two points of a range.
    private static func range(in signs: [Sign]) -> Int? {
        signs.indices.dropLast().first { signs[$0] == .sign(".") && signs[$0 + 1] == .sign(".") }
    }

    private static func text(_ signs: ArraySlice<Sign>) -> String {
        String(
            String.UnicodeScalarView(
                signs.map {
                    switch $0 {
                    case .sign(let scalar), .literal(let scalar): scalar
                    }
                }))
    }

    /// Returns a value in which signs have a backslash.
    private static func escaped(_ text: String, leading: String = "") -> String {
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            // A point at an end, or beside another one, could be one of a range.
            let isPoint =
                scalar == "." && (index == 0 || index == scalars.count - 1 || scalars[index - 1] == ".")
            let isLeading = index == 0 && leading.unicodeScalars.contains(scalar)
            if scalar == "\\" || scalar == "," || isPoint || isLeading { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }
}
