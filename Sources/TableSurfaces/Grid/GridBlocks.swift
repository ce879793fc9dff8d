public import TableAgent

/// A table as blocks of bytes that a reader pulls, such as the body of a server's response.
///
/// ```swift
/// let body = CSVFormat().blocks(of: database.orders(), as: OrderLine.self, columns: ["Order", "Total"])
/// for try await block in body {
///     try await response.write(block)      // the next rows are read when this is done
/// }
/// ```
///
/// A slow reader slows the source down. Memory contains one block, the latest chunk of rows from the source,
/// and the sample if the format needs one. A block has about 64 KiB, or more if a single row is larger. The
/// first block is available after at most 1,000 rows, or after the sample. To write to a sink instead, use
/// `write(_:as:columns:to:)`, which reads the source without waiting for a reader.
///
/// Each iterator reads the source from its beginning, if the source can be read again. The rows are read in
/// the task that iterates; when the task stops iterating, the reading stops.
public struct GridBlocks: AsyncSequence, Sendable {
    /// Appends some of the next rows to a stream, unless a block is ready. Returns the number of rows, or 0 at
    /// the end.
    @usableFromInline
    typealias Feed = @concurrent (GridStream, PulledBlocks) async throws -> Int

    private let makeIterator: @Sendable () -> AsyncIterator

    /// The number of rows after which the first block is passed on, regardless of its size.
    private static let firstBlockRowCount = 1000

    fileprivate init(_ makeIterator: @escaping @Sendable () -> AsyncIterator) {
        self.makeIterator = makeIterator
    }

    /// Returns an iterator that reads the source from its beginning.
    public func makeAsyncIterator() -> AsyncIterator { makeIterator() }

    /// An iterator over the blocks of one table.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let stream: GridStream
        fileprivate let blocks: PulledBlocks
        fileprivate let feed: Feed
        private var rowCount = 0
        private var isEnded = false

        fileprivate init(stream: GridStream, blocks: PulledBlocks, feed: @escaping Feed) {
            self.stream = stream
            self.blocks = blocks
            self.feed = feed
        }

        /// Returns the next block.
        ///
        /// - Returns: At least one byte, or `nil` after the last block or after an error.
        /// - Throws: `CancellationError` if the task is cancelled, even if the source simply ends then; or an
        ///   error of the source or the format. The table is then incomplete.
        @concurrent
        public mutating func next() async throws -> [UInt8]? {
            do {
                while !blocks.hasBlock, !isEnded {
                    try Task.checkCancellation()
                    let count = try await feed(stream, blocks)
                    try Task.checkCancellation()
                    rowCount += count
                    if count == 0 {
                        try stream.finish()
                        isEnded = true
                    } else if !blocks.hasGivenAny, rowCount >= GridBlocks.firstBlockRowCount {
                        try stream.flush()
                    }
                }
            } catch {
                isEnded = true
                blocks.discard()
                stream.discard()
                throw error
            }
            return blocks.takeFirst()
        }
    }

    /// The maximum number of rows that one call appends. The loop ends earlier once a block is complete.
    @usableFromInline static var rowsPerStep: Int { 100 }
}

/// A sink that keeps finished blocks until the reader takes them.
@usableFromInline
final class PulledBlocks: ByteSink {
    private var blocks: [[UInt8]] = []
    private(set) var hasGivenAny = false

    @usableFromInline var hasBlock: Bool { !blocks.isEmpty }

    func takeFirst() -> [UInt8]? {
        guard !blocks.isEmpty else { return nil }
        hasGivenAny = true
        return blocks.removeFirst()
    }

    @usableFromInline func write(_ block: [UInt8]) { blocks.append(block) }
    @usableFromInline func finish() {}
    @usableFromInline func discard() { blocks = [] }
}

extension GridStream {
    /// Appends the next rows, up to `rowsPerStep`, and stops when a block is ready. Returns the number of
    /// appended rows.
    @inlinable
    func append<Item: GridLineItem>(
        _ next: () -> Item.Data?, as item: Item.Type, until blocks: PulledBlocks
    ) throws -> Int where Item.Context == Void {
        var count = 0
        while count < GridBlocks.rowsPerStep, !blocks.hasBlock, let data = next() {
            try append(data, as: item)
            count += 1
        }
        return count
    }
}

extension GridFormat where Self: Sendable {
    /// Returns the table of a sequence as blocks to pull.
    ///
    /// - Parameters:
    ///   - rows: The business data, one element for each row. Each iterator reads the sequence from its
    ///     beginning.
    ///   - item: The item that fills a line with each element.
    ///   - columns: The columns.
    ///   - caption: The caption of the table; see `TableInfo.caption`.
    ///   - sample: The number of rows that a format with a sample measures before it writes the first row.
    @inlinable
    public func blocks<Item: GridLineItem & SendableMetatype, Source: Sequence & Sendable>(
        of rows: Source, as item: Item.Type, columns: [GridColumn], caption: String? = nil,
        sample: Int = 1000
    ) -> GridBlocks where Source.Element == Item.Data, Item.Context == Void {
        blocks(columns: columns, caption: caption, sample: sample) {
            var iterator = rows.makeIterator()
            return { try $0.append({ iterator.next() }, as: item, until: $1) }
        }
    }

    /// Returns the table of a sequence of chunks as blocks to pull.
    ///
    /// The parameters are those of the method for a sequence of rows.
    @inlinable
    public func blocks<Item: GridLineItem & SendableMetatype, Source: Sequence & Sendable>(
        of chunks: Source, as item: Item.Type, columns: [GridColumn], caption: String? = nil,
        sample: Int = 1000
    ) -> GridBlocks where Source.Element == [Item.Data], Item.Context == Void {
        blocks(of: chunks.joined(), as: item, columns: columns, caption: caption, sample: sample)
    }

    /// Returns the table of an asynchronous sequence as blocks to pull.
    ///
    /// The parameters are those of the method for a sequence of rows.
    @inlinable
    public func blocks<Item: GridLineItem & SendableMetatype, Source: AsyncSequence & Sendable>(
        of rows: Source, as item: Item.Type, columns: [GridColumn], caption: String? = nil,
        sample: Int = 1000
    ) -> GridBlocks where Source.Element == Item.Data, Item.Context == Void {
        blocks(columns: columns, caption: caption, sample: sample) {
            var iterator = rows.makeAsyncIterator()
            return { stream, blocks in
                var count = 0
                while count < GridBlocks.rowsPerStep, !blocks.hasBlock, let data = try await iterator.next() {
                    try stream.append(data, as: item)
                    count += 1
                }
                return count
            }
        }
    }

    /// Returns the table of an asynchronous sequence of chunks, such as the batches of a database cursor, as
    /// blocks to pull.
    ///
    /// The parameters are those of the method for a sequence of rows.
    @inlinable
    public func blocks<Item: GridLineItem & SendableMetatype, Source: AsyncSequence & Sendable>(
        of chunks: Source, as item: Item.Type, columns: [GridColumn], caption: String? = nil,
        sample: Int = 1000
    ) -> GridBlocks where Source.Element == [Item.Data], Item.Context == Void {
        blocks(columns: columns, caption: caption, sample: sample) {
            var iterator = chunks.makeAsyncIterator()
            var rest: ArraySlice<Item.Data> = []
            return { stream, blocks in
                while rest.isEmpty {
                    guard let chunk = try await iterator.next() else { return 0 }
                    rest = chunk[...]
                }
                return try stream.append({ rest.popFirst() }, as: item, until: blocks)
            }
        }
    }

    @usableFromInline
    func blocks(
        columns: [GridColumn], caption: String?, sample: Int,
        feed: @escaping @Sendable () -> GridBlocks.Feed
    ) -> GridBlocks {
        GridBlocks {
            let blocks = PulledBlocks()
            let stream = GridStream(self, columns: columns, caption: caption, sample: sample, to: blocks)
            return GridBlocks.AsyncIterator(stream: stream, blocks: blocks, feed: feed())
        }
    }
}
