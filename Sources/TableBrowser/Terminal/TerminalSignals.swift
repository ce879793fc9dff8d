#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The signals of a process while a terminal is open.
///
/// A handler may call only a few system functions. So each handler writes the number of its signal to a pipe, and the thread of
/// the terminal reads the numbers. Handlers of crashes, and `exit`, then wait until the thread has given the terminal back.
///
/// The descriptors of the pipes are constants, so handlers read no variables.
struct TerminalSignals: Sendable {
    /// A number in the pipe.
    enum Note: Equatable {
        /// A signal that another process or the terminal has sent.
        case signal(Int32)
        /// A signal of a crash. Its handler waits for an answer.
        case crash(Int32)
        /// The process calls `exit`, and waits for an answer.
        case exit
        /// Output waits for the terminal.
        case output
        /// The thread ends.
        case end
    }

    private static let pipes = Pipes()
    private static let passing: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
    private static let crashes: [Int32] = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

    /// The former actions of the signals.
    private let former: [(number: Int32, action: sigaction)]

    /// Replaces the actions of the signals. A signal that the program ignores stays ignored, as `nohup` wants.
    init() {
        _ = Self.pipes
        _ = exitHandler
        Self.pipes.removeNotes()
        former = (Self.passing + Self.crashes).map { number in
            var (old, new) = (sigaction(), sigaction())
            sigaction(number, nil, &old)
            sigemptyset(&new.sa_mask)
            new.sa_flags = Int32(bitPattern: UInt32(SA_RESTART)) | Int32(bitPattern: UInt32(SA_ONSTACK))
            new.setHandler(Self.crashes.contains(number) ? crashHandler : signalHandler)
            if !old.isIgnored { sigaction(number, &new, nil) }
            return (number, old)
        }
    }

    /// The descriptor to wait on for notes.
    var descriptor: Int32 { Self.pipes.notes.read }

    /// Reads the next note, without waiting.
    func read() -> Note? { Self.pipes.readNote() }

    /// Writes a note for the thread of the terminal.
    static func write(_ note: Note) { pipes.write(note) }

    /// Lets the handler of a crash or of `exit` return.
    func answer() { Self.pipes.writeAnswer() }

    /// Restores the former action of a signal.
    func restore(_ number: Int32) {
        for entry in former where entry.number == number {
            var action = entry.action
            sigaction(number, &action, nil)
        }
    }

    /// Restores the former actions of all signals.
    func restoreAll() {
        for entry in former { restore(entry.number) }
    }

    /// Performs the former action of a signal, which usually ends or stops the program. The action is ours again if the call
    /// returns.
    func raise(_ number: Int32) {
        var own = sigaction()
        sigaction(number, nil, &own)
        restore(number)
        // To this thread, so that its end or stop has happened when the call returns.
        #if canImport(Darwin)
            Darwin.raise(number)
        #elseif canImport(Glibc)
            Glibc.raise(number)
        #else
            Musl.raise(number)
        #endif
        sigaction(number, &own, nil)
    }

    /// Waits in a handler, a second at most, until the thread has given the terminal back.
    fileprivate static func writeAndWait(_ note: Note) {
        pipes.write(note)
        pipes.waitForAnswer()
    }
}

// MARK: Handlers

private let signalHandler: @convention(c) (Int32) -> Void = { number in
    let saved = errno
    TerminalSignals.write(.signal(number))
    errno = saved
}

private let crashHandler: @convention(c) (Int32) -> Void = { number in
    TerminalSignals.writeAndWait(.crash(number))
    // The former action is back. A fault occurs again after the return, but a signal from outside does not.
    raise(number)
}

/// Registers the handler of `exit` once, because it can't be removed.
private let exitHandler: Void = {
    atexit {
        if Terminal.isAnyOpen { TerminalSignals.writeAndWait(.exit) }
    }
}()

// MARK: Pipes

/// Two pipes that stay open as long as the process: notes for the thread, and its answers.
private struct Pipes: Sendable {
    let notes: (read: Int32, write: Int32)
    let answers: (read: Int32, write: Int32)

    init() {
        func makePipe() -> (read: Int32, write: Int32) {
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                // A full pipe must not stop a handler.
                _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL, 0) | O_NONBLOCK)
            }
            return (ends[0], ends[1])
        }
        (notes, answers) = (makePipe(), makePipe())
    }

    /// Writes a note as a byte: the number of a signal, with the highest bit for a crash.
    func write(_ note: TerminalSignals.Note) {
        var byte: UInt8 =
            switch note {
            case .signal(let number): UInt8(truncatingIfNeeded: number)
            case .crash(let number): UInt8(truncatingIfNeeded: number) | 0x80
            case .exit: 0xFD
            case .output: 0xFE
            case .end: 0xFF
            }
        send(&byte, to: notes.write)
    }

    func readNote() -> TerminalSignals.Note? {
        switch readByte(from: notes.read) {
        case nil: nil
        case 0xFD: .exit
        case 0xFE: .output
        case 0xFF: .end
        case let byte? where byte & 0x80 != 0: .crash(Int32(byte & 0x7F))
        case let byte?: .signal(Int32(byte))
        }
    }

    func removeNotes() {
        while readByte(from: notes.read) != nil {}
        while readByte(from: answers.read) != nil {}
    }

    func writeAnswer() {
        var byte: UInt8 = 1
        send(&byte, to: answers.write)
    }

    func waitForAnswer() {
        var wait = pollfd(fd: answers.read, events: Int16(POLLIN), revents: 0)
        if poll(&wait, 1, 1_000) == 1 { _ = readByte(from: answers.read) }
    }

    private func readByte(from descriptor: Int32) -> UInt8? {
        var byte: UInt8 = 0
        return Terminal.systemRead(descriptor, &byte, 1) == 1 ? byte : nil
    }

    private func send(_ byte: UnsafePointer<UInt8>, to descriptor: Int32) {
        _ = Terminal.systemWrite(descriptor, byte, 1)
    }
}

extension sigaction {
    fileprivate typealias Handler = @convention(c) (Int32) -> Void

    /// Whether the signal is ignored: its handler is `SIG_IGN`, the address 1.
    fileprivate var isIgnored: Bool {
        #if canImport(Darwin)
            unsafeBitCast(__sigaction_u.__sa_handler, to: Int.self) == 1
        #elseif canImport(Glibc)
            unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1
        #else
            unsafeBitCast(__sa_handler.sa_handler, to: Int.self) == 1
        #endif
    }

    fileprivate mutating func setHandler(_ handler: @escaping Handler) {
        #if canImport(Darwin)
            __sigaction_u.__sa_handler = handler
        #elseif canImport(Glibc)
            __sigaction_handler.sa_handler = handler
        #else
            __sa_handler.sa_handler = handler
        #endif
    }
}
