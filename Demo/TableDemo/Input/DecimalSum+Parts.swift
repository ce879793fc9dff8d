extension DecimalSum {
    /// A number taken apart: where its digits are and which powers of ten they count.
    struct Parts {
        let isNegative: Bool
        /// Whether all digits are 0.
        let isZero: Bool
        /// The digits and the point in the text, from the first digit that is not 0.
        let digits: Range<Int>
        /// The power of ten that the first of the digits counts.
        let highestPower: Int
        /// How many digits there are after the point when the number is written without exponent.
        let fractionDigits: Int

        init(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) {
            var index = text.first == Byte.minus ? 1 : 0
            isNegative = index == 1
            let start = index
            Self.skipDigits(text, &index)
            let wholeEnd = index
            guard wholeEnd > start else { throw .notANumber }
            guard wholeEnd == start + 1 || text[start] != Byte.zero else { throw .notANumber }
            if index < text.count, text[index] == Byte.point {
                index += 1
                Self.skipDigits(text, &index)
                guard index > wholeEnd + 1 else { throw .notANumber }
            }
            let end = index
            let exponent = try Self.exponent(text, from: index)
            let written = max(0, end - wholeEnd - 1)
            let first = text[start..<end].firstIndex { $0 != Byte.zero && $0 != Byte.point }
            isZero = first == nil
            let digitsStart = first ?? end
            digits = digitsStart..<end
            highestPower =
                isZero ? 0 : exponent + wholeEnd - digitsStart - (digitsStart < wholeEnd ? 1 : 0)
            fractionDigits = max(0, isZero ? written : written - exponent)
            guard isZero || highestPower < DecimalSum.reach, fractionDigits <= DecimalSum.reach else {
                throw .outOfReach
            }
        }

        private static func skipDigits(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
            while index < text.count, Byte.isDigit(text[index]) { index += 1 }
        }

        /// The exponent that is written from an index to the end; 0 if there is none.
        private static func exponent(
            _ text: UnsafeBufferPointer<UInt8>, from start: Int
        ) throws(Failure) -> Int {
            guard start < text.count else { return 0 }
            guard text[start] | 0x20 == UInt8(ascii: "e") else { throw .notANumber }
            var index = start + 1
            var isNegative = false
            if index < text.count, text[index] == Byte.plus || text[index] == Byte.minus {
                isNegative = text[index] == Byte.minus
                index += 1
            }
            guard index < text.count else { throw .notANumber }
            var value = 0
            for byte in text[index...] {
                guard Byte.isDigit(byte) else { throw .notANumber }
                // Far out of reach is as good as any value beyond it, and cannot overflow.
                value = min(value * 10 + Int(byte - Byte.zero), 1 << 40)
            }
            return isNegative ? -value : value
        }
    }
}
