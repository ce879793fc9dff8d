import TableAgent

extension GridOutput {
    /// Writes text with some of its scalars replaced.
    ///
    /// - Parameters:
    ///   - utf8: The text, valid UTF-8.
    ///   - question: Holds for the first byte of each scalar that may be replaced, and only for first bytes.
    ///   - replacement: Takes such a scalar and the range of its bytes; returns `nil` to keep it.
    @inline(__always)
    mutating func write(
        _ utf8: UnsafeBufferPointer<UInt8>, where question: (ByteWord) -> UInt64,
        replacing replacement: (UInt32, Range<Int>) -> String?
    ) {
        var kept = 0
        var offset = utf8.firstOffset(where: question)
        while offset < utf8.count {
            let start = offset
            let scalar = DisplayWidth.decode(utf8, &offset)
            if let replacement = replacement(scalar, start..<offset) {
                bytes.append(UnsafeBufferPointer(rebasing: utf8[kept..<start]))
                write(replacement)
                kept = offset
            }
            offset = utf8.firstOffset(from: offset, where: question)
        }
        bytes.append(UnsafeBufferPointer(rebasing: utf8[kept...]))
    }
}
