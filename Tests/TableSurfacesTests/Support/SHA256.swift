import Foundation

/// Returns the hash of a text in the notation of `Content-Security-Policy` (FIPS 180-4, in Base64).
func sha256(_ text: String) -> String {
    func fraction(_ root: Double) -> UInt32 { UInt32((root - root.rounded(.down)) * 0x1p32) }
    let primes = (2...311).filter { number in !(2..<number).contains { number.isMultiple(of: $0) } }
    let constants = primes.map { fraction(cbrt(Double($0))) }
    var hash = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
    func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    var bytes = Array(text.utf8) + [0x80]
    bytes += Array(repeating: 0, count: (120 - bytes.count % 64) % 64)
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: (text.utf8.count * 8) >> (56 - 8 * $0)) }
    for block in stride(from: 0, to: bytes.count, by: 64) {
        var words = (0..<16).map { index in
            bytes[block + 4 * index..<block + 4 * index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (near, far) = (words[index - 2], words[index - 15])
            words.append(
                words[index - 16] &+ (rotated(far, 7) ^ rotated(far, 18) ^ far >> 3)
                    &+ words[index - 7] &+ (rotated(near, 17) ^ rotated(near, 19) ^ near >> 10))
        }
        var state = hash
        for (word, constant) in zip(words, constants) {
            let (a, e) = (state[0], state[4])
            let first =
                state[7] &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25))
                &+ (e & state[5] ^ ~e & state[6]) &+ constant &+ word
            let second =
                (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22))
                &+ (a & state[1] ^ a & state[2] ^ state[1] & state[2])
            state = [first &+ second] + state[0..<3] + [state[3] &+ first] + state[4..<7]
        }
        hash = zip(hash, state).map { $0 &+ $1 }
    }
    let digest = hash.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    return "sha256-" + Data(digest).base64EncodedString()
}
