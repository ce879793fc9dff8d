public import TableAgent
public import TableSurfaces

/// A service with live pages, whatever its server.
///
/// ```swift
/// struct OrdersService: LiveService {
///     let store: OrderStore
///     let tokens: LiveTokens
///     let pages: LivePages<OrderQuery, OrdersPage>
///     let origin = LiveOrigin(hosts: ["orders.example"])
///
///     func storedFingerprint(of key: IdempotencyKey) async throws -> String? {
///         try await store.fingerprint(of: key)
///     }
///
///     func carryOut(_ form: LiveForm, on page: OrdersPage) async throws -> Order.ID? {
///         try await page.carryOut(form)
///     }
///
///     func report(_ error: any Error) { logger.error("A request failed: \(error)") }
/// }
///
/// let response = await service.response(to: request)
/// ```
///
/// | request | response |
/// | --- | --- |
/// | `GET /` | the page; or its table in another format, by `Accept` or the field `format`; or a redirect of a form to the address of its query |
/// | `GET /live` | the messages of the page |
/// | `POST /events` | the outcome of a form |
/// | `GET /events` | a redirect to the page, for a reload after a refusal |
/// | `GET /live.js` | ``LiveScript`` |
/// | all others | ``otherResponse(to:)`` |
///
/// The paths begin with ``LiveQuery/path``. The first three addresses have the fields of the query, for example
/// `/?status=open`, `/live?status=open`, and `/events?status=open`. A `HEAD` is answered as a `GET` without its body.
public protocol LiveService: Sendable {
    /// The fields of a page's address.
    associatedtype Query: LiveQuery
    /// A page of a query.
    associatedtype Page: LivePage

    /// The pages.
    var pages: LivePages<Query, Page> { get }
    /// The sessions of the viewers, and the tokens of their forms.
    var tokens: LiveTokens { get }
    /// The names of the service.
    var origin: LiveOrigin { get }

    /// The formats of a page's table. By default, these are `TableFormats.standard`, with guards against formulas in CSV
    /// and TSV.
    var formats: TableFormats { get }

    /// The words of each language in which the service has pages, the default first. By default, this is only English.
    ///
    /// With several languages, the field `language` of a page's address names the language, so the fields of the query contain
    /// it. See ``words(for:)``.
    var languages: [TableWords] { get }

    /// Returns the words for the response to a request.
    ///
    /// By default, these are the words of the language that the field `language` of the address names. An address without any
    /// field of a query has the language that the client prefers. All other addresses have the first language, so that a link
    /// shows the same page to everyone.
    ///
    /// Return the same words for the page of a query and for its messages and events, whose addresses have the same fields.
    func words(for request: LiveRequest) -> TableWords

    /// Returns the fingerprint that was stored when a request with a key was carried out, or `nil` if the key is not stored.
    ///
    /// The service asks before it carries out an event, and again after an error. In the meantime, the same request may
    /// have been carried out and have changed the row. A repetition has the response of the first request.
    ///
    /// - Throws: An error of the store.
    func storedFingerprint(of key: IdempotencyKey) async throws -> String?

    /// Carries out the event of a form for one row. By default, ``carryOutMany(_:on:)`` does.
    ///
    /// If the method throws after its change may have been committed, begin the updates of the pages first.
    ///
    /// - Parameters:
    ///   - form: The form, for ``LiveContainer/receive(_:)``.
    ///   - page: The page whose viewer has sent the form.
    /// - Returns: The change, for ``LivePages/update(after:)``, or `nil` without a change.
    /// - Throws: The errors of ``LiveContainer/receive(_:)``, and errors of the business.
    func carryOut(_ form: LiveForm, on page: Page) async throws -> Page.Change?

    /// Carries out the events of a form for several rows, or for one row. By default, the service accepts no events.
    ///
    /// Store the outcome in the transaction of the change; see ``LiveOutcome``. Forms for one row are passed to
    /// ``carryOut(_:on:)`` if the service implements it.
    ///
    /// - Parameters:
    ///   - form: The form, for ``LiveContainer/receiveMany(_:in:)``.
    ///   - page: The page whose viewer has sent the form.
    /// - Returns: The changes, for ``LivePages/update(after:)``, and the outcome of each row.
    /// - Throws: The errors of ``LiveContainer/receiveMany(_:in:)``, and errors of the business if no row is changed.
    func carryOutMany(
        _ form: LiveForm, on page: Page
    ) async throws -> (changes: [Page.Change], outcome: LiveOutcome)

    /// Returns the query of a request. By default, only its fields matter.
    ///
    /// - Parameters:
    ///   - fields: The fields of the address, without `version` and `format`.
    ///   - request: The request, for example to find out who asks. A person is taken from the request, never from the
    ///     fields.
    /// - Throws: ``LiveRefusal`` or a ``RefusalConvertible`` error if there is no such query, or if the viewer may not see
    ///   its page.
    func query(_ fields: [String: String], for request: LiveRequest) async throws -> Query

    /// Responds to a request with another path, such as one for a stylesheet. By default, this throws a refusal with the
    /// status 404.
    ///
    /// - Throws: Errors as in ``respond(to:_:)``.
    func otherResponse(to request: LiveRequest) async throws -> LiveResponse

    /// Reports an error that is not for viewers, for example in a log. The viewer receives the status 500. The errors of
    /// updates are passed to `onFailure` of ``LivePages``.
    func report(_ error: any Error)

    /// Returns the page that a browser shows for a refused request that belongs to no page, such as one for an unknown
    /// query. By default, the page has the message as text.
    ///
    /// - Parameters:
    ///   - refusal: The refusal, whose message is `refusal.message(in: words)`.
    ///   - words: The words for the request.
    func errorPage(for refusal: LiveRefusal, in words: TableWords) -> HTMLPage
}

extension LiveService {
    /// The standard formats, with guards against formulas in CSV and TSV.
    public var formats: TableFormats {
        var formats = TableFormats.standard
        formats["CSV"] = CSVFormat(guardsFormulas: true)
        formats["TSV"] = TSVFormat(guardsFormulas: true)
        return formats
    }

    /// English words.
    public var languages: [TableWords] { [.english] }

    /// Returns the words of the address's language, or of the language that the client prefers.
    public func words(for request: LiveRequest) -> TableWords {
        let languages = languages
        // The refusal of an address with invalid fields has a language, too.
        let fields = request.target.drop { $0 != "?" }.dropFirst().split(separator: "&")
            .map { $0.split(separator: "=", maxSplits: 1) }
            .filter { !["version", "format", "form"].contains($0.first) }
        let name =
            fields.isEmpty
            ? request.preferredLanguage(of: languages.map(\.language))
            : fields.first { $0.first == "language" && $0.count == 2 }.map { String($0[1]) }
        return languages.first { $0.language.lowercased() == name?.lowercased() } ?? languages.first
            ?? .english
    }

    /// Carries out the event as the only one of several rows.
    public func carryOut(_ form: LiveForm, on page: Page) async throws -> Page.Change? {
        let (changes, outcome) = try await carryOutMany(form, on: page)
        for change in changes { await pages.update(after: change) }
        if let refusal = outcome.refusalOfOne { throw refusal }
        return nil
    }

    /// Refuses the events.
    public func carryOutMany(
        _ form: LiveForm, on page: Page
    ) async throws -> (changes: [Page.Change], outcome: LiveOutcome) {
        throw LiveRefusal(409, "eventNotOffered") { $0.refusals.noEvents }
    }

    /// Creates the query from its fields.
    public func query(_ fields: [String: String], for request: LiveRequest) async throws -> Query {
        try Query(fields)
    }

    /// Throws a refusal with the code `notFound` and the status 404.
    public func otherResponse(to request: LiveRequest) async throws -> LiveResponse {
        throw LiveRefusal.notFound
    }

    /// Returns a page with the text of a refusal.
    public func errorPage(for refusal: LiveRefusal, in words: TableWords) -> HTMLPage {
        let message = HTMLFormat.escape(refusal.message(in: words))
        let language = languages.count > 1 ? words.language : nil
        return HTMLPage(words.page.error, language: language, top: "<p role=\"alert\">\(message)</p>")
    }

    // MARK: Responses

    /// Responds to any request.
    ///
    /// The messages of a page end when the program calls ``LivePages/end()`` or ``LiveBody/end()``. A graceful stop of the
    /// server waits for them, so call one of these methods when the stop begins.
    public func response(to request: LiveRequest) async -> LiveResponse {
        await respond(to: request) { request in
            switch request.path {
            case Query.path: try await page(for: request.allowing("GET"))
            case Query.path + "live": try await messages(for: request.allowing("GET"))
            case Query.path + "events": try await receive(request.allowing("GET", "POST"))
            case Query.path + "live.js": try script(LiveScript.bytes, for: request)
            case Query.path + "keys.js": try script(LiveScript.keys, for: request)
            default: try await otherResponse(to: request)
            }
        }
    }

    /// Responds to a request by a closure, for a server that finds the closure by the request's path.
    ///
    /// The origin is checked first. A refusal becomes a page or JSON. Any other error is reported, and becomes the status
    /// 500. The response has ``LiveResponse/protection`` where it has no headers with these names.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - response: Creates the response.
    public func respond(
        to request: LiveRequest, _ response: (LiveRequest) async throws -> LiveResponse
    ) async -> LiveResponse {
        var result: LiveResponse
        do {
            try origin.check(request)
            result = try await response(request)
        } catch {
            let refusal = refusal(for: error)
            let words = words(for: request)
            result = LiveResponse(
                refusal, for: request, words: words, page: errorPage(for: refusal, in: words))
            if refusal.status == 405 {
                result["Allow"] = request.path == Query.path + "events" ? "GET, HEAD, POST" : "GET, HEAD"
            }
        }
        result.protect()
        if request.method == "HEAD" { result.removeBody() }
        return result
    }

    private func script(_ bytes: [UInt8], for request: LiveRequest) throws -> LiveResponse {
        LiveResponse(file: bytes, mediaType: LiveScript.mediaType, for: try request.allowing("GET"))
    }

    private func page(for request: LiveRequest) async throws -> LiveResponse {
        let (fields, isForm) = try request.pageQuery()
        let format = try format(fields["format"], accept: request.header("Accept"))
        let query = try await query(of: request, fields, isFile: !(format is HTMLFormat))
        // The script of the page shows the answer of a form, with its address, in place.
        if isForm, format is HTMLFormat, request.header("Table-Part") == nil {
            var response = LiveResponse(status: 303)
            response["Location"] = query.address
            return response
        }
        let page = try await pages.page(of: query)
        let session = session(of: request)
        var response: LiveResponse
        if format is HTMLFormat {
            var address = query.address
            var notice: LiveNotice?
            if let key = fields[HTMLActions.detailsField] {
                address = HTMLActions(address: "", page: address).detailsAddress(ofRowWithKey: key)
                notice = try await details(ofRowWithKey: key, on: page)
            }
            let body = try await page.html(notice).bytes(for: session)
            response = self.response(
                notice?.pageStatus ?? 200, mediaType: format.mediaType, content: .bytes(body), for: session)
            response["Content-Location"] = address
        } else {
            // Unlike a page, a file does not say that it may be out of date.
            guard !page.feed.isStale else { throw LiveRefusal.stale }
            response = LiveResponse(
                status: 200, mediaType: format.mediaType, body: try await page.bytes(in: format))
        }
        response["Vary"] = languages.count > 1 ? "Accept, Accept-Language" : "Accept"
        return response
    }

    /// Returns the details of a row, or the reason why there are none.
    private func details(ofRowWithKey key: String, on page: Page) async throws -> LiveNotice {
        do {
            return .details(try await page.details(ofRowWithKey: key))
        } catch {
            guard let notice = LiveNotice(error) else { throw error }
            return notice
        }
    }

    private func format(_ name: String?, accept: String?) throws -> any GridFormat {
        let formats = formats
        if let name {
            guard let format = formats[name] else {
                let names = formats.formats.map(\.fileExtension)
                throw LiveRefusal(400, "invalidFormat") { $0.refusals.invalidFormat(names) }
            }
            return format
        }
        guard let format = formats.accepted(by: accept) else {
            throw LiveRefusal(406, "notAcceptable") { $0.refusals.notAcceptable }
        }
        return format
    }

    private func messages(for request: LiveRequest) async throws -> LiveResponse {
        let fields = try request.query()
        let session = session(of: request)
        // Before the response starts, a failure can still change the status. All requests without a session count as one
        // client, since the script has the session of its page.
        let messages = try await pages.messages(
            of: query(of: request, fields), after: request.header("Last-Event-ID") ?? fields["version"],
            for: request.client ?? (session.setCookie == nil ? session.id : ""))
        let tokens = tokens
        let body = LiveBody.Content.messages(messages) { tokens.serverSentEvent(of: $0, for: session) }
        var response = response(200, mediaType: LiveMessage.mediaType, content: body, for: session)
        // nginx passes on each message at once.
        response["X-Accel-Buffering"] = "no"
        return response
    }

    func query(
        of request: LiveRequest, _ fields: [String: String], isFile: Bool = false
    ) async throws -> Query {
        // Otherwise, anybody could ask for a page of a million rows.
        if !isFile, Query.pageSize != nil, fields["size"] == "all" {
            throw TableError(
                .invalidQuery, "The field “size” has “all”, which is for files; write a number of rows.")
        }
        return try await query(
            fields.filter { !["version", "format", HTMLActions.detailsField].contains($0.key) }, for: request)
    }

    func session(of request: LiveRequest) -> LiveSession {
        tokens.session(cookies: request.header("Cookie"))
    }

    func response(
        _ status: Int, mediaType: String, content: LiveBody.Content, for session: LiveSession
    ) -> LiveResponse {
        var response = LiveResponse(status: status, mediaType: mediaType, content: content)
        response["Set-Cookie"] = session.setCookie
        return response
    }

    private func refusal(for error: any Error) -> LiveRefusal {
        if let refusal = LiveRefusal(error) { return refusal }
        report(error)
        return .internalError
    }
}

extension LiveRequest {
    /// Returns the request if it has one of some methods. `HEAD` is allowed where `GET` is.
    fileprivate func allowing(_ methods: String...) throws(LiveRefusal) -> LiveRequest {
        guard methods.contains(method == "HEAD" ? "GET" : method) else { throw .wrongMethod }
        return self
    }
}

extension LiveNotice {
    /// Creates the notice of an error, or returns `nil` if the error is not for viewers.
    init?(_ error: any Error) {
        if let question = error as? HTMLQuestion {
            self = .question(question)
        } else if let refusal = LiveRefusal(error) {
            self = .refusal(refusal)
        } else {
            return nil
        }
    }

    /// The status for a program.
    var status: Int {
        switch self {
        case .question: 422
        case .refusal(let refusal): refusal.status
        case .details: 200
        }
    }

    /// The status of a page. A first question is not an error.
    var pageStatus: Int {
        if case .question(let question) = self, question.problem == nil { 200 } else { status }
    }

    /// Returns the notice as a JSON object in UTF-8.
    func answer(in words: TableWords) -> [UInt8] {
        switch self {
        case .question(let question):
            Array(
                StableJSON.text(ofObject: [
                    "code": "answerNeeded", "message": question.problem ?? question.title,
                    "field": question.field, "form": question.form,
                ]).utf8)
        case .refusal(let refusal): refusal.json(in: words)
        case .details(let markup): Array(markup.utf8)
        }
    }
}
