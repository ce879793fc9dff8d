import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOHTTPTypesHTTP1

/// Adds the compressor of SwiftNIO to a connection.
///
/// Streams of patches are not compressed: a compressor of each viewer would need more memory than all the rest of the
/// viewer. Each page has new tokens, so its compressed length tells nothing about them.
final class CompressorInstaller: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Never

    /// Puts the compressor below the codec that converts to the server's types, because the compressor has NIO's types.
    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        let compressor = HTTPResponseCompressor { head, _ in
            head.headers.add(name: "Vary", value: "Accept-Encoding")
            let type = head.headers.first(name: "Content-Type") ?? ""
            return type.hasPrefix("text/event-stream") ? .doNotCompress : .compressIfPossible
        }
        try? pipeline.addHandler(compressor, position: .before(codec))
        context.pipeline.removeHandler(self, promise: nil)
    }
}
