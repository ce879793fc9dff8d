import TableAgent

extension GridOutput {
    /// Writes text with some of its scalars replaced.
    ///
    /// - Parameters:
    ///   - utf8: The text, valid UTF-8.
    ///   - replacement: Takes a scalar and the range of its bytes; returns `nil` to keep it.
    @inline(__always)
    mutating func write(
        _ utf8: UnsafeBufferPointer<UInt8>, replacing replacement: (UInt32, Range<Int>) -> String?
    ) {
        var kept = 0
        var offset = 0
        while offset < utf8.count {
            let start = offset
            let scalar = DisplayWidth.decode(utf8, &offset)
            guard let replacement = replacement(scalar, start..<offset) else { continue }
            bytes.append(UnsafeBufferPointer(rebasing: utf8[kept..<start]))
            write(replacement)
            kept = offset
        }
        bytes.append(UnsafeBufferPointer(rebasing: utf8[kept...]))
    }
}
