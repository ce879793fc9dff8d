import Crypto
package import Hummingbird
package import Logging
import NIOCore
import Orders
import ServiceLifecycle
import TableAgent
import TableLive
import TableSurfaces

/// A service that shows orders to browsers and programs, and updates open pages.
package struct OrdersService: Sendable {
    private let store: OrderStore
    let pages: LivePages<OrderQuery, LiveOrders>
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
            router: router(),
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
        router.add(middleware: RequestChecks())
        router.get("/") { request, _ in try await page(request) }
        router.get("/live") { request, _ in try await live(request) }
        router.post("/events") { request, _ in try await receive(request) }
        // After an error, the browser is at this address, and a reload requests it.
        router.get("/events") { _, _ in Response(status: .seeOther, headers: [.location: "/"]) }
        router.get("/orders") { request, _ in
            guard let format = formats.accepted(by: request.accept) else {
                throw LiveRefusal(406, "notAcceptable", "The orders have none of these formats.")
            }
            return try await table(request, in: format)
        }
        for format in formats.formats {
            router.get("/orders.\(format.fileExtension)") { request, _ in
                try await table(request, in: format)
            }
        }
        file("/live.js", LiveScript.bytes, LiveScript.mediaType, router)
        let style = Array(HTMLFormat.stylesheet.utf8) + PackageResources.page_css
        file("/table.css", style, "text/css; charset=utf-8", router)
        router.get("/health") { _, _ in
            try await store.check()
            return Response(.ok, "text/plain; charset=utf-8", ByteBuffer(string: "ok\n"))
        }
        let suffixes = formats.formats.map { "/orders.\($0.fileExtension)" }
        for path in ["/", "/live", "/events", "/orders", "/live.js", "/table.css", "/health"] + suffixes {
            for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
                if path == "/events", method == .post { continue }
                router.on(RouterPath(path), method: method) { _, _ -> Response in
                    throw LiveRefusal.wrongMethod
                }
            }
        }
        return router
    }

    // MARK: Pages

    private func page(_ request: Request) async throws -> Response {
        let markup = try await pages.page(of: OrderQuery(Fields(request.uri.query))).html()
        let session = session(of: request)
        var response = Response(.ok, HTMLFormat().mediaType, ByteBuffer(bytes: markup.bytes(for: session)))
        response.headers[.setCookie] = session.setCookie
        return response
    }

    private func session(of request: Request) -> LiveSession {
        store.tokens.session(cookies: request.headers[values: .cookie].joined(separator: "; "))
    }

    /// Returns a table without live updates: one page of a query, or a stream of all its rows.
    private func table(
        _ request: Request, in format: any GridFormat & Sendable
    ) async throws -> Response {
        let query = try OrderQuery(Fields(request.uri.query), allowsAll: true)
        let page = try await store.page(query)
        guard query.page == nil else {
            let bytes = try format.bytes(of: OrdersReformer().reform(page))
            return Response(.ok, format.mediaType, ByteBuffer(bytes: bytes), [.vary: "Accept"])
        }
        let blocks = format.blocks(
            of: store.batches(of: query), as: OrderLine.self, columns: OrdersReformer.columns,
            caption: OrdersReformer.caption(of: page))
        return Response(
            status: .ok, headers: [.contentType: format.mediaType, .vary: "Accept"],
            body: ResponseBody { writer in
                for try await block in blocks { try await writer.write(ByteBuffer(bytes: block)) }
                try await writer.finish(nil)
            })
    }

    // MARK: Live

    /// Streams the patches of a page until the viewer leaves or the service stops.
    private func live(_ request: Request) async throws -> Response {
        let fields = try Fields(request.uri.query)
        let session = session(of: request)
        // Before the response starts, a failure can still change the status.
        let messages = try await pages.messages(
            of: OrderQuery(fields), after: request.headers[.lastEventID] ?? fields["after"], for: session)
        let body = ResponseBody { [tokens = store.tokens] writer in
            try await withGracefulShutdownHandler {
                for await message in messages {
                    try await writer.write(
                        ByteBuffer(bytes: tokens.serverSentEvent(of: message, for: session)))
                }
            } onGracefulShutdown: {
                messages.end()
            }
            // A random delay prevents all viewers from reconnecting at the same time.
            try await writer.write(ByteBuffer(string: "retry: \(Int.random(in: 1000...5000))\n\n"))
            try await writer.finish(nil)
        }
        var response = Response(
            status: .ok, headers: [.contentType: LiveMessage.mediaType], body: body)
        response.headers[.setCookie] = session.setCookie
        return response
    }

    // MARK: Events

    private func receive(_ request: Request) async throws -> Response {
        let session = session(of: request)
        let fields = try await Fields(bodyOf: request, within: bodyTime).values
        let query = try OrderQuery(Fields(fields["query"]))
        let isJSON = request.mediaType?.isType(.applicationJson) == true
        let answer = try await LiveResponse(
            accept: isJSON ? "application/json" : request.accept, location: query.address("/")
        ) {
            let number = try store.tokens.number(in: fields, for: session)
            do {
                let change = try await pages.page(of: query).receive(fields, number: number)
                if let change { await pages.update(after: change) }
            } catch let error as OrderError {
                // The page offers what the business refuses, so another program has changed the orders.
                await pages.update(after: .any)
                throw error
            }
        } page: { notice in
            try await pages.page(of: query).html(notice)
        }
        let body = store.tokens.shared(answer.body).bytes(for: session)
        var response = Response(
            status: .init(code: answer.status), body: .init(byteBuffer: ByteBuffer(bytes: body)))
        response.headers[.contentType] = answer.mediaType
        response.headers[.location] = answer.location
        response.headers[.setCookie] = session.setCookie
        return response
    }

    // MARK: Files

    private func file(
        _ path: RouterPath, _ bytes: [UInt8], _ type: String, _ router: Router<BasicRequestContext>
    ) {
        let hash = SHA256.hash(data: bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        // The tag is weak, because the compressed file has it, too.
        let tag = "W/\"\(String(hash, radix: 36))\""
        let headers: HTTPFields = [.eTag: tag, .cacheControl: "no-cache"]
        let response = Response(.ok, type, ByteBuffer(bytes: bytes), headers)
        router.get(path) { request, _ in
            request.headers[.ifNoneMatch] == tag ? Response(status: .notModified, headers: headers) : response
        }
    }
}
