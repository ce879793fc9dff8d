import Foundation
import TableAgent
import TableSurfaces
import Testing

extension GridStreamTests {
    private struct Lost: Error, Equatable {}

    /// The rows of a few blocks.
    private static let manyRows = (0..<20_000).map { [SampleCell(.integer($0)), "some text"] }

    @Test(arguments: StreamedFormats.all, [0, 1])
    func `A sink that throws discards the table once, and the stream has ended`(
        format: any TextualFormat & Sendable, block: Int
    ) throws {
        let sink = CountingSink(refusedBlock: block)
        let stream = GridStream(format, columns: ["N", "T"], to: sink)

        #expect(throws: CountingSink.Refusal(block: block)) {
            try stream.append(contentsOf: Self.manyRows, as: SampleLine.self)
        }
        for _ in 0..<2 {
            #expect(ended { try stream.append([1], as: SampleLine.self) })
            #expect(ended { try stream.beginSection(id: 1) })
            #expect(ended { try stream.flush() })
            #expect(ended { try stream.finish() })
        }
        stream.discard()
        #expect(sink.discardCount == 1)
        #expect(sink.finishCount == 0)
        #expect(sink.blockSizes.count == block)
    }

    @Test func `A sink that can't finish discards the table once`() throws {
        let sink = CountingSink()
        sink.refusesFinish = true
        let stream = GridStream(CSVFormat(), columns: ["N"], to: sink)
        #expect(throws: CountingSink.Refusal(block: -1)) { try stream.finish() }
        #expect(ended { try stream.finish() })
        #expect(sink.discardCount == 1)
    }

    @Test func `A finished stream refuses further rows and discards nothing`() throws {
        let sink = CountingSink()
        do {
            let stream = GridStream(CSVFormat(), columns: ["N"], to: sink)
            try stream.finish()
            #expect(ended { try stream.append([1], as: SampleLine.self) })
            #expect(ended { try stream.endSection() })
            #expect(ended { try stream.endSection(foot: Foot("sum", as: GridTitle.self)) })
            stream.discard()
        }
        #expect(sink.discardCount == 0)
        #expect(sink.finishCount == 1)
    }

    @Test func `A stream that is released unfinished is discarded`() throws {
        let sink = CountingSink()
        try GridStream(CSVFormat(), columns: ["N"], to: sink).append([1], as: SampleLine.self)
        #expect(sink.discardCount == 1)
    }

    @Test func `A failed source keeps the old file and leaves no other file`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("table.csv")
        try Data("old".utf8).write(to: file)
        let rows = AsyncThrowingStream<[SampleCell], any Error> { source in
            for row in Self.manyRows { source.yield(row) }
            source.finish(throwing: Lost())
        }

        await #expect(throws: Lost()) {
            try await CSVFormat().write(
                rows, as: SampleLine.self, columns: ["N", "T"], to: FileSink(file))
        }

        #expect(try String(contentsOf: file, encoding: .utf8) == "old")
        #expect(try folder.names == ["table.csv"])
    }

    /// Endless rows that ignore the cancellation of the task.
    private struct EndlessRows: AsyncSequence, AsyncIteratorProtocol {
        func makeAsyncIterator() -> EndlessRows { self }
        func next() async -> [SampleCell]? { [1, "some text"] }
    }

    @Test(arguments: [false, true])
    func `A cancelled write throws and keeps the file`(endsWhenCancelled: Bool) async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("table.csv")
        try Data("old".utf8).write(to: file)
        let (arriving, arrival) = AsyncStream<[SampleCell]>.makeStream()
        defer { arrival.finish() }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let format = CSVFormat()
            if endsWhenCancelled {
                try await format.write(
                    arriving, as: SampleLine.self, columns: ["N", "T"], to: FileSink(file))
            } else {
                try await format.write(
                    EndlessRows(), as: SampleLine.self, columns: ["N", "T"], to: FileSink(file))
            }
        }

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try String(contentsOf: file, encoding: .utf8) == "old")
        #expect(try folder.names == ["table.csv"])
    }

    @Test func `A cancelled append throws, and the stream can continue`() async throws {
        let task = Task {
            let stream = GridStream(CSVFormat(), columns: ["N", "T"], to: MemorySink())
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: CancellationError.self) {
                try await stream.append(contentsOf: EndlessRows(), as: SampleLine.self)
            }
            return try stream.finish().rowCount
        }
        #expect(try await task.value == 0)
    }

    @Test func `A head that does not fill a line of cells is an error`() throws {
        let sink = CountingSink()
        let stream = GridStream(JSONFormat(), columns: ["N"], to: sink)
        let error = #expect(throws: TableError.self) {
            try stream.beginSection(id: 1, head: Head("odd", as: OddItem.self))
        }
        #expect(error?.code == .itemNotShown)
        #expect(sink.discardCount == 1)
    }

    @Test(arguments: [TablePart.head, .foot])
    func `A head or foot computed from rows is an error, because a stream keeps no rows`(
        _ kind: TablePart
    ) throws {
        let sink = CountingSink()
        let stream = GridStream(CSVFormat(), columns: ["N"], to: sink)
        let error = #expect(throws: TableError.self) {
            try stream.beginSection(
                id: 1, head: kind == .head ? Head(of: String.self, as: GridTitle.self) { $0[0] } : nil)
            try stream.append("row", as: GridTitle.self)
            try stream.endSection(foot: Foot(of: String.self, as: GridTitle.self) { $0[0] })
        }
        #expect(error?.code == .rowsNotKept)
        #expect(
            error?.description
                == "The \(kind) is computed from rows, which a stream in the CSV format does not keep; "
                + "compute its data while the rows are appended, and write that.")
        #expect(sink.discardCount == 1)
        #expect(ended { try stream.finish() })
    }

    private func ended(_ step: () throws -> Void) -> Bool {
        do {
            try step()
            return false
        } catch let error as TableError {
            return error.code == .streamEnded
        } catch {
            return false
        }
    }
}
