import RandomTesting
import TableAgent
import Testing

@testable import TableSurfaces

struct GridOutputTests {
    private let block = 1 << 16

    @Test func `Bytes are passed on when a block is full`() throws {
        let sink = CountingSink()
        var output = GridOutput(to: sink)
        for _ in 0..<(block / 4 - 1) {
            output.write("abc\n")
            try output.flushIfFull()
        }
        #expect(sink.blockSizes == [])

        output.write(utf8: "abc\n".utf8)
        try output.flushIfFull()
        #expect(sink.blockSizes == [block])
    }

    @Test(arguments: [nil, 80])
    func `Text with a long cell is passed on in small blocks`(width: Int?) throws {
        let sink = CountingSink()
        var output = GridOutput(to: sink)
        let cell = String(repeating: "word ", count: 1 << 20)
        try TextFormat(width: width).write(TableInfo(["text"], rows: [[.text(cell)]]), to: &output)
        try output.flush()

        #expect(sink.blockSizes.reduce(0, +) > cell.utf8.count)
        #expect(sink.blockSizes.max().map { $0 <= 1 << 20 } == true)
        // Only a line of text is written whole.
        #expect(width == nil || sink.blockSizes.allSatisfy { $0 < block + 1000 })
    }

    @Test func `A flush passes on the remaining bytes exactly once`() throws {
        let sink = MemorySink()
        var output = GridOutput(to: sink)
        output.write("Zürich ")
        output.write(utf8: "東京".utf8)
        try output.flush()
        try output.flush()
        sink.finish()

        #expect(sink.text == "Zürich 東京")
    }

    @Test func `An empty flush does not reach the sink`() throws {
        let sink = CountingSink()
        var output = GridOutput(to: sink)
        try output.flush()

        #expect(sink.blockSizes == [])
    }

    static let formats: [@Sendable () -> any TextualFormat] = [
        { TextFormat() }, { TextFormat(border: .none, width: 30) }, { CSVFormat() }, { TSVFormat() },
        { JSONFormat() }, { JSONLinesFormat() }, { MarkdownFormat() }, { HTMLFormat() },
        { HTMLFormat(page: "Long") },
    ]

    @Test(arguments: formats.indices)
    func `A long table reaches the sink in blocks instead of cells`(format: Int) throws {
        let format = Self.formats[format]()
        let sink = CountingSink()
        var output = GridOutput(to: sink)
        try format.write(.long, to: &output)
        try output.flush()

        let total = sink.blockSizes.reduce(0, +)
        #expect(total == (try format.string(of: .long).utf8.count))
        #expect(sink.blockSizes.count <= total / block + 1)
        #expect(sink.blockSizes.dropLast().allSatisfy { (block..<block + 4096).contains($0) })
    }

    @Test(arguments: formats.indices)
    func `An error of the sink ends the table`(format: Int) throws {
        let format = Self.formats[format]()
        let sink = CountingSink(refusedBlock: 1)

        #expect(throws: CountingSink.Refusal(block: 1)) {
            var output = GridOutput(to: sink)
            try format.write(.long, to: &output)
            try output.flush()
        }

        #expect(sink.blockSizes.count == 1)
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Random appends produce the same bytes as an array`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sink = MemorySink()
        var output = GridOutput(to: sink)
        var expected: [UInt8] = []
        for _ in 0..<3000 {
            let count = Int.random(in: 0...40, using: &random)
            let text = String(repeating: "x", count: count)
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                output.append(UInt8(count))
                expected.append(UInt8(count))
            case 1:
                output.write(utf8: (1...8).lazy.map { $0 })
                expected += 1...8
            case 2:
                output.write(text)
                expected += text.utf8
            case 3:
                output.append(Array(text.utf8))
                expected += text.utf8
            case 4:
                output.append(ShortText("│ \n"))
                output.append(literal: "│ \n")
                expected += "│ \n│ \n".utf8
            case 5:
                output.appendBlanks(count)
                expected += [UInt8](repeating: 0x20, count: count)
            case 6:
                let start = output.count
                output.append(ShortText("12345678"))
                output.appendBlanks(count)
                output.truncate(to: start + 4)
                expected += "1234".utf8
            default:
                try output.flushIfFull()
            }
        }
        try output.flush()
        sink.finish()
        #expect(sink.bytes == expected, "seed \(seed)")
    }

    @Test func `Truncating to more bytes than available stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var output = GridOutput(to: MemorySink())
            output.write("abc")
            output.truncate(to: 4)
        }
    }

    @Test func `A text of more than 16 bytes stops the program if it is written as a short text`() async {
        await #expect(processExitsWith: .failure) { _ = ShortText("12345678901234567") }
    }
}
