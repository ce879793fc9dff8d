import RandomTesting
import TableAgent
import TableSurfaces
import Testing

/// Tests of tables as blocks that a reader pulls.
struct GridBlocksTests {
    private enum NumberLine: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) {
            line.integer(number)
            line.text("row \(number), which says what it is")
        }
    }

    private struct ReadError: Error, Equatable {}

    /// Chunks of numbers, with a count of the rows that were read.
    private struct Chunks: AsyncSequence, Sendable {
        /// Only one task at a time uses the reader.
        final class Reader: @unchecked Sendable {
            var rowCount = 0
        }

        let reader = Reader()
        let sizes: [Int]
        var failsAtEnd = false

        struct AsyncIterator: AsyncIteratorProtocol {
            let chunks: Chunks
            var index = 0

            mutating func next() async throws -> [Int]? {
                guard index < chunks.sizes.count else {
                    if chunks.failsAtEnd { throw ReadError() }
                    return nil
                }
                let first = chunks.sizes[..<index].reduce(0, +)
                defer { index += 1 }
                chunks.reader.rowCount += chunks.sizes[index]
                return Array(first..<first + chunks.sizes[index])
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: self) }
    }

    private static let columns: [GridColumn] = ["Number", "Text"]

    private func bytes(of blocks: GridBlocks) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await block in blocks {
            #expect(!block.isEmpty)
            bytes += block
        }
        return bytes
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Blocks contain the bytes of the table, regardless of the chunks`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for format in StreamedFormats.all {
            let sizes = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                Int.random(in: 0...(random.next() % 4 == 0 ? 3000 : 20), using: &random)
            }
            let rows = Array(0..<sizes.reduce(0, +))
            let sink = MemorySink()
            try format.write(rows, as: NumberLine.self, columns: Self.columns, to: sink)
            let place: Comment = "seed \(seed), \(format), \(sizes)"
            let chunked = format.blocks(of: Chunks(sizes: sizes), as: NumberLine.self, columns: Self.columns)
            #expect(try await bytes(of: chunked) == sink.bytes, place)
            let plain = format.blocks(of: rows, as: NumberLine.self, columns: Self.columns)
            #expect(try await bytes(of: plain) == sink.bytes, place)
            let arriving = AsyncStream { arrival in
                for row in rows { arrival.yield(row) }
                arrival.finish()
            }
            let asynchronous = format.blocks(of: arriving, as: NumberLine.self, columns: Self.columns)
            #expect(try await bytes(of: asynchronous) == sink.bytes, place)
        }
    }

    @Test func `A table without rows is one block`() async throws {
        let blocks = CSVFormat().blocks(of: [Int](), as: NumberLine.self, columns: Self.columns)
        var iterator = blocks.makeAsyncIterator()
        let (only, end, later) = (
            try await iterator.next(), try await iterator.next(), try await iterator.next()
        )
        #expect(only == Array("Number,Text\r\n".utf8))
        #expect(end == nil && later == nil)
    }

    @Test func `Rows are read on demand, the first block after a thousand rows`() async throws {
        for format in StreamedFormats.all {
            let chunks = Chunks(sizes: Array(repeating: 50, count: 2000))
            var iterator = format.blocks(of: chunks, as: NumberLine.self, columns: Self.columns)
                .makeAsyncIterator()
            #expect(chunks.reader.rowCount == 0)
            let first = try await iterator.next()
            #expect(first?.isEmpty == false, "\(format)")
            #expect(chunks.reader.rowCount <= 1050, "\(format)")
            var former = chunks.reader.rowCount
            for _ in 0..<8 {
                let block = try await iterator.next()
                #expect(block.map { $0.count < 1 << 17 } == true, "\(format)")
                // Every row has more than 20 bytes.
                #expect(chunks.reader.rowCount - former <= (1 << 17) / 20, "\(format)")
                former = chunks.reader.rowCount
            }
        }
    }

    @Test func `A chunk of many rows is not written as a whole`() async throws {
        var iterator = CSVFormat().blocks(
            of: Chunks(sizes: [200_000]), as: NumberLine.self, columns: Self.columns
        ).makeAsyncIterator()
        var sizes: [Int] = []
        while let block = try await iterator.next() { sizes.append(block.count) }
        #expect(sizes.count > 50)
        #expect(sizes.allSatisfy { $0 < 1 << 17 })
    }

    @Test func `A completed block is available without further rows, even if rows are large`() async throws {
        enum LongLine: GridLineItem {
            static func fill(_ line: inout GridLine, with number: Int) {
                line.text(String(repeating: "x", count: 200_000))
            }
        }
        let chunks = Chunks(sizes: Array(repeating: 1, count: 50))
        var iterator = JSONLinesFormat().blocks(of: chunks, as: LongLine.self, columns: ["Text"])
            .makeAsyncIterator()
        for count in 1...20 {
            let block = try await iterator.next()
            #expect(block.map { $0.count < 300_000 } == true)
            #expect(chunks.reader.rowCount == count)
        }
    }

    @Test func `Each iterator reads the source from the beginning`() async throws {
        let blocks = JSONFormat().blocks(of: 0..<5, as: NumberLine.self, columns: Self.columns)
        let first = try await bytes(of: blocks)
        #expect(try await bytes(of: blocks) == first)
    }

    @Test func `An error of the source or the format ends the blocks`() async throws {
        let failing = CSVFormat().blocks(
            of: Chunks(sizes: [2000], failsAtEnd: true), as: NumberLine.self, columns: Self.columns)
        var iterator = failing.makeAsyncIterator()
        var error: (any Error)?
        do { while try await iterator.next() != nil {} } catch let thrown { error = thrown }
        #expect(error is ReadError)
        let end = try await iterator.next()
        #expect(end == nil)

        let tooWide = CSVFormat().blocks(of: 0..<5, as: NumberLine.self, columns: ["Number"])
        let refusal = await #expect(throws: TableError.self) { try await bytes(of: tooWide) }
        #expect(refusal?.code == .tooManyCells)
    }

    @Test func `A cancelled reader receives an error, even at the end of the source`() async throws {
        let (rows, arrival) = AsyncStream<Int>.makeStream()
        arrival.yield(1)
        let (started, start) = AsyncStream<Void>.makeStream()
        let task = Task {
            start.finish()
            return try await bytes(
                of: CSVFormat().blocks(of: rows, as: NumberLine.self, columns: Self.columns))
        }
        for await _ in started {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
