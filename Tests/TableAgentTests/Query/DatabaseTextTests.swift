import RandomTesting
import TableAgentTesting
import Testing

@testable import TableAgent

/// The texts by which a database sorts and finds as the library does.
struct DatabaseTextTests {
    /// Returns a random text of letters that fold, digits, and characters with a meaning in a key.
    private func text(_ random: inout SeededGenerator) -> String {
        let parts = [
            "a", "A", "ä", "Å", "e\u{301}", "ß", "ss", "Æ", "ı", "0", "00", "9", "10", "255", " ", "/", "~",
            "\u{0}", "\u{1}", "\u{2}", "\u{1}\u{1}", "東", "٣", "👩‍🚀", "\u{300}",
            String(repeating: "1", count: 254),
            String(repeating: "1", count: 255), String(repeating: "9", count: 300),
        ]
        let count = Int.random(in: 0...5, using: &random)
        return (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Sort keys have the order of texts, no NUL, and a text of their own`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 * SeededGenerator.fuzzFactor {
            let pair = (text(&random), text(&random))
            let keys = (TableQuery.sortKey(of: pair.0), TableQuery.sortKey(of: pair.1))
            let precedes = keys.0.utf8.lexicographicallyPrecedes(keys.1.utf8)
            #expect(precedes == FoldedText.precedes(pair.0, pair.1), "seed \(seed): \(pair)")
            #expect((keys.0 == keys.1) == pair.0.utf8.elementsEqual(pair.1.utf8), "seed \(seed): \(pair)")
            #expect(!keys.0.utf8.contains(0))
        }
    }

    @Test func `Texts that differ in case and accents share the beginning of their keys`() {
        func fold(_ text: String) -> String? {
            TableQuery.sortKey(of: text).split(separator: "\u{1}\u{1}", maxSplits: 1).first.map(String.init)
        }
        #expect(fold("Zürich 007") == fold("ZURICH 7") && fold("Zürich 7") != fold("Zürich 70"))
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `A folded text contains the folded parts that the library finds`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 * SeededGenerator.fuzzFactor {
            let (whole, part) = (text(&random), text(&random))
            var (utf8, scratch) = (whole, ByteBuffer())
            let isFound = utf8.withUTF8 { FoldedPattern(part).isIn($0, &scratch) }
            let bytes = Array(TableQuery.folded(whole).utf8)
            let folded = Array(TableQuery.folded(part).utf8)
            let isIn = (0...bytes.count).contains { bytes[$0...].starts(with: folded) }
            #expect(isFound == isIn, "seed \(seed): \(whole) \(part)")
        }
    }
}
