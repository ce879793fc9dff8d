import Foundation
import Hummingbird
import Logging
import TableLive
import TableSurfaces

/// A small service with one live table.
actor LiveApp {
    static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; \
        base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types table-live
        """

    /// The table on the page.
    private(set) var table: LiveTable
    private(set) var openStreams = 0
    private(set) var startedStreams = 0
    /// The received forms.
    private(set) var forms: [[String: String]] = []
    /// The keys of the rows that sent the forms: `open/4711` for the action `pay/open/4711/1200`.
    var rows: [String?] {
        forms.map { form in
            form["action"].map { $0.split(separator: "/").dropFirst().prefix(2).joined(separator: "/") }
        }
    }
    /// The error response to forms, or `nil` if forms are accepted.
    private var refusal: (code: String, message: String, status: Int)?
    private var refusesStreams = false
    /// Whether the service accepts requests and answers none, as a process that does not run.
    private var hangs = false
    /// Whether the service removes the row of each accepted form.
    private var removesRows = false
    private(set) var port = 0
    private var server: Task<Void, any Error>?

    private init(_ table: LiveTable) {
        self.table = table
    }

    /// Runs a test with a service.
    static func run(
        _ table: LiveTable = LiveTable(seed: 0), _ test: (LiveApp) async throws -> Void
    ) async throws {
        let app = LiveApp(table)
        try await app.start()
        let result: Result<Void, any Error>
        do { result = .success(try await test(app)) } catch { result = .failure(error) }
        await app.stop()
        try result.get()
    }

    var address: String { "http://127.0.0.1:\(port)/" }

    /// Starts the service. After the first start, it uses the same port.
    func start(_ newTable: LiveTable? = nil) async throws {
        if let newTable { table = newTable }
        var logger = Logger(label: "LiveApp")
        logger.logLevel = .critical
        let (ports, running) = AsyncThrowingStream.makeStream(of: Int.self)
        let application = Application(
            router: router(),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { running.yield($0.localAddress?.port ?? 0) },
            logger: logger)
        server = Task {
            do {
                try await application.run()
                running.finish()
            } catch {
                running.finish(throwing: error)
            }
        }
        for try await port in ports {
            self.port = port
            return
        }
    }

    /// Ends all connections.
    func stop() async {
        server?.cancel()
        _ = await server?.result
    }

    func refuse(_ code: String?, _ message: String = "", status: Int = 409) {
        refusal = code.map { ($0, message, status) }
    }

    /// Ends all streams, and refuses new ones until it is called with `false`.
    func refuseStreams(_ isRefusing: Bool) {
        refusesStreams = isRefusing
    }

    /// Stops all answers until it is called with `false`.
    func hang(_ isHanging: Bool) {
        hangs = isHanging
    }

    /// Removes the row of each form from now on.
    func removeRows() {
        removesRows = true
    }

    private func waitWhileHanging() async throws {
        while hangs { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Waits until a condition holds.
    func wait(_ what: String, until condition: @Sendable (isolated LiveApp) -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while !condition(self) {
            guard ContinuousClock.now < end else {
                throw Browser.Failure(description: "This did not come true: \(what).")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    // MARK: Routes

    private func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/") { request, _ in
            let page = await self.page(request.uri.query ?? "query=all")
            return Self.response("text/html; charset=utf-8", page, [.contentSecurityPolicy: Self.policy])
        }
        router.get("/old") { _, _ in
            // The page is outdated, as if it came from a cache of an earlier run of the program.
            let page = await self.page.replacing(/data-version="[^"]*"/, with: "data-version=\"gone.7\"")
            return Self.response("text/html; charset=utf-8", page, [.contentSecurityPolicy: Self.policy])
        }
        router.get("/empty") { _, _ in
            // The page is from before the first table.
            let page = await self.page.replacing(/data-version="[^"]*"/, with: "data-version=\"\"")
            return Self.response("text/html; charset=utf-8", page, [.contentSecurityPolicy: Self.policy])
        }
        router.get("/live.js") { _, _ in
            Self.response(LiveScript.mediaType, String(decoding: LiveScript.bytes, as: UTF8.self))
        }
        router.get("/table.css") { _, _ in Self.response("text/css", HTMLFormat.stylesheet) }
        router.get("/live") { request, _ in
            let id =
                request.headers.first { $0.name.canonicalName == "last-event-id" }?.value
                ?? request.uri.queryParameters["version"].map(String.init)
            return try await self.stream(after: id, request)
        }
        router.post("/events") { request, context in
            try await self.receive(
                try await URLEncodedFormDecoder().decode(
                    [String: String].self, from: request, context: context))
        }
        return router
    }

    private static func response(_ type: String, _ text: String, _ headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = type
        headers[.cacheControl] = "no-cache"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    var page: String { page("query=all") }

    /// The current page. Pages with different queries have different streams.
    private func page(_ query: String) -> String {
        let page = HTMLPage(
            "Orders", language: "en", stylesheet: .linked("/table.css"),
            head: "<script src=\"/live.js\" defer></script>",
            top: "<p role=\"status\" data-live-status></p>", bottom: "<p><a href=\"/\">All</a></p>")
        return table.feed.page(page, address: "/live?\(query)")
    }

    private func stream(after id: String?, _ request: Request) async throws -> Response {
        try await waitWhileHanging()
        guard !refusesStreams else { return Response(status: .serviceUnavailable) }
        let feed = table.feed
        startedStreams += 1
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
            body: .init { writer in
                await self.count(1)
                do {
                    try await request.body.consumeWithCancellationOnInboundClose { _ in
                        // The script's own delays are longer.
                        try await writer.write(ByteBuffer(string: "retry: 50\n\n"))
                        for await message in feed.messages(after: id) {
                            try await self.waitWhileHanging()
                            if await self.refusesStreams { break }
                            try await writer.write(ByteBuffer(bytes: message.serverSentEvent))
                        }
                    }
                    await self.count(-1)
                } catch {
                    await self.count(-1)
                    throw error
                }
                try await writer.finish(nil)
            })
    }

    private func count(_ change: Int) { openStreams += change }

    private func receive(_ form: [String: String]) async throws -> Response {
        forms.append(form)
        try await waitWhileHanging()
        var failure = refusal
        if failure == nil {
            failure = await table.receive(form).map { ($0.code, $0.message, 409) }
        }
        if failure?.status == 302 { return Response(status: .found, headers: [.location: "/"]) }
        guard let failure else {
            if removesRows { await table.removeSender() }
            return Response(status: .noContent)
        }
        let body = try JSONEncoder().encode(["code": failure.code, "message": failure.message])
        return Response(
            status: .init(code: failure.status), headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}
