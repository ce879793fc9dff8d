/// A hash that is the same in every process and on every machine, unlike the hash of `Hasher`.
enum StableHash {
    /// Returns the hash of bytes.
    static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        let span = bytes.span.bytes
        let wordsEnd = span.byteCount & ~7
        var hash = mix(UInt64(span.byteCount))
        for offset in stride(from: 0, to: wordsEnd, by: 8) {
            let word = unsafe span.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            hash = mix(hash ^ UInt64(littleEndian: word))
        }
        return mix(hash ^ bytes.dropFirst(wordsEnd).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Returns the hash of two neighbors, which depends on their order.
    static func hash(_ first: UInt64, _ second: UInt64) -> UInt64 { mix(mix(first) ^ second) }

    private static func mix(_ value: UInt64) -> UInt64 {
        // Without the addition, 0 would remain 0.
        let product = (value &+ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}
