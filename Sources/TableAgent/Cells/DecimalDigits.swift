/// Up to eight decimal digits in one machine word, the first digit in the lowest byte.
///
/// All digits are computed in parallel and stored at once, without a division for each digit.
struct DigitWord {
    /// ASCII digits from the lowest byte on.
    let bytes: UInt64
    /// The number of bytes that are digits of the number.
    let count: Int

    /// The smallest number with more than eight digits.
    static let limit: UInt64 = 100_000_000

    private static let zeros: UInt64 = 0x3030_3030_3030_3030

    /// The digits of a number without leading zeros; one digit for 0.
    @inline(__always)
    init(_ number: UInt64) {
        let digits = Self.digits(of: number)
        // The marker in the highest byte keeps one digit if all digits are 0.
        let zeroCount = (digits | 1 << 56).trailingZeroBitCount / 8
        bytes = (digits | Self.zeros) >> UInt64(truncatingIfNeeded: zeroCount * 8)
        count = 8 - zeroCount
    }

    /// All eight digits of a number, including leading zeros.
    @inline(__always)
    init(allOf number: UInt64) {
        bytes = Self.digits(of: number) | Self.zeros
        count = 8
    }

    /// A decimal point and the decimals of a number of ten-thousandths, without trailing zeros; `.0` for 0.
    @inline(__always)
    init(tenThousandths number: UInt64) {
        let digits = Self.digits(of: number) >> 32
        let zeroCount = (UInt32(truncatingIfNeeded: digits) | 1).leadingZeroBitCount / 8
        bytes = (digits | Self.zeros) << 8 | UInt64(UInt8(ascii: "."))
        count = 5 - zeroCount
    }

    /// Writes the digits and returns their number. The write may touch eight bytes.
    @inline(__always)
    func write(to room: UnsafeMutableRawPointer) -> Int {
        room.storeBytes(of: bytes.littleEndian, as: UInt64.self)
        return count
    }

    /// The values of the eight digits of a number, one byte each.
    ///
    /// The number is split into halves, quarters, and eighths. A multiplication and a shift replace each
    /// division, and are exact in its range: `n * 10486 >> 20` is `n / 100` below 10,000, and `n * 103 >> 10`
    /// is `n / 10` below 100.
    @inline(__always)
    private static func digits(of number: UInt64) -> UInt64 {
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

    /// Adds the description of a number.
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

    /// Writes a minus sign, if the number is negative, and the digits.
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

    /// The number in ten-thousandths, or `nil` if that decimal differs from the number's description.
    ///
    /// A number's description is the shortest decimal that is parsed as the same number. Different decimals
    /// of up to 15 digits are parsed as different numbers. A decimal of up to 15 digits that is parsed as
    /// this number is therefore its description. The division rounds in the same way as parsing does, so the
    /// decimal is correct if the division returns the number.
    @inline(__always)
    private static func tenThousandths(of magnitude: Double) -> UInt64? {
        guard magnitude < 1e11 else { return nil }  // 15 digits
        let count = Int64(magnitude * 10_000 + 0.5)
        return Double(count) / 10_000 == magnitude ? UInt64(truncatingIfNeeded: count) : nil
    }
}
