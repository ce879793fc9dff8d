import RandomTesting
import Testing

@testable import TableWorkbook

struct DeflaterTests {
    /// Compresses blocks and decodes the result with the plain decoder.
    private func decoded(_ blocks: [[UInt8]]) throws -> (bytes: [UInt8], size: Int) {
        var deflater = Deflater()
        var compressed: [UInt8] = []
        for block in blocks { compressed += block.withUnsafeBufferPointer { deflater.compress($0) } }
        compressed += deflater.finish()
        var reader = BitReader(bytes: compressed)
        let result = try reader.inflate()
        #expect(reader.offset == compressed.count)
        return (result, compressed.count)
    }

    @Test(arguments: [0, 1, 3, 4, 7, 8, 9, 257, 258, 259, 266, 40_000])
    func `Equal bytes of any count are decoded`(count: Int) throws {
        let block = [UInt8](repeating: 0xC8, count: count)
        let result = try decoded([block])
        #expect(result.bytes == block)
        #expect(result.size <= 16 + count / 50)
    }

    @Test func `Each byte is decoded alone`() throws {
        let bytes = Array(UInt8.min...UInt8.max)
        #expect(try decoded([bytes]).bytes == bytes)
    }

    /// A distance of 32,768 is the highest that a code can express.
    @Test(arguments: [32_767, 32_768, 32_769, 40_000])
    func `A repetition at any distance is decoded`(distance: Int) throws {
        var random = SeededGenerator(seed: UInt64(distance))
        let noise = (0..<distance).map { _ in UInt8.random(in: 0...255, using: &random) }
        let bytes = noise + noise.prefix(500)
        let result = try decoded([bytes])
        #expect(result.bytes == bytes)
        #expect((result.size < decodedSizeOfNoise(distance)) == (distance <= 32_768))
    }

    /// The least size of random bytes that do not repeat, and of 500 more: at least 8.4 bits for each byte.
    private func decodedSizeOfNoise(_ count: Int) -> Int { (count + 250) * 84 / 80 }

    @Test(arguments: 1...40)
    func `Random texts in random blocks are decoded`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let words = (0..<12).map { _ in
            (0..<Int.random(in: 1...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
            }
        }
        let blocks = (0..<5).map { _ -> [UInt8] in
            var block: [UInt8] = []
            let size = Int.random(in: 0...20_000, using: &random)
            while block.count < size { block += words.randomElement(using: &random) ?? [] }
            return block
        }
        #expect(try decoded(blocks).bytes == blocks.flatMap { $0 }, "seed \(seed)")
    }

    @Test(arguments: 0...40)
    func `The checksum is that of the plain algorithm`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
        var checksum = Checksum()
        bytes[..<(count / 3)].withUnsafeBytes { checksum.add($0) }
        bytes[(count / 3)...].withUnsafeBytes { checksum.add($0) }
        #expect(checksum.value == plainChecksum(bytes))
    }
}
