import Foundation

@testable import TableDemo

/// How long the tests with random input go on, and from which seeds.
///
/// A usual run is bounded to seconds. `TABLE_FUZZ=100` tries a hundred times as many inputs, and
/// `TABLE_SEED=7` those of one seed:
///
/// ```
/// TABLE_FUZZ=1000 swift test --filter Fuzz
/// ```
enum Fuzz {
    /// How many inputs are made of each seed.
    static let rounds = 25 * Int(number("TABLE_FUZZ") ?? 1)

    /// The seeds, as arguments, so that a failure names its seed.
    static let seeds: [UInt64] = number("TABLE_SEED").map { [$0] } ?? InputFixture.seeds.suffix(8)

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
