#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A value that several threads use, one at a time. `Mutex` needs macOS 15.
///
/// The compiler can't check this class, because the value is a variable. Three rules make the class safe:
///
/// - The mutex has the same address from `init` to `deinit`, and only functions of the system use its memory.
/// - Only the thread that has locked the mutex reads or writes the value.
/// - The value is `Sendable`, so a closure may also return parts of the value to its thread.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value
    private let blocksSignals: Bool

    /// Creates a value with a lock.
    ///
    /// - Parameters:
    ///   - value: The first value.
    ///   - blocksSignals: Whether signals wait while a thread has the lock. A signal handler then never interrupts that
    ///     thread. So a handler may wait for another thread that locks the value.
    package init(_ value: Value, blocksSignals: Bool = false) {
        self.value = value
        self.blocksSignals = blocksSignals
        let error = pthread_mutex_init(mutex, nil)
        precondition(error == 0, "The system has no room for a lock: error \(error).")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls a closure with the value while no other thread has the value.
    ///
    /// The closure must not lock the same value again.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        guard blocksSignals else { return try withMutex(body) }
        var all = sigset_t()
        var former = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        return try withMutex(body)
    }

    private func withMutex<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
