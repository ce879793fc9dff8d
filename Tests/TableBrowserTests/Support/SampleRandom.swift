/// A random number generator with the same numbers for the same seed (SplitMix64).
struct SampleRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// Returns a text of up to twelve pieces.
    mutating func text(of pieces: [String]) -> String {
        (0..<Int.random(in: 0...12, using: &self)).map { _ in
            pieces.randomElement(using: &self) ?? ""
        }.joined()
    }

    /// Returns rows of text with at least one cell each.
    mutating func rows(columns: Int, of pieces: [String]) -> [[String]] {
        (0..<Int.random(in: 1...20, using: &self)).map { _ in (0..<columns).map { _ in text(of: pieces) } }
    }

    /// Constant seeds, and one seed that is new in each run. A failure names its seed.
    static let seeds: [UInt64] = [1, 2, 3, .random(in: 4...UInt64.max)]
}
