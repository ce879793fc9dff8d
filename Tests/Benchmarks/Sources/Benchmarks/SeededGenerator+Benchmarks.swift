import Foundation

extension SeededGenerator {
    /// Creates a generator with the same numbers in each run, so that the figures of two runs compare.
    init() { self.init(seed: 2026) }

    mutating func uuid() -> UUID {
        let (a, b) = (next(), next())
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (8 * index)) }
        return UUID(
            uuid: (
                byte(a, 0), byte(a, 1), byte(a, 2), byte(a, 3), byte(a, 4), byte(a, 5), byte(a, 6),
                byte(a, 7),
                byte(b, 0), byte(b, 1), byte(b, 2), byte(b, 3), byte(b, 4), byte(b, 5), byte(b, 6), byte(b, 7)
            ))
    }

    mutating func isOne(in number: Int) -> Bool { Int.random(in: 0..<number, using: &self) == 0 }
}
