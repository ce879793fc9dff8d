import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix

/// A viewer that receives the messages of a page like a browser, and reconnects when its connection ends.
///
/// A version of a page is a hash of its markup. A viewer with the version of the page has the page, because the patches
/// of a message lead from the viewer's version to the message's version.
final class Viewer: Sendable {
    struct State: Sendable {
        /// The version of the viewer.
        var version: String
        /// The arrival of the last version.
        var arrival = ContinuousClock.now
        var isConnected = false
        /// Whether the server has said that its data may be out of date.
        var isStale = false
        /// The delay in milliseconds after which the viewer may reconnect.
        var retry = 0
        /// The numbers of responses, of those that ended without their last bytes, and of messages.
        var responseCount = 0, cutCount = 0, messageCount = 0
        /// The received bytes, and those since the last connection.
        var byteCount = 0, newByteCount = 0
        fileprivate var isEnded = false
        fileprivate var channel: (any Channel)?
    }

    private let box: NIOLockedValueBox<State>
    private let request: HTTPRequestHead
    private let port: Int

    var state: State { box.withLockedValue { $0 } }

    /// Creates a viewer of a page, which connects at once.
    ///
    /// - Parameters:
    ///   - port: The port of the service, or of a proxy.
    ///   - query: The query of the page.
    ///   - version: The version of the viewer, or an empty text.
    init(port: Int, query: String = "", version: String = "") {
        self.port = port
        box = NIOLockedValueBox(State(version: version))
        request = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: "/live?\(query)", headers: ["Host": "127.0.0.1:\(port)"])
        Task { await run() }
    }

    func close() {
        let channel = box.withLockedValue { state in
            state.isEnded = true
            return state.channel
        }
        channel?.close(promise: nil)
    }

    private func run() async {
        while !state.isEnded {
            try? await connect()
            let retry = box.withLockedValue { state in
                state.isConnected = false
                return state.retry
            }
            // A browser waits as long as the server says, or else for some seconds.
            try? await Task.sleep(for: .milliseconds(retry > 0 ? retry : .random(in: 100...500)))
        }
    }

    /// Receives messages until the connection ends.
    private func connect() async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(10))
            .channelInitializer { [box] channel in
                channel.eventLoop.makeCompletedFuture {
                    let handlers = channel.pipeline.syncOperations
                    try handlers.addHandler(ByteCounter(state: box))
                    try handlers.addHTTPClientHandlers()
                    try handlers.addHandler(MessageReader(state: box))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        let (isEnded, version) = box.withLockedValue { state in
            (state.channel, state.newByteCount) = (channel, 0)
            return (state.isEnded, state.version)
        }
        if isEnded { return channel.close(promise: nil) }
        var request = request
        if !version.isEmpty { request.headers.add(name: "Last-Event-ID", value: version) }
        channel.write(HTTPClientRequestPart.head(request), promise: nil)
        try await channel.writeAndFlush(HTTPClientRequestPart.end(nil)).get()
        try await channel.closeFuture.get()
    }
}

private final class ByteCounter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let state: NIOLockedValueBox<Viewer.State>

    init(state: NIOLockedValueBox<Viewer.State>) { self.state = state }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let count = unwrapInboundIn(data).readableBytes
        state.withLockedValue { state in
            state.byteCount += count
            state.newByteCount += count
        }
        context.fireChannelRead(data)
    }
}

/// Reads server-sent events, of which it keeps the version and the kind.
private final class MessageReader: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let state: NIOLockedValueBox<Viewer.State>
    private var line: [UInt8] = []
    private var id = ""
    private var isComplete = true

    init(state: NIOLockedValueBox<Viewer.State>) { self.state = state }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            isComplete = false
            state.withLockedValue { state in
                state.responseCount += 1
                state.isConnected = head.status == .ok
                (state.isStale, state.retry) = (false, 0)
            }
        case .body(let body):
            for byte in body.readableBytesView {
                if byte == UInt8(ascii: "\n") {
                    read(String(decoding: line, as: UTF8.self))
                    line = []
                } else if line.count < 100 {
                    // The data are longer, but are not needed.
                    line.append(byte)
                }
            }
        case .end:
            isComplete = true
            context.close(promise: nil)
        }
    }

    private func read(_ line: String) {
        if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
        state.withLockedValue { state in
            switch line {
            case "event: stale": state.isStale = true
            case "event: heartbeat": state.isStale = false
            case "" where !id.isEmpty:
                (state.version, state.arrival) = (id, .now)
                state.messageCount += 1
                id = ""
            default:
                if line.hasPrefix("retry: ") { state.retry = Int(line.dropFirst(7)) ?? 0 }
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if !isComplete { state.withLockedValue { $0.cutCount += 1 } }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension [Viewer] {
    func close() { for viewer in self { viewer.close() } }

    /// Waits until a condition is true for all viewers.
    ///
    /// - Returns: Whether the condition became true in time.
    func wait(_ seconds: Double, until condition: (Viewer.State) -> Bool) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while let viewer = first(where: { !condition($0.state) }) {
            while !condition(viewer.state) {
                guard ContinuousClock.now < end else { return false }
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        return true
    }
}
