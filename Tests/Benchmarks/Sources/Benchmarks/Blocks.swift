import TableSurfaces

/// The bytes of a loop written by hand: an array that goes to a sink when it is large enough.
struct Blocks {
    var bytes: [UInt8] = []
    private let sink: any ByteSink

    init(to sink: any ByteSink) {
        self.sink = sink
        bytes.reserveCapacity(1 << 17)
    }

    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends text with some of its bytes, all of them ASCII, replaced.
    mutating func append(_ text: String, escaping escape: (UInt8) -> String?) {
        for byte in text.utf8 {
            if let replacement = escape(byte) { append(replacement) } else { bytes.append(byte) }
        }
    }

    mutating func flushIfFull() {
        if bytes.count >= 1 << 16 { flush() }
    }

    mutating func flush() {
        do {
            try sink.write(bytes)
        } catch {
            preconditionFailure("\(error)")
        }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Passes on what is left and returns how many bytes there were in all.
    mutating func finish() -> Int {
        flush()
        return (sink as? CountingSink)?.takeCount() ?? 0
    }
}
