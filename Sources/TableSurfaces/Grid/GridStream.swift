public import TableAgent

/// A table that is written row by row as its rows arrive, in constant memory.
///
/// ```swift
/// let stream = GridStream(TextFormat(), columns: ["Order", "Customer", "Total"])
/// for try await order in orders {
///     try stream.append(order, as: OrderLine.self)
/// }
/// let report = try stream.finish()
/// ```
///
/// CSV, TSV, JSON and JSON Lines write the first row immediately. Text needs a sample of rows for the widths
/// of its columns; Markdown and HTML need a sample for automatic alignments. These formats write nothing
/// before the sample is complete or the table ends. A later text that is wider than its column in a text
/// table is wrapped or cut, according to ``TextFormat/overflow``, and counted in the ``Report``.
///
/// If the sample contains all rows, a stream writes the same bytes as the format does for the table, except in
/// these cases:
///
/// - A head depends on later rows.
/// - A section is collapsed.
/// - The rows of a text table are ``TextFormat/Rows/ends(_:)``, and some rows are omitted. A table measures only the rows
///   that it shows, and a stream measures all rows of its sample.
/// - The format is HTML with keys or actions. A stream writes neither.
///
/// The stream ends with ``finish(foot:)``. If a call throws, or if the stream is released before its end, the sink
/// discards the table. A ``FileSink`` then keeps its old file.
public final class GridStream {
    /// The id of the section for rows without a section.
    static let standardSection = AnyID("rows")

    private let formatName: String
    private let sink: any ByteSink
    private var output: GridOutput
    private var writer: any StreamWriter
    private let showsHeadsAndFeet: Bool
    private var filler: LineFiller
    private var rowCount = 0
    /// The latest section, which has only its id, and the index of that section.
    private var section: TableSection?
    private var sectionIndex = -1
    /// The number of rows in the open section, or `nil` between sections.
    private var sectionRowCount: Int?
    private var isEnded = false

    /// The line that each row fills.
    @usableFromInline
    var line: GridLine

    /// Starts a table.
    ///
    /// - Parameters:
    ///   - format: The format of the table.
    ///   - columns: The columns. If this is empty, a format with a sample takes the number of columns from
    ///     the sample, which then has at least one row.
    ///   - caption: The caption of the table; see `TableInfo.caption`.
    ///   - sample: The number of rows that a format with a sample measures before it writes the first row;
    ///     1,000 by default. With 0, the widths of text columns follow from their titles and their `width`,
    ///     so a fixed width is kept exactly. A sample also ends after as many sections, at least 1,000.
    ///   - sink: Receives the table.
    public init(
        _ format: some GridFormat, columns: [GridColumn], caption: String? = nil, sample: Int = 1000,
        to sink: any ByteSink = HandleSink.standardOutput
    ) {
        precondition(sample >= 0, "A sample can't have \(sample) rows; pass 0 or more.")
        formatName = format.name
        showsHeadsAndFeet = format.showsHeadsAndFeet
        filler = LineFiller(for: format, columns: columns)
        line = filler.makeLine()
        self.sink = sink
        output = GridOutput(to: sink)
        writer = format.fitting(sink).streamWriter(
            for: columns.shown(to: format.audience), caption: caption, measuring: sample)
    }

    deinit {
        if !isEnded { sink.discard() }
    }

    /// Writes a row.
    ///
    /// - Parameters:
    ///   - data: The row's business data.
    ///   - item: The item that fills a line with the data. The rows of one stream can have different items.
    /// - Throws: An error if the row has more cells than there are columns or if the stream has ended, or the
    ///   error of the format or the sink. An error ends the stream.
    @inlinable
    public func append<Item: GridLineItem>(_ data: Item.Data, as item: Item.Type) throws
    where Item.Context == Void {
        try append(data, as: item, with: ())
    }

    /// Writes a row of a `ContextItem`.
    ///
    /// - Throws: An error of ``append(_:as:)``.
    @inlinable
    public func append<Item: GridLineItem>(
        _ data: Item.Data, as item: Item.Type, with context: Item.Context
    ) throws {
        line.removeAll()
        Item.fill(&line, with: data, in: SectionState(), context: context)
        try appendLine(of: item)
    }

    @usableFromInline
    func appendLine(of item: any TableItem.Type) throws {
        if sectionRowCount == nil { try beginSection(id: Self.standardSection) }
        // The line is moved out of the property. Reading the property would copy the line for each row.
        var line = GridLine()
        swap(&line, &self.line)
        defer { swap(&line, &self.line) }
        line.arrangeCells(ofRow: true)
        try attempt {
            let position = GridPosition(.row, of: section, at: sectionIndex, row: sectionRowCount ?? 0)
            if line.cells.count > filler.cellLimit {
                throw filler.tooManyCells(line.cells.count, of: item, at: position)
            }
            try writer.write(line, at: position, to: &output)
        }
        rowCount += 1
        sectionRowCount? += 1
    }

    /// Starts a section, and ends the previous section without a foot if it is still open.
    ///
    /// - Parameters:
    ///   - id: The section's id. A stream does not detect repeated ids.
    ///   - head: The section's head. It is written before the rows, so its item receives a row count of 0.
    /// - Throws: An error if the item of the head is not a `GridLineItem` or the head is computed from rows,
    ///   or an error of ``append(_:as:)``.
    public func beginSection(id: some Hashable & Sendable, head: Head? = nil) throws {
        if sectionRowCount != nil { try endSection() }
        let section = TableSection(id: id)
        try attempt {
            self.section = section
            sectionIndex += 1
            try writer.beginSection(section, to: &output)
        }
        sectionRowCount = 0
        if let head { try write(.head, head.part) }
    }

    /// Ends the open section.
    ///
    /// - Parameter foot: The section's foot, such as a total. Its item receives the number of rows in the
    ///   section.
    /// - Throws: An error if the item of the foot is not a `GridLineItem` or the foot is computed from rows,
    ///   or an error of ``append(_:as:)``.
    public func endSection(foot: Foot? = nil) throws {
        guard !isEnded else { throw TableError.streamEnded }
        if sectionRowCount == nil, foot != nil { try beginSection(id: Self.standardSection) }
        guard sectionRowCount != nil else { return }
        if let foot { try write(.foot, foot.part) }
        try attempt { try writer.endSection(to: &output) }
        sectionRowCount = nil
    }

    /// Passes all written bytes to the sink, which otherwise receives them about every 64 KiB.
    ///
    /// Rows of an incomplete sample stay in the stream.
    ///
    /// - Throws: The error of the sink.
    public func flush() throws {
        try attempt { try output.flush() }
    }

    /// Ends the open section and the table.
    ///
    /// - Parameter foot: The foot of the table, such as a grand total. Its item receives the number of all
    ///   rows.
    /// - Returns: The number of written rows, and the number of texts that did not fit.
    /// - Throws: An error of ``endSection(foot:)``. The sink then discards the table.
    @discardableResult
    public func finish(foot: Foot? = nil) throws -> Report {
        if sectionRowCount != nil { try endSection() }
        if let foot { try write(.tableFoot, foot.part) }
        try attempt {
            try writer.end(to: &output)
            try output.flush()
            try sink.finish()
        }
        isEnded = true
        return Report(
            rowCount: rowCount, overflowCount: writer.overflowCount, omittedBarCount: writer.omittedBarCount)
    }

    /// Ends the stream and discards the table.
    public func discard() {
        guard !isEnded else { return }
        isEnded = true
        sink.discard()
    }

    /// Writes the sample if it is complete, and performs a step. An error ends the stream.
    @inline(__always)
    private func attempt(_ step: () throws -> Void) throws {
        guard !isEnded else { throw TableError.streamEnded }
        do {
            try writer.beginIfReady(to: &output)
            if let count = writer.measuredCellCount { filler.limitCells(toMeasured: count) }
            try step()
        } catch {
            discard()
            throw error
        }
    }

    /// Writes a head or foot.
    private func write(_ part: TablePart, _ content: SectionPart) throws {
        try attempt {
            guard case .given(let row) = content else {
                throw TableError(
                    .rowsNotKept,
                    "The \(part == .head ? "head" : "foot") is computed from rows, which a stream in the "
                        + "\(formatName) format does not keep; compute its data while the rows are appended, "
                        + "and write that.")
            }
            guard showsHeadsAndFeet else { return }
            let position =
                part == .tableFoot
                ? GridPosition(part, of: nil, at: sectionIndex + 1)
                : GridPosition(part, of: section, at: sectionIndex)
            var line = filler.makeLine()
            let state = SectionState(rowCount: sectionRowCount ?? rowCount)
            try filler.fill(&line, with: row, at: position, in: state)
            try writer.write(line, at: position, to: &output)
        }
    }
}

extension GridStream {
    /// A report on a table that was written row by row.
    public struct Report: Hashable, Sendable {
        /// The number of written rows.
        public var rowCount: Int

        /// The number of texts that were wider than their column and were wrapped or cut.
        ///
        /// The number includes cells, heads, feet and, once each, titles of columns. It is 0 for all formats
        /// except text and Excel workbooks. With an overflow of `cut`, it is the number of texts that are only partly
        /// visible. In a workbook, it is the number of texts that were too long for a cell.
        public var overflowCount: Int

        /// The number of columns without the bars of `GridColumn.bar`, because the format had no room for them.
        ///
        /// The number is 0 for all formats except Excel workbooks. A sheet has bars for at most 8,192 groups of rows
        /// between heads and feet. A text table says in its last line that bars are omitted.
        public var omittedBarCount: Int

        /// Creates a report.
        public init(rowCount: Int, overflowCount: Int, omittedBarCount: Int = 0) {
            self.rowCount = rowCount
            self.overflowCount = overflowCount
            self.omittedBarCount = omittedBarCount
        }
    }
}

extension TableError.Code {
    /// A stream received a row or another call after its end.
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
    /// Writes a row for each element of a sequence of any length.
    ///
    /// The sequence is read once, and no element is kept.
    ///
    /// - Throws: The errors of ``append(_:as:)``.
    @inlinable
    public func append<Item: GridLineItem>(
        contentsOf rows: some Sequence<Item.Data>, as item: Item.Type
    ) throws where Item.Context == Void {
        for data in rows { try append(data, as: item) }
    }

    /// Writes a row for each element of an asynchronous sequence as it arrives.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, or the error of the sequence; the stream can
    ///   continue then. Otherwise the errors of ``append(_:as:)``.
    @inlinable
    public func append<Item: GridLineItem, Source: AsyncSequence>(
        contentsOf rows: Source, as item: Item.Type
    ) async throws where Source.Element == Item.Data, Item.Context == Void {
        for try await data in rows {
            try Task.checkCancellation()
            try append(data, as: item)
        }
        // Many sequences simply end when their task is cancelled.
        try Task.checkCancellation()
    }
}

extension GridFormat {
    /// Writes the table of a sequence of unknown length, in constant memory.
    ///
    /// ```swift
    /// try CSVFormat().write(orders.lazy.filter(\.isOpen), as: OrderLine.self, columns: ["Order", "Total"])
    /// ```
    ///
    /// - Parameters:
    ///   - rows: The business data, one element for each row. The sequence is read once, and no element is
    ///     kept.
    ///   - item: The item that fills a line with each element.
    ///   - columns: The columns.
    ///   - caption: The caption of the table; see `TableInfo.caption`.
    ///   - sample: The number of rows that a format with a sample measures before it writes the first row.
    ///   - sink: Receives the table, and discards it if an error is thrown.
    /// - Returns: The number of written rows, and the number of texts that did not fit.
    /// - Throws: The error of the format or the sink.
    @inlinable @discardableResult
    public func write<Item: GridLineItem>(
        _ rows: some Sequence<Item.Data>, as item: Item.Type, columns: [GridColumn], caption: String? = nil,
        sample: Int = 1000, to sink: any ByteSink = HandleSink.standardOutput
    ) throws -> GridStream.Report where Item.Context == Void {
        let stream = GridStream(self, columns: columns, caption: caption, sample: sample, to: sink)
        try stream.append(contentsOf: rows, as: item)
        return try stream.finish()
    }

    /// Writes the table of an asynchronous sequence, in constant memory.
    ///
    /// The parameters and the result are those of the method for a sequence that is not asynchronous.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, or the error of the sequence, the format or
    ///   the sink.
    @inlinable @discardableResult
    public func write<Item: GridLineItem, Source: AsyncSequence>(
        _ rows: Source, as item: Item.Type, columns: [GridColumn], caption: String? = nil,
        sample: Int = 1000, to sink: any ByteSink = HandleSink.standardOutput
    ) async throws -> GridStream.Report where Source.Element == Item.Data, Item.Context == Void {
        let stream = GridStream(self, columns: columns, caption: caption, sample: sample, to: sink)
        try await stream.append(contentsOf: rows, as: item)
        return try stream.finish()
    }
}
