import Foundation
import HTTPTypes
import Hummingbird
import Logging
import TableAgent
import TableLive
import TableSurfaces

/// The checks and headers of all requests: permitted origins, error responses, and restrictions for browsers.
struct RequestChecks<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            try Self.checkOrigin(of: request)
            response = try await next(request, context)
        } catch {
            let refusal = LiveRefusal(ofAny: error)
            if refusal.status == 500 { context.logger.error("A request failed: \(error)") }
            response = Self.response(refusal, to: request)
            if response.status == .methodNotAllowed {
                response.headers[.allow] = request.uri.path == "/events" ? "GET, HEAD, POST" : "GET, HEAD"
            }
            // Asks the client to end the connection. Until then, the rest of the body is read and dropped.
            if [413, 408].contains(refusal.status) { response.headers[.connection] = "close" }
            if request.method == .head { response = response.createHeadResponse() }
        }
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }

    /// The names of this machine.
    private static var origin: LiveOrigin {
        LiveOrigin(hosts: ["127.0.0.1", "localhost", "[::1]"], scheme: "http")
    }

    private static func checkOrigin(of request: Request) throws {
        // A second host remains among the headers.
        guard request.headers[values: .host].isEmpty else {
            throw LiveRefusal(400, "repeatedHost", "The request names two hosts.")
        }
        try origin.check(
            method: request.method.rawValue, host: request.head.authority, origin: request.headers[.origin],
            fetchSite: request.headers[.secFetchSite])
    }

    /// Returns an error as a page for a browser, and as JSON for all other clients.
    private static func response(_ refusal: LiveRefusal, to request: Request) -> Response {
        let status = HTTPResponse.Status(code: refusal.status)
        let format = TableFormats([JSONFormat(), HTMLFormat()]).accepted(by: request.accept)
        guard let format = format as? HTMLFormat else {
            return Response(status, "application/json; charset=utf-8", ByteBuffer(bytes: refusal.json))
        }
        let page = HTMLPage.error(refusal).markup(around: "")
        return Response(status, format.mediaType, ByteBuffer(string: page))
    }

    private static var policy: String {
        """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
        trusted-types table-live
        """
    }
}

extension HTTPField.Name {
    static let host = named("Host")
    static let secFetchSite = named("Sec-Fetch-Site")
    static let referrerPolicy = named("Referrer-Policy")
    static let lastEventID = named("Last-Event-ID")

    private static func named(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is no name of a header.") }
        return name
    }
}
