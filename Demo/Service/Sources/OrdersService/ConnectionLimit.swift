import HummingbirdCore
import Logging
import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Accepts as many connections as the process has descriptors for, except for some that the service needs itself.
///
/// Other connections wait in the operating system until one is free.
package struct ConnectionLimit: AvailableConnectionsDelegate {
    private let most: Int
    private let logger: Logger
    private var count = 0

    /// The number of descriptors for files and databases.
    private static let reserve = 100

    /// Whether the log says that all connections are in use.
    private var isReported = false

    /// Creates a limit from the raised limit of descriptors.
    init(logger: Logger) {
        self.logger = logger
        most = max(1, Self.raiseDescriptorLimit() - Self.reserve)
    }

    /// Raises the limit of descriptors to 65,536, or to the maximum of the operating system if that is lower.
    ///
    /// - Returns: The limit.
    @discardableResult
    package static func raiseDescriptorLimit() -> Int {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        if getrlimit(resource, &limit) == 0 {
            limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 1 << 16))
            setrlimit(resource, &limit)
            getrlimit(resource, &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }

    package mutating func connectionOpened() {
        count += 1
        guard count >= most, !isReported else { return }
        isReported = true
        logger.warning("All \(most) connections are in use; others wait.")
    }

    package mutating func connectionClosed() {
        count -= 1
        if count < most * 9 / 10 { isReported = false }
    }

    package func isAcceptingNewConnections() -> Bool { count < most }
}

/// Limits the bytes that wait for a viewer who does not read to about 2 KiB; SwiftNIO's default is 64 KiB.
///
/// A viewer needs no more: a message contains all changes since the one before.
final class WriteLimit: ChannelInboundHandler, RemovableChannelHandler {
    // The handler passes everything on until it is removed.
    typealias InboundIn = Never

    func handlerAdded(context: ChannelHandlerContext) {
        try? context.channel.syncOptions?.setOption(
            .writeBufferWaterMark, value: ChannelOptions.Types.WriteBufferWaterMark(low: 1024, high: 2048))
        context.eventLoop.assumeIsolated().execute {
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        }
    }
}
