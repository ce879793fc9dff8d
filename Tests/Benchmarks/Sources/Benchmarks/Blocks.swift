import TableSurfaces

/// The output of a hand-written loop: an array of bytes that goes to a sink when it is large enough.
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

    /// Appends text with some of its ASCII bytes replaced.
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

    /// Writes the remaining bytes and returns the total number of bytes.
    mutating func finish() -> Int {
        flush()
        return (sink as? CountingSink)?.takeCount() ?? 0
    }
}
