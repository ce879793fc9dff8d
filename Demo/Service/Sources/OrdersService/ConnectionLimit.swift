import HummingbirdCore
import Logging

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
struct ConnectionLimit: AvailableConnectionsDelegate {
    private let most: Int
    private let logger: Logger
    private var count = 0

    /// The number of descriptors for files and databases.
    private static let reserve = 100

    /// Creates a limit. Raises the limit of descriptors to the maximum that the operating system allows.
    init(logger: Logger) {
        self.logger = logger
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        if getrlimit(resource, &limit) == 0 {
            limit.rlim_cur = min(limit.rlim_max, 1 << 16)
            setrlimit(resource, &limit)
            getrlimit(resource, &limit)
        }
        most = max(1, Int(clamping: limit.rlim_cur) - Self.reserve)
    }

    mutating func connectionOpened() { count += 1 }

    mutating func connectionClosed() { count -= 1 }

    func isAcceptingNewConnections() -> Bool {
        if count == most { logger.warning("All \(most) connections are in use; others wait.") }
        return count < most
    }
}
