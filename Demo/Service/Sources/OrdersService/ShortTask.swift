import Hummingbird

/// Responds to each request in a task of its own, whose memory is freed before the response is written.
///
/// A task keeps as much memory as its deepest calls have needed. Without this, the task of a connection keeps the memory of
/// middlewares and routes, about 10 KiB, as long as its viewer is connected.
struct ShortTask<Responder: HTTPResponder>: HTTPResponder {
    let responder: Responder

    func respond(to request: Request, context: Responder.Context) async throws -> Response {
        // This method waits for the task, so only the task uses the context.
        nonisolated(unsafe) let context = context
        async let response = responder.respond(to: request, context: context)
        return try await response
    }
}
