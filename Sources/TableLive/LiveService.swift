public import TableSurfaces

/// A service with live pages, whatever its server.
///
/// A service says what its queries are and how it carries out an event. It then has the responses to all requests:
///
/// ```swift
/// struct OrdersService: LiveService {
///     let store: OrderStore
///     let tokens: LiveTokens
///     let pages: LivePages<OrderQuery, OrdersPage>
///     let origin = LiveOrigin(hosts: ["orders.example"])
///
///     func query(_ fields: [String: String]) throws -> OrderQuery { try OrderQuery(fields) }
///
///     func address(of query: OrderQuery) -> String { "/?status=\(query.status)" }
///
///     func isDone(_ number: LiveNumber) async throws -> Bool { try await store.isDone(number) }
///
///     func receive(_ form: [String: String], _ number: LiveNumber, on page: OrdersPage) async throws -> Order? {
///         try await page.receive(form, number)
///     }
/// }
/// ```
///
/// | route | response |
/// | --- | --- |
/// | `GET` of a page | ``page(for:)`` |
/// | `GET` of its messages, such as `/live` | ``messages(for:)`` |
/// | `POST` of its events, such as `/events` | ``receive(_:)`` |
/// | `GET` of ``LiveScript`` | ``LiveResponse/init(file:_:for:)`` |
/// | all others | ``respond(to:_:)`` |
///
/// The query of a page is in the addresses of all three routes, for example `/?status=open`, `/live?status=open`, and
/// `/events?status=open`.
public protocol LiveService: Sendable {
    /// What a page shows.
    associatedtype Query: Hashable & Sendable
    /// A page of a query.
    associatedtype Page: LivePage

    /// The pages.
    var pages: LivePages<Query, Page> { get }
    /// The sessions of the viewers, and the tokens of their forms.
    var tokens: LiveTokens { get }
    /// The names of the service.
    var origin: LiveOrigin { get }

    /// Returns the query that an address names.
    ///
    /// - Parameter fields: The fields of the address. The address of the messages can also have the field `after`.
    /// - Throws: ``LiveRefusal`` or a ``RefusalConvertible`` error if there is no such query.
    func query(_ fields: [String: String]) throws -> Query

    /// Returns the address of the page of a query, to which a browser returns after an event.
    func address(of query: Query) -> String

    /// Returns whether a request was carried out before.
    ///
    /// This is asked before the event is received, and again after an error, because the same request may have been
    /// carried out in the meantime, and may have changed the row. The response is then that of the first request.
    ///
    /// - Throws: The error of ``LiveNumber/checkRepetition(of:)``, or of the store.
    func isDone(_ number: LiveNumber) async throws -> Bool

    /// Carries out the event of a form.
    ///
    /// - Parameters:
    ///   - form: The fields of the form, for ``LiveContainer/receive(_:)``.
    ///   - number: The number of the request, which is stored in the transaction of the change.
    ///   - page: The page of the query.
    /// - Returns: The change, for ``LivePages/update(after:)``, or `nil` without a change.
    /// - Throws: The errors of ``LiveContainer/receive(_:)``, and errors of the business.
    func receive(_ form: [String: String], _ number: LiveNumber, on page: Page) async throws -> Page.Change?

    /// Returns the page that a browser shows for a refused request that has no page, such as one for an unknown query.
    ///
    /// By default, the page has the message as text.
    func errorPage(for refusal: LiveRefusal) -> HTMLPage
}

/// What a page shows to a browser without the script, besides or instead of its table.
public enum LiveNotice: Hashable, Sendable {
    /// The action needs an answer. Show the question's form in place of the table.
    case question(HTMLQuestion)
    /// The event was refused. Show the message above the table.
    case refusal(LiveRefusal)
}

extension LiveService {
    /// Returns a page with the text of a refusal.
    public func errorPage(for refusal: LiveRefusal) -> HTMLPage {
        HTMLPage("Error", top: "<p role=\"alert\">\(HTMLFormat.escape(refusal.message))</p>")
    }

    /// Responds to a request for a page of the service's own, such as a download.
    ///
    /// The origin is checked first. A refusal becomes a page or JSON, by the header `Accept`. The response has
    /// ``LiveResponse/protection`` where it has no headers of these names.
    ///
    /// ```swift
    /// /// GET /orders.csv
    /// let response = try await service.respond(to: request) { request in
    ///     let query = try service.query(request.query())
    ///     return LiveResponse(200, CSVFormat().mediaType, try await store.csv(query))
    /// }
    /// ```
    ///
    /// - Throws: The errors of `response` that are not for viewers; see ``LiveRefusal/init(_:)``. Log them, and respond
    ///   with the status 500.
    public func respond(
        to request: LiveRequest, _ response: (LiveRequest) async throws -> LiveResponse
    ) async throws -> LiveResponse {
        var result: LiveResponse
        do {
            try origin.check(request)
            result = try await response(request)
        } catch {
            guard let refusal = LiveRefusal(error) else { throw error }
            result = LiveResponse(refusal, for: request, page: errorPage(for: refusal))
        }
        result.headers.merge(LiveResponse.protection) { own, _ in own }
        return result
    }

    /// Responds to a request for a page.
    ///
    /// - Throws: The errors that are not for viewers, as ``respond(to:_:)`` does.
    public func page(for request: LiveRequest) async throws -> LiveResponse {
        try await respond(to: request) { request in
            let page = try await pages.page(of: query(request.query()))
            return try await response(200, page.html(nil), for: session(of: request))
        }
    }

    /// Responds to a request for the messages of a page.
    ///
    /// The response ends when the program calls ``LivePages/end()`` or ``LiveBody/end()``. A graceful stop of the server
    /// waits for it, so call one of them when the stop begins.
    ///
    /// - Throws: The errors that are not for viewers, as ``respond(to:_:)`` does.
    public func messages(for request: LiveRequest) async throws -> LiveResponse {
        try await respond(to: request) { request in
            let (fields, session) = (try request.query(), session(of: request))
            let id = request.header("Last-Event-ID") ?? fields["after"]
            let query = try query(fields)
            // Before the response starts, a failure can still change the status.
            let messages =
                if let client = request.client {
                    try await pages.messages(of: query, after: id, for: client)
                } else {
                    try await pages.messages(of: query, after: id, for: session)
                }
            var response = LiveResponse(
                200, LiveMessage.mediaType, LiveBody(messages, for: session, tokens: tokens))
            response.headers["Set-Cookie"] = session.setCookie
            // nginx passes on each message at once.
            response.headers["X-Accel-Buffering"] = "no"
            return response
        }
    }

    /// Responds to a request that sends an event, and updates the pages that the event changes.
    ///
    /// A browser without the script is sent back to the page, or receives a page with a question or a refusal. A program,
    /// such as ``LiveScript``, sends JSON or prefers it in `Accept`. It receives the status 204, or JSON. A `GET` leads back
    /// to the page, since a browser without the script is at this address after a refusal.
    ///
    /// - Throws: The errors that are not for viewers, as ``respond(to:_:)`` does.
    public func receive(_ request: LiveRequest) async throws -> LiveResponse {
        try await respond(to: request) { request in
            let query = try query(request.query())
            var back = LiveResponse(303)
            back.headers["Location"] = address(of: query)
            guard request.method == "POST" else { return back }
            let (form, session) = (try request.form(), session(of: request))
            let page = try await pages.page(of: query)
            let notice: LiveNotice
            do {
                let number = try tokens.number(in: form, for: session)
                if let change = try await carryOut(form, number, on: page) {
                    await pages.update(after: change)
                }
                return request.isFromProgram ? LiveResponse(204) : back
            } catch let question as HTMLQuestion {
                notice = .question(question)
            } catch {
                guard let refusal = LiveRefusal(error) else { throw error }
                notice = .refusal(refusal)
            }
            if request.isFromProgram { return LiveResponse(notice.status, "application/json", notice.json) }
            let current = try await pages.page(of: query)
            return try await response(notice.pageStatus, current.html(notice), for: session)
        }
    }

    private func carryOut(_ form: [String: String], _ number: LiveNumber, on page: Page) async throws -> Page
        .Change?
    {
        if try await isDone(number) { return nil }
        do {
            return try await receive(form, number, on: page)
        } catch {
            if try await isDone(number) { return nil }
            throw error
        }
    }

    private func session(of request: LiveRequest) -> LiveSession {
        tokens.session(cookies: request.header("Cookie"))
    }

    private func response(_ status: Int, _ page: LiveMarkup, for session: LiveSession) -> LiveResponse {
        var response = LiveResponse(status, HTMLFormat().mediaType, page.bytes(for: session))
        response.headers["Set-Cookie"] = session.setCookie
        return response
    }
}

extension LiveRequest {
    /// Whether the request comes from a program, which receives JSON.
    fileprivate var isFromProgram: Bool {
        mediaType == "application/json"
            || TableFormats([HTMLFormat(), JSONFormat()]).accepted(by: header("Accept")) is JSONFormat
    }
}

extension LiveNotice {
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
