package import TableSurfaces

/// The terminal of a session: the source of keys, and the destination of frames.
package protocol BrowserTerminal: Sendable {
    /// The messages for one loop. They end with ``close()``.
    var messages: AsyncStream<TerminalMessage> { get }

    /// The capabilities of the terminal.
    var traits: TerminalTraits { get }

    /// The size in cells.
    var size: (width: Int, height: Int) { get }

    /// Whether output waits because the terminal did not take it at once.
    ///
    /// Draw no frame then. ``TerminalMessage/writable`` follows.
    var isBusy: Bool { get }

    /// Writes bytes without waiting.
    func write(_ bytes: [UInt8])

    /// Draws a frame without waiting.
    func draw(_ frame: TerminalFrame)

    /// Adds a message after the earlier ones.
    func send(_ message: TerminalMessage)

    /// Suspends the program until the person continues it.
    func suspend()

    /// Gives the terminal back and ends the messages.
    func close()
}

/// A screen, and the bytes that draw it on a terminal.
package struct TerminalFrame {
    /// The screen.
    package let screen: TerminalScreen
    /// The bytes; empty if the terminal shows the screen already.
    package let bytes: [UInt8]

    /// Compares a screen with the screen that the terminal shows, or draws the whole screen if that is unknown.
    init(_ screen: TerminalScreen, over shown: TerminalScreen?) {
        self.screen = screen
        let bytes = shown.map { screen.difference(from: $0) } ?? screen.repaint()
        // Short frames arrive at once anyway (synchronized output, DEC private mode 2026).
        self.bytes =
            bytes.count > 256
            ? Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8) : bytes
    }
}

extension Terminal: BrowserTerminal {
    package func draw(_ frame: TerminalFrame) {
        if !frame.bytes.isEmpty { write(frame.bytes) }
    }
}
