import TableSurfaces

@_spi(Internals) @testable import TableBrowser

/// A terminal whose frames are observed.
struct MirroredTerminal: BrowserTerminal {
    private let terminal: Terminal
    private let onFrame: @Sendable (TerminalFrame) -> Void

    init(_ terminal: Terminal, onFrame: @escaping @Sendable (TerminalFrame) -> Void) {
        self.terminal = terminal
        self.onFrame = onFrame
    }

    var messages: AsyncStream<TerminalMessage> { terminal.messages }
    var traits: TerminalTraits { terminal.traits }
    var size: (width: Int, height: Int) { terminal.size }
    var isBusy: Bool { terminal.isBusy }

    func write(_ bytes: [UInt8]) { terminal.write(bytes) }
    func send(_ message: TerminalMessage) { terminal.send(message) }
    func suspend() { terminal.suspend() }
    func close() { terminal.close() }

    func draw(_ frame: TerminalFrame) {
        terminal.draw(frame)
        onFrame(frame)
    }
}
