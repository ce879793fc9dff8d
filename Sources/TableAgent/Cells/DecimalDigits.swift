/// Up to eight decimal digits in one machine word, the first digit in the lowest byte.
///
/// Digits are found for all places at once, and stored at once. See the rows `text/100k x 6` and
/// `csv/100k x 6` of the benchmark.
struct DigitWord {
    /// ASCII digits from the lowest byte on.
    let bytes: UInt64
    /// How many of the bytes are digits of the number.
    let count: Int

    /// The number that takes more than eight digits.
    static let limit: UInt64 = 100_000_000

    private static let zeros: UInt64 = 0x3030_3030_3030_3030

    /// The digits of a number without zeros in front; one digit for 0.
    @inline(__always)
    init(_ number: UInt64) {
        let digits = Self.places(of: number)
        // The mark in the last place keeps its digit when all are 0.
        let zeroCount = (digits | 1 << 56).trailingZeroBitCount / 8
        bytes = (digits | Self.zeros) >> UInt64(truncatingIfNeeded: zeroCount * 8)
        count = 8 - zeroCount
    }

    /// All eight digits of a number, zeros in front included.
    @inline(__always)
    init(allOf number: UInt64) {
        bytes = Self.places(of: number) | Self.zeros
        count = 8
    }

    /// A point and the digits behind it of a number of ten-thousandths, without zeros at the end; `.0` for 0.
    @inline(__always)
    init(tenThousandths number: UInt64) {
        let digits = Self.places(of: number) >> 32
        let zeroCount = (UInt32(truncatingIfNeeded: digits) | 1).leadingZeroBitCount / 8
        bytes = (digits | Self.zeros) << 8 | UInt64(UInt8(ascii: "."))
        count = 5 - zeroCount
    }

    /// Writes the digits, and up to eight bytes in all; returns the number of digits.
    @inline(__always)
    func write(to room: UnsafeMutableRawPointer) -> Int {
        room.storeBytes(of: bytes.littleEndian, as: UInt64.self)
        return count
    }

    /// The eight digits of a number as values, a byte each.
    ///
    /// The number is cut in halves, quarters and eighths. Within each part a multiplication and a shift
    /// divide as exactly as needed: `n * 10486 >> 20` is `n / 100` below 10,000, and `n * 103 >> 10` is
    /// `n / 10` below 100.
    @inline(__always)
    private static func places(of number: UInt64) -> UInt64 {
        assert(number < limit)
        let halves = number / 10_000 | (number % 10_000) << 32
        let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let quarters = hundreds | (halves &- hundreds &* 100) << 16
        let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (quarters &- tens &* 10) << 8
    }
}

extension ByteBuffer {
    /// Adds a whole number in decimal digits.
    @inline(__always)
    mutating func append(digitsOf number: Int) {
        append(atMost: 24) {
            Self.write(isNegative: number < 0, digitsOf: UInt64(number.magnitude), to: $0)
        }
    }

    /// Adds a number as it describes itself.
    @inline(__always)
    mutating func append(descriptionOf number: Double) {
        guard let tenThousandths = Self.tenThousandths(of: number.magnitude) else {
            return append(number.description)
        }
        append(atMost: 24) { room in
            let count = Self.write(
                isNegative: number.sign == .minus, digitsOf: tenThousandths / 10_000, to: room)
            return count &+ DigitWord(tenThousandths: tenThousandths % 10_000).write(to: room + count)
        }
    }

    /// Adds a whole number divided by a power of ten, with all its decimals.
    mutating func append(digitsOf number: Int, scale: Int) {
        guard scale > 0 else { return append(digitsOf: number) }
        var unit: UInt64 = 1
        for _ in 0..<scale { unit *= 10 }
        let (whole, rest) = UInt64(number.magnitude).quotientAndRemainder(dividingBy: unit)
        if number < 0 { append(UInt8(ascii: "-")) }
        append(digitsOf: Int(whole))
        append(UInt8(ascii: "."))
        while unit > 1 {
            unit /= 10
            append(UInt8(ascii: "0") + UInt8(rest / unit % 10))
        }
    }

    /// Writes a minus or nothing, and the digits of a number.
    @inline(__always)
    private static func write(
        isNegative: Bool, digitsOf number: UInt64, to room: UnsafeMutableRawPointer
    ) -> Int {
        room.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
        let count = isNegative ? 1 : 0
        return count &+ write(digitsOf: number, to: room + count)
    }

    @inline(__always)
    private static func write(digitsOf number: UInt64, to room: UnsafeMutableRawPointer) -> Int {
        number < DigitWord.limit ? DigitWord(number).write(to: room) : write(manyDigitsOf: number, to: room)
    }

    private static func write(manyDigitsOf number: UInt64, to room: UnsafeMutableRawPointer) -> Int {
        let count = write(digitsOf: number / DigitWord.limit, to: room)
        return count + DigitWord(allOf: number % DigitWord.limit).write(to: room + count)
    }

    /// The ten-thousandths of a number, if their decimal digits are the number's own description.
    ///
    /// A number describes itself by the shortest decimal that reads back as it. No two decimals of up to 15
    /// digits read as the same number. So one that does read back is the only one of up to 15 digits, and
    /// the shortest. It reads back if the division, which rounds as reading does, gives the number again.
    @inline(__always)
    private static func tenThousandths(of magnitude: Double) -> UInt64? {
        guard magnitude < 1e11 else { return nil }  // 15 digits
        let count = Int64(magnitude * 10_000 + 0.5)
        return Double(count) / 10_000 == magnitude ? UInt64(truncatingIfNeeded: count) : nil
    }
}
