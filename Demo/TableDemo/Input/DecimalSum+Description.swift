extension DecimalSum: CustomStringConvertible {
    /// The sum without exponent, with as many digits after the point as the number that had most:
    /// 1.50 + 1.50 is `3.00`. A sum of nothing is `0`, and none is `-0`.
    var description: String {
        let carried = carried()
        let isNegative = (carried.last ?? 0) < 0
        let limbs = isNegative ? Self.carried(carried.map { -$0 }) : carried

        var digits = ""
        for limb in limbs.reversed() {
            let text = String(limb)
            digits += String(repeating: "0", count: max(0, 9 - text.count)) + text
        }
        let point = digits.utf8.count + lowest * 9
        let whole = String(digits.prefix(point).drop { $0 == "0" })
        let fraction = digits.dropFirst(point).prefix(fractionDigits)
        let isZero = whole.isEmpty && fraction.allSatisfy { $0 == "0" }
        return (isNegative && !isZero ? "-" : "") + (whole.isEmpty ? "0" : whole)
            + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// The limbs of the sum with all carries settled: each holds nine digits, and only the last one
    /// can be negative, when the sum is.
    func carried() -> [Int] {
        Self.carried(limbs)
    }

    private static func carried(_ limbs: [Int]) -> [Int] {
        var result: [Int] = []
        var carry = 0
        for limb in limbs {
            let value = limb + carry
            var digits = value % 1_000_000_000
            if digits < 0 { digits += 1_000_000_000 }
            result.append(digits)
            carry = (value - digits) / 1_000_000_000
        }
        // What is left over is less than 10^10, or negative and above -10^10.
        result.append(carry)
        return result
    }
}
