public import TableAgent

/// A table that is written row by row while its rows arrive, in memory that does not grow with them.
///
/// ```swift
/// let stream = GridStream(TextFormat(), columns: ["Order", "Customer", "Total"])
/// for try await order in orders {
///     try stream.append(order, as: OrderLine.self)
/// }
/// let report = try stream.finish()
/// ```
///
/// CSV, TSV, JSON and JSON Lines write the first row at once. Text takes the widths of its columns, and
/// Markdown and HTML the alignment of those that leave it to them, from a sample: they write nothing until
/// so many rows have come, or the end. In a text table, what is wider than its column after that is wrapped
/// or cut, as ``TextFormat/overflow`` says, and counted in the ``StreamReport``.
///
/// With a sample of all rows a stream writes the bytes that the format writes of the same table, as long as
/// no head tells of rows to come, and no section is collapsed.
///
/// The stream ends with ``finish()``. When a call throws, or the stream is released unfinished, the sink is
/// told to discard the table, once: a ``FileSink`` then keeps its former file.
public final class GridStream {
    /// The id of the section that rows get which are appended before any section was begun.
    public static let standardSection = AnyID("rows")

    let format: any StreamableFormat
    let columns: [GridColumn]
    let sampleSize: Int
    private let sink: any ByteSink
    var output: GridOutput
    var sample = StreamSample()
    var writer: (any StreamWriter)?
    /// How many cells a line may have.
    private var cellLimit: Int
    var rowCount = 0
    /// The rows of the section that is open; `nil` between sections.
    var sectionRowCount: Int?
    private var isEnded = false

    /// Is filled with each row in turn.
    @usableFromInline
    var line = GridLine()

    /// Begins a table.
    ///
    /// - Parameters:
    ///   - format: The format of the table.
    ///   - columns: The columns. Without any, the sample tells how many there are, of at least one row.
    ///   - sample: How many rows a format that needs a sample looks at before it writes the first; 1,000 by
    ///     default. With 0, text columns are as wide as their `width` and their titles ask for, so a column
    ///     of fixed width gets just that.
    ///   - sink: Takes the table.
    public init(
        _ format: any StreamableFormat, columns: [GridColumn], sample: Int = 1000,
        to sink: any ByteSink = HandleSink.standardOutput
    ) {
        precondition(sample >= 0, "A sample of \(sample) rows can't be taken.")
        self.format = format
        self.columns = columns
        self.sink = sink
        output = GridOutput(to: sink)
        sampleSize = format.needsSample ? max(sample, columns.isEmpty ? 1 : 0) : 0
        cellLimit = columns.isEmpty ? Int.max : columns.count
    }

    deinit {
        if !isEnded { sink.discard() }
    }

    /// Writes a row.
    ///
    /// - Parameters:
    ///   - data: The row's business data.
    ///   - item: The item that fills a line with it; rows of one stream may have different items.
    /// - Throws: For a row with more cells than there are columns, for a stream that has ended, or what the
    ///   format or the sink throws. The stream has ended then.
    @inlinable
    public func append<Item: GridLineItem>(_ data: Item.Data, as item: Item.Type) throws {
        line.removeAll()
        Item.fill(&line, with: data, in: SectionState())
        try appendLine(of: ItemType(item))
    }

    @usableFromInline
    func appendLine(of item: ItemType) throws {
        if sectionRowCount == nil { try beginSection(id: Self.standardSection) }
        try write(.row, of: item)
        rowCount += 1
        sectionRowCount? += 1
    }

    /// Passes what has been written on to the sink, which else happens about every 64 KiB.
    ///
    /// Rows of a sample that is not complete yet stay with the stream.
    ///
    /// - Throws: What the sink throws.
    public func flush() throws {
        try attempt {
            if isSampleComplete { try start() }
            try output.flush()
        }
    }

    /// Ends the table and the section that is open.
    ///
    /// - Returns: How many rows were written, and how many texts did not fit.
    /// - Throws: What the format or the sink throws; the table is discarded then.
    @discardableResult
    public func finish() throws -> StreamReport {
        if sectionRowCount != nil { try endSection() }
        try attempt {
            if writer == nil { try start() }
            try writer?.end(&output)
            try output.flush()
            try sink.finish()
        }
        isEnded = true
        return StreamReport(rowCount: rowCount, overflowCount: writer?.overflowCount ?? 0)
    }

    /// Ends the stream and has the sink discard what was written.
    public func discard() {
        guard !isEnded else { return }
        isEnded = true
        sink.discard()
    }
}

extension GridStream {
    /// Does a step; when it fails, the stream has ended.
    @inline(__always)
    func attempt(_ step: () throws -> Void) throws {
        guard !isEnded else { throw TableError.streamEnded }
        do {
            try step()
        } catch {
            discard()
            throw error
        }
    }

    /// Writes the line, or keeps it for the sample.
    func write(_ part: GridPart, of item: ItemType) throws {
        try attempt {
            if isSampleComplete { try start() }
            guard line.cells.count <= cellLimit else {
                throw TableError.tooManyCells(
                    line.cells.count, limit: cellLimit, item: item, row: part == .row ? rowCount : nil,
                    sampleSize: columns.isEmpty ? sampleSize : nil)
            }
            if writer == nil {
                sample.append(part, line)
            } else {
                try writer?.write(part, line, &output)
                try output.endLine()
            }
        }
    }

    private var isSampleComplete: Bool { writer == nil && sample.rowCount == sampleSize }

    /// Makes the writer and has it write the sample.
    private func start() throws {
        var writer: any StreamWriter = try format.makeWriter(for: sample.table(of: columns))
        try writer.begin(&output)
        try sample.write(by: &writer, to: &output)
        if columns.isEmpty, format.needsSample { cellLimit = sample.widestLine }
        sample = StreamSample()
        self.writer = writer
    }
}
