import HTTPTypes
import Hummingbird
import Orders
package import TableLive

/// Answers the errors of the server, such as unknown addresses and bodies that can't be read.
struct RequestErrors<Context: RequestContext>: RouterMiddleware {
    let service: OrdersService

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let answer = await service.respond(to: LiveRequest(request)) { _ in
                throw (error as? any HTTPResponseError).map { LiveRefusal($0.status) } ?? error
            }
            var response = Response(answer)
            if answer.status == 405 {
                response.headers[.allow] = request.uri.path == "/events" ? "GET, HEAD, POST" : "GET, HEAD"
            }
            // Asks the client to end the connection. Until then, the rest of the body is read and dropped.
            if [413, 408].contains(answer.status) { response.headers[.connection] = "close" }
            return request.method == .head ? response.createHeadResponse() : response
        }
    }
}

extension LiveRefusal {
    static var brokenBody: Self {
        Self(400, "brokenBody", "The body of the request can't be read.")
    }

    static var longBody: Self {
        Self(413, "contentTooLarge", "The request is too large; send 64 KiB at most.")
    }

    static var slowBody: Self {
        Self(408, "slowBody", "The body of the request takes too long.")
    }

    /// Creates the refusal of a request that the server can't answer.
    fileprivate init(_ status: HTTPResponse.Status) {
        switch status {
        case .notFound: self.init(404, "notFound", "There is nothing at this address.")
        case .methodNotAllowed:
            self.init(405, "methodNotAllowed", "This address does not accept the request's method.")
        case .contentTooLarge: self = .longBody
        default: self.init(status.code, "badRequest", "The request can't be answered: \(status).")
        }
    }
}

extension OrderError: RefusalConvertible {
    package var refusal: LiveRefusal { LiveRefusal(kind.status, code, message) }
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
