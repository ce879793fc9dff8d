extension GridLine {
    /// Returns the number in a cell, which may be infinite or not a number; `nil` for a cell of another kind.
    @inline(__always)
    public func number(in cell: GridCell) -> Double? {
        cell.isNumber ? withValue(of: cell) { Double(utf8: $0) } : nil
    }
}

extension Double {
    /// The powers of ten that are exact.
    package static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
        1e19, 1e20, 1e21, 1e22,
    ]

    /// Reads a number: exactly, up to 15 digits without an exponent; otherwise as the standard library does.
    @inline(__always)
    package init?(utf8: UnsafeBufferPointer<UInt8>) {
        let isNegative = utf8.first == UInt8(ascii: "-")
        var (digits, point, offset) = (0, -1, isNegative ? 1 : 0)
        let end = utf8.count < 17 ? utf8.count : 0
        while offset < end {
            let byte = utf8[offset]
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                digits = digits &* 10 &+ Int(digit)
            } else if byte == UInt8(ascii: "."), point < 0 {
                point = offset
            } else {
                break
            }
            offset &+= 1
        }
        guard offset == utf8.count, digits < 1 << 53 else {
            guard let number = Double(String(decoding: utf8, as: UTF8.self)) else { return nil }
            self = number
            return
        }
        // The quotient of two exact numbers is rounded once.
        let magnitude =
            point < 0 ? Double(digits) : Double(digits) / Self.powersOfTen[utf8.count &- 1 &- point]
        self = isNegative ? -magnitude : magnitude
    }
}
