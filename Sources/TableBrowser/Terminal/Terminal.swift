package import TableAgent
package import TableSurfaces

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A message for the loop that uses a terminal.
package enum TerminalMessage: Sendable, Equatable {
    /// The bytes that a person typed, and the time of their arrival.
    case bytes([UInt8], ContinuousClock.Instant)
    /// A pause of 50 ms after bytes. An Esc at their end is the key itself, not the start of a sequence.
    case quiet
    /// The waiting output was written.
    case writable
    /// The terminal has a new size.
    case resized
    /// The program continues after a stop. The screen is empty.
    case resumed
    /// The terminal can no longer be used.
    case closed
    /// The container must draw. Only the container sends this message.
    case frame
    /// The container must continue its work. Only the container sends this message.
    case work
    /// The container must stop browsing. Only the container sends this message.
    case leave
    /// A signal ended the use of the terminal, but the program's own handler kept the process alive.
    case ended(signal: Int32)
}

/// The controlling terminal, which shows a screen until it is given back.
///
/// A thread of its own waits for keys and signals. It gives the terminal back in every way of leaving, also while the
/// caller's actor is busy. After the initializer, only this thread enters and leaves the terminal.
///
/// Call ``close()`` at the end: until then, the thread keeps the terminal alive.
package final class Terminal: Sendable {
    /// The state that the thread shares with callers.
    private struct State {
        /// The settings to restore, or `nil` if the terminal has been given back.
        var settings: TerminalDevice.Settings?
        /// The output that the terminal has not taken yet.
        var output: [UInt8] = []
        /// Whether the thread must end.
        var isClosing = false
        /// The thread, until a caller waits for its end.
        var thread: RunningThread?
    }

    /// The messages for one loop. They end with ``close()``.
    package let messages: AsyncStream<TerminalMessage>
    private let continuation: AsyncStream<TerminalMessage>.Continuation
    private let isPlain: Bool
    private let usesMouse: Bool
    private let device: TerminalDevice
    private let signals: TerminalSignals
    private let channel = SignalChannel.shared
    /// A crash handler waits for the thread of the terminal, which uses the state.
    private let state = Locked(State(), blocksSignals: true)

    // Saves the title, shows the alternate screen, marks pasted text, and draws grapheme clusters whole. Some terminals
    // always draw them whole, so mode 2027 is saved and restored.
    private static let enterCode: StaticString =
        "\u{1B}[22;0t\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?2027s\u{1B}[?2027h"
    // Sends clicks, with columns and lines of any size.
    private static let mouseCode: StaticString = "\u{1B}[?1000h\u{1B}[?1006h"
    // Cancels a sequence that was written in part, resets the modes, also those of a frame, and restores the title.
    private static let leaveCode: StaticString = """
        \u{18}\u{1B}[?2026l\u{1B}[r\u{1B}[m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2027r\u{1B}[?2004l\u{1B}[?25h\
        \u{1B}[?1049l\u{1B}[23;0t
        """

    /// Opens the terminal.
    ///
    /// In the background, the process group first stops until it is in the foreground.
    ///
    /// - Parameters:
    ///   - isPlain: Whether the terminal keeps its settings and its screen, so that bytes come in lines.
    ///   - usesMouse: Whether the terminal sends clicks.
    /// - Throws: An error with the code ``TableAgent/TableError/Code/noTerminal``.
    package init(isPlain: Bool, usesMouse: Bool) throws(TableError) {
        guard channel.isUsable else { throw .noTerminal("The process has too many open files; close some.") }
        device = try TerminalDevice()
        guard channel.takeToken() else {
            device.release()
            throw .noTerminal("It is already open in this process; wait until the other browser has ended.")
        }
        signals = TerminalSignals()
        self.isPlain = isPlain
        self.usesMouse = usesMouse
        let stream = AsyncStream<TerminalMessage>.makeStream()
        messages = stream.stream
        continuation = stream.continuation
        guard device.waitForForeground() else {
            channel.putToken()
            throw .noTerminal("The program runs in the background; start it in the foreground.")
        }
        signals.install()
        guard enter(), startThread() else {
            end()
            throw .noTerminal("The system says “\(String(cString: strerror(errno)))”; try another terminal.")
        }
    }

    deinit {
        device.release()
    }

    // MARK: Use

    /// The capabilities of the terminal.
    package var traits: TerminalTraits {
        TerminalTraits(fileDescriptor: device.descriptor)
    }

    /// The size in cells; 80 by 24 if the terminal does not report it.
    package var size: (width: Int, height: Int) {
        let traits = traits
        return (traits.width ?? 80, traits.height ?? 24)
    }

    /// Whether output waits because the terminal did not take it at once.
    ///
    /// Draw no frame then. ``TerminalMessage/writable`` follows.
    package var isBusy: Bool {
        state.withLock { !$0.output.isEmpty }
    }

    /// Writes bytes without waiting. Bytes that the terminal does not take at once are written later, in order.
    ///
    /// After the terminal was given back, this drops the bytes.
    package func write(_ bytes: [UInt8]) {
        let waits = state.withLock { state in
            guard state.settings != nil else { return false }
            state.output += bytes
            flush(&state)
            return !state.output.isEmpty
        }
        if waits { channel.send(TerminalSignals.wake) }
    }

    /// Adds a message after the earlier ones.
    package func send(_ message: TerminalMessage) {
        continuation.yield(message)
    }

    /// Stops the process group, as `^Z` does in other programs. The terminal is given back until the group continues.
    package func suspend() {
        if state.withLock({ $0.settings != nil }) { kill(0, SIGTSTP) }
    }

    /// Gives the terminal back, restores the signal handlers and ends the messages.
    package func close() {
        let thread = state.withLock { state in
            state.isClosing = true
            defer { state.thread = nil }
            return state.thread
        }
        guard let thread else { return }
        channel.send(TerminalSignals.wake)
        thread.join()
        continuation.finish()
    }

    // MARK: Enter and leave

    /// Makes the terminal raw and shows an empty screen. Returns `false` if the terminal has gone.
    ///
    /// A terminal that was not given back before, as after `SIGSTOP`, keeps the settings to restore.
    private func enter() -> Bool {
        state.withLock { state in
            state.settings = state.settings ?? device.settings
            guard let settings = state.settings else { return false }
            state.output.removeAll(keepingCapacity: true)
            guard !isPlain else { return true }
            device.makeRaw(from: settings)
            Self.enterCode.withUTF8Buffer { state.output += $0 }
            if usesMouse { Self.mouseCode.withUTF8Buffer { state.output += $0 } }
            flush(&state)
            return true
        }
    }

    /// Enters after the process has continued, in the foreground.
    private func resume() {
        let isEntered = device.waitForForeground() && enter()
        if !isEntered { state.withLock { $0.settings = nil } }
        send(isEntered ? .resumed : .closed)
    }

    /// Restores the settings and the screen.
    ///
    /// Allocates no memory: after a crash, another thread may hold a lock of the allocator.
    private func leave() {
        state.withLock { state in
            guard let settings = state.settings else { return }
            state.settings = nil
            state.output.removeAll(keepingCapacity: true)
            // In the background, the terminal has the settings and the screen of another program.
            guard !isPlain, device.isInForeground else { return }
            device.writeLast(Self.leaveCode)
            device.restore(settings)
        }
    }

    /// Leaves for the last time.
    ///
    /// The token comes last: it ends the wait of a crashed thread, and another terminal can be opened.
    private func end() {
        leave()
        signals.restore()
        channel.putToken()
    }

    private func flush(_ state: inout State) {
        guard let count = state.output.withUnsafeBytes(device.writeBytes) else {
            return state.output.removeAll()
        }
        state.output.removeFirst(count)
    }

    // MARK: The thread

    private func startThread() -> Bool {
        let thread = TerminalSignals.startThread { self.run() }
        state.withLock { $0.thread = thread }
        return thread != nil
    }

    /// Reads keys and signals until the terminal is given back for the last time.
    private func run() {
        var numbers = [UInt8](repeating: 0, count: 256)
        var requests = [channel.request, pollfd()]
        var isQuiet = true
        while true {
            let (isClosing, request) = state.withLock { ($0.isClosing, self.request(for: $0)) }
            if isClosing { return end() }
            requests[1] = request
            let count = poll(&requests, 2, isQuiet ? -1 : 50)
            if count == 0 {
                isQuiet = true
                send(.quiet)
            } else if count > 0, requests[0].revents != 0 {
                // Signals precede keys, so that they are handled also while keys come without a pause.
                let count = channel.receive(into: &numbers)
                for index in 0..<count {
                    let isContinued = numbers[index..<count].contains(UInt8(SIGCONT))
                    guard handle(Int32(numbers[index]), isContinued: isContinued) else { return }
                }
            } else if count > 0 {
                let events = Int32(requests[1].revents)
                if events & POLLOUT != 0 { writeWaiting() }
                if events & ~POLLOUT != 0, read() { isQuiet = false }
            }
        }
    }

    /// The request that waits for keys and, if output waits, for room. It is empty after the terminal was given back.
    private func request(for state: State) -> pollfd {
        let events = state.output.isEmpty ? POLLIN : POLLIN | POLLOUT
        return pollfd(fd: state.settings == nil ? -1 : device.descriptor, events: Int16(events), revents: 0)
    }

    private func writeWaiting() {
        let isWritten = state.withLock { state in
            flush(&state)
            return state.output.isEmpty
        }
        if isWritten { send(.writable) }
    }

    /// Sends the available bytes. Returns `false` if there are no bytes.
    private func read() -> Bool {
        guard let bytes = device.readBytes() else {
            leave()
            send(.closed)
            return false
        }
        if !bytes.isEmpty { send(.bytes(bytes, .now)) }
        return !bytes.isEmpty
    }

    /// Handles a signal or the byte of `exit`. Returns `false` if the terminal was given back for the last time.
    ///
    /// - Parameter isContinued: Whether a later signal continues the process, so that it must not stop any more.
    private func handle(_ number: Int32, isContinued: Bool) -> Bool {
        switch number {
        case Int32(TerminalSignals.wake): return true
        case SIGWINCH:
            signals.pass(number)
            send(.resized)
        case SIGCONT:
            signals.pass(number)
            resume()
        case SIGTSTP:
            guard !isContinued else { return true }
            leave()
            signals.restore()
            // Returns when the process continues, or at once if the system ignores the stop of an orphaned group.
            TerminalSignals.raiseHere(number)
            signals.install()
            resume()
        default:
            end()
            guard TerminalSignals.isPassing(number) else { return false }
            // Usually ends the process. The loop learns of the signal later, so that it does not end the process first.
            TerminalSignals.raiseHere(number)
            send(.ended(signal: number))
            return false
        }
        return true
    }
}
