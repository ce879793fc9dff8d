import Foundation

/// The random number generator of all tests: SplitMix64 (Steele, Lea, and Flood, 2014).
///
/// The same seed produces the same numbers. A test that fails prints its seed, and the environment variable
/// `TABLE_SEED` repeats it.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}

extension SeededGenerator {
    /// The seed of this test run: the environment variable `TABLE_SEED`, or a new seed.
    package static let seed = given ?? .random(in: 4...1_000_000_000)

    /// The factor by which fuzz tests multiply the number of their inputs: the environment variable `TABLE_FUZZ`, or 1.
    package static let fuzzFactor = number("TABLE_FUZZ").map { Int($0) } ?? 1

    /// Returns seeds as arguments of a test, so that a failure names its seed: three constant seeds and then new ones,
    /// or only `TABLE_SEED`.
    package static func seeds(_ count: Int) -> [UInt64] {
        given.map { [$0] } ?? (0..<UInt64(count)).map { $0 < 3 ? $0 + 1 : seed &+ $0 &- 3 }
    }

    /// Returns the seeds of a range as arguments of a test, or only `TABLE_SEED`.
    package static func seeds(in range: Range<Int>) -> [UInt64] {
        given.map { [$0] } ?? range.map { UInt64($0) }
    }

    private static let given = number("TABLE_SEED")

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
