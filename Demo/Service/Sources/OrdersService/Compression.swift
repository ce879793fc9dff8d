import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
import TableWorkbook

extension Response {
    /// Returns the response with a compressed body, if the client accepts this and the body is a page or a table.
    ///
    /// Streams are not compressed: a compressor for each viewer would need more memory than all the rest of the viewer.
    /// Each response has new tokens, so its compressed length tells nothing about them.
    func compressed(for request: Request) async throws -> Response {
        var response = self
        response.headers.append(HTTPField(name: .vary, value: "Accept-Encoding"))
        let accept = request.headers[values: .acceptEncoding].joined(separator: ",")
        // A workbook is compressed already.
        let isCompressed = headers[.contentType] == WorkbookFormat().mediaType
        guard request.method != .head, !accept.isEmpty, !isCompressed, body.contentLength ?? 0 > 1000 else {
            return response
        }
        let content = Content()
        try await body.write(content)
        let (encoding, body) = try Self.compressed(content.bytes, accept: accept)
        response.headers[.contentEncoding] = encoding
        response.body = ResponseBody(byteBuffer: body)
        return response
    }

    /// Collects a body.
    private final class Content: ResponseBodyWriter {
        private(set) var bytes = ByteBuffer()

        func write(_ buffer: ByteBuffer) { bytes.writeImmutableBuffer(buffer) }
        consuming func finish(_ trailingHeaders: HTTPFields?) {}
    }

    /// Returns bytes in the best encoding that a client accepts.
    ///
    /// The compressor of SwiftNIO is a handler of connections. Here, it has a connection of its own, so that it can't
    /// disturb other responses, and does not keep its memory.
    private static func compressed(
        _ bytes: ByteBuffer, accept: String
    ) throws -> (encoding: String?, body: ByteBuffer) {
        let channel = EmbeddedChannel(handler: HTTPResponseCompressor())
        let request = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: "/", headers: ["Accept-Encoding": accept])
        try channel.writeInbound(HTTPServerRequestPart.head(request))
        try channel.writeOutbound(
            HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        try channel.writeOutbound(HTTPServerResponsePart.body(.byteBuffer(bytes)))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        var (encoding, body): (String?, ByteBuffer) = (nil, ByteBuffer())
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
            if case .head(let head) = part { encoding = head.headers.first(name: "Content-Encoding") }
            if case .body(.byteBuffer(let part)) = part { body.writeImmutableBuffer(part) }
        }
        _ = try channel.finish(acceptAlreadyClosed: true)
        return (encoding, body)
    }
}
