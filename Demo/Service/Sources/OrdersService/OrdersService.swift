package import Hummingbird
package import Logging
import NIOCore
package import Orders
package import TableAgent
package import TableLive
package import TableSurfaces
import TableWorkbook

/// A service that shows orders to browsers and programs, and updates open pages.
package struct OrdersService: LiveService {
    package let pages: LivePages<OrderQuery, LiveOrders>
    package let origin: LiveOrigin
    private let address: String
    package let tokens: LiveTokens

    private let store: OrderStore
    private let updater: PageUpdater
    let metrics: ServiceMetrics
    private let linkOrigin: String?
    package var formats: TableFormats { .orders(linkOrigin: linkOrigin) }
    package let languages = [TableWords.english, .german]
    private let bodyTime: Duration
    private let logger: Logger

    /// Creates a service for a database.
    ///
    /// - Parameters:
    ///   - store: The database.
    ///   - address: The address at which the service accepts connections. By default, only this machine can reach it.
    ///   - origin: The address of the service in browsers, such as `https://orders.example`, or `nil` for this machine.
    ///   - heartbeat: The maximum time without a message to a viewer.
    ///   - bodyTime: The time within which the body of a request must be complete.
    ///   - metrics: The metrics, with which the service responds to `GET /metrics`.
    ///   - logger: The log.
    package init(
        store: OrderStore, address: String = "127.0.0.1", origin: ServiceOrigin? = nil,
        heartbeat: Duration = .seconds(15),
        bodyTime: Duration = .seconds(30),
        metrics: TextMetrics = TextMetrics(), logger: Logger
    ) {
        let metrics = ServiceMetrics(metrics)
        self.metrics = metrics
        // Programs on this machine and in its network, such as those that read metrics, use the address.
        let host = address.contains(":") ? "[\(address)]" : address
        let hosts = ["127.0.0.1", "localhost", "[::1]", host] + (origin.map { [$0.host] } ?? [])
        self.origin = LiveOrigin(hosts: Set(hosts), scheme: origin?.scheme ?? "http")
        self.address = address
        let tokens = store.tokens(isSecure: origin?.scheme == "https")
        self.tokens = tokens
        self.bodyTime = bodyTime
        self.store = store
        self.logger = logger
        let failures = ReadFailures()
        pages = LivePages { query, error in
            logger.error("The page \(query.address) can't be read: \(error)")
        } open: { query in
            try await LiveOrders(
                query, in: store, tokens: tokens, heartbeat: heartbeat, metrics: metrics, failures: failures)
        }
        updater = PageUpdater(store.database, pages: pages, failures: failures, logger: logger)
        linkOrigin = origin.map { "\($0.scheme)://\($0.host)" }
    }

    /// Returns the service as an application.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any free port.
    ///   - idleTimeout: The time after which a connection ends that has no request, or sends no more of its request.
    ///   - onRunning: Receives the port when the application listens.
    package func application(
        port: Int, idleTimeout: TimeAmount = .seconds(30),
        onRunning: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        var application = Application(
            responder: responder,
            server: .http1(
                configuration: .init(additionalChannelHandlers: [WriteLimit()], idleTimeout: idleTimeout)),
            configuration: ApplicationConfiguration(
                address: .hostname(address, port: port),
                availableConnectionsDelegate: ConnectionLimit(logger: logger)),
            onServerRunning: { onRunning($0.localAddress?.port ?? port) },
            logger: logger)
        application.addServices(updater)
        return application
    }

    /// The answers to the requests of the server.
    package var responder: OrdersResponder { OrdersResponder(service: self, bodyTime: bodyTime) }

    // MARK: Responses

    /// Returns a query whose page keeps its orders when new orders arrive.
    ///
    /// First waits for the changes that were committed before the request, so that a viewer sees their own action at every
    /// service.
    package func query(_ fields: [String: String], for request: LiveRequest) async throws -> OrderQuery {
        var query = try OrderQuery(fields)
        // English pages need no language in their addresses.
        if query.language == nil, words(for: request).language == "de" { query.language = .german }
        await updater.catchUp()
        return try await available(request) { try await store.anchored(query) }
    }

    /// Reads the database for a response.
    ///
    /// - Throws: If the database is unavailable, a refusal with the status 503. For a form, the error itself, because the form
    ///   may have been carried out before: its status is 500, and the script reports an unknown outcome.
    private func available<Result>(
        _ request: LiveRequest, _ read: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await read()
        } catch is DatabaseUnavailable where request.method != "POST" {
            throw LiveRefusal(503, "databaseUnavailable") {
                $0.text(
                    "The database does not answer. Try again in a moment.",
                    "Die Datenbank antwortet nicht. Versuchen Sie es gleich noch einmal.")
            }
        }
    }

    package func otherResponse(to request: LiveRequest) async throws -> LiveResponse {
        let language = OrderLanguage(rawValue: words(for: request).language) ?? .english
        let formats = TableFormats.orders(linkOrigin: linkOrigin, language: language)
        let format = formats.formats.first { request.path == "/orders.\($0.fileExtension)" }
        guard format != nil || ["/orders", "/table.css", "/health", "/metrics"].contains(request.path) else {
            throw LiveRefusal.notFound
        }
        guard ["GET", "HEAD"].contains(request.method) else { throw LiveRefusal.wrongMethod }
        switch request.path {
        case "/table.css":
            let style = Array(HTMLFormat.stylesheet.utf8) + PackageResources.page_css
            return LiveResponse(file: style, mediaType: "text/css; charset=utf-8", for: request)
        case "/health": return await health()
        case "/metrics":
            let text = await metrics.text(
                pages: pages.count, waiting: store.database.waitingCount, isStale: pages.isStale)
            return LiveResponse(status: 200, mediaType: TextMetrics.mediaType, body: text.utf8)
        default:
            guard let format = format ?? formats.accepted(by: request.header("Accept")) else {
                throw LiveRefusal(406, "notAcceptable") {
                    $0.text(
                        "The orders have none of these formats.",
                        "Die Bestellungen gibt es in keinem dieser Formate.")
                }
            }
            return try await available(request) { try await table(request, in: format) }
        }
    }

    /// Returns whether the database answers, and whether it sends notifications.
    ///
    /// Without notifications, changes of other services only appear later, so the status is still 200.
    private func health() async -> LiveResponse {
        var isAvailable = true
        do {
            try await store.ping()
        } catch {
            isAvailable = false
            logger.warning("The database does not answer: \(error)")
        }
        let text =
            "database: \(isAvailable ? "ok" : "no answer")\nnotifications: \(await updater.notifications.rawValue)\n"
        return LiveResponse(
            status: isAvailable ? 200 : 503, mediaType: "text/plain; charset=utf-8", body: text.utf8)
    }

    /// Returns a table without live updates: one page of a query, or a stream of all its rows.
    private func table(
        _ request: LiveRequest, in format: any GridFormat & Sendable
    ) async throws -> LiveResponse {
        var query = try OrderQuery(request.query(), allowsAll: true)
        if query.language == nil, words(for: request).language == "de" { query.language = .german }
        let page = try await store.page(query)
        var response: LiveResponse
        if query.position != .all {
            let bytes = try format.bytes(of: OrdersReformer().reform(page))
            response = LiveResponse(status: 200, mediaType: format.mediaType, body: bytes)
        } else {
            let isGerman = query.language == .german
            let blocks =
                isGerman
                ? blocks(of: page, in: format, as: GermanOrderLine.self)
                : blocks(of: page, in: format, as: OrderLine.self)
            response = LiveResponse(status: 200, mediaType: format.mediaType, blocks: blocks)
        }
        response["Vary"] = "Accept, Accept-Language"
        if format is WorkbookFormat {
            response["Content-Disposition"] = "attachment; filename=\"orders.\(format.fileExtension)\""
        }
        return response
    }

    /// Returns all orders of a page's query.
    private func blocks<Line: OrderItem>(
        of page: OrdersPage, in format: any GridFormat & Sendable, as line: Line.Type
    ) -> GridBlocks {
        format.blocks(
            of: store.batches(of: page.query), as: line,
            columns: OrdersReformer.columns(in: line.language), caption: OrdersReformer.caption(of: page))
    }

    package func storedFingerprint(of key: IdempotencyKey) async throws -> String? {
        try await store.fingerprint(of: key)
    }

    /// Carries out a form, and begins the updates of the pages.
    ///
    /// - Returns: `nil`, because the database reports the changes.
    package func carryOut(_ form: LiveForm, on page: LiveOrders) async throws -> OrderChange? {
        do {
            try await page.perform(form)
        } catch {
            // The page may offer what the business refuses, because another program has just changed the order.
            await updater.catchUp()
            throw error
        }
        await updater.catchUp()
        return nil
    }

    package func report(_ error: any Error) {
        logger.error("A request failed: \(error)", metadata: RequestID.metadata)
    }

    /// Records a response in the metrics and in the log.
    func record(_ status: Int, to request: Request, after time: Duration) {
        metrics.record(status, after: time)
        let milliseconds = Int(time / .milliseconds(1))
        logger.info(
            "\(request.method) \(request.uri) \(status) \(milliseconds) ms", metadata: RequestID.metadata)
    }

    package func errorPage(for refusal: LiveRefusal, in words: TableWords) -> HTMLPage {
        .error(refusal, in: words)
    }
}

extension TableFormats {
    /// The formats in which the service offers orders.
    ///
    /// - Parameters:
    ///   - linkOrigin: The address of the service in browsers, which the links of a workbook need.
    ///   - language: The language of people.
    static func orders(linkOrigin: String? = nil, language: OrderLanguage = .english) -> TableFormats {
        let words = OrderQuery(language: language).words
        var formats = TableFormats.standard
        formats["text"] = TextFormat(words: words)
        formats["HTML"] = HTMLFormat(page: .plain(language), words: words)
        // People open these files in spreadsheets, and customers write texts.
        formats["CSV"] = CSVFormat(guardsFormulas: true)
        formats["TSV"] = TSVFormat(guardsFormulas: true)
        formats["xlsx"] = WorkbookFormat(
            sums: ["total", "received"], linkOrigin: linkOrigin, words: words)
        return formats
    }
}

/// The address of a service in browsers, such as `https://orders.example`.
package struct ServiceOrigin: Sendable {
    package let scheme, host: String

    /// Creates an origin from its text, or returns `nil` if the text is no scheme with a host.
    package init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(https?):\/\/([A-Za-z0-9.-]+(:[0-9]+)?)\/?/) else {
            return nil
        }
        scheme = String(match.1)
        host = String(match.2)
    }
}

extension OrderError: RefusalConvertible {
    package var refusal: LiveRefusal {
        LiveRefusal(kind.status, code) { message(in: OrderLanguage(rawValue: $0.language) ?? .english) }
    }
}

extension OrderError.Kind {
    fileprivate var status: Int {
        switch self {
        case .notFound: 404
        case .conflict: 409
        case .invalid: 422
        }
    }
}
