#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A value that several threads use.
///
/// The compiler can't check the class, because the value is a variable. Only the thread that has locked the mutex reads or
/// writes the value. Since the value is `Sendable`, a closure may also return parts of it.
///
/// Signals wait while a thread has the lock. A crash handler therefore never interrupts that thread, and the terminal's
/// thread, for which the handler waits, always gets the lock.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        let error = pthread_mutex_init(mutex, nil)
        precondition(error == 0, "The system has no room for a lock: error \(error).")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls a closure with the value while no other thread has it. The closure must not call this again.
    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        var (all, former) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &former)
        pthread_mutex_lock(mutex)
        defer {
            pthread_mutex_unlock(mutex)
            pthread_sigmask(SIG_SETMASK, &former, nil)
        }
        return body(&value)
    }
}
