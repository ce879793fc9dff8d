#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock for state that crosses actors; `Mutex` needs macOS 15.
package final class Lock: Sendable {
    // Allocated and freed only here, and changed only by system functions.
    nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init() {
        let error = pthread_mutex_init(mutex, nil)
        precondition(error == 0, "The system has no room for a lock: error \(error).")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls a closure while no other thread has the lock. The closure must not acquire the lock again.
    package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Calls a closure with the lock, or without it after half a second.
    ///
    /// This is for the end of a crashed program, whose crashed thread may have the lock forever.
    package func withLockSoon(_ body: () -> Void) {
        var isLocked = false
        for _ in 0..<50 where !isLocked {
            isLocked = pthread_mutex_trylock(mutex) == 0
            if !isLocked { usleep(10_000) }
        }
        body()
        if isLocked { pthread_mutex_unlock(mutex) }
    }
}
