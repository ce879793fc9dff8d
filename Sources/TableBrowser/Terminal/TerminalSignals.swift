#if canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#elseif canImport(Darwin)
    package import Darwin
#endif

/// The handlers of an open terminal, and the actions that the program had before.
///
/// A handler only writes the number of its signal to a pipe, which the terminal's thread reads. The handlers of crashes
/// and of `exit` then wait until the thread has given the terminal back.
package struct TerminalSignals: Sendable {
    /// The signals that change or end the use of a terminal. The thread passes them on to the program.
    private static let passing = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
    /// The signals of crashes. The crashed thread raises them again itself.
    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

    /// The byte that wakes the thread, and the byte that `exit` sends. Neither is the number of a signal.
    package static let wake: UInt8 = 0
    static let exit: UInt8 = 255

    /// The handled signals with their former actions.
    private let former: [(number: Int32, action: sigaction)]

    /// Reads the actions of the program. A signal that the program ignores, for instance under `nohup`, stays ignored.
    package init() {
        former = (Self.passing + Self.crashes).compactMap { number in
            var action = sigaction()
            sigaction(number, nil, &action)
            // 1 is SIG_IGN, a macro that Swift does not import everywhere.
            return unsafeBitCast(action.handler, to: Int.self) == 1 ? nil : (number, action)
        }
    }

    /// Installs the handlers of a signal, or of all signals.
    package func install(_ only: Int32? = nil) {
        for (number, _) in former where only == nil || only == number {
            var action = sigaction()
            sigemptyset(&action.sa_mask)
            if Self.crashes.contains(number) {
                action.sa_flags = SA_ONSTACK
                action.handler = { number in
                    SignalChannel.shared.send(UInt8(number))
                    // By now, the thread has restored the former action. If it did not answer, use the default action.
                    if !SignalChannel.shared.waitUntilFree() { signal(number, nil) }
                    raise(number)  // Takes effect when this handler returns.
                }
            } else {
                action.sa_flags = SA_RESTART | SA_ONSTACK
                action.handler = { SignalChannel.shared.send(UInt8($0)) }
            }
            sigaction(number, &action, nil)
        }
    }

    /// Restores the former action of a signal, or of all signals. Allocates no memory.
    package func restore(_ only: Int32? = nil) {
        for (number, action) in former where only == nil || only == number {
            var action = action
            sigaction(number, &action, nil)
        }
    }

    /// Whether a number is that of a signal that the thread passes on.
    package static func isPassing(_ number: Int32) -> Bool { passing.contains(number) }

    /// Lets the program's own handler receive a signal, while the terminal is in use.
    package func pass(_ number: Int32) {
        restore(number)
        Self.raiseHere(number)
        install(number)
    }

    /// Sends a signal to the calling thread, which otherwise blocks the signal, and returns after the signal's action.
    ///
    /// A signal to the process could reach another thread, later than this call returns.
    package static func raiseHere(_ number: Int32) {
        raise(number)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

extension TerminalSignals {
    /// The work of a thread.
    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }

        /// Does the work that `startThread` has retained.
        static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
            return nil
        }
    }

    /// Starts a thread that blocks all signals except those with which the system stops a process in the background.
    ///
    /// Returns `nil` if the system has no room for a thread. `errno` is the reason.
    package static func startThread(_ body: @escaping @Sendable () -> Void) -> RunningThread? {
        var blocked = sigset_t()
        var former = sigset_t()
        sigfillset(&blocked)
        sigdelset(&blocked, SIGTTIN)
        sigdelset(&blocked, SIGTTOU)
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        pthread_sigmask(SIG_SETMASK, &blocked, &former)
        let work = Unmanaged.passRetained(Work(body))
        let error = pthread_create(&thread, nil, { Work.run($0) }, work.toOpaque())
        pthread_sigmask(SIG_SETMASK, &former, nil)
        errno = error
        if error != 0 { work.release() }
        #if !canImport(Glibc)
            guard let thread else { return nil }
        #endif
        return error == 0 ? RunningThread(handle: thread) : nil
    }
}

/// A thread that was started.
///
/// On some systems the handle is a pointer, which Swift can't send to another thread. Only the functions of the system use
/// it, and they accept it on any thread.
package struct RunningThread: @unchecked Sendable {
    fileprivate let handle: pthread_t

    /// Waits for the end of the thread. Call this once.
    package func join() { pthread_join(handle, nil) }
}

/// Two pipes that live as long as the process, one for the numbers of signals and one for a token.
///
/// Handlers use nothing else. The descriptors are constants that exist before the first handler is installed, and `write`
/// and `poll` are safe in handlers. Whoever takes the token may open the terminal.
package struct SignalChannel: Sendable {
    package static let shared = SignalChannel()

    /// The ends of the pipe with the numbers of signals.
    private let signals: (read: Int32, write: Int32)
    /// The ends of the pipe with the token: one byte while no terminal is open.
    private let token: (read: Int32, write: Int32)

    private init() {
        func makePipe() -> (read: Int32, write: Int32) {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return (-1, -1) }
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            return (ends[0], ends[1])
        }
        signals = makePipe()
        token = makePipe()
        putToken()
        atexit {
            SignalChannel.shared.send(TerminalSignals.exit)
            _ = SignalChannel.shared.waitUntilFree()
        }
    }

    /// Whether the system had room for the pipes.
    package var isUsable: Bool { signals.read >= 0 && token.read >= 0 }

    /// Takes the token, and drops bytes that an earlier terminal did not read. Returns `false` if a terminal is open.
    package func takeToken() -> Bool {
        var byte: UInt8 = 0
        guard read(token.read, &byte, 1) == 1 else { return false }
        while read(signals.read, &byte, 1) == 1 {}
        return true
    }

    /// Puts the token back, after the terminal was given back.
    package func putToken() {
        var byte: UInt8 = 1
        _ = write(token.write, &byte, 1)
    }

    /// Waits until no terminal is open. Returns `false` after a second.
    fileprivate func waitUntilFree() -> Bool {
        var request = pollfd(fd: token.read, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 1000) == 1
    }

    /// Writes a byte. A full pipe drops it, because a handler must not wait; the thread is awake then.
    package func send(_ byte: UInt8) {
        let saved = errno
        var byte = byte
        _ = write(signals.write, &byte, 1)
        errno = saved
    }

    /// The request that waits for bytes.
    package var request: pollfd { pollfd(fd: signals.read, events: Int16(POLLIN), revents: 0) }

    /// Fills a buffer with the waiting bytes, and returns their number. Allocates no memory.
    package func receive(into buffer: inout [UInt8]) -> Int {
        max(0, read(signals.read, &buffer, buffer.count))
    }
}

extension sigaction {
    /// The handler in the union, whose name differs between systems.
    fileprivate var handler: (@convention(c) (Int32) -> Void)? {
        get {
            #if canImport(Glibc)
                __sigaction_handler.sa_handler
            #elseif canImport(Musl)
                __sa_handler.sa_handler
            #else
                __sigaction_u.__sa_handler
            #endif
        }
        set {
            #if canImport(Glibc)
                __sigaction_handler.sa_handler = newValue
            #elseif canImport(Musl)
                __sa_handler.sa_handler = newValue
            #else
                __sigaction_u.__sa_handler = newValue
            #endif
        }
    }
}
