package import Hummingbird
package import Logging
import NIOCore
package import Orders
import TableAgent
package import TableLive
package import TableSurfaces

/// A service that shows orders to browsers and programs, and updates open pages.
package struct OrdersService: LiveService {
    package let pages: LivePages<OrderQuery, LiveOrders>
    /// The names of this machine.
    package let origin = LiveOrigin(hosts: ["127.0.0.1", "localhost", "[::1]"], scheme: "http")
    package var tokens: LiveTokens { store.tokens }

    private let store: OrderStore
    private let formats: TableFormats
    private let bodyTime: Duration
    private let logger: Logger

    /// Creates a service for a database.
    ///
    /// - Parameters:
    ///   - store: The database.
    ///   - heartbeat: The maximum time without a message to a viewer.
    ///   - bodyTime: The time within which the body of a request must be complete.
    ///   - logger: The log.
    package init(
        store: OrderStore, heartbeat: Duration = .seconds(15), bodyTime: Duration = .seconds(30),
        logger: Logger
    ) {
        self.bodyTime = bodyTime
        self.store = store
        self.logger = logger
        pages = LivePages { query, error in
            logger.error("The page “\(query.text)” can't be read: \(error)")
        } open: { query in
            try await LiveOrders(query, in: store, heartbeat: heartbeat)
        }
        var formats = TableFormats.standard
        formats["HTML"] = HTMLFormat(page: .plain)
        // People open these files in spreadsheets, and customers write texts.
        formats["CSV"] = CSVFormat(guardsFormulas: true)
        formats["TSV"] = TSVFormat(guardsFormulas: true)
        self.formats = formats
    }

    /// Returns the service as an application that only this machine can reach.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any free port.
    ///   - idleTimeout: The time after which a connection ends that has no request, or sends no more of its request.
    ///   - onRunning: Receives the port when the application listens.
    package func application(
        port: Int, idleTimeout: TimeAmount = .seconds(30),
        onRunning: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        Application(
            responder: ShortTask(responder: router().buildResponder()),
            server: .http1(configuration: .init(idleTimeout: idleTimeout)),
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: port),
                availableConnectionsDelegate: ConnectionLimit(logger: logger)),
            onServerRunning: { onRunning($0.localAddress?.port ?? port) },
            logger: logger)
    }

    /// Returns the routes. A program can add its own routes.
    package func router() -> Router<BasicRequestContext> {
        let router = Router(options: .autoGenerateHeadEndpoints)
        router.add(middleware: Compression())
        router.add(middleware: RequestErrors(service: self))
        router.get("/") { request, _ in await Response(page(for: LiveRequest(request))) }
        router.get("/live") { request, _ in await Response(messages(for: LiveRequest(request))) }
        router.get("/events") { request, _ in await Response(receive(LiveRequest(request))) }
        router.post("/events") { request, _ in
            let body = try await request.content(within: bodyTime)
            return await Response(receive(LiveRequest(request, body: body)))
        }
        get("/orders", router) { request in
            guard let format = formats.accepted(by: request.header("Accept")) else {
                throw LiveRefusal(406, "notAcceptable", "The orders have none of these formats.")
            }
            return try await table(request, in: format)
        }
        for format in formats.formats {
            get("/orders.\(format.fileExtension)", router) { try await table($0, in: format) }
        }
        get("/live.js", router) {
            LiveResponse(file: LiveScript.bytes, mediaType: LiveScript.mediaType, for: $0)
        }
        let style = Array(HTMLFormat.stylesheet.utf8) + PackageResources.page_css
        get("/table.css", router) {
            LiveResponse(file: style, mediaType: "text/css; charset=utf-8", for: $0)
        }
        get("/health", router) { _ in
            try await store.check()
            return LiveResponse(status: 200, mediaType: "text/plain; charset=utf-8", body: "ok\n".utf8)
        }
        let suffixes = formats.formats.map { "/orders.\($0.fileExtension)" }
        for path in ["/", "/live", "/events", "/orders", "/live.js", "/table.css", "/health"] + suffixes {
            for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
                if path == "/events", method == .post { continue }
                router.on(RouterPath(path), method: method) { _, _ -> Response in
                    throw HTTPError(.methodNotAllowed)
                }
            }
        }
        return router
    }

    private func get(
        _ path: RouterPath, _ router: Router<BasicRequestContext>,
        _ response: @escaping @Sendable (LiveRequest) async throws -> LiveResponse
    ) {
        router.get(path) { request, _ in await Response(respond(to: LiveRequest(request), response)) }
    }

    /// Returns a table without live updates: one page of a query, or a stream of all its rows.
    private func table(
        _ request: LiveRequest, in format: any GridFormat & Sendable
    ) async throws -> LiveResponse {
        let query = try OrderQuery(request.query(), allowsAll: true)
        let page = try await store.page(query)
        var response: LiveResponse
        if query.page != nil {
            let bytes = try format.bytes(of: OrdersReformer().reform(page))
            response = LiveResponse(status: 200, mediaType: format.mediaType, body: bytes)
        } else {
            let blocks = format.blocks(
                of: store.batches(of: query), as: OrderLine.self, columns: OrdersReformer.columns,
                caption: OrdersReformer.caption(of: page))
            response = LiveResponse(status: 200, mediaType: format.mediaType, blocks: blocks)
        }
        response["Vary"] = "Accept"
        return response
    }

    // MARK: Pages

    package func query(_ fields: [String: String], for request: LiveRequest) throws -> OrderQuery {
        try OrderQuery(fields)
    }

    package func address(of query: OrderQuery) -> String { query.address("/") }

    package func isDone(_ number: LiveNumber) async throws -> Bool { try await store.isCarriedOut(number) }

    package func carryOut(_ form: LiveForm, on page: LiveOrders) async throws -> OrderChange? {
        do {
            return try await page.carryOut(form)
        } catch let error as OrderError {
            // The page offers what the business refuses, so another program has changed the orders.
            await pages.update(after: .any)
            throw error
        }
    }

    package func report(_ error: any Error) { logger.error("A request failed: \(error)") }

    package func errorPage(for refusal: LiveRefusal) -> HTMLPage { .error(refusal) }
}
