import TableSurfaces

@_spi(Internals) @testable import TableBrowser

/// A terminal whose input is known in advance, with the times at which it arrives. It shows nothing.
struct TypedTerminal: BrowserTerminal {
    let messages: AsyncStream<TerminalMessage>
    let traits = TerminalTraits(isTerminal: true, columns: 80, lines: 24, environment: [:])
    let size = (width: 80, height: 24)
    let isBusy = false

    /// Creates a terminal from texts, each with the number of milliseconds since the first one.
    init(_ input: [(text: String, milliseconds: Int)]) {
        let start = ContinuousClock.now
        let stream = AsyncStream<TerminalMessage>.makeStream()
        messages = stream.stream
        for (text, milliseconds) in input {
            stream.continuation.yield(.bytes(Array(text.utf8), start + .milliseconds(milliseconds)))
        }
        stream.continuation.yield(.leave)
    }

    func write(_ bytes: [UInt8]) {}
    func draw(_ frame: TerminalFrame) {}
    func send(_ message: TerminalMessage) {}
    func suspend() {}
    func close() {}
}
