import Foundation
import NIOCore
import NIOPosix

/// A connection with minimal HTTP, which records the received text and its time of arrival.
final class Wire: Sendable {
    private let channel: any Channel
    private let inbox: Inbox

    private init(_ channel: any Channel, _ inbox: Inbox) {
        (self.channel, self.inbox) = (channel, inbox)
    }

    /// Connects and sends a request.
    ///
    /// - Parameter reads: Whether received bytes are read, or remain in the buffers of the system.
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

    /// Requests an address, and returns the whole response.
    static func get(_ target: String, port: Int) async throws -> String {
        let request = "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
        return try await open(port: port, request: request).all()
    }

    func send(_ request: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: request)).get()
    }

    /// Starts reading.
    func read() async throws { try await channel.setOption(.autoRead, value: true).get() }

    func close() { channel.close(promise: nil) }

    /// Waits for the next occurrence of a text that no earlier call has found.
    ///
    /// - Returns: The time of arrival.
    @discardableResult
    func wait(for text: String) async throws -> ContinuousClock.Instant {
        try await channel.eventLoop.flatSubmit { [inbox, channel] in
            inbox.wait(for: text, on: channel.eventLoop)
        }.get()
    }

    /// Waits until the connection is closed.
    ///
    /// - Returns: All received text.
    func all() async throws -> String {
        try await channel.closeFuture.get()
        return try await channel.eventLoop.submit { [inbox] in String(decoding: inbox.bytes, as: UTF8.self) }
            .get()
    }
}

/// The received bytes. Only the event loop of the channel uses the inbox.
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
            // Searched bytes are no longer needed, except for a possible beginning of the text.
            bytes = bytes.suffix(text.count)
            return
        }
        bytes.removeSubrange(..<(start + text.count))
        self.awaited = nil
        promise.succeed(lastRead)
    }
}
