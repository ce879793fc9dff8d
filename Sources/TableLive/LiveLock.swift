#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock for state that crosses actors; `Mutex` needs macOS 15.
final class LiveLock: Sendable {
    // Made and freed here alone, and written by the system's functions only.
    nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        let error = pthread_mutex_init(mutex, nil)
        precondition(error == 0, "The system has no room for a lock: error \(error).")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs a closure, which must not take the lock again, while no other thread has the lock.
    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}
