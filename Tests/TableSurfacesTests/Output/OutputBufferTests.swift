import Testing

@testable import TableSurfaces

@Suite struct OutputBufferTests {
    private func bytes(_ buffer: borrowing OutputBuffer) -> [UInt8] {
        buffer.withBytes { Array($0) }
    }

    @Test(arguments: SampleRandom.seeds)
    func `Random appends leave the bytes that an array has`(seed: UInt64) {
        var random = SampleRandom(seed: seed)
        var buffer = OutputBuffer()
        var expected: [UInt8] = []
        for _ in 0..<3000 {
            let count = Int.random(in: 0...40, using: &random)
            let text = String(repeating: "x", count: count)
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                buffer.append(UInt8(count))
                expected.append(UInt8(count))
            case 1:
                buffer.append(word: 0x0807_0605_0403_0201)
                expected += 1...8
            case 2:
                buffer.append(text)
                expected += text.utf8
            case 3:
                buffer.append(Array(text.utf8))
                expected += text.utf8
            case 4:
                buffer.append(ShortText("│ \n"))
                buffer.append(literal: "│ \n")
                expected += "│ \n│ \n".utf8
            case 5:
                buffer.appendBlanks(count)
                expected += [UInt8](repeating: 0x20, count: count)
            case 6:
                let isKept = buffer.append(atMost: 17 + 3 * count) { room in
                    room.append(ShortText("12345678"))
                    room.appendBlanks(count)
                    Array(text.utf8).withUnsafeBufferPointer { room.append($0) }
                    room.append(ShortText("12345678"))
                    room.append(ShortText(""))
                    return count % 2 == 0
                }
                #expect(isKept == (count % 2 == 0))
                if isKept {
                    expected += "12345678".utf8 + [UInt8](repeating: 0x20, count: count)
                    expected += text.utf8 + Array("12345678".utf8)
                }
            default:
                guard expected.count > 20_000 else { continue }
                buffer.truncate(to: count)
                expected.removeLast(expected.count - count)
            }
            #expect(buffer.count == expected.count, "seed \(seed)")
        }
        #expect(bytes(buffer) == expected, "seed \(seed)")
    }

    @Test func `Room for more keeps what is there`() {
        var buffer = OutputBuffer()
        buffer.append("text")
        buffer.reserve(1 << 20)
        buffer.reserve(10)
        #expect(bytes(buffer) == Array("text".utf8))
    }

    @Test func `More than there was said to be stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var buffer = OutputBuffer()
            _ = buffer.append(atMost: 3) { room in
                room.append(ShortText("1234"))
                return true
            }
        }
    }

    @Test func `A text of more than eight bytes is no short one`() async {
        await #expect(processExitsWith: .failure) { _ = ShortText("123456789") }
    }
}
