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
            try await Self.available {
                try await LiveOrders(
                    query, in: store, tokens: tokens, heartbeat: heartbeat, metrics: metrics,
                    failures: failures)
            }
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

    /// Returns the query of a request.
    ///
    /// First waits for the changes that were committed before the request, so that a viewer sees their own action at every
    /// service.
    package func query(_ fields: [String: String], for request: LiveRequest) async throws -> OrderQuery {
        var query = try OrderQuery(fields)
        // English pages need no language in their addresses.
        if query.language == nil, words(for: request).language == "de" { query.language = .german }
        await updater.catchUp()
        return query
    }

    /// Responds to any request: also to those for files, which need no open page and can have all orders.
    func answer(to request: LiveRequest) async -> LiveResponse {
        guard request.path == OrderQuery.path, let fields = try? request.query(),
            let format = fileFormat(fields, for: request)
        else { return await response(to: request) }
        return await respond(to: request) { request in
            guard ["GET", "HEAD"].contains(request.method) else { throw LiveRefusal.wrongMethod }
            return try await file(fields, in: format, for: request)
        }
    }

    /// Returns the format of a file that a request asks for, or `nil` for a page, and for a format that there is not.
    private func fileFormat(
        _ fields: [String: String], for request: LiveRequest
    ) -> (any GridFormat & Sendable)? {
        let language = OrderLanguage(rawValue: words(for: request).language) ?? .english
        let formats = TableFormats.orders(
            linkOrigin: linkOrigin, language: language,
            columns: fields["size"] == "all" ? nil : fields["columns"])
        if let name = fields["format"] { return formats[name] }
        let accepted = formats.accepted(by: request.header("Accept"))
        return accepted is HTMLFormat ? nil : accepted
    }

    /// Returns a file: the orders of a page, or a stream of all orders of a query.
    private func file(
        _ fields: [String: String], in format: any GridFormat & Sendable, for request: LiveRequest
    ) async throws -> LiveResponse {
        let query = try await query(fields.filter { $0.key != "format" }, for: request)
        var response: LiveResponse
        if query.table.page != nil {
            // Unlike a page, a file does not say that it may be out of date.
            let page = try await Self.available { try await store.page(query) }
            response = LiveResponse(
                status: 200, mediaType: format.mediaType, body: try bytes(of: page, in: format))
        } else {
            let blocks =
                query.language == .german
                ? blocks(of: query, in: format, as: GermanOrderLine.self)
                : blocks(of: query, in: format, as: OrderLine.self)
            response = LiveResponse(status: 200, mediaType: format.mediaType, blocks: blocks)
        }
        response["Vary"] = "Accept, Accept-Language"
        if format is WorkbookFormat {
            response["Content-Disposition"] = "attachment; filename=\"orders.\(format.fileExtension)\""
        }
        return response
    }

    /// Returns the orders of a page, with the columns of its query.
    private func bytes(of page: OrdersPage, in format: some GridFormat) throws -> [UInt8] {
        let file = MemorySink()
        let agent = Agent<OrdersPage>()
        try agent.attach(
            GridContainer(format, to: file), dataSource: DataSource(page, reformer: OrdersReformer()))
        return file.bytes
    }

    /// Returns all orders of a query, with all columns.
    private func blocks<Line: OrderItem>(
        of query: OrderQuery, in format: any GridFormat & Sendable, as line: Line.Type
    ) -> GridBlocks {
        format.blocks(
            of: store.batches(of: query), as: line, columns: OrdersReformer.columns(in: line.language),
            caption: line.language.text("Orders", "Bestellungen"))
    }

    /// Reads the database for a page or a file.
    ///
    /// - Throws: If the database is unavailable, a refusal with the status 503.
    private static func available<Result>(_ read: () async throws -> Result) async throws -> Result {
        do {
            return try await read()
        } catch is DatabaseUnavailable {
            throw LiveRefusal(503, "databaseUnavailable") {
                $0.text(
                    "The database does not answer. Try again in a moment.",
                    "Die Datenbank antwortet nicht. Versuchen Sie es gleich noch einmal.")
            }
        }
    }

    package func otherResponse(to request: LiveRequest) async throws -> LiveResponse {
        guard ["/table.css", "/health", "/metrics"].contains(request.path) else { throw LiveRefusal.notFound }
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
        default: throw LiveRefusal.notFound
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

    /// Carries out a form for several rows, and begins the updates of the pages. The database reports the changes.
    package func carryOutMany(
        _ form: LiveForm, on page: LiveOrders
    ) async throws -> (changes: [OrderChange], outcome: LiveOutcome) {
        do {
            let outcome = try await page.performMany(form)
            await updater.catchUp()
            return ([], outcome)
        } catch {
            await updater.catchUp()
            throw error
        }
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
    ///   - columns: The keys of the visible columns, separated by commas; `nil` for all.
    static func orders(
        linkOrigin: String? = nil, language: OrderLanguage = .english, columns: String? = nil
    ) -> TableFormats {
        let words = OrderQuery(language: language).words
        var formats = TableFormats.standard
        formats["text"] = TextFormat(words: words)
        formats["HTML"] = HTMLFormat(page: .plain(language), words: words)
        // People open these files in spreadsheets, and customers write texts.
        formats["CSV"] = CSVFormat(guardsFormulas: true)
        formats["TSV"] = TSVFormat(guardsFormulas: true)
        formats["xlsx"] = WorkbookFormat(
            sums: ["total", "received"].filter { columns?.split(separator: ",").contains($0[...]) ?? true },
            linkOrigin: linkOrigin, words: words)
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
