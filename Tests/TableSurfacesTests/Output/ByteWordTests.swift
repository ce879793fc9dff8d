import RandomTesting
import Testing

@testable import TableSurfaces

@Suite struct ByteWordTests {
    /// A query on words, and its expected result for one byte.
    struct Question: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let mask: @Sendable (ByteWord) -> UInt64
        let holds: @Sendable (UInt8) -> Bool
    }

    static let questions: [Question] =
        [0, 1, 0x0A, 0x22, 0x2C, 0x7E, 0x7F, 0x80, 0x81, 0xC2, 0xEF, 0xFF].map { wanted in
            Question(testDescription: "is \(wanted)") {
                $0.isEqual(to: wanted)
            } holds: {
                $0 == wanted
            }
        }
        + [0...0x1F, 0x20...0x7E, 0x30...0x39, 0...0x7F, 0x7F...0x7F, 0...0].map { range in
            Question(testDescription: "is in \(range)") {
                $0.isASCII(in: range)
            } holds: {
                range ~= $0
            }
        } + [
            Question(testDescription: "is not ASCII") {
                $0.nonASCII
            } holds: {
                $0 >= 0x80
            },
            Question(testDescription: "is not printable") {
                ByteWord.not($0.isASCII(in: 0x20...0x7E))
            } holds: {
                !(0x20...0x7E ~= $0)
            },
            Question(testDescription: "is a letter or digit") {
                $0.isLetterOrDigit
            } holds: {
                Character(Unicode.Scalar($0)).isASCII
                    && (Character(Unicode.Scalar($0)).isLetter || Character(Unicode.Scalar($0)).isNumber)
            },
            Question(testDescription: "starts four bytes") {
                $0.startsFourBytes
            } holds: {
                $0 >= 0xF0
            },
        ]

    @Test(arguments: questions)
    func `The result for each byte is independent of its neighbors`(question: Question) {
        for byte in 0...UInt8.max {
            for other in [0, 0x1F, 0x20, 0x7F, 0x80, 0xFF, byte &- 1, byte &+ 1, byte] {
                for place in 0..<8 {
                    let bytes = (0..<8).map { $0 == place ? byte : other }
                    let word = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
                    let expected = bytes.reversed().reduce(0) {
                        $0 << 8 | (question.holds($1) ? 0x80 : 0) as UInt64
                    }
                    guard question.mask(ByteWord(bits: word)) == expected else {
                        Issue.record("\(byte) at \(place) beside \(other)")
                        return
                    }
                }
            }
        }
    }

    @Test(arguments: 0...40)
    func `The first match is found at every offset, length, and alignment`(count: Int) {
        for alignment in 0..<8 {
            // Matching bytes also surround the searched range, where they must not be found.
            var room = [UInt8](repeating: 0x2C, count: alignment + count + 16)
            for index in 0..<count { room[alignment + index] = 0x61 }
            func first(from start: Int = 0) -> Int {
                room.withUnsafeBufferPointer { room in
                    UnsafeBufferPointer(rebasing: room[alignment..<(alignment + count)])
                        .firstOffset(from: start) { $0.isEqual(to: 0x2C) }
                }
            }
            #expect(first() == count)
            for place in 0..<count {
                room[alignment + place] = 0x2C
                for start in 0...count { #expect(first(from: start) == (start <= place ? place : count)) }
                if place > 0 {
                    room[alignment + place - 1] = 0x2C
                    #expect(first() == place - 1)
                    room[alignment + place - 1] = 0x61
                }
                room[alignment + place] = 0x61
            }
        }
    }

    @Test func `An empty range has no match`() {
        #expect(UnsafeBufferPointer<UInt8>(start: nil, count: 0).firstOffset { _ in ~0 } == 0)
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `The first match in random bytes equals the result of a plain loop`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...70, using: &random)).map { _ in
                Int.random(in: 0..<20, using: &random) == 0 ? UInt8.random(in: 0...255, using: &random) : 0x61
            }
            for question in Self.questions {
                let found = bytes.withUnsafeBufferPointer { $0.firstOffset(where: question.mask) }
                #expect(
                    found == bytes.firstIndex(where: question.holds) ?? bytes.count, "seed \(seed): \(bytes)")
            }
        }
    }
}
