/// The CRC-32 checksum of the bytes of an archive's entry (ZIP, APPNOTE.TXT 4.4.7).
struct Checksum {
    private var remainder: UInt32 = .max

    /// The checksum of all added bytes.
    var value: UInt32 { ~remainder }

    /// Eight tables of 256 remainders. Table *n* has the remainder of each byte before *n* zero bytes.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = (0..<256).map { byte in
            (0..<8).reduce(byte) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        for index in 256..<2048 {
            let shorter = tables[index - 256]
            tables.append(tables[Int(shorter & 0xFF)] ^ shorter >> 8)
        }
        return tables
    }()

    /// Adds bytes, eight at a time.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var (rest, offset) = (remainder, 0)
        Self.tables.withUnsafeBufferPointer { tables in
            while offset &+ 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                let mixed = word ^ UInt64(rest)
                rest = 0
                for place in 0..<8 {
                    let byte = Int(truncatingIfNeeded: mixed >> UInt64(8 &* place) & 0xFF)
                    rest ^= tables[(7 &- place) &* 256 &+ byte]
                }
                offset &+= 8
            }
            for byte in bytes[offset...] {
                rest = tables[Int(rest & 0xFF ^ UInt32(byte))] ^ rest >> 8
            }
        }
        remainder = rest
    }
}
