#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock for state that crosses actors; `Mutex` needs macOS 15.
final class LiveLock: Sendable {
    // Allocated and freed only here, and changed only by system functions.
    nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        let error = pthread_mutex_init(mutex, nil)
        precondition(error == 0, "The system has no room for a lock: error \(error).")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls a closure while no other thread has the lock. The closure must not acquire the lock again.
    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}
