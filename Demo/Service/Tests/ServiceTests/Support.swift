import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NIOPosix
import Orders
import ServiceLifecycle
import TableAgent
import Testing

@testable import OrdersService

/// A service with its own database, which is deleted with it.
final class Fixture: Sendable {
    let store: OrderStore
    let service: OrdersService
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let directory: URL
    /// The path or the address of the database.
    let address: String
    var database: any OrderDatabase { store.database }

    /// Whether the tests run on PostgreSQL.
    static var isOnPostgreSQL: Bool { postgreSQL != nil }

    /// The address of a PostgreSQL database in whose schemas the tests run, instead of SQLite files.
    static let postgreSQL = ProcessInfo.processInfo.environment["TABLE_POSTGRESQL"]

    init(
        count: Int = 1000, heartbeat: Duration = .seconds(15), bodyTime: Duration = .seconds(30)
    ) async throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "service-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        self.address =
            if let address = Self.postgreSQL {
                try await Self.newSchema(in: address)
            } else {
                directory.appending(path: "orders.sqlite").path(percentEncoded: false)
            }
        var store = try await OrderStore.open(address, sampleCount: count)
        store.countTime = .seconds(10)
        self.store = store
        service = OrdersService(store: store, heartbeat: heartbeat, bodyTime: bodyTime, logger: logger)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// Creates a schema, and returns an address of the database that selects it.
    static func newSchema(in address: String) async throws -> String {
        #if PostgreSQL
            let schema = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
            try await PostgreSQLConnection(address).execute("CREATE SCHEMA \(schema)")
            return address + "?options=-csearch_path%3D\(schema)"
        #else
            throw OrderDatabaseError.withoutPostgreSQL
        #endif
    }

    /// Returns another service on the same database, as on another machine, or after a restart of the process.
    func anotherService(heartbeat: Duration = .seconds(15)) async throws -> OrdersService {
        OrdersService(store: try await otherStore(), heartbeat: heartbeat, logger: logger)
    }

    /// Returns another store of the same database.
    func otherStore() async throws -> OrderStore {
        var store = try await OrderStore.open(address, sampleCount: 0)
        store.countTime = .seconds(10)
        return store
    }

    /// Runs a test whose requests go directly to the router.
    func withRouter<Result>(
        of service: OrdersService? = nil, _ test: @Sendable (any TestClientProtocol) async throws -> Result
    ) async throws -> Result {
        try await (service ?? self.service).application(port: 0).test(.router, test)
    }

    /// Runs a test with a server, and stops the server at the end.
    func withServer(
        of service: OrdersService? = nil, idleTimeout: TimeAmount = .seconds(30),
        _ test: @Sendable (Int, ServiceGroup) async throws -> Void
    ) async throws {
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = (service ?? self.service).application(port: 0, idleTimeout: idleTimeout) {
            port.yield($0)
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [application], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            do {
                try await test(port, group)
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// All orders, to check whether a test changed any.
    func contents() async throws -> [Order] {
        var orders: [Order] = []
        for try await batch in store.batches(of: OrderQuery(TableQuery())) { orders += batch }
        return orders
    }

    /// Makes the database unreadable.
    func breakDatabase() async throws {
        try await database.write { try $0.execute("ALTER TABLE orders RENAME TO p") }
    }

    /// Adds open orders of a customer, as another program does.
    func addOrders(_ count: Int, customer: Customer.ID = 1) async throws {
        try await database.write { db in
            for _ in 0..<count {
                try db.execute(
                    """
                    INSERT INTO orders (customerID, placed, total, status)
                    VALUES ($1, '2026-12-31', 1000, 'open')
                    """, [.integer(customer)])
            }
        }
    }

    /// Deletes an open order, as another program does.
    func deleteOrder() async throws {
        let order = try await order(.open)
        try await database.write { try $0.execute("DELETE FROM orders WHERE id = $1", [.integer(order.id)]) }
    }

    /// Returns the changes that a closure makes in the database.
    func changes(_ body: () async throws -> Void) async throws -> Set<OrderChange> {
        let state = try await database.changes(after: nil).state
        try await body()
        return try await database.changes(after: state).changes
    }

    /// Counts the orders whose received amount is not the sum of their payments.
    static let wrongSums = """
        SELECT count(*) FROM orders
        WHERE received <> (SELECT coalesce(sum(cents), 0) FROM payments WHERE orderID = orders.id)
        """

    /// Gives all customers a name.
    func renameCustomers(_ name: String) async throws {
        try await database.write { try $0.execute("UPDATE customers SET name = $1", [.text(name)]) }
    }

    /// Distributes the orders among a few customers.
    func shareOrders(amongCustomers count: Int) async throws {
        try await database.write {
            try $0.execute("UPDATE orders SET customerID = 1 + id % $1", [.integer(count)])
        }
    }

    /// The number of requests that the service has stored as carried out.
    var requestCount: Int {
        get async throws {
            try await database.read { try $0.integer("SELECT count(*) FROM requests") ?? 0 }
        }
    }

    /// Makes all stored requests older.
    func ageRequests(days: Int) async throws {
        let older = Self.postgreSQL == nil ? "datetime(at, $1)" : "at + $1::interval"
        try await database.write {
            try $0.execute("UPDATE requests SET at = \(older)", [.text("-\(days) days")])
        }
    }

    /// The newest order with a status.
    func order(_ status: OrderStatus) async throws -> Order {
        try #require(try await store.page(OrderQuery(status: status)).orders.first)
    }

    /// An order as it is now.
    func order(_ id: Order.ID) async throws -> Order {
        try #require(try await contents().first { $0.id == id })
    }
}

/// A client that has loaded a page.
struct Visitor {
    let client: any TestClientProtocol
    let page: TestResponse
    let cookie: String
    let token: String
    /// The address of the page's form.
    let address: String

    /// Loads a page, with the session of a cookie, or with a new session.
    init(_ client: any TestClientProtocol, _ uri: String = "/", cookie: String? = nil) async throws {
        self.client = client
        let headers: HTTPFields = cookie.map { [.cookie: $0] } ?? [:]
        page = try await client.execute(uri: uri, method: .get, headers: headers)
        self.cookie = try cookie ?? String(#require(page.headers[.setCookie]).prefix { $0 != ";" })
        token = try #require(page.text.firstMatch(of: /name="token" value="([^"]*)"/)?.1).description
        address = try #require(page.text.firstMatch(of: /method="post" action="([^"]*)"/)?.1)
            .replacing("&amp;", with: "&").description
    }

    private init(_ other: Visitor, _ client: any TestClientProtocol) {
        self.client = client
        (page, cookie, token, address) = (other.page, other.cookie, other.token, other.address)
    }

    /// Returns the same visitor as a client of another service.
    func with(_ client: any TestClientProtocol) -> Visitor { Visitor(self, client) }

    /// Sends a form, with the visitor's token unless the fields have one.
    func post(
        _ fields: [String: String], headers: [HTTPField.Name: String] = [.accept: "application/json"],
        to address: String? = nil
    ) async throws -> TestResponse {
        let fields = ["token": token].merging(fields) { $1 }
        return try await post(
            body: fields.map { "\(Self.encode($0))=\(Self.encode($1))" }.joined(separator: "&"),
            headers: headers, to: address)
    }

    func post(
        body: String, headers: [HTTPField.Name: String] = [:],
        type: String = "application/x-www-form-urlencoded", to address: String? = nil
    ) async throws -> TestResponse {
        var all: HTTPFields = [.contentType: type, .cookie: cookie]
        for (name, value) in headers { all[name] = value }
        return try await client.execute(
            uri: address ?? self.address, method: .post, headers: all, body: ByteBuffer(string: body))
    }

    private static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

extension OrderQuery {
    /// Creates the query of a page of orders with a status, and of a customer by name.
    init(
        status: OrderStatus? = nil, customer: String? = nil, _ start: TableQuery.Page.Start = .first
    ) {
        self.init()
        if let status { table.filters.append(.column("status", .isOneOf([status.rawValue]))) }
        if let customer { table.filters.append(.column("customer", .isOneOf([customer]))) }
        table.page?.start = start
    }
}

extension Order {
    /// The question that an action asks, or `nil` for an action that asks nothing.
    func question(_ action: String) -> String? {
        switch action {
        case "cancel": "Cancel order \(id), \(customer.name)?"
        case "refund": "Refund order \(id), \(customer.name)"
        default: nil
        }
    }
}

/// Returns an amount as the text of an input, such as `12.05`.
func decimal(_ cents: Int) -> String { "\(cents / 100)." + String(100 + cents % 100).dropFirst() }

extension HTTPField.Name {
    static let secFetchSite = named("Sec-Fetch-Site")
    static let referrerPolicy = named("Referrer-Policy")

    private static func named(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is no name of a header.") }
        return name
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }

    /// The fields of the question on a page, with the initial texts of the inputs.
    var question: [String: String] {
        let form = text.firstMatch(of: /<form class="question"(.|\n)*<\/form>/)?.0 ?? ""
        let fields = form.matches(of: /<input[^>]* name="([^"]*)"[^>]* value="([^"]*)"/)
        return Dictionary(fields.map { (String($0.1), String($0.2)) }) { $1 }
    }

    /// The code of an error.
    var code: String? {
        let object = try? JSONDecoder().decode([String: String].self, from: Data(body.readableBytesView))
        return object?["message"] == nil ? nil : object?["code"]
    }
}

/// A connection to a server from which a test reads as little as it wants.
struct Connection {
    private typealias Channel = NIOAsyncChannel<ByteBuffer, ByteBuffer>
    private var iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private(set) var text = ""

    /// Sends a request, passes the connection to a closure, and then closes it.
    static func open(
        _ port: Int, _ uri: String, method: String = "GET", host: String = "127.0.0.1",
        headers: [String] = [],
        _ body: (inout Connection) async throws -> Void
    ) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture { try Channel(wrappingChannelSynchronously: channel) }
            }
        try await channel.executeThenClose { inbound, outbound in
            let lines = ["\(method) \(uri) HTTP/1.1", "Host: \(host)"] + headers + ["", ""]
            try await outbound.write(ByteBuffer(string: lines.joined(separator: "\r\n")))
            var connection = Connection(iterator: inbound.makeAsyncIterator(), outbound: outbound)
            try await body(&connection)
        }
    }

    private init(
        iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.iterator = iterator
        self.outbound = outbound
    }

    /// Reads until the received text contains a part, and returns all received text. Fails if the connection
    /// ends first.
    @discardableResult
    mutating func read(until part: String) async throws -> String {
        while !text.contains(part) {
            let next = try await iterator.next(isolation: #isolation)
            let buffer = try #require(next, "The connection ended before “\(part)” came.")
            text += String(buffer: buffer)
        }
        return text
    }

    /// Reads until the server closes the connection, and returns all received text.
    mutating func readToEnd() async throws -> String {
        while let buffer = try await iterator.next(isolation: #isolation) { text += String(buffer: buffer) }
        return text
    }

    /// Discards the received text.
    mutating func forget() { text = "" }
}
