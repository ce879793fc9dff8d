/// The exact sum of decimal numbers that are given as text: 0.1 + 0.2 is 0.3.
///
/// The sum is held in limbs of nine decimal digits, each in an `Int` with room to spare, so that a
/// number is added limb by limb and carries are settled only when the sum is printed. No binary
/// fraction is involved and nothing is rounded.
struct DecimalSum: Sendable {
    /// Why a number was not added.
    enum Failure: Error {
        /// The text is no number as JSON writes them.
        case notANumber
        /// The number has digits further than ``reach`` from the point, as `1e9999` has.
        case outOfReach
    }

    /// How many digits before and after the point a number may have; those of every `Double` fit.
    static let reach = 1080

    /// The sum in groups of nine digits: limb *i* counts units of 10^(9 × (*i* + `lowest`)); limbs are
    /// neither carried nor of one sign.
    private(set) var limbs: [Int] = [0, 0]
    /// The index that the first limb has, 0 or less.
    private(set) var lowest = -1
    /// The most digits after the point that a number has had, which the result keeps.
    private(set) var fractionDigits = 0
    /// How many numbers were added since the carries were settled.
    private var pending = 0

    /// Adds a number in the grammar of JSON, with an exponent too if it has one.
    ///
    /// - Parameter text: the number as UTF-8.
    /// - Throws: ``Failure``; the sum is as before then.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) {
        let number = try Parts(text)
        fractionDigits = max(fractionDigits, number.fractionDigits)
        makeRoom(from: Self.limb(of: -number.fractionDigits), through: Self.limb(of: number.highestPower))
        guard !number.isZero else { return }

        var power = number.highestPower
        var value = 0
        for byte in text[number.digits] where byte != Byte.point {
            value = value * 10 + Int(byte - Byte.zero)
            if power == Self.limb(of: power) * 9 {
                limbs[Self.limb(of: power) - lowest] += number.isNegative ? -value : value
                value = 0
            }
            power -= 1
        }
        while value != 0 {
            value *= 10
            if power == Self.limb(of: power) * 9 {
                limbs[Self.limb(of: power) - lowest] += number.isNegative ? -value : value
                value = 0
            }
            power -= 1
        }

        pending += 1
        // A limb grows by less than 10^9 each time and holds more than 9 × 10^18.
        if pending == 1 << 32 { settle() }
    }

    /// The limb that a power of ten belongs to.
    private static func limb(of power: Int) -> Int {
        power >= 0 ? power / 9 : (power - 8) / 9
    }

    private mutating func makeRoom(from first: Int, through last: Int) {
        if first < lowest {
            limbs.insert(contentsOf: repeatElement(0, count: lowest - first), at: 0)
            lowest = first
        }
        if last - lowest >= limbs.count {
            limbs += repeatElement(0, count: last - lowest - limbs.count + 1)
        }
    }

    /// Carries what the limbs hold beyond nine digits, so that they have room again.
    mutating func settle() {
        limbs = carried()
        pending = 0
    }
}
