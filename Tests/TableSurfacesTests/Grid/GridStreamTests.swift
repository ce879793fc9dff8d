import RandomTesting
import TableAgent
import Testing

@testable import TableSurfaces

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
    func `A stream writes the same output as the format`(
        format: any TextualFormat & Sendable
    ) throws {
        let stream = try format.streamed(Self.columns, Self.sections)

        #expect(try stream.text == format.string(of: TableInfo(Self.columns, Self.sections)))
        #expect(stream.report.rowCount == 4)
    }

    @Test(arguments: StreamedFormats.all)
    func `A stream without rows is an empty table`(format: any TextualFormat & Sendable) throws {
        #expect(try format.streamed(["One"], []).text == format.string(of: TableInfo(["One"], [])))
        #expect(try format.streamed([], []).text == format.string(of: TableInfo([], [])))
        let empty = [SampleSection(id: "empty", head: ["Nothing"])]
        #expect(try format.streamed(["One"], empty).text == format.string(of: TableInfo(["One"], empty)))
    }

    @Test(arguments: StreamedFormats.all, SeededGenerator.seeds(4))
    func `Random streams equal their tables, and in row-wise formats with any sample`(
        format: any TextualFormat & Sendable, seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
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
        if !(format is any MeasuringFormat) {
            let sample = Int.random(in: 0...5, using: &random)
            #expect(try format.streamed(columns, sections, sample: sample).text == table, "seed \(seed)")
        }
        #expect(try format.streamed([], sections).text == format.string(of: TableInfo([], sections)))
    }

    @Test func `Sequences, asynchronous sequences, and pushed rows produce the same stream`() async throws {
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

    @Test func `A sample without rows ends after a thousand sections`() throws {
        let sink = CountingSink()
        let stream = GridStream(HTMLFormat(), columns: ["A"], to: sink)
        for section in 0..<1000 { try stream.beginSection(id: section) }
        try stream.flush()
        #expect(sink.blockSizes.isEmpty)
        try stream.beginSection(id: 1000)
        try stream.flush()
        #expect(sink.blockSizes.count == 1)
    }

    @Test func `A line that does not fit in the sample ends the sample`() throws {
        let sink = MemorySink()
        var output = GridOutput(to: sink)
        let format = MarkdownFormat()
        var writer = MeasuringStreamWriter(
            format.makeMeasurer(for: ["A"], caption: nil), line: GridLine(), lineLimit: .max, rowLimit: 9,
            size: 64)
        let section = TableSection(id: "rows")
        try writer.beginIfReady(to: &output)
        try writer.beginSection(section, to: &output)
        let texts = ["a", String(repeating: "b", count: 64), "c"]
        for (row, text) in texts.enumerated() {
            var line = GridLine()
            line.text(text)
            try writer.beginIfReady(to: &output)
            try writer.write(
                line, at: GridPosition(.row, of: section, at: 0, row: row), to: &output)
            #expect((writer.measuredCellCount == nil) == (row == 0))
        }
        try writer.endSection(to: &output)
        try writer.end(to: &output)
        try output.flush()
        sink.finish()
        #expect(sink.text == (try format.string(of: TableInfo(["A"], rows: texts.map { [.text($0)] }))))
    }

    @Test func `Rows of a stream can have different items`() throws {
        let sink = MemorySink()
        let stream = GridStream(CSVFormat(), columns: ["A"], to: sink)
        try stream.append("title", as: GridTitle.self)
        try stream.append([1], as: SampleLine.self)
        try stream.finish()

        #expect(sink.text == "A\r\ntitle\r\n1\r\n")
    }

    @Test func `A foot receives the number of its section's rows`() throws {
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
    func `A row-wise format writes each row immediately`(format: any TextualFormat & Sendable) throws {
        let sink = CountingSink()
        let stream = GridStream(format, columns: ["A"], to: sink)
        for count in 1...3 {
            try stream.append(["x"], as: SampleLine.self)
            try stream.flush()
            #expect(sink.blockSizes.count == count)
        }
        stream.discard()
    }

    @Test func `Text waits only for the rows of its sample`() throws {
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

    @Test(arguments: StreamedFormats.all)
    func `A stream writes a section with only a foot, and the foot of the table, as the table does`(
        format: any TextualFormat & Sendable
    ) throws {
        let columns: [GridColumn] = ["Item", "Count"]
        let whole = SampleSection(
            id: "whole", head: ["Fruit"], rows: [["Apple", 3]], foot: [.word("Total"), 3])
        let feet = (1...3).map {
            SampleSection(id: "\($0)", foot: [.word("Total"), SampleCell(.integer($0))])
        }
        for order in [[], feet, [whole] + feet, feet + [whole]] {
            for foot: [SampleCell]? in [nil, ["Grand total"], ["Grand total", 9.25]] {
                let text = try format.string(of: TableInfo(columns, order, foot: foot))
                #expect(try format.streamed(columns, order, foot: foot).text == text)
                #expect(text.contains("Grand total") == (foot != nil && format.showsHeadsAndFeet))
            }
        }
    }

    @Test(arguments: StreamedFormats.all)
    func `Without titles and a sample, no cell is lost`(format: any TextualFormat & Sendable) throws {
        let sections = [SampleSection(id: "s", head: ["h"], rows: [["ξ", "ψ"], ["ζ"]], foot: ["f"])]
        let stream = try format.streamed(["", ""], sections, sample: 0)

        #expect(stream.text.filter { "ξψζ".contains($0) } == "ξψζ", "\(stream.text)")
        if format is HTMLFormat { _ = try HTMLReader.tokens(stream.text) }
    }

    @Test func `An HTML stream without titles and a sample has a cell in each column`() throws {
        let sections = [SampleSection(id: "s", head: ["h"], rows: [["x", "y"], ["z"]])]

        #expect(
            try HTMLFormat().streamed(["", ""], sections, sample: 0).text == """
                <table>
                <tbody>
                <tr class="head"><th scope="rowgroup" dir="auto">h</th><td></td></tr>
                <tr><th scope="row" dir="auto">x</th><td dir="auto">y</td></tr>
                <tr><th scope="row" dir="auto">z</th><td></td></tr>
                </tbody>
                </table>

                """)
    }

    /// Business data with a count of the living objects.
    private final class Counted {
        final class Census {
            var alive = 0
            var most = 0
        }

        let census: Census
        let number: Int

        init(_ number: Int, in census: Census) {
            (self.number, self.census) = (number, census)
            census.alive += 1
            census.most = max(census.most, census.alive)
        }

        deinit { census.alive -= 1 }
    }

    private enum CountedLine: GridLineItem {
        static func fill(_ line: inout GridLine, with data: Counted) {
            line.integer(data.number)
            line.text("the row of number \(data.number)")
        }
    }

    @Test(arguments: StreamedFormats.all)
    func `A stream keeps no row and at most one block`(format: any TextualFormat & Sendable) throws {
        let census = Counted.Census()
        let sink = CountingSink()
        let rows = (0..<8_000).lazy.map { Counted($0, in: census) }

        let report = try format.write(
            rows, as: CountedLine.self, columns: ["N", "T"], sample: 100, to: sink)

        #expect(report.rowCount == 8_000)
        #expect(census.most <= 2)
        #expect(census.alive == 0)
        #expect(sink.blockSizes.count > 2)
        #expect(sink.blockSizes.allSatisfy { $0 < 70_000 })
        #expect(sink.finishCount == 1)
    }

    @Test(arguments: StreamedFormats.all)
    func `A whole table is also passed on in blocks`(format: any TextualFormat & Sendable) throws {
        let sink = CountingSink()
        try format.write(.long, to: sink)

        #expect(sink.blockSizes.count > 2)
        #expect(sink.blockSizes.allSatisfy { $0 < 70_000 })
    }
}
