import HTTPTypes
package import Hummingbird
import Metrics
import NIOCore
import ServiceLifecycle
import TableLive

/// Answers the requests of the server by the service.
package struct OrdersResponder: HTTPResponder {
    let service: OrdersService
    /// The time within which the body of a request must be complete.
    let bodyTime: Duration

    package func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        // A task keeps as much memory as its deepest calls have needed. Without a task of its own, the answer's memory, about
        // 10 KiB, would be kept by the task of the connection as long as a viewer is connected.
        async let response = answer(to: request)
        return try await response
    }

    private func answer(to request: Request) async throws -> Response {
        let start = ContinuousClock.now
        let id = RequestID.id(of: request.headers)
        return try await RequestID.$current.withValue(id) {
            var response = try await self.response(to: request)
            response.headers[.requestID] = id
            service.record(response.status.code, to: request, after: .now - start)
            return response
        }
    }

    private func response(to request: Request) async throws -> Response {
        let content: ByteBuffer
        do {
            content = try await request.content(within: bodyTime)
        } catch {
            let refusal = await service.respond(to: LiveRequest(request)) { _ in throw error }
            var response = Response(refusal, service.metrics)
            // Asks the client to end the connection. Until then, the rest of the body is read and dropped.
            if [413, 408].contains(refusal.status) { response.headers[.connection] = "close" }
            return response
        }
        let response = await service.answer(to: LiveRequest(request, body: content))
        return try await Response(response, service.metrics).compressed(for: request)
    }
}

extension LiveRequest {
    fileprivate init(_ request: Request, body: ByteBuffer = ByteBuffer()) {
        self.init(
            method: request.method.rawValue, target: request.uri.string, host: request.head.authority,
            headers: request.headers.map { ($0.name.rawName, $0.value) }, body: body.readableBytesView)
    }
}

extension Response {
    fileprivate init(_ response: LiveResponse, _ metrics: ServiceMetrics) {
        var headers = HTTPFields()
        for (name, value) in response.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let isStream = response["Content-Type"] == LiveMessage.mediaType
        let (viewers, sentBytes) = isStream ? (metrics.viewers, metrics.sentBytes) : (nil, nil)
        // A viewer keeps what the closure uses.
        let content = response.body
        let body = ResponseBody(contentLength: content.count) { writer in
            viewers?.increment()
            defer { viewers?.decrement() }
            try await withGracefulShutdownHandler {
                for try await block in content {
                    try await writer.write(ByteBuffer(bytes: block))
                    sentBytes?.increment(by: block.count)
                }
            } onGracefulShutdown: {
                content.end()
            }
            try await writer.finish(nil)
        }
        self.init(status: .init(code: response.status), headers: headers, body: body)
    }
}

extension Request {
    /// Returns the body.
    ///
    /// - Parameter time: The time within which the body must be complete.
    /// - Throws: A refusal of a body that is slow, broken, or longer than 64 KiB.
    fileprivate func content(within time: Duration) async throws -> ByteBuffer {
        let limit = 64 * 1024
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw LiveRefusal.longBody
        }
        // A client that sends one byte now and then would keep its connection from others.
        let deadline = ContinuousClock.now + time
        var content = ByteBuffer()
        do {
            for try await part in body {
                content.writeImmutableBuffer(part)
                guard ContinuousClock.now < deadline else { throw LiveRefusal.slowBody }
                guard content.readableBytes <= limit else { throw LiveRefusal.longBody }
            }
        } catch let refusal as LiveRefusal {
            throw refusal
        } catch {
            throw LiveRefusal.brokenBody
        }
        return content
    }
}

extension LiveRefusal {
    fileprivate static var brokenBody: Self {
        Self(400, "brokenBody", "The body of the request can't be read.")
    }

    fileprivate static var longBody: Self {
        Self(413, "contentTooLarge", "The request is too large; send 64 KiB at most.")
    }

    fileprivate static var slowBody: Self {
        Self(408, "slowBody", "The body of the request takes too long.")
    }
}
