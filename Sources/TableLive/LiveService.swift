public import TableSurfaces

/// A service with live pages, whatever its server.
///
/// A service says what its queries are, and carries out the forms of its viewers. The methods of the extension answer
/// the requests:
///
/// ```swift
/// struct OrdersService: LiveService {
///     let store: OrderStore
///     let tokens: LiveTokens
///     let pages: LivePages<OrderQuery, OrdersPage>
///     let origin = LiveOrigin(hosts: ["orders.example"])
///
///     func query(_ fields: [String: String], for request: LiveRequest) throws -> OrderQuery { try OrderQuery(fields) }
///
///     func address(of query: OrderQuery) -> String { "/?\(query.text)" }
///
///     func isDone(_ number: LiveNumber) async throws -> Bool { try await store.isDone(number) }
///
///     func carryOut(_ form: LiveForm, on page: OrdersPage) async throws -> Order.ID? {
///         try await page.carryOut(form)
///     }
///
///     func report(_ error: any Error) { logger.error("A request failed: \(error)") }
/// }
/// ```
///
/// | route | response |
/// | --- | --- |
/// | `GET` of a page | ``page(for:)`` |
/// | `GET` of its messages, such as `/live` | ``messages(for:)`` |
/// | `POST` and `GET` of its events, such as `/events` | ``receive(_:)`` |
/// | `GET` of ``LiveScript`` | ``respond(to:_:)`` with ``LiveResponse/init(file:mediaType:for:)`` |
/// | all others | ``respond(to:_:)`` |
///
/// The query of a page is in the addresses of the first three routes, for example `/?status=open`, `/live?status=open`,
/// and `/events?status=open`.
public protocol LiveService: Sendable {
    /// What a page shows. All viewers with equal queries share a page, so a page for one person only needs a query that
    /// names the person.
    associatedtype Query: Hashable & Sendable
    /// A page of a query.
    associatedtype Page: LivePage

    /// The pages.
    var pages: LivePages<Query, Page> { get }
    /// The sessions of the viewers, and the tokens of their forms.
    var tokens: LiveTokens { get }
    /// The names of the service.
    var origin: LiveOrigin { get }

    /// Returns the query of a request for a page, for its messages, or for its events.
    ///
    /// - Parameters:
    ///   - fields: The fields of the address, without the field `after` of the messages.
    ///   - request: The request, for example to find out who asks.
    /// - Throws: ``LiveRefusal`` or a ``RefusalConvertible`` error if there is no such query, or if the viewer may not see
    ///   its page.
    func query(_ fields: [String: String], for request: LiveRequest) throws -> Query

    /// Returns the address of the page of a query, percent-encoded. A browser returns to this address after an event.
    func address(of query: Query) -> String

    /// Returns whether a request was carried out before.
    ///
    /// This is asked before the event is carried out, and again after an error, because the same request may have been
    /// carried out in the meantime, and may have changed the row. The response is then that of the first request.
    ///
    /// - Throws: The error of ``LiveNumber/checkRepetition(of:)``, or of the store.
    func isDone(_ number: LiveNumber) async throws -> Bool

    /// Carries out the event of a form.
    ///
    /// Before a method throws after its change may have been committed, it calls ``LivePages/update(after:)`` itself.
    ///
    /// - Parameters:
    ///   - form: The form, with its fields for ``LiveContainer/receive(_:)``.
    ///   - page: The page of the query.
    /// - Returns: The change, for ``LivePages/update(after:)``, or `nil` without a change.
    /// - Throws: The errors of ``LiveContainer/receive(_:)``, and errors of the business.
    func carryOut(_ form: LiveForm, on page: Page) async throws -> Page.Change?

    /// Reports an error that is not for viewers, for example in a log. The viewer receives the status 500.
    func report(_ error: any Error)

    /// Returns the page that a browser shows for a refused request that belongs to no page, such as one for an unknown
    /// query.
    ///
    /// By default, the page has the message as text.
    func errorPage(for refusal: LiveRefusal) -> HTMLPage
}

/// A form that a viewer has sent from a page, with a valid token.
public struct LiveForm: Sendable {
    /// The fields, for ``LiveContainer/receive(_:)``.
    public let fields: [String: String]

    /// The number of the request, which is stored in the transaction of the change.
    public let number: LiveNumber

    /// The request, for example to find out who asks.
    public let request: LiveRequest
}

/// What a page shows to a browser without the script, besides or instead of its table.
public enum LiveNotice: Hashable, Sendable {
    /// The action needs an answer. The question's form takes the place of the table.
    case question(HTMLQuestion)
    /// The event was refused. The message is directly above the table.
    case refusal(LiveRefusal)
}

extension LiveService {
    /// Returns a page with the text of a refusal.
    public func errorPage(for refusal: LiveRefusal) -> HTMLPage {
        HTMLPage("Error", top: "<p role=\"alert\">\(HTMLFormat.escape(refusal.message))</p>")
    }

    /// Responds to a request of any kind, such as one for a download.
    ///
    /// The origin is checked first. A refusal becomes a page or JSON. Any other error is reported, and becomes the status
    /// 500. The response has ``LiveResponse/protection`` where it has no headers with these names.
    ///
    /// ```swift
    /// /// GET /orders.csv
    /// let response = await service.respond(to: request) { request in
    ///     let orders = try await store.orders(of: service.query(request.query(), for: request))
    ///     let table = OrdersReformer().reform(orders)
    ///     return LiveResponse(status: 200, mediaType: CSVFormat().mediaType, body: try CSVFormat().bytes(of: table))
    /// }
    /// ```
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
            result = LiveResponse(refusal, for: request, page: errorPage(for: refusal))
        }
        result.protect()
        return result
    }

    /// Responds to a request for a page.
    public func page(for request: LiveRequest) async -> LiveResponse {
        await respond(to: request) { request in
            let page = try await pages.page(of: query(of: request))
            let session = session(of: request)
            let body = try await page.html(nil).bytes(for: session)
            return response(200, HTMLFormat().mediaType, .bytes(body), for: session)
        }
    }

    /// Responds to a request for the messages of a page.
    ///
    /// The body ends when the program calls ``LivePages/end()`` or ``LiveBody/end()``. A graceful stop of the server waits
    /// for it, so call one of them when the stop begins.
    public func messages(for request: LiveRequest) async -> LiveResponse {
        await respond(to: request) { request in
            let session = session(of: request)
            let id = try request.header("Last-Event-ID") ?? request.query()["after"]
            // Before the response starts, a failure can still change the status. All requests without a session count as
            // one client, since the script has the session of its page.
            let messages = try await pages.messages(
                of: query(of: request), after: id,
                for: request.client ?? (session.isNew ? "" : session.id))
            var response = response(
                200, LiveMessage.mediaType, .messages(messages, session, tokens), for: session)
            // nginx passes on each message at once.
            response["X-Accel-Buffering"] = "no"
            return response
        }
    }

    /// Responds to a request that sends an event, and updates the pages that the event changes.
    ///
    /// A browser without the script is sent back to the page, or receives a page with a question or a refusal. A program,
    /// such as ``LiveScript``, sends JSON, or does not prefer HTML in the header `Accept`. It receives the status 204, or
    /// JSON. A `GET` leads back to the page, because a browser without the script is at this address after a refusal.
    public func receive(_ request: LiveRequest) async -> LiveResponse {
        await respond(to: request) { request in
            let query = try query(of: request)
            var back = LiveResponse(status: 303)
            back["Location"] = address(of: query)
            switch request.method {
            case "GET", "HEAD": return back
            case "POST": break
            default:
                throw LiveRefusal(
                    405, "methodNotAllowed", "This address does not accept the request's method.")
            }
            let (fields, session) = (try request.form(), session(of: request))
            do {
                let number = try tokens.number(in: fields, for: session)
                try await carryOut(LiveForm(fields: fields, number: number, request: request), of: query)
                return request.isFromProgram ? LiveResponse(status: 204) : back
            } catch {
                guard let notice = LiveNotice(error) else { throw error }
                if request.isFromProgram {
                    // The form of a question has a token.
                    let body = tokens.shared(notice.json).bytes(for: session)
                    return response(notice.status, "application/json", .bytes(body), for: session)
                }
                let body = try await pages.page(of: query).html(notice).bytes(for: session)
                return response(notice.pageStatus, HTMLFormat().mediaType, .bytes(body), for: session)
            }
        }
    }

    /// Carries out a form once, and begins the updates of the pages.
    private func carryOut(_ form: LiveForm, of query: Query) async throws {
        // The page is opened after this: a repetition has the response of the first request, even if the page can't be
        // opened any more.
        if try await isDone(form.number) { return }
        do {
            let change = try await carryOut(form, on: pages.page(of: query))
            if let change { await pages.update(after: change) }
        } catch {
            if try await isDone(form.number) { return }
            throw error
        }
    }

    private func query(of request: LiveRequest) throws -> Query {
        var fields = try request.query()
        fields["after"] = nil
        return try query(fields, for: request)
    }

    private func session(of request: LiveRequest) -> LiveSession {
        tokens.session(cookies: request.header("Cookie"))
    }

    private func response(
        _ status: Int, _ mediaType: String, _ body: LiveBody.Content, for session: LiveSession
    ) -> LiveResponse {
        var response = LiveResponse(status: status, mediaType: mediaType, content: body)
        response["Set-Cookie"] = session.setCookie
        return response
    }

    private func refusal(for error: any Error) -> LiveRefusal {
        if let refusal = LiveRefusal(error) { return refusal }
        report(error)
        return .internalError
    }
}

extension LiveNotice {
    /// Creates the notice of an error, or returns `nil` if the error is not for viewers.
    fileprivate init?(_ error: any Error) {
        if let question = error as? HTMLQuestion {
            self = .question(question)
        } else if let refusal = LiveRefusal(error) {
            self = .refusal(refusal)
        } else {
            return nil
        }
    }

    /// The status for a program.
    fileprivate var status: Int {
        switch self {
        case .question: 422
        case .refusal(let refusal): refusal.status
        }
    }

    /// The status of a page. A first question is not an error.
    fileprivate var pageStatus: Int {
        if case .question(let question) = self, question.problem == nil { 200 } else { status }
    }

    /// The notice as a JSON object in UTF-8.
    fileprivate var json: [UInt8] {
        switch self {
        case .question(let question):
            LiveRefusal.json([
                "code": "answerNeeded", "message": question.problem ?? question.title, "form": question.form,
            ])
        case .refusal(let refusal): refusal.json
        }
    }
}
