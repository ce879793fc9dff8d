import HTTPTypes
import Hummingbird
import Logging
import TableLive
import TableSurfaces

/// The checks and headers of all requests: permitted origins, error responses, and restrictions for browsers.
struct RequestChecks<Context: RequestContext>: RouterMiddleware {
    let service: OrdersService

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let live = LiveRequest(request)
        var response: Response
        do {
            try service.origin.check(live)
            response = try await next(request, context)
        } catch {
            let refusal = LiveRefusal(ofAny: error)
            if refusal.status == 500 { context.logger.error("A request failed: \(error)") }
            response = Response(LiveResponse(refusal, for: live, page: service.errorPage(for: refusal)))
            if response.status == .methodNotAllowed {
                response.headers[.allow] = request.uri.path == "/events" ? "GET, HEAD, POST" : "GET, HEAD"
            }
            // Asks the client to end the connection. Until then, the rest of the body is read and dropped.
            if [413, 408].contains(refusal.status) { response.headers[.connection] = "close" }
            if request.method == .head { response = response.createHeadResponse() }
        }
        for field in HTTPFields.protection where response.headers[field.name] == nil {
            response.headers[field.name] = field.value
        }
        return response
    }
}

extension HTTPFields {
    /// ``LiveResponse/protection`` in the server's types.
    fileprivate static let protection = HTTPFields(
        LiveResponse.protection.compactMap { name, value in
            HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
        })
}
