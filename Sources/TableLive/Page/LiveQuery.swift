public import TableAgent
public import TableSurfaces

/// The fields of the address of a page; see ``LiveService``.
///
/// All viewers with equal queries share a page if the bytes of the addresses are equal, too: a database may tell “é” from
/// “e” with a combining accent. A page for one person needs a query that names the person, whom
/// ``LiveService/query(_:for:)`` takes from the request. The person is not among the fields, which anybody can change.
///
/// ```swift
/// struct OrderQuery: LiveQuery {
///     var isOpen = false
///     var customer = ""
///
///     init(_ fields: [String: String]) throws {
///         isOpen = fields["open"] == "yes"
///         customer = fields["customer"] ?? ""
///     }
///
///     var fields: [String: String] {
///         ["open": isOpen ? "yes" : "no", "customer": customer]
///     }
/// }
///
/// query.address                       // /?customer=M%C3%BCller%20%26%20Co&open=yes
/// query.address("events")             // /events?customer=M%C3%BCller%20%26%20Co&open=yes
/// ```
public protocol LiveQuery: Hashable, Sendable {
    /// The path of the page, which ends with a slash. By default, this is `/`.
    static var path: String { get }

    /// The number of rows of a page if no field of the address names one; `nil`, the default, for all rows.
    ///
    /// Pass it to `TableQuery(fields:without:columns:size:)` and `fields(size:)`. A viewer can then choose a size of at most 1,000
    /// rows, and download a file of all rows.
    static var pageSize: Int? { get }

    /// Reads the fields of an address.
    ///
    /// The field `form` is among them if the form of ``LiveContainer/controls()`` was sent, which `TableQuery` reads.
    ///
    /// - Throws: ``LiveRefusal`` or a ``RefusalConvertible`` error if there is no such query.
    init(_ fields: [String: String]) throws

    /// The fields from which the service creates an equal query for the same viewer.
    ///
    /// The names `version`, `format`, `form`, and `details` are reserved.
    var fields: [String: String] { get }
}

extension LiveQuery {
    /// The path `/`.
    public static var path: String { "/" }

    /// All rows.
    public static var pageSize: Int? { nil }

    /// The address of the page.
    public var address: String { address("") }

    /// Returns an address with the fields of the query, percent-encoded.
    ///
    /// - Parameter name: The last part of the path: `live` for the messages, `events` for the events, or a name of the
    ///   program's own, such as `orders.csv`.
    public func address(_ name: String) -> String {
        let fields = HTMLControls.encoded(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        return Self.path + name + (fields.isEmpty ? "" : "?\(fields)")
    }

    /// Returns the controls by which a viewer sorts, filters, and pages the table of the query.
    ///
    /// - Parameters:
    ///   - table: The part of the query for the table. The controls keep the other fields.
    ///   - sizes: The sizes of pages that a viewer can choose, in rows.
    ///   - files: The extensions of formats whose files a viewer can download, such as `csv`.
    /// - Throws: `TableError` with the code `invalidQuery` for a query that an address can't express.
    public func controls(
        _ table: TableQuery, sizes: [Int] = [], files: [String] = []
    ) throws(TableError) -> HTMLControls {
        let names = Set(try table.addressFields().map(\.name)).union(TableQuery.fieldNames)
        // The container sets the result.
        return try HTMLControls(
            table, result: QueryResult(), address: Self.path,
            fields: fields.filter { !names.contains($0.key) },
            size: Self.pageSize, sizes: sizes, files: files)
    }

    /// Returns the buttons of the page's rows, whose form has a token.
    ///
    /// - Parameters:
    ///   - tokens: The tokens.
    ///   - allowsMany: Whether rows have check boxes; see `HTMLActions.allowsMany`.
    public func actions(_ tokens: LiveTokens, allowsMany: Bool = false) -> HTMLActions {
        var actions = HTMLActions(address: address("events"), fields: ["token": tokens.mark], page: address)
        actions.opensDetails = true
        actions.allowsMany = allowsMany
        return actions
    }
}

extension TableQuery {
    /// Reads the query of a page from the fields of its address.
    ///
    /// ```swift
    /// struct SalesQuery: LiveQuery {
    ///     var table = TableQuery()
    ///
    ///     init(_ fields: [String: String]) throws {
    ///         table = try TableQuery(fields: fields, columns: SalesReformer.columns)
    ///     }
    ///
    ///     var fields: [String: String] { table.fields() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - own: The names of the fields that are not of the table, such as `language`.
    ///   - columns: The columns of the table.
    ///   - size: The number of rows of a page if no field names one; `nil` for all rows.
    /// - Throws: `TableError` with the code `invalidQuery` for a field that does not fit, which the service answers with the
    ///   status 400.
    public init(
        fields: [String: String], without own: Set<String> = [], columns: [GridColumn], size: Int? = nil
    ) throws(TableError) {
        let fields = fields.filter { !own.contains($0.key) }.sorted { $0.key < $1.key }
        try self.init(
            addressFields: fields.map { (name: $0.key, value: $0.value) }, columns: columns, size: size)
        var names = Set<String>()
        for field in try addressFields() where !names.insert(field.name).inserted {
            throw TableError(
                .invalidQuery,
                "The address has two filters of the column “\(field.name)”; leave one of them out.")
        }
    }

    /// Returns the fields of the address of a page with the query.
    ///
    /// - Parameter size: The number of rows of a page if no field names one; `nil` for all rows.
    /// - Precondition: The query has no filter that an address has no field for, as a query from an address never has.
    public func fields(size: Int? = nil) -> [String: String] {
        do {
            return Dictionary(try addressFields(size: size).map { ($0.name, $0.value) }) { first, _ in first }
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension LiveFeed {
    /// Returns the page of a query with the current table, its script, and its addresses.
    ///
    /// - Parameters:
    ///   - page: The page around the table. Put filters and other markup of your own into `top` and `bottom`.
    ///   - query: The query.
    ///   - notice: A question, whose form takes the place of the table; a refusal, whose message is directly above the
    ///     table; or the details of a row, which are below it in the markup.
    public func page(_ page: HTMLPage, of query: some LiveQuery, notice: LiveNotice? = nil) -> String {
        var page = page
        for script in ["live.js", "keys.js"] {
            page.head += "<script src=\"\(HTMLFormat.escape(type(of: query).path))\(script)\" defer></script>"
        }
        switch notice {
        case .question(let question): return page.markup(around: question.form, words: words)
        case .refusal(let refusal):
            page.top += "\n<p role=\"alert\">\(HTMLFormat.escape(refusal.message(in: words)))</p>"
        case .details(let details): page.bottom = details + page.bottom
        case nil: break
        }
        return self.page(page, address: query.address("live"))
    }
}
