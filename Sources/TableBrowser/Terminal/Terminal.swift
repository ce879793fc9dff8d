import TableAgent
import TableSurfaces

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A message from the terminal, from a signal, or from the browser to itself.
enum TerminalMessage: Sendable {
    /// Bytes that a person typed.
    case bytes([UInt8])
    /// No byte has followed an escape character for a moment.
    case quiet
    /// The output that waited was written.
    case writable
    /// The screen has another size.
    case resized
    /// The program goes on after it was suspended.
    case resumed
    /// The terminal was closed.
    case closed
    /// A signal arrived that the program handles itself.
    case ended(signal: Int32)
    /// The time of a frame has come.
    case frame
    /// There is work to do.
    case work
}

/// The controlling terminal, with the keys that a person types and the bytes that a screen consists of.
///
/// While the terminal is open, it shows its alternate screen, and passes each key on at once. Whatever ends the program, the
/// terminal then has its former settings and content.
///
/// A thread of its own waits for keys, signals, and room for output. So a signal gives the terminal back at once, also while the
/// actor of the browser is busy. No method waits for the terminal.
final class Terminal: Sendable {
    /// The messages, for one reader.
    let messages: AsyncStream<TerminalMessage>

    /// The capabilities of the terminal.
    let traits: TerminalTraits

    private let continuation: AsyncStream<TerminalMessage>.Continuation
    private let descriptor: Int32
    private let isPlain: Bool
    private let former: termios
    private let signals: TerminalSignals
    private let enterCode: [UInt8]
    private let leaveCode: [UInt8]

    private let lock = Lock()
    // Every access holds the lock, but for the end of a crashed program.
    nonisolated(unsafe) private var state = State()
    // Set before the browser uses the terminal, and read by `close()`.
    nonisolated(unsafe) private var thread: pthread_t?

    private struct State {
        /// Whether the terminal has the settings of the browser.
        var isEntered = false
        /// The output that waits for the terminal.
        var waiting: [UInt8] = []
        /// Whether the terminal is closed for good.
        var isClosed = false
    }

    /// Whether a terminal of the process is open.
    static var isAnyOpen: Bool { openLock.withLock { isOpen } }
    private static let openLock = Lock()
    nonisolated(unsafe) private static var isOpen = false  // Every access holds `openLock`.

    /// Opens the terminal.
    ///
    /// - Parameters:
    ///   - isPlain: Whether the settings and the screen stay as they are, so that the terminal passes whole lines on.
    ///   - usesMouse: Whether clicks and the wheel of the mouse arrive as bytes.
    /// - Throws: `TableError` with the code `noTerminal`.
    init(isPlain: Bool, usesMouse: Bool) throws(TableError) {
        let wasOpen = Self.openLock.withLock {
            defer { Self.isOpen = true }
            return Self.isOpen
        }
        guard !wasOpen else {
            throw TableError(
                .noTerminal, "The terminal is in use; leave the browser before you start another one.")
        }
        var former = termios()
        let descriptor = Self.open()
        guard descriptor >= 0, tcgetattr(descriptor, &former) == 0 else {
            if descriptor >= 0 { Self.systemClose(descriptor) }
            Self.openLock.withLock { Self.isOpen = false }
            throw TableError(
                .noTerminal, "There is no terminal to browse the table in; start the program in a terminal.")
        }
        (self.descriptor, self.former, self.isPlain) = (descriptor, former, isPlain)
        traits = TerminalTraits(fileDescriptor: descriptor)
        (messages, continuation) = AsyncStream.makeStream(of: TerminalMessage.self)
        // The alternate screen, the title on a stack, pasted text in brackets, and whole grapheme clusters.
        let modes = "\u{1B}[?2004h\u{1B}[?2027h" + (usesMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "")
        enterCode = isPlain ? [] : Array("\u{1B}[?1049h\u{1B}[22;0t\(modes)".utf8)
        // A frame may have been cut anywhere: the end of synchronized output, margins, and styles come first.
        leaveCode =
            isPlain
            ? []
            : Array(
                "\u{1B}[?2026l\u{1B}[r\u{1B}[m\u{1B}[?25h\(modes.replacing("h", with: "l"))\u{1B}[23;0t\u{1B}[?1049l"
                    .utf8)
        signals = TerminalSignals()
        lock.withLock { enter() }
        thread = startThread()
    }

    /// Opens the terminal of a standard descriptor by its name, since macOS can't wait for `/dev/tty`. The description is new,
    /// so that the flag against waiting concerns no other program.
    private static func open() -> Int32 {
        let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
        for standard in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where isatty(standard) == 1 {
            guard let name = ttyname(standard) else { continue }
            let descriptor = systemOpen(name, flags)
            if descriptor >= 0 { return descriptor }
        }
        return systemOpen("/dev/tty", flags)
    }

    /// The size in columns and lines. A terminal that does not tell it counts as 80 × 24.
    var size: (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Sends a message to the reader.
    func send(_ message: TerminalMessage) {
        continuation.yield(message)
    }

    /// Closes the terminal: gives it back, and restores the actions of signals.
    func close() {
        let wasClosed = lock.withLock {
            defer { state.isClosed = true }
            return state.isClosed
        }
        guard !wasClosed else { return }
        lock.withLock { leave() }
        TerminalSignals.write(.end)
        if let thread { pthread_join(thread, nil) }
        signals.restoreAll()
        Self.systemClose(descriptor)
        Self.openLock.withLock { Self.isOpen = false }
        continuation.finish()
    }

    /// Suspends the program, as `^Z` does in a shell.
    func suspend() {
        TerminalSignals.write(.signal(SIGTSTP))
    }

    // MARK: Output

    /// Whether output waits for the terminal. Leave out frames meanwhile.
    var isBusy: Bool { lock.withLock { !state.waiting.isEmpty } }

    /// Writes bytes. What the terminal does not take at once waits.
    func write(_ bytes: [UInt8]) {
        let mustWait = lock.withLock {
            guard state.isEntered else { return false }
            state.waiting += bytes
            return !writeWaiting()
        }
        if mustWait { TerminalSignals.write(.output) }
    }

    /// Writes what waits, and returns whether nothing waits any more. Requires the lock.
    private func writeWaiting() -> Bool {
        var start = 0
        while start < state.waiting.count {
            let count = state.waiting.withUnsafeBytes { bytes in
                bytes.baseAddress.map { Self.systemWrite(descriptor, $0 + start, bytes.count - start) } ?? 0
            }
            if count > 0 {
                start += count
            } else if count == 0 || errno != EINTR {
                break
            }
        }
        state.waiting.removeFirst(start)
        return state.waiting.isEmpty
    }

    // MARK: Entering and leaving

    /// Gives the terminal the settings of the browser. Requires the lock.
    ///
    /// The title goes to its stack only once, also if the program was stopped without notice.
    private func enter() {
        defer { state.isEntered = true }
        guard !isPlain else { return }
        var raw = former
        cfmakeraw(&raw)
        // In the background of a shell, this call stops the program until it is in the foreground.
        tcsetattr(descriptor, TCSANOW, &raw)
        if !state.isEntered { state.waiting = enterCode }
        if !writeWaiting() { TerminalSignals.write(.output) }
    }

    /// Gives the terminal its former settings. Requires the lock. Allocates no memory, as the program may have crashed.
    private func leave() {
        guard state.isEntered else { return }
        state.isEntered = false
        guard !isPlain else { return }
        // A terminal that reads nothing loses the output that waits before the code.
        var flushCount = 0
        leaveCode.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count, let address = bytes.baseAddress {
                let count = Self.systemWrite(descriptor, address + start, bytes.count - start)
                if count > 0 {
                    start += count
                } else if errno != EINTR {
                    guard errno == EAGAIN, flushCount < 3 else { break }
                    flushCount += 1
                    tcflush(descriptor, TCOFLUSH)
                }
            }
        }
        // Replies of the terminal are no input for the shell. TCSAFLUSH would wait for a terminal that reads nothing.
        tcflush(descriptor, TCIFLUSH)
        var settings = former
        tcsetattr(descriptor, TCSANOW, &settings)
    }

    // MARK: The thread

    private func startThread() -> pthread_t? {
        // The thread ends before `close()` returns, and the reference is released by the thread.
        let reference = Unmanaged.passRetained(self).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
            let result = pthread_create(&thread, nil, { Terminal.runThread($0) }, reference)
        #else
            var thread = pthread_t()
            let result = pthread_create(&thread, nil, { Terminal.runThread($0) }, reference)
        #endif
        precondition(result == 0, "The system has no room for a thread: error \(result).")
        return thread
    }

    private static func runThread(_ reference: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let reference else { return nil }
        Unmanaged<Terminal>.fromOpaque(reference).takeRetainedValue().readAll()
        return nil
    }

    private func readAll() {
        var (isAfterEscape, isTerminalOpen) = (false, true)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let waits = lock.withLock { state.isEntered && !state.waiting.isEmpty }
            let events = Int16(POLLIN) | (waits ? Int16(POLLOUT) : 0)
            var requests = [
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isTerminalOpen ? descriptor : -1, events: events, revents: 0),
            ]
            let count = poll(&requests, 2, isAfterEscape ? 50 : -1)
            if count < 0 { continue }
            if count == 0 {
                isAfterEscape = false
                send(.quiet)
            }
            while let note = signals.read() {
                if !obey(note) { return }
            }
            if requests[1].revents & Int16(POLLOUT) != 0, lock.withLock({ state.isEntered && writeWaiting() })
            {
                send(.writable)
            }
            guard requests[1].revents & ~Int16(POLLOUT) != 0 else { continue }
            let length = Self.systemRead(descriptor, &buffer, buffer.count)
            if length > 0 {
                isAfterEscape = buffer[..<length].contains(0x1B)
                send(.bytes(Array(buffer[..<length])))
            } else if length == 0 || errno != EINTR && errno != EAGAIN {
                isTerminalOpen = false
                send(.closed)
            }
        }
    }

    /// Does what a note asks for. Returns `false` at the end.
    private func obey(_ note: TerminalSignals.Note) -> Bool {
        switch note {
        case .output: break
        case .end: return false
        case .exit:
            lock.withLockSoon { leave() }
            signals.answer()
        case .crash(let number):
            lock.withLockSoon { leave() }
            signals.restore(number)
            signals.answer()
        case .signal(SIGWINCH): send(.resized)
        case .signal(SIGCONT):
            lock.withLock { enter() }
            send(.resumed)
        case .signal(SIGTSTP):
            lock.withLock { leave() }
            signals.raise(SIGTSTP)
            lock.withLock { enter() }
            send(.resumed)
        case .signal(let number):
            lock.withLock { leave() }
            // The program must end by the signal, and not by the reader of the messages.
            signals.raise(number)
            send(.ended(signal: number))
        }
        return true
    }
}

// MARK: System calls

extension Terminal {
    static func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
        read(descriptor, bytes, count)
    }

    static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes, count)
        #elseif canImport(Musl)
            Musl.write(descriptor, bytes, count)
        #else
            Darwin.write(descriptor, bytes, count)
        #endif
    }

    private static func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.open(path, flags, 0)
        #elseif canImport(Musl)
            Musl.open(path, flags, 0)
        #else
            Darwin.open(path, flags, 0)
        #endif
    }

    @discardableResult
    private static func systemClose(_ descriptor: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.close(descriptor)
        #elseif canImport(Musl)
            Musl.close(descriptor)
        #else
            Darwin.close(descriptor)
        #endif
    }
}
