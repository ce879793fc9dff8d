public import TableAgent

extension StreamableFormat {
    /// Writes a table.
    ///
    /// A format that ``needsSample`` makes two passes over the rows: one to measure, one to write. Lines of the
    /// first pass are kept for the second as far as they fit in 16 MiB; an item fills a line once for those,
    /// and twice for the rest.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - output: Takes the text.
    /// - Throws: For a line with more cells than the table has columns, for an item that is no `GridLineItem`,
    ///   when the format can't write a value, or what the output throws.
    /// - Complexity: O(rows × columns); memory does not grow with the rows.
    public func write(_ table: TableInfo, to output: inout GridOutput) throws {
        try write(table, to: &output, keeping: KeptLines())
    }

    func write(_ table: TableInfo, to output: inout GridOutput, keeping kept: consuming KeptLines) throws {
        var kept = kept
        var writer = makeWriter(for: table.columns)
        let lines = TableLines(table, heads: showsHeadsAndFeet, collapsedRows: showsCollapsedRows)
        var line = GridLine()
        if needsSample {
            var unread = KeptLines(limit: 0)
            for index in table.sections.indices {
                try lines.forEach(inSection: index, &line, &unread) { part, line in
                    writer.measure(part, line)
                    kept.append(line)
                }
            }
        }
        try writer.begin(&output)
        for (index, section) in table.sections.enumerated() {
            try writer.beginSection(section.id, section.state, &output)
            try lines.forEach(inSection: index, &line, &kept) { part, line in
                try writer.write(part, line, &output)
                try output.endLine()
            }
            try writer.endSection(&output)
        }
        try writer.end(&output)
    }
}

/// The lines of a table that a format shows.
private struct TableLines {
    private let table: TableInfo
    private let heads: Bool
    private let collapsedRows: Bool
    /// The number of cells that a line may have.
    private let limit: Int

    init(_ table: TableInfo, heads: Bool, collapsedRows: Bool) {
        self.table = table
        self.heads = heads
        self.collapsedRows = collapsedRows
        limit = table.columns.isEmpty ? Int.max : table.columns.count
    }

    /// Fills one line with the head, each row and the foot of a section in turn.
    ///
    /// - Parameters:
    ///   - index: The index of the section.
    ///   - line: The line.
    ///   - kept: The lines that need not be filled again, as they were kept in an earlier pass.
    ///   - body: Takes the line and what it is.
    /// - Throws: For a line with more cells than the table has columns, unless it has none at all, and for an
    ///   item that is no `GridLineItem`.
    @inline(__always)
    func forEach(
        inSection index: Int, _ line: inout GridLine, _ kept: inout KeptLines,
        _ body: (GridPart, borrowing GridLine) throws -> Void
    ) throws {
        let section = table.sections[index]
        if heads, let head = section.head {
            if !kept.read(&line) { try fill(&line, with: head, .head, ofSection: index) }
            try body(.head, line)
        }
        let rows = collapsedRows ? section.rows : section.visibleRows
        var row = 0
        let rowCount = rows.count
        while row < rowCount, kept.read(&line) {
            try body(.row, line)
            row += 1
        }
        try rows.fillLines(from: row, &line, in: section.state) { line, row in
            if line.cells.count > limit {
                let position = RowPosition(section: index, row: row)
                throw TableError.tooManyCells(
                    line.cells.count, columns: limit, item: rows[row].item, place: "\(position)",
                    position: position)
            }
            try body(.row, line)
        }
        if heads, let foot = section.foot {
            if !kept.read(&line) { try fill(&line, with: foot, .foot, ofSection: index) }
            try body(.foot, line)
        }
    }

    /// Fills a line with a head or foot.
    private func fill(
        _ line: inout GridLine, with row: Row, _ kind: HeadFootKind, ofSection index: Int
    ) throws(TableError) {
        let place = "the \(kind.rawValue) of section \(index)"
        guard row.fill(line: &line, in: table.sections[index].state) else {
            throw TableError(
                .itemNotShown,
                "\(row.item) at \(place) is no GridLineItem; give it an item that fills a GridLine.")
        }
        if line.cells.count > limit {
            throw TableError.tooManyCells(
                line.cells.count, columns: limit, item: row.item, place: place, position: nil)
        }
    }
}

/// Lines that were measured, kept until they are written, as far as memory allows.
///
/// Lines are read in the order in which they were kept. Those that do not fit are filled again, so that memory
/// does not grow with the rows. All lines stand in the same arrays, so that keeping one allocates nothing. See
/// the rows `text/100k x 6` and `markdown/100k x 6` of the benchmark.
struct KeptLines {
    /// The bytes that kept lines may take: about 90,000 rows of six short cells.
    static let standardLimit = 16 << 20

    private static let smallSize = 1 << 16

    private let limit: Int
    private var cells: [GridCell] = []
    private var text: [UInt8] = []
    /// Where the cells and the text of each line end.
    private var ends: [End] = []
    private var isFull = false
    /// The number of lines that were read.
    private var readCount = 0

    private struct End {
        var cells = 0
        var text = 0
    }

    /// Creates an empty collection of lines.
    ///
    /// - Parameter limit: The bytes that the lines may take.
    init(limit: Int = standardLimit) {
        self.limit = limit
    }

    /// Keeps a line behind the others, unless one before it did not fit.
    mutating func append(_ line: borrowing GridLine) {
        guard !isFull else { return }
        let end = End(cells: cells.count + line.cells.count, text: text.count + line.bytes.count)
        let size = Self.size(of: end, lineCount: ends.count + 1)
        guard size <= limit else { return isFull = true }
        if size > Self.smallSize, ends.capacity < limit / 256, limit < Int.max { reserve() }
        cells.append(contentsOf: line.cells)
        line.bytes.withBytes { text.append(contentsOf: $0) }
        ends.append(end)
    }

    /// The system gives memory page by page as it is written to: no more is taken than is needed, and nothing
    /// is copied from then on.
    private mutating func reserve() {
        cells.reserveCapacity(limit / MemoryLayout<GridCell>.stride)
        text.reserveCapacity(limit)
        ends.reserveCapacity(limit / MemoryLayout<End>.stride)
    }

    private static func size(of end: End, lineCount: Int) -> Int {
        end.cells * MemoryLayout<GridCell>.stride + end.text + lineCount * MemoryLayout<End>.stride
    }

    /// Fills a line with the next one that was kept.
    ///
    /// - Returns: Whether there was one; the line is unchanged otherwise.
    @inline(__always)
    mutating func read(_ line: inout GridLine) -> Bool {
        guard readCount < ends.count else { return false }
        let start = readCount == 0 ? End() : ends[readCount - 1]
        let end = ends[readCount]
        readCount += 1
        line.removeAll()
        line.cells.append(contentsOf: cells[start.cells..<end.cells])
        text.withUnsafeBufferPointer {
            line.bytes.append(UnsafeBufferPointer(rebasing: $0[start.text..<end.text]))
        }
        return true
    }
}
