/// A compressor of one stream in the DEFLATE format (RFC 1951), with the fixed codes of its section 3.2.6.
///
/// Each block is compressed by itself: a match repeats earlier bytes of the same block. So the compressor keeps no
/// earlier bytes, and its memory is constant. The result depends only on the blocks.
///
/// The memory is read and written without checks of bounds. The invariants:
///
/// - `word(at:)` reads 8 bytes, which are all in the block.
/// - The stream is shorter than 4 GiB, so that its offsets don't overflow. ``ZipArchive`` ensures this.
/// - A block of *n* bytes takes at most 9 bits for each byte, because a match takes at most 31 bits and replaces at least
///   4 bytes. The output has room for that, and for the 8 bytes that a store may overwrite.
struct Deflater {
    /// The places of the latest bytes with each hash: first of four bytes, then of eight. A place is an offset in the stream,
    /// so that a place before the block is recognized.
    private var places = [UInt32](repeating: 0, count: 2 << Self.hashBits)
    /// The bits that are not in the output yet, with the first bit in the lowest place. At most 7 between blocks.
    private var bits: UInt64 = 0
    private var bitCount = 0
    /// The place of the next block. Zero is not a place.
    private var blockPlace: UInt32 = 1

    fileprivate static let hashBits = 14

    /// Returns the compressed bytes of a block.
    ///
    /// - Parameter block: At most 1 MiB.
    mutating func compress(_ block: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        if block.isEmpty { return [] }
        defer { blockPlace += UInt32(block.count) }
        let room = block.count + block.count / 8 + 32
        return [UInt8](unsafeUninitializedCapacity: room) { output, count in
            guard let start = output.baseAddress else { return }
            var end = UnsafeMutableRawPointer(start)
            append(2, count: 3, to: &end)  // a block with fixed codes that is not the last one
            appendTokens(of: block, to: &end)
            append(0, count: 7, to: &end)  // the end of the block
            count = UnsafeMutableRawPointer(start).distance(to: end)
        }
    }

    /// Returns the end of the stream: an empty last block, and bits that fill the last byte.
    mutating func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { output, count in
            guard let start = output.baseAddress else { return }
            var end = UnsafeMutableRawPointer(start)
            append(3, count: 10, to: &end)
            append(0, count: -bitCount & 7, to: &end)
            count = UnsafeMutableRawPointer(start).distance(to: end)
        }
    }

    // MARK: Finding matches

    private mutating func appendTokens(
        of block: UnsafeBufferPointer<UInt8>, to end: inout UnsafeMutableRawPointer
    ) {
        var output = BitOutput(bits: bits, bitCount: bitCount, end: end)
        Codes.shared.withTables { literals, lengths, distances in
            places.withUnsafeMutableBufferPointer { places in
                var matcher = Matcher(block, at: blockPlace, places)
                var offset = 0
                while offset < block.count {
                    if let (length, distance) = matcher.match(at: offset) {
                        output.append(lengths[length])
                        output.append(Codes.distance(distance, distances))
                        matcher.skip(offset &+ 1..<offset &+ length)
                        offset &+= length
                    } else {
                        output.append(literals[Int(block[offset])])
                        offset &+= 1
                    }
                    output.flush()
                }
            }
        }
        bits = output.bits
        bitCount = output.bitCount
        end = output.end
    }

    private mutating func append(_ bits: UInt64, count: Int, to end: inout UnsafeMutableRawPointer) {
        var output = BitOutput(bits: self.bits, bitCount: bitCount, end: end)
        output.append(Code(bits: UInt32(bits), count: UInt32(count)))
        output.flush()
        self.bits = output.bits
        bitCount = output.bitCount
        end = output.end
    }
}

/// Finds repeated bytes within a block.
///
/// A match of eight bytes is preferred over the latest match of four: in the markup of cells, this saves a seventh of the
/// compressed bytes.
private struct Matcher {
    private let bytes: UnsafeRawPointer
    private let count: Int
    private let place: UInt32
    private let places: UnsafeMutableBufferPointer<UInt32>

    init(
        _ block: UnsafeBufferPointer<UInt8>, at place: UInt32, _ places: UnsafeMutableBufferPointer<UInt32>
    ) {
        bytes = UnsafeRawPointer(block.baseAddress.unsafelyUnwrapped)
        count = block.count
        self.place = place
        self.places = places
    }

    /// Returns the length of a match at an offset and its distance, and remembers the offset.
    @inline(__always)
    mutating func match(at offset: Int) -> (length: Int, distance: Int)? {
        guard offset &+ 8 <= count else { return nil }
        let word = word(at: offset)
        let long = replacePlace(at: Self.longHash(word), with: offset)
        let short = replacePlace(at: Self.shortHash(word), with: offset)
        if isNear(long, offset), self.word(at: long) == word {
            return (matchLength(long, offset, from: 8), offset &- long)
        }
        if isNear(short, offset), UInt32(truncatingIfNeeded: self.word(at: short) ^ word) == 0 {
            return (matchLength(short, offset, from: 4), offset &- short)
        }
        return nil
    }

    /// Remembers the offsets of bytes that a match has replaced.
    @inline(__always)
    mutating func skip(_ offsets: Range<Int>) {
        for offset in offsets.lowerBound..<max(min(offsets.upperBound, count &- 7), offsets.lowerBound) {
            let word = word(at: offset)
            _ = replacePlace(at: Self.longHash(word), with: offset)
            _ = replacePlace(at: Self.shortHash(word), with: offset)
        }
    }

    /// Returns the offset of the latest bytes with a hash, which is negative before the block.
    @inline(__always)
    private func replacePlace(at hash: Int, with offset: Int) -> Int {
        let old = Int(places[hash]) &- Int(place)
        places[hash] = place &+ UInt32(truncatingIfNeeded: offset)
        return old
    }

    @inline(__always)
    private func isNear(_ candidate: Int, _ offset: Int) -> Bool {
        candidate >= 0 && offset &- candidate <= 32_768
    }

    @inline(__always)
    private func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: (bytes + offset).loadUnaligned(as: UInt64.self))
    }

    /// Returns the hash of the first four bytes of a word.
    @inline(__always)
    private static func shortHash(_ word: UInt64) -> Int {
        Int(truncatingIfNeeded: (word << 32 &* 0x9E37_79B1_85EB_CA87) >> UInt64(64 - Deflater.hashBits))
    }

    @inline(__always)
    private static func longHash(_ word: UInt64) -> Int {
        1 << Deflater.hashBits
            | Int(truncatingIfNeeded: (word &* 0x9E37_79B1_85EB_CA87) >> UInt64(64 - Deflater.hashBits))
    }

    /// Returns the number of equal bytes at two offsets, at most 258.
    ///
    /// - Parameter known: The number of bytes that are known to be equal.
    @inline(__always)
    private func matchLength(_ candidate: Int, _ offset: Int, from known: Int) -> Int {
        let limit = min(count &- offset, 258)
        var length = known
        while length &+ 8 <= limit {
            let difference = word(at: candidate &+ length) ^ word(at: offset &+ length)
            if difference != 0 { return length &+ difference.trailingZeroBitCount / 8 }
            length &+= 8
        }
        while length < limit,
            bytes.load(fromByteOffset: candidate &+ length, as: UInt8.self)
                == bytes.load(fromByteOffset: offset &+ length, as: UInt8.self)
        {
            length &+= 1
        }
        return length
    }
}

/// Bits on their way to memory.
private struct BitOutput {
    var bits: UInt64
    var bitCount: Int
    var end: UnsafeMutableRawPointer

    @inline(__always)
    mutating func append(_ code: Code) {
        bits |= UInt64(code.bits) << UInt64(truncatingIfNeeded: bitCount)
        bitCount &+= Int(code.count)
    }

    /// Stores the complete bytes.
    @inline(__always)
    mutating func flush() {
        end.storeBytes(of: bits.littleEndian, as: UInt64.self)
        end += bitCount >> 3
        bits >>= UInt64(truncatingIfNeeded: bitCount & ~7)
        bitCount &= 7
    }
}

/// The bits of a code, with the first bit in the lowest place.
private struct Code {
    let bits: UInt32
    let count: UInt32
}

/// The fixed codes of RFC 1951, with the extra bits of lengths and distances.
private struct Codes {
    private let literals: [Code]
    private let lengths: [Code]
    /// The five bits of each symbol of a distance.
    private let distances: [UInt32] = (0..<30).map { reversed($0, 5) }

    static let shared = Codes()

    private init() {
        literals = (0..<256).map(Self.symbol)
        var lengths = [Code](repeating: Code(bits: 0, count: 0), count: 259)
        for length in 3...258 {
            // Groups of four symbols have the same number of extra bits (section 3.2.5).
            let value = UInt32(length - 3)
            let extraCount = value < 8 ? 0 : UInt32(29 - value.leadingZeroBitCount)
            let symbol = Self.symbol(length == 258 ? 285 : 257 + Int(extraCount * 4 + value >> extraCount))
            let extra = length == 258 ? 0 : value & (1 << extraCount - 1)
            lengths[length] = Code(
                bits: symbol.bits | extra << symbol.count,
                count: symbol.count + (length == 258 ? 0 : extraCount))
        }
        self.lengths = lengths
    }

    /// Returns the code of a literal or length (section 3.2.6).
    private static func symbol(_ symbol: Int) -> Code {
        let (code, count): (Int, UInt32) =
            switch symbol {
            case ..<144: (0x30 + symbol, 8)
            case ..<256: (0x190 + symbol - 144, 9)
            case ..<280: (symbol - 256, 7)
            default: (0xC0 + symbol - 280, 8)
            }
        return Code(bits: reversed(UInt32(code), count), count: count)
    }

    private static func reversed(_ bits: UInt32, _ count: UInt32) -> UInt32 {
        (0..<count).reduce(0) { $0 | (bits >> $1 & 1) << (count - 1 - $1) }
    }

    /// Passes the codes of literals and of lengths, and the symbols of distances.
    func withTables<Result>(
        _ body: (UnsafeBufferPointer<Code>, UnsafeBufferPointer<Code>, UnsafeBufferPointer<UInt32>) -> Result
    ) -> Result {
        literals.withUnsafeBufferPointer { literals in
            lengths.withUnsafeBufferPointer { lengths in
                distances.withUnsafeBufferPointer { body(literals, lengths, $0) }
            }
        }
    }

    /// Returns the code of a distance. Two symbols have the same number of extra bits (section 3.2.5).
    @inline(__always)
    static func distance(_ distance: Int, _ symbols: UnsafeBufferPointer<UInt32>) -> Code {
        let value = UInt32(truncatingIfNeeded: distance &- 1)
        let extraCount = value < 2 ? 0 : 30 &- UInt32(truncatingIfNeeded: value.leadingZeroBitCount)
        let symbol = Int(truncatingIfNeeded: 2 &* extraCount &+ value >> extraCount)
        let extra = value & ((1 << extraCount) &- 1)
        return Code(bits: symbols[symbol] | extra << 5, count: 5 &+ extraCount)
    }
}
