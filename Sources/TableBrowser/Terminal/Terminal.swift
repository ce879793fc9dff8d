package import TableAgent
package import TableSurfaces
package enum TerminalMessage: Sendable { case bytes([UInt8]), quiet, writable, resized, resumed, closed, frame, work, ended(signal: Int32) }
package final class Terminal: Sendable {
    package struct Messages { package mutating func next() async -> TerminalMessage? { nil } }
    package init(isPlain: Bool, usesMouse: Bool) throws(TableError) {}
    package var messages: Messages { Messages() }
    package func send(_ m: TerminalMessage) {}
    package var size: (width: Int, height: Int) { (80, 24) }
    package var traits: TerminalTraits { .standardOutput }
    package func write(_ b: [UInt8]) {}
    package var isBusy: Bool { false }
    package func suspend() {}
    package func close() {}
}
