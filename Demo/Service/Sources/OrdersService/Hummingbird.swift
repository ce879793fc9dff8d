import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import TableLive

// block: server
extension LiveRequest {
    init(_ request: Request, body: ByteBuffer = ByteBuffer()) {
        self.init(
            method: request.method.rawValue, target: request.uri.string, host: request.head.authority,
            headers: request.headers.map { ($0.name.rawName, $0.value) }, body: body.readableBytesView)
    }
}

extension Response {
    init(_ response: LiveResponse) {
        var headers = HTTPFields()
        for (name, value) in response.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let body = ResponseBody(contentLength: response.body.count) { writer in
            try await withGracefulShutdownHandler {
                for try await block in response.body { try await writer.write(ByteBuffer(bytes: block)) }
            } onGracefulShutdown: {
                response.body.end()
            }
            try await writer.finish(nil)
        }
        self.init(status: .init(code: response.status), headers: headers, body: body)
    }
}
// end of block

extension Request {
    /// Returns the body.
    ///
    /// - Parameter time: The time within which the body must be complete.
    /// - Throws: A refusal of a body that is slow, broken, or longer than 64 KiB.
    func content(within time: Duration) async throws -> ByteBuffer {
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
