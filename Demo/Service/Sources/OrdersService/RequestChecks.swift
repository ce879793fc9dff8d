import Foundation
import HTTPTypes
import Hummingbird
import Logging
import TableAgent
import TableSurfaces

/// What holds for all requests: where they may come from, how errors are told, and what browsers must not do.
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
            if request.method == .head { response = response.createHeadResponse() }
        }
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }

    /// Refuses what was not sent to this machine, such as by a site whose name leads here, and what another site's page has
    /// sent to change something. Programs name no site.
    private static func checkOrigin(of request: Request) throws {
        let host = request.head.authority ?? ""
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

    /// Tells a browser of an error by a page, and anybody else by JSON.
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
    static let secFetchSite = named("Sec-Fetch-Site")
    static let referrerPolicy = named("Referrer-Policy")
    static let lastEventID = named("Last-Event-ID")

    private static func named(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is no name of a header.") }
        return name
    }
}
