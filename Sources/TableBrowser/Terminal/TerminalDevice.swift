package import TableAgent

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The controlling terminal of the process: a descriptor, and the system calls that it needs.
package struct TerminalDevice: Sendable {
    /// The settings that `stty` shows.
    typealias Settings = termios

    /// An open file description of its own, so that the non-blocking mode does not affect the other descriptors.
    package let descriptor: Int32

    /// Opens the terminal.
    ///
    /// The names of the standard descriptors are tried first, because macOS can't poll `/dev/tty`.
    package init(of standards: [Int32] = [0, 1, 2]) throws(TableError) {
        let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
        var descriptor: Int32 = -1
        for standard in standards where descriptor < 0 && isatty(standard) == 1 {
            if let name = ttyname(standard) { descriptor = open(name, flags, 0) }
        }
        if descriptor < 0 { descriptor = open("/dev/tty", flags, 0) }
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw .noTerminal(
                "No standard descriptor is a terminal, and for /dev/tty the system says “\(reason)”; "
                    + "start the program in a terminal.")
        }
        self.descriptor = descriptor
    }

    /// Closes the descriptor. Call this once, when no thread uses the device.
    package func release() {
        close(descriptor)
    }

    // MARK: Job control

    /// Whether the terminal belongs to the process group, or has no job control.
    package var isInForeground: Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }

    /// Stops the process group, as the system does with any background output, until it is in the foreground.
    ///
    /// Returns `false` if the system does not stop the group, because the group is orphaned or ignores `SIGTTOU`.
    /// The calling thread must not block `SIGTTOU`.
    func waitForForeground() -> Bool {
        while !isInForeground {
            // The call changes nothing, but the system stops a process in the background that makes it.
            if tcflow(descriptor, TCOON) == 0 { return isInForeground }
            if errno != EINTR { return false }
        }
        return true
    }

    // MARK: Settings

    /// The current settings, or `nil` if the terminal has gone.
    var settings: Settings? {
        var settings = Settings()
        return tcgetattr(descriptor, &settings) == 0 ? settings : nil
    }

    /// Makes each key available at once, without echo, line editing, or keys that send signals.
    func makeRaw(from settings: Settings) {
        var raw = settings
        cfmakeraw(&raw)
        tcsetattr(descriptor, TCSANOW, &raw)
    }

    /// Restores settings, and drops the unread input, such as replies of the terminal, which a shell would execute.
    ///
    /// Does not wait for the output, because a terminal may never take it.
    func restore(_ settings: Settings) {
        var settings = settings
        tcflush(descriptor, TCIFLUSH)
        tcsetattr(descriptor, TCSANOW, &settings)
    }

    // MARK: Input and output

    /// Reads the available bytes. Returns `nil` if the terminal has gone.
    func readBytes() -> [UInt8]? {
        var isOpen = true
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            let result = read(descriptor, buffer.baseAddress, buffer.count)
            count = max(result, 0)
            isOpen = result > 0 || result < 0 && (errno == EAGAIN || errno == EINTR)
        }
        return isOpen ? bytes : nil
    }

    /// Writes as many bytes as the terminal takes at once, and returns their number, or `nil` if the terminal has gone.
    package func writeBytes(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var start = 0
        while start < bytes.count {
            let count = write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
            if count >= 0 {
                start += count
            } else if errno == EAGAIN {
                return start
            } else if errno != EINTR {
                return nil
            }
        }
        return start
    }

    /// Writes text that precedes the end of the process.
    ///
    /// If the terminal takes nothing for 100 ms, this drops the output that the terminal has not read, and starts again.
    /// Allocates no memory.
    func writeLast(_ text: StaticString) {
        text.withUTF8Buffer { text in
            let whole = UnsafeRawBufferPointer(text)
            var rest = whole
            for _ in 0..<3 {
                guard let count = writeBytes(rest), count < rest.count else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&request, 1, 100) == 0 else { continue }
                tcflush(descriptor, TCOFLUSH)
                rest = whole
            }
        }
    }
}

extension TableError {
    /// - Parameter reason: The reason, and what to do.
    static func noTerminal(_ reason: String) -> TableError {
        TableError(.noTerminal, "The terminal can't be opened for browsing. \(reason)")
    }
}
