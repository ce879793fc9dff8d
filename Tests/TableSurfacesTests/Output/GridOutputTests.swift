import TableAgent
import TableSurfaces
import Testing

struct GridOutputTests {
    private let block = 1 << 16

    @Test func `It passes on nothing before a block is full`() throws {
        let sink = CountingSink()
        var output = GridOutput(to: sink)
        for _ in 0..<(block / 4 - 1) {
            output.write("abc\n")
            try output.endLine()
        }
        #expect(sink.blockSizes == [])

        output.write(utf8: "abc\n".utf8)
        try output.endLine()
        #expect(sink.blockSizes == [block])
    }

    @Test func `The rest is passed on by a flush, and nothing twice`() throws {
        let sink = MemorySink()
        var output = GridOutput(to: sink)
        output.write("Zürich ")
        output.write(utf8: "東京".utf8)
        try output.flush()
        try output.flush()
        sink.finish()

        #expect(sink.text == "Zürich 東京")
    }

    @Test func `A flush of nothing does not reach the sink`() throws {
        let sink = CountingSink()
        var output = GridOutput(to: sink)
        try output.flush()

        #expect(sink.blockSizes == [])
    }

    static let formats: [@Sendable () -> any GridFormat] = [
        { TextFormat() }, { TextFormat(border: .none, width: 30) }, { CSVFormat() }, { TSVFormat() },
        { JSONFormat() }, { JSONLinesFormat() }, { MarkdownFormat() }, { HTMLFormat() },
        { HTMLFormat(pageTitle: "Long") },
    ]

    @Test(arguments: formats.indices)
    func `A long table reaches the sink in blocks, not in cells`(format: Int) throws {
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
    func `What a sink throws ends the table`(format: Int) throws {
        let format = Self.formats[format]()
        let sink = CountingSink(refusedBlock: 1)

        #expect(throws: CountingSink.Refusal(block: 1)) {
            var output = GridOutput(to: sink)
            try format.write(.long, to: &output)
            try output.flush()
        }

        #expect(sink.blockSizes.count == 1)
    }
}
