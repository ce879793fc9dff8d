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
    let queries: LiveQueries
    private let viewers: Viewers
    private let formats: TableFormats
    private let logger: Logger

    /// Creates a service for a database.
    ///
    /// - Parameter heartbeat: The maximum time without a message to a viewer.
    package init(store: OrderStore, heartbeat: Duration = .seconds(15), logger: Logger) {
        self.store = store
        self.logger = logger
        viewers = store.viewers
        queries = LiveQueries(logger: logger) { [tokenMark = viewers.tokenMark] query in
            try await LiveOrders(query, in: store, tokenMark: tokenMark, heartbeat: heartbeat)
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
        router.add(middleware: RequestChecks())
        router.get("/") { request, _ in try await page(request) }
        router.get("/live") { request, _ in try await live(request) }
        router.post("/events") { request, _ in try await receive(request) }
        // After an error, the browser is at this address, and a reload requests it.
        router.get("/events") { _, _ in Response(status: .seeOther, headers: [.location: "/"]) }
        router.get("/orders") { request, _ in
            guard let format = formats.accepted(by: request.accept) else {
                throw ServiceError(.notAcceptable, "notAcceptable", "The orders have none of these formats.")
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
                    throw ServiceError.wrongMethod
                }
            }
        }
        return router
    }

    // MARK: Pages

    private func page(_ request: Request) async throws -> Response {
        let query = try OrderQuery(Fields(request.uri.query))
        let orders = try await queries.orders(of: query)
        return html(await orders.html(), for: viewers.viewer(of: request))
    }

    private func html(
        _ markup: SharedMarkup, status: HTTPResponse.Status = .ok, for viewer: Viewer
    ) -> Response {
        var response = Response(status, HTMLFormat().mediaType, markup.markup(for: viewer))
        viewer.sign(&response)
        return response
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
        let query = try OrderQuery(fields)
        // Read the query before the response starts, so that a failure can still change the status.
        _ = try await queries.orders(of: query)
        let viewer = viewers.viewer(of: request)
        let last = request.headers[.lastEventID] ?? fields["after"]
        let body = ResponseBody { writer in
            let (feed, number) = try await queries.addViewer(of: query)
            defer { Task { await queries.removeViewer(of: query, number) } }
            let messages = feed.messages(after: last)
            try await withGracefulShutdownHandler {
                for await message in messages {
                    let markup = SharedMarkup(message.serverSentEvent, tokenMark: viewers.tokenMark)
                    try await writer.write(markup.markup(for: viewer))
                }
            } onGracefulShutdown: {
                messages.end()
            }
            // A random delay prevents all viewers from reconnecting at the same time.
            try await writer.write(ByteBuffer(string: "retry: \(Int.random(in: 1000...5000))\n\n"))
            try await writer.finish(nil)
        }
        let headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8"]
        var response = Response(status: .ok, headers: headers, body: body)
        viewer.sign(&response)
        return response
    }

    // MARK: Events

    private func receive(_ request: Request) async throws -> Response {
        let viewer = viewers.viewer(of: request)
        let isForProgram = isForProgram(request)
        let fields = try await Fields(bodyOf: request)
        let query = try OrderQuery(Fields(fields["query"]))
        let orders = try await queries.orders(of: query)
        do {
            guard viewer.owns(fields["token"]) else { throw ServiceError.invalidToken }
            do {
                try await orders.receive(fields)
            } catch let error as OrderError {
                await queries.refresh()
                throw error
            }
            await queries.refresh()
        } catch {
            if isForProgram { throw error }
            let error = ServiceError(error)
            let page = try await queries.orders(of: query).html(alert: error.message)
            return html(page, status: error.status, for: viewer)
        }
        if isForProgram { return Response(status: .noContent) }
        return Response(status: .seeOther, headers: [.location: query.address("/")])
    }

    /// Returns whether the response is for a program, such as the script of the page, instead of a browser
    /// page.
    private func isForProgram(_ request: Request) -> Bool {
        request.mediaType?.isType(.applicationJson) == true
            || TableFormats([HTMLFormat(), JSONFormat()]).accepted(by: request.accept) is JSONFormat
    }

    // MARK: Files

    private func file(
        _ path: RouterPath, _ bytes: [UInt8], _ type: String, _ router: Router<BasicRequestContext>
    ) {
        let hash = SHA256.hash(data: bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        let tag = "\"\(String(hash, radix: 36))\""
        let headers: HTTPFields = [.eTag: tag, .cacheControl: "no-cache"]
        let response = Response(.ok, type, ByteBuffer(bytes: bytes), headers)
        router.get(path) { request, _ in
            request.headers[.ifNoneMatch] == tag ? Response(status: .notModified, headers: headers) : response
        }
    }
}
