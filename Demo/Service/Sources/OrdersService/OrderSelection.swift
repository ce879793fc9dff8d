import Orders
import TableAgent
import TableLive

/// The statements by which a database answers a query: the orders of a page, and their number.
///
/// A page begins after or before an order, which its text names by the order's id and the values that the orders are sorted by. It
/// is read by statements that each begin at a place of an index. For a sort by total, the orders after a text have the same total
/// and a lower id, and then the next totals.
struct OrderSelection: Sendable {
    private let sorts: [Sort]
    private let filters: [OrderStatement]
    private let customerFilters: [OrderStatement]
    private let language: OrderLanguage

    /// The statuses of the orders that meet the filters of the status.
    private(set) var statuses = Set(OrderStatus.allCases)

    /// The order that the page follows or precedes.
    private var start: Place?

    /// A column to sort by, and the direction.
    private struct Sort {
        let column: OrderColumn
        let isDescending: Bool

        func flipped(_ isBackward: Bool) -> Sort {
            Sort(column: column, isDescending: isDescending != isBackward)
        }
    }

    /// The place of an order: the values to sort by, and the id.
    private struct Place {
        let values: [OrderValue]
        let id: Order.ID
    }

    /// Reads a query.
    ///
    /// - Throws: ``LiveRefusal`` with the code `invalidQuery` for a filter, a sort, or a page that there is not.
    init(_ query: OrderQuery) throws(LiveRefusal) {
        language = query.language ?? .english
        var sorts: [Sort] = []
        for sort in query.table.sorts {
            guard let column = OrderColumn(rawValue: sort.column) else { throw .noSort(sort.column) }
            sorts.append(Sort(column: column, isDescending: sort.isDescending))
        }
        self.sorts = sorts
        let conditions = OrderConditions(language: language)
        var filters: [OrderStatement] = []
        var customerFilters: [OrderStatement] = []
        for filter in query.table.filters {
            if let statuses = try conditions.statuses(of: filter) {
                self.statuses.formIntersection(statuses)
            } else if let customers = try conditions.customers(of: filter) {
                customerFilters.append(customers)
            } else {
                filters.append(try conditions.statement(of: filter))
            }
        }
        for word in try conditions.words(ofSearch: query.table.search) {
            if let number = word.number {
                filters.append("(\(number) OR \(OrderConditions.orders(ofCustomers: word.customers)))")
            } else {
                customerFilters.append(word.customers)
            }
        }
        self.filters = filters
        self.customerFilters = customerFilters
        switch query.table.page?.start {
        case .after(let text), .before(let text):
            guard let place = Self.place(of: text, sorts, language) else { throw .noPlace }
            start = place
        case .offset: throw .noPlace
        case .first, .last, nil: start = nil
        }
    }

    /// The selection of the first page.
    var atFirst: OrderSelection {
        var first = self
        first.start = nil
        return first
    }

    // MARK: Statements

    /// The statement that reads the ids of the customers whose orders can meet the filters, up to a limit; or `nil` for all
    /// customers.
    func customers(upTo limit: Int) -> OrderStatement? {
        guard !customerFilters.isEmpty else { return nil }
        return """
            SELECT id FROM customers WHERE \(OrderStatement(customerFilters, separator: " AND "))
            ORDER BY id LIMIT \(.integer(limit))
            """
    }

    /// The statement that reads the ids of orders in a part of all orders.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - customers: The customers of the query, or `nil` for all or very many.
    ///   - hasFewOrders: Whether few orders have the statuses. They are then found by the status, and sorted.
    ///   - limit: The greatest number of ids.
    func ids(
        in part: Part, of customers: [Customer.ID]?, hasFewOrders: Bool = false, limit: Int
    ) -> OrderStatement {
        let isOfCustomers = sorts.contains { $0.column.isOfCustomer }
        let join: OrderStatement = isOfCustomers ? "JOIN customers c ON c.id = o.customerID" : ""
        // For many customers and statuses, an index of the order finds a page sooner.
        let isIndexed = customers.map { $0.count <= Self.fewCustomers } ?? false
        let own =
            ofCustomers(customers, isIndexed: isIndexed)
            + ofStatuses(isIndexed: hasFewOrders || statuses.count == 1 && sorts.isEmpty)
        return """
            SELECT o.id FROM orders o \(join) \(Self.conditions(part.conditions + own + filters))
            ORDER BY \(part.order) LIMIT \(.integer(limit))
            """
    }

    /// The statement that counts the orders of all pages, up to a limit; or `nil` for all orders.
    func count(of customers: [Customer.ID]?, upTo limit: Int) -> OrderStatement? {
        let all = ofCustomers(customers, isIndexed: true) + ofStatuses(isIndexed: true) + filters
        guard !all.isEmpty else { return nil }
        return """
            SELECT count(*) FROM (SELECT 1 FROM orders o \(Self.conditions(all)) LIMIT \(.integer(limit))) matching
            """
    }

    /// The statement that counts the orders with the statuses, up to a limit; or `nil` for all statuses.
    func countOfStatuses(upTo limit: Int) -> OrderStatement? {
        guard let condition = ofStatuses(isIndexed: true).first else { return nil }
        return """
            SELECT count(*) FROM (SELECT 1 FROM orders o WHERE \(condition) LIMIT \(.integer(limit))) matching
            """
    }

    /// The number of customers whose orders are found one customer after the other.
    private static let fewCustomers = 20

    private func ofCustomers(_ customers: [Customer.ID]?, isIndexed: Bool) -> [OrderStatement] {
        guard !customerFilters.isEmpty else { return [] }
        let column: OrderStatement = isIndexed ? "o.customerID" : "o.customerID + 0"
        guard let customers, customers.count <= Self.fewCustomers else {
            let all = OrderStatement(customerFilters, separator: " AND ")
            return ["\(column) IN (SELECT id FROM customers WHERE \(all))"]
        }
        return [Self.list(column, customers.map(OrderValue.integer))]
    }

    private func ofStatuses(isIndexed: Bool) -> [OrderStatement] {
        guard statuses.count < OrderStatus.allCases.count else { return [] }
        let names = OrderStatus.allCases.filter(statuses.contains).map { OrderValue.text($0.rawValue) }
        return [Self.list(isIndexed ? "o.status" : "o.status || ''", names)]
    }

    private static func list(_ column: OrderStatement, _ values: [OrderValue]) -> OrderStatement {
        let list = values.map { "\($0)" as OrderStatement }
        return list.isEmpty ? "1 = 0" : "\(column) IN (\(OrderStatement(list, separator: ", ")))"
    }

    private static func conditions(_ conditions: [OrderStatement]) -> OrderStatement {
        conditions.isEmpty ? "" : "WHERE \(OrderStatement(conditions, separator: " AND "))"
    }

    // MARK: Places

    /// A part of all orders that an index has in a row, and the order in it.
    struct Part {
        fileprivate var conditions: [OrderStatement]
        fileprivate var order: OrderStatement
    }

    /// Returns the parts of the orders that follow the start of the page, the nearest one first.
    ///
    /// - Parameter isBackward: Whether the page ends before its start. The last order is then the first one.
    func parts(isBackward: Bool = false) -> [Part] {
        let directed = sorts.map { $0.flipped(isBackward) }
        guard let start else { return parts(directed, from: 0, equal: [], isBackward) }
        var result: [Part] = []
        for index in (0...sorts.count).reversed() {
            let equal = zip(sorts[..<index], start.values).map { sort, value in
                "\(sort.column.key(in: language)) = \(value)" as OrderStatement
            }
            if index == sorts.count {
                let id: OrderStatement =
                    isBackward ? "o.id > \(.integer(start.id))" : "o.id < \(.integer(start.id))"
                result.append(Part(conditions: equal + [id], order: order([], isBackward)))
            } else {
                result += parts(
                    directed, from: index, equal: equal, after: start.values[index], isBackward)
            }
        }
        return result
    }

    /// Returns the parts of orders that have equal values before a sort, and follow a value of the sort.
    ///
    /// Orders with an empty text are the last ones in both directions, and the first ones backward.
    private func parts(
        _ sorts: [Sort], from index: Int, equal: [OrderStatement], after value: OrderValue? = nil,
        _ isBackward: Bool
    ) -> [Part] {
        guard index < sorts.count else { return [Part(conditions: equal, order: order([], isBackward))] }
        let sort = sorts[index]
        let key = sort.column.key(in: language)
        let rest = order(sorts[(index + 1)...], isBackward)
        let own: OrderStatement = sort.isDescending ? "\(key) DESC, \(rest)" : "\(key), \(rest)"
        var bounds = equal
        let isMissing = value.map(\.isEmpty) ?? false
        if let value, !isMissing {
            bounds.append(sort.isDescending ? "\(key) < \(value)" : "\(key) > \(value)")
        }
        guard sort.column.canBeEmpty else { return [Part(conditions: bounds, order: own)] }
        let present = Part(conditions: bounds + ["\(key) > ''"], order: own)
        let missing = Part(conditions: equal + ["\(key) = ''"], order: rest)
        if value == nil { return isBackward ? [missing, present] : [present, missing] }
        if isBackward { return [present] }
        return isMissing ? [] : [present, missing]
    }

    /// Returns the order by some sorts, and finally by the id.
    private func order(_ sorts: ArraySlice<Sort>, _ isBackward: Bool) -> OrderStatement {
        var terms: [OrderStatement] = []
        for sort in sorts {
            let key = sort.column.key(in: language)
            if sort.column.canBeEmpty { terms.append(isBackward ? "\(key) > ''" : "\(key) = ''") }
            terms.append(sort.isDescending ? "\(key) DESC" : key)
        }
        return OrderStatement(terms + [isBackward ? "o.id" : "o.id DESC"], separator: ", ")
    }

    /// Returns the text of an order for a page after or before it.
    func text(of order: Order) -> String {
        let values = sorts.map { $0.column.text(of: order) }
        return (["\(order.id)"] + values.map { $0.replacing("\\", with: "\\\\").replacing(",", with: "\\,") })
            .joined(separator: ",")
    }

    /// Returns the place of a text, or `nil` for a text that no order of these sorts has.
    private static func place(of text: String, _ sorts: [Sort], _ language: OrderLanguage) -> Place? {
        var parts = [""]
        var characters = text.unicodeScalars[...]
        while let character = characters.popFirst() {
            switch character {
            case ",": parts.append("")
            case "\0": return nil
            case "\\":
                guard let next = characters.popFirst(), next != "\0" else { return nil }
                parts[parts.count - 1].unicodeScalars.append(next)
            default: parts[parts.count - 1].unicodeScalars.append(character)
            }
        }
        guard parts.count == sorts.count + 1, let id = Int(parts[0]) else { return nil }
        let values = zip(sorts, parts.dropFirst()).compactMap { $0.column.value(of: $1, in: language) }
        return values.count == sorts.count ? Place(values: values, id: id) : nil
    }
}

extension OrderValue {
    /// Returns the stored sort key of a name or a city.
    ///
    /// PostgreSQL limits the length of texts in an index. Texts whose keys differ only after 2,500 bytes are
    /// sorted as equal texts.
    static func sortKey(of text: String) -> OrderValue {
        guard !text.isEmpty else { return .text("") }
        let key = TableQuery.sortKey(of: text)
        // The end of the part is moved to the beginning of a character.
        let end = key.utf8.index(key.startIndex, offsetBy: 2_500, limitedBy: key.endIndex) ?? key.endIndex
        return .text(String(key[..<end]))
    }
}

/// A column by which orders are sorted, by its key.
enum OrderColumn: String, Sendable {
    case id, placed, customer, city, total, received, status

    /// Whether the column belongs to the customer.
    var isOfCustomer: Bool { self == .customer || self == .city }

    /// Whether a text of the column can be empty.
    var canBeEmpty: Bool { isOfCustomer || self == .placed }

    /// The values by which the database sorts, and which its index has. PostgreSQL calls the collation `"C"`.
    func key(in language: OrderLanguage) -> OrderStatement {
        switch self {
        case .id: "o.id"
        case .placed: "o.placed COLLATE BINARY"
        case .customer: "c.nameKey"
        case .city: "c.cityKey"
        case .total: "o.total"
        case .received: "o.received"
        case .status where language == .german: Self.germanStatus
        case .status: "o.status"
        }
    }

    /// The place of a status among the German words, which has an index.
    private static let germanStatus: OrderStatement = """
        CASE o.status WHEN 'paid' THEN 1 WHEN 'refunded' THEN 2 WHEN 'open' THEN 3 WHEN 'cancelled' THEN 4 ELSE 5 END
        """

    /// Returns the value of an order as a text of a place.
    func text(of order: Order) -> String {
        switch self {
        case .id: "\(order.id)"
        case .placed: order.placed
        case .customer: order.customer.name
        case .city: order.customer.city
        case .total: "\(order.total)"
        case .received: "\(order.received)"
        case .status: order.status.rawValue
        }
    }

    /// Returns the value of a text, or `nil` if the column has no such value.
    func value(of text: String, in language: OrderLanguage) -> OrderValue? {
        switch self {
        case .id, .total, .received: Int(text).map(OrderValue.integer)
        case .placed: .text(text)
        case .customer, .city: .sortKey(of: text)
        case .status:
            OrderStatus(rawValue: text).map { status in
                language == .english
                    ? .text(text)
                    : .integer((OrderStatus.sorted(in: language).firstIndex(of: status) ?? 0) + 1)
            }
        }
    }
}

extension LiveRefusal {
    fileprivate static func noSort(_ key: String) -> LiveRefusal {
        LiveRefusal(400, "invalidQuery") {
            $0.text(
                "Orders are not sorted by “\(key)”; sort by id, placed, customer, city, total, received, or status.",
                "Bestellungen werden nicht nach „\(key)“ sortiert, nur nach id, placed, customer, city, total, received und status."
            )
        }
    }

    fileprivate static let noPlace = LiveRefusal(400, "invalidQuery") {
        $0.text(
            "There is no such page. A page begins with a text of the links “next” and “previous”, such as “after=4711”.",
            "Diese Seite gibt es nicht. Seiten beginnen mit einem Text der Links „weiter“ und „zurück“, wie „after=4711“."
        )
    }
}

/// The indexes that the statements of queries use, the same in all databases.
///
/// An index is read in both directions. A column with few different values has two indexes, because orders with equal values begin
/// with the newest one in both.
enum OrderTables {
    static let indexes = [
        "CREATE INDEX IF NOT EXISTS ordersByStatusNewest ON orders (status, id DESC)",
        "CREATE INDEX IF NOT EXISTS ordersByReceivedNewest ON orders (received, id DESC)",
        """
        CREATE INDEX IF NOT EXISTS ordersByGermanStatus ON orders (
            (CASE status WHEN 'paid' THEN 1 WHEN 'refunded' THEN 2 WHEN 'open' THEN 3 WHEN 'cancelled' THEN 4 ELSE 5 END),
            id)
        """,
        """
        CREATE INDEX IF NOT EXISTS ordersByGermanStatusNewest ON orders (
            (CASE status WHEN 'paid' THEN 1 WHEN 'refunded' THEN 2 WHEN 'open' THEN 3 WHEN 'cancelled' THEN 4 ELSE 5 END),
            id DESC)
        """,
        "CREATE INDEX IF NOT EXISTS customersByName ON customers (nameKey)",
        "CREATE INDEX IF NOT EXISTS customersByCity ON customers (cityKey)",
        """
        CREATE INDEX IF NOT EXISTS customersWithoutKeys ON customers (id) WHERE nameKey IS NULL OR cityKey IS NULL
        """,
    ]
}
