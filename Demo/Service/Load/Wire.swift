import Foundation
import NIOCore
import NIOPosix

/// A connection to the service that speaks as much HTTP as a load needs, and says what has arrived and when.
final class Wire: Sendable {
    private let channel: any Channel
    private let inbox: Inbox

    private init(_ channel: any Channel, _ inbox: Inbox) {
        (self.channel, self.inbox) = (channel, inbox)
    }

    /// Connects, and sends a request.
    ///
    /// - Parameter reads: Whether what arrives is read, or left to the buffers of the system.
    static func open(port: Int, request: String, reads: Bool = true) async throws -> Wire {
        let inbox = Inbox()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: reads)
            .channelOption(.socketOption(.so_rcvbuf), value: reads ? 1 << 20 : 4096)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(inbox)
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(ByteBuffer(string: request)).get()
        return Wire(channel, inbox)
    }

    func send(_ request: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: request)).get()
    }

    /// Begins to read.
    func read() async throws { try await channel.setOption(.autoRead, value: true).get() }

    func close() { channel.close(promise: nil) }

    /// Waits until a text has arrived that was not awaited before.
    ///
    /// - Returns: When it arrived.
    @discardableResult
    func wait(for text: String) async throws -> ContinuousClock.Instant {
        try await channel.eventLoop.flatSubmit { [inbox, channel] in
            inbox.wait(for: text, on: channel.eventLoop)
        }.get()
    }

    /// Waits until the connection is closed.
    ///
    /// - Returns: All that has arrived.
    func all() async throws -> String {
        try await channel.closeFuture.get()
        return try await channel.eventLoop.submit { [inbox] in String(decoding: inbox.bytes, as: UTF8.self) }
            .get()
    }
}

/// What has arrived; used on the event loop of its channel alone.
private final class Inbox: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer

    private(set) var bytes: [UInt8] = []
    private var lastRead = ContinuousClock.now
    private var awaited: (text: String, promise: EventLoopPromise<ContinuousClock.Instant>)?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastRead = .now
        bytes += unwrapInboundIn(data).readableBytesView
        look()
    }

    func channelInactive(context: ChannelHandlerContext) {
        awaited?.promise.fail(ChannelError.eof)
        awaited = nil
    }

    func wait(
        for text: String, on loop: any EventLoop
    ) -> EventLoopFuture<ContinuousClock.Instant> {
        let promise = loop.makePromise(of: ContinuousClock.Instant.self)
        awaited = (text, promise)
        look()
        return promise.futureResult
    }

    private func look() {
        guard let (awaited, promise) = awaited else { return }
        let text = Array(awaited.utf8)
        let starts = bytes.indices.dropLast(text.count - 1)
        let start = starts.first { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
        guard let start else {
            // What was looked through is not needed any more, but for the beginning of what is awaited.
            bytes = bytes.suffix(text.count)
            return
        }
        bytes.removeSubrange(..<(start + text.count))
        self.awaited = nil
        promise.succeed(lastRead)
    }
}
