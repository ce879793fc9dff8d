import TableAgent
import TableSurfaces
import Testing

struct GridStreamTests {
    private static let columns: [GridColumn] = ["Item", GridColumn("Count", alignment: .center), "Note"]

    private static let sections = [
        SampleSection(
            id: "fruit", head: ["Fruit"], rows: [["Apple", 3, "red"], ["Fig", 12]],
            foot: [.word("Total"), 15]),
        SampleSection(id: "none"),
        SampleSection(id: "metal", rows: [["Nail", 100, "a, \"b\" | <c>\nd"], ["湯呑み", nil, "\u{1B}[31m"]]),
    ]

    @Test(arguments: StreamedFormats.all)
    func `A stream writes what the format writes of the same table`(
        format: any StreamableFormat & Sendable
    ) throws {
        let stream = try format.streamed(Self.columns, Self.sections)

        #expect(try stream.text == format.string(of: TableInfo(Self.columns, Self.sections)))
        #expect(stream.report.rowCount == 4)
    }

    @Test(arguments: StreamedFormats.all)
    func `A stream without rows is an empty table`(format: any StreamableFormat & Sendable) throws {
        #expect(try format.streamed(["One"], []).text == format.string(of: TableInfo(["One"], [])))
        #expect(try format.streamed([], []).text == format.string(of: TableInfo([], [])))
        let empty = [SampleSection(id: "empty", head: ["Nothing"])]
        #expect(try format.streamed(["One"], empty).text == format.string(of: TableInfo(["One"], empty)))
    }

    @Test(arguments: StreamedFormats.all, SampleRandom.seeds)
    func `Random tables come out the same, and with any sample those of row-wise formats`(
        format: any StreamableFormat & Sendable, seed: UInt64
    ) throws {
        var random = SampleRandom(seed: seed)
        let pieces = [
            "a", " ", "\"", ",", "|", "\n", "\r", "漢", "e\u{301}", "👩‍👩‍👧", "<", "&", "\u{7}", "=1", "\t",
        ]
        let columnCount = Int.random(in: 1...4, using: &random)
        let columns = (0..<columnCount).map { GridColumn("C\($0)" + random.text(of: pieces)) }
        let sections = (0..<Int.random(in: 0...3, using: &random)).map { number in
            SampleSection(
                id: "s\(number)", head: random.next() % 2 == 0 ? [.text(random.text(of: pieces))] : nil,
                rows: random.rows(columns: columnCount, of: pieces).map { $0.map { .text($0) } },
                foot: random.next() % 2 == 0 ? [.text(random.text(of: pieces))] : nil)
        }
        let table = try format.string(of: TableInfo(columns, sections))

        #expect(try format.streamed(columns, sections).text == table, "seed \(seed)")
        if !format.needsSample {
            let sample = Int.random(in: 0...5, using: &random)
            #expect(try format.streamed(columns, sections, sample: sample).text == table, "seed \(seed)")
        }
        #expect(try format.streamed([], sections).text == format.string(of: TableInfo([], sections)))
    }

    @Test func `Rows of a sequence, of an asynchronous one and pushed ones are the same stream`() async throws
    {
        let rows = (10..<40).map { [SampleCell(.integer($0))] }
        let sinks = (0..<3).map { _ in MemorySink() }
        let (arriving, arrival) = AsyncStream<[SampleCell]>.makeStream()
        for row in rows { arrival.yield(row) }
        arrival.finish()

        let format = TextFormat()
        let first = try format.write(
            rows.lazy.map(\.self), as: SampleLine.self, columns: ["N"], sample: 9, to: sinks[0])
        let second = try await format.write(
            arriving, as: SampleLine.self, columns: ["N"], sample: 9, to: sinks[1])
        let stream = GridStream(format, columns: ["N"], sample: 9, to: sinks[2])
        for row in rows { try stream.append(row, as: SampleLine.self) }

        #expect(try stream.finish() == first)
        #expect(first == second)
        #expect(sinks.map(\.text) == Array(repeating: sinks[0].text, count: 3))
        #expect(sinks[0].text.contains("│ 39 │"))
    }

    @Test func `Rows of one stream may have different items`() throws {
        let sink = MemorySink()
        let stream = GridStream(CSVFormat(), columns: ["A"], to: sink)
        try stream.append("title", as: GridTitle.self)
        try stream.append([1], as: SampleLine.self)
        try stream.finish()

        #expect(sink.text == "A\r\ntitle\r\n1\r\n")
    }

    @Test func `A foot is told how many rows its section had`() throws {
        enum Count: GridLineItem, SectionItem {
            static func fill(_ line: inout GridLine, with data: String, in section: SectionState) {
                line.text("\(section.rowCount) \(data)")
            }
        }
        let sink = MemorySink()
        let stream = GridStream(TextFormat(border: .none), columns: [], to: sink)
        try stream.append(contentsOf: [[1], [2], [3]], as: SampleLine.self)
        try stream.endSection(foot: Foot("rows", as: Count.self))
        try stream.finish()

        #expect(sink.text == "     1\n     2\n     3\n3 rows\n")
    }

    @Test(arguments: StreamedFormats.rowWise)
    func `A row-wise format writes each row at once`(format: any StreamableFormat & Sendable) throws {
        let sink = CountingSink()
        let stream = GridStream(format, columns: ["A"], to: sink)
        for count in 1...3 {
            try stream.append(["x"], as: SampleLine.self)
            try stream.flush()
            #expect(sink.blockSizes.count == count)
        }
        stream.discard()
    }

    @Test func `Text waits for its sample and for no row more`() throws {
        let sink = CountingSink()
        let stream = GridStream(TextFormat(), columns: ["A"], sample: 2, to: sink)
        for blocks in [0, 1, 2] {
            try stream.append(["x"], as: SampleLine.self)
            if blocks == 0 {
                try stream.flush()
                #expect(sink.blockSizes.isEmpty)
            } else {
                try stream.flush()
                #expect(sink.blockSizes.count == blocks)
            }
        }
        stream.discard()
    }
}
