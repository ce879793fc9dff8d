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
/// With a sample of all rows, a stream writes the bytes that the format writes of the same table, as long as
/// no head tells of rows to come and no section is collapsed.
///
/// The stream ends with ``finish()``. When a call throws, or the stream is released unfinished, the sink is
/// told to discard the table, once: a ``FileSink`` then keeps its old file.
public final class GridStream {
    /// The id of the section for rows that are appended before any section was begun.
    static let standardSection = AnyID("rows")

    private let formatName: String
    private let sink: any ByteSink
    private var output: GridOutput
    private var driver: any GridDriving
    private var rowCount = 0
    /// The number of rows of the section that is open; `nil` between sections.
    private var sectionRowCount: Int?
    private var isEnded = false

    /// The line that is filled with each row in turn.
    @usableFromInline
    var line = GridLine()

    /// Begins a table.
    ///
    /// - Parameters:
    ///   - format: The format of the table.
    ///   - columns: The columns. Without any, the sample, of at least one row, tells how many there are.
    ///   - caption: What the table is about; see `TableInfo.caption`.
    ///   - sample: The number of rows that a format which needs a sample measures before it writes the first;
    ///     1,000 by default. With 0, text columns are as wide as their `width` and their titles ask for, so a
    ///     column of fixed width gets just that.
    ///   - sink: Takes the table.
    public init(
        _ format: some GridFormat, columns: [GridColumn], caption: String? = nil, sample: Int = 1000,
        to sink: any ByteSink = HandleSink.standardOutput
    ) {
        precondition(sample >= 0, "A sample of \(sample) rows can't be taken; name 0 or more.")
        formatName = format.name
        self.sink = sink
        output = GridOutput(to: sink)
        let writer = format.makeWriter(for: columns, caption: caption)
        driver = GridDriver(writer, of: format, columns: columns, sampledRows: sample)
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
        try appendLine(of: item)
    }

    @usableFromInline
    func appendLine(of item: any TableItem.Type) throws {
        if sectionRowCount == nil { try beginSection(id: Self.standardSection) }
        try attempt { try driver.feed(line, of: item, &output) }
        rowCount += 1
        sectionRowCount? += 1
    }

    /// Begins a section, and ends the one before without a foot if it is still open.
    ///
    /// - Parameters:
    ///   - id: The section's id. A stream can't see that an id comes twice.
    ///   - head: The section's head. As it is written before the rows, it is told of none.
    /// - Throws: For a head whose item is no `GridLineItem` or that is computed from rows, and as ``append(_:as:)``.
    public func beginSection(id: some Hashable & Sendable, head: Head? = nil) throws {
        if sectionRowCount != nil { try endSection() }
        try attempt { try driver.feed(TableSection(id: id), &output) }
        sectionRowCount = 0
        if let head { try write(.head, head.part) }
    }

    /// Ends the section that was begun last.
    ///
    /// - Parameter foot: The section's foot, such as a total; it is told how many rows there were.
    /// - Throws: For a foot whose item is no `GridLineItem` or that is computed from rows, and as ``append(_:as:)``.
    public func endSection(foot: Foot? = nil) throws {
        guard !isEnded else { throw TableError.streamEnded }
        if sectionRowCount == nil, foot != nil { try beginSection(id: Self.standardSection) }
        guard sectionRowCount != nil else { return }
        if let foot { try write(.foot, foot.part) }
        try attempt { try driver.feedEnd(&output) }
        sectionRowCount = nil
    }

    /// Passes what has been written on to the sink, which otherwise happens about every 64 KiB.
    ///
    /// Rows of a sample that is not complete yet stay with the stream.
    ///
    /// - Throws: What the sink throws.
    public func flush() throws {
        try attempt {
            try driver.beginIfMeasured(&output)
            try output.flush()
        }
    }

    /// Ends the table and the section that is open.
    ///
    /// - Parameter foot: The foot of the table, such as a grand total. Its item receives the number of all rows.
    /// - Returns: The number of rows that were written, and of texts that did not fit.
    /// - Throws: As ``endSection(foot:)``; the sink then discards the table.
    @discardableResult
    public func finish(foot: Foot? = nil) throws -> StreamReport {
        if sectionRowCount != nil { try endSection() }
        if let foot { try write(.tableFoot, foot.part) }
        try attempt {
            try driver.finish(&output)
            try output.flush()
            try sink.finish()
        }
        isEnded = true
        return StreamReport(rowCount: rowCount, overflowCount: driver.overflowCount)
    }

    /// Ends the stream and has the sink discard what was written.
    public func discard() {
        guard !isEnded else { return }
        isEnded = true
        sink.discard()
    }

    /// Does a step; when it fails, the stream has ended.
    @inline(__always)
    private func attempt(_ step: () throws -> Void) throws {
        guard !isEnded else { throw TableError.streamEnded }
        do {
            try step()
        } catch {
            discard()
            throw error
        }
    }

    /// Writes a head or foot.
    private func write(_ part: GridPart, _ content: SectionPart) throws {
        try attempt {
            guard case .given(let row) = content else { throw notGiven(part) }
            try driver.feed(part, row, in: SectionState(rowCount: sectionRowCount ?? rowCount), &output)
        }
    }

    private func notGiven(_ part: GridPart) -> TableError {
        TableError(
            .rowsNotKept,
            "The \(part == .head ? "head" : "foot") is computed from rows, which a stream in the \(formatName) format "
                + "does not keep; compute its data while the rows are appended, and write that.")
    }
}

/// A report on a table that was written row by row.
public struct StreamReport: Hashable, Sendable {
    /// The number of rows that were written.
    public var rowCount: Int

    /// The number of texts that were wider than the room for them, and were wrapped or cut with an ellipsis.
    ///
    /// These are cells, heads, feet and, once each, titles of columns. It is 0 for any format but text. With
    /// an overflow of `cut`, it says how many texts a reader sees only in part.
    public var overflowCount: Int

    /// Creates a report with these numbers.
    public init(rowCount: Int, overflowCount: Int) {
        self.rowCount = rowCount
        self.overflowCount = overflowCount
    }
}

extension TableError.Code {
    /// A stream got a row, or another call, after its end.
    public static let streamEnded = Self(rawValue: "streamEnded")
}

extension TableError {
    fileprivate static var streamEnded: TableError {
        TableError(
            .streamEnded,
            "The stream has ended, as it was finished or a step of it failed; begin another one.")
    }
}

extension GridStream {
    /// Writes a row for each element of a sequence, which may be of any length.
    ///
    /// The sequence is read once, and no element is kept.
    ///
    /// - Throws: As ``append(_:as:)``.
    @inlinable
    public func append<Item: GridLineItem>(
        contentsOf rows: some Sequence<Item.Data>, as item: Item.Type
    ) throws {
        for data in rows { try append(data, as: item) }
    }

    /// Writes a row for each element of an asynchronous sequence, as they arrive.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, or what the sequence throws; the stream has
    ///   not ended then. Otherwise as ``append(_:as:)``.
    @inlinable
    public func append<Item: GridLineItem, Source: AsyncSequence>(
        contentsOf rows: Source, as item: Item.Type
    ) async throws where Source.Element == Item.Data {
        for try await data in rows {
            try Task.checkCancellation()
            try append(data, as: item)
        }
        // Many sequences just end when their task is cancelled.
        try Task.checkCancellation()
    }
}

extension GridFormat {
    /// Writes a table of a sequence of unknown length, in memory that does not grow with it.
    ///
    /// ```swift
    /// try CSVFormat().write(orders.lazy.filter(\.isOpen), as: OrderLine.self, columns: ["Order", "Total"])
    /// ```
    ///
    /// - Parameters:
    ///   - rows: The business data, a row each. The sequence is read once, and no element is kept.
    ///   - item: The item that fills a line with each of them.
    ///   - columns: The columns.
    ///   - caption: What the table is about; see `TableInfo.caption`.
    ///   - sample: The number of rows that a format which needs a sample measures before it writes the first.
    ///   - sink: Takes the table; it is told to discard it when anything is thrown.
    /// - Returns: How many rows were written, and how many texts did not fit.
    /// - Throws: What the format or the sink throws.
    @inlinable @discardableResult
    public func write<Item: GridLineItem>(
        _ rows: some Sequence<Item.Data>, as item: Item.Type, columns: [GridColumn], caption: String? = nil,
        sample: Int = 1000, to sink: any ByteSink = HandleSink.standardOutput
    ) throws -> StreamReport {
        let stream = GridStream(self, columns: columns, caption: caption, sample: sample, to: sink)
        try stream.append(contentsOf: rows, as: item)
        return try stream.finish()
    }

    /// Writes a table of an asynchronous sequence, in memory that does not grow with it.
    ///
    /// It takes what the method for a sequence that is there takes, and returns the same.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, or what the sequence, the format or the sink
    ///   throws.
    @inlinable @discardableResult
    public func write<Item: GridLineItem, Source: AsyncSequence>(
        _ rows: Source, as item: Item.Type, columns: [GridColumn], caption: String? = nil,
        sample: Int = 1000, to sink: any ByteSink = HandleSink.standardOutput
    ) async throws -> StreamReport where Source.Element == Item.Data {
        let stream = GridStream(self, columns: columns, caption: caption, sample: sample, to: sink)
        try await stream.append(contentsOf: rows, as: item)
        return try stream.finish()
    }
}
