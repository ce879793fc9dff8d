import Foundation
import HTTPTypes
import Hummingbird
import Logging
import TableAgent
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
            let answer = ServiceError(error)
            if answer.status == .internalServerError { context.logger.error("A request failed: \(error)") }
            response = Self.response(answer, to: request)
            if answer.status == .methodNotAllowed {
                response.headers[.allow] = request.uri.path == "/events" ? "GET, HEAD, POST" : "GET, HEAD"
            }
            // Asks the client to end the connection. Until then, the rest of the body is read and dropped.
            if answer.status == .contentTooLarge { response.headers[.connection] = "close" }
            if request.method == .head { response = response.createHeadResponse() }
        }
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }

    /// Refuses two kinds of requests. The first was sent to another host name, such as a site whose name
    /// resolves to this machine. The second is a change that another site's page requests. Programs send no
    /// origin.
    private static func checkOrigin(of request: Request) throws {
        let host = request.head.authority ?? ""
        // A second host remains among the headers.
        guard request.headers[values: .host].isEmpty else {
            throw ServiceError(.badRequest, "repeatedHost", "The request names two hosts.")
        }
        guard host.wholeMatch(of: /(127\.0\.0\.1|localhost|\[::1\])(:[0-9]+)?/.ignoresCase()) != nil else {
            throw ServiceError(.misdirectedRequest, "otherHost", "This service is for its machine only.")
        }
        if request.method == .get || request.method == .head { return }
        let (site, origin) = (request.headers[.secFetchSite], request.headers[.origin])
        guard site == nil || site == "same-origin" || site == "none",
            origin == nil || origin == "http://\(host)"
        else {
            throw ServiceError(.forbidden, "otherOrigin", "This must be sent from a page of this service.")
        }
    }

    /// Returns an error as a page for a browser, and as JSON for all other clients.
    private static func response(_ error: ServiceError, to request: Request) -> Response {
        guard
            let format = TableFormats([JSONFormat(), HTMLFormat()]).accepted(by: request.accept)
                as? HTMLFormat
        else { return error.response }
        let page = HTMLPage.error(error).markup(around: "")
        return Response(error.status, format.mediaType, ByteBuffer(string: page))
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
