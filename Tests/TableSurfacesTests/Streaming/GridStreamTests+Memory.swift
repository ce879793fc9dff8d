import TableAgent
import TableSurfaces
import Testing

extension GridStreamTests {
    /// Business data that knows how much of it is alive.
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
    func `No row is kept, and no more bytes than a block`(format: any StreamableFormat & Sendable) throws {
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
    func `A whole table is passed on in blocks, too`(format: any StreamableFormat & Sendable) throws {
        let sink = CountingSink()
        var output = GridOutput(to: sink)
        try format.write(.long, to: &output)
        try output.flush()

        #expect(sink.blockSizes.count > 2)
        #expect(sink.blockSizes.allSatisfy { $0 < 70_000 })
    }
}
