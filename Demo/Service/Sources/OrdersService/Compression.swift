import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Adds the compressor of SwiftNIO to a connection.
///
/// Streams of patches are not compressed: a compressor of each viewer would need more memory than all the rest of the
/// viewer. Each page has new tokens, so its compressed length tells nothing about them.
final class CompressorInstaller: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    private let compressor = HTTPResponseCompressor { head, _ in
        head.headers.add(name: "Vary", value: "Accept-Encoding")
        let type = head.headers.first(name: "Content-Type") ?? ""
        return type.hasPrefix("text/event-stream") ? .doNotCompress : .compressIfPossible
    }
    /// The number of requests without a response.
    private var requestCount = 0

    /// Puts the compressor below the codec that converts to the server's types, because the compressor has NIO's types.
    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        try? pipeline.addHandler(compressor, position: .before(codec))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { requestCount += 1 }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head = unwrapOutboundIn(data) {
            requestCount -= 1
            // The compressor traps on the response to a request that could not be parsed, because the compressor has not
            // received the request.
            if requestCount < 0 { context.pipeline.syncOperations.removeHandler(compressor, promise: nil) }
        }
        context.write(data, promise: promise)
    }
}
