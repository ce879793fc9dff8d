public import TableAgent

extension StreamableFormat {
    /// Writes a table.
    ///
    /// A format that ``needsSample`` makes two passes over the rows: one to measure, one to write. Lines of the
    /// first pass are kept for the second as far as they fit in 8 MiB; an item fills a line once for those,
    /// and twice for the rest.
    ///
    /// - Throws: For a line with more cells than the table has columns, for an item that is no `GridLineItem`,
    ///   when the format can't write a value, or what the output throws.
    /// - Complexity: O(rows × columns); memory does not grow with the rows.
    public func write(_ table: TableInfo, to output: inout GridOutput) throws {
        try write(table, to: &output, keeping: KeptLines())
    }

    func write(_ table: TableInfo, to output: inout GridOutput, keeping kept: consuming KeptLines) throws {
        let writer = makeWriter(for: table.columns, caption: table.caption)
        try write(table, with: writer, to: &output, keeping: kept)
    }

    func write(
        _ table: TableInfo, with writer: consuming some GridWriter, to output: inout GridOutput,
        keeping kept: consuming KeptLines
    ) throws {
        var (writer, kept) = (writer, kept)
        let lines = TableLines(table, heads: showsHeadsAndFeet, collapsedRows: showsCollapsedRows)
        var line = GridLine()
        if needsSample {
            var noKeptLines = KeptLines(limit: 0)
            for index in table.sections.indices {
                try lines.forEach(inSection: index, &line, &noKeptLines) { place, line in
                    writer.measure(place.part, line)
                    kept.append(line)
                }
            }
        }
        try writer.begin(&output)
        for (index, section) in table.sections.enumerated() {
            try lines.write(section, at: index, with: &writer, &line, &kept, to: &output)
        }
        try writer.end(&output)
    }
}

/// The lines of a table that a format shows.
struct TableLines {
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

    /// Writes a section.
    @inline(__always)
    func write(
        _ section: TableSection, at index: Int, with writer: inout some GridWriter, _ line: inout GridLine,
        _ kept: inout KeptLines, to output: inout GridOutput
    ) throws {
        try writer.beginSection(section.id, section.state, &output)
        try forEach(inSection: index, &line, &kept) { place, line in
            try writer.write(place, line, &output)
            try output.flushIfFull()
        }
        try writer.endSection(&output)
    }

    /// Fills one line with the head, each row and the foot of a section in turn.
    ///
    /// Lines that were kept in an earlier pass are not filled again.
    ///
    /// - Throws: For a line with more cells than the table has columns, unless it has none at all, and for an
    ///   item that is no `GridLineItem`.
    @inline(__always)
    func forEach(
        inSection index: Int, _ line: inout GridLine, _ kept: inout KeptLines,
        _ body: (GridPlace, borrowing GridLine) throws -> Void
    ) throws {
        let section = table.sections[index]
        if heads, let head = section.head {
            let place = GridPlace(.head, of: section, at: RowPosition(section: index, row: 0))
            if !kept.read(&line) { try fill(&line, with: head, at: place) }
            try body(place, line)
        }
        let rows = collapsedRows ? section.rows : section.visibleRows
        func place(_ row: Int) -> GridPlace {
            GridPlace(.row, of: section, at: RowPosition(section: index, row: row))
        }
        var row = 0
        let rowCount = rows.count
        while row < rowCount, kept.read(&line) {
            try body(place(row), line)
            row += 1
        }
        try rows.fillLines(from: row, &line, in: section.state) { line, row in
            if line.cells.count > limit {
                throw tooManyCells(line.cells.count, of: rows[row], at: place(row))
            }
            try body(place(row), line)
        }
        if heads, let foot = section.foot {
            let place = GridPlace(.foot, of: section, at: RowPosition(section: index, row: 0))
            if !kept.read(&line) { try fill(&line, with: foot, at: place) }
            try body(place, line)
        }
    }

    /// Fills a line with a head, a row or a foot.
    func fill(_ line: inout GridLine, with row: Row, at place: GridPlace) throws(TableError) {
        guard row.fill(line: &line, in: place.section.state) else {
            throw TableError(
                .itemNotShown,
                "\(row.item) at \(place.text) is no GridLineItem; give it an item that fills a GridLine.")
        }
        if line.cells.count > limit { throw tooManyCells(line.cells.count, of: row, at: place) }
    }

    private func tooManyCells(_ count: Int, of row: Row, at place: GridPlace) -> TableError {
        TableError.tooManyCells(
            count, columns: limit, item: row.item, place: place.text,
            position: place.part == .row ? place.position : nil)
    }
}

/// Lines that were measured, kept until they are written, as far as memory allows.
///
/// Lines are read in the order in which they were kept. Those that do not fit are filled again, so that memory
/// does not grow with the rows. All lines stand in the same arrays, so that keeping one allocates nothing. See
/// the rows `text/100k x 6` and `markdown/100k x 6` of the benchmark.
struct KeptLines {
    /// The bytes that kept lines may take: about 80,000 rows of six short cells.
    static let standardLimit = 8 << 20

    private let limit: Int
    /// For each line a word with the numbers of its cells and of its bytes, then its cells.
    private var words: [UInt64] = []
    private var text: [UInt8] = []
    private var isFull = false
    private var (nextWord, nextByte) = (0, 0)

    init(limit: Int = standardLimit) {
        self.limit = limit
    }

    /// Keeps a line behind the others, unless one before it did not fit.
    ///
    /// - Returns: Whether it is kept.
    @discardableResult
    mutating func append(_ line: borrowing GridLine) -> Bool {
        if words.isEmpty, limit > 0 {
            // Room for the table of one page; see the row `html/100 rows` of the benchmark.
            words.reserveCapacity(1 << 10)
            text.reserveCapacity(1 << 13)
        }
        let (cells, byteCount) = (line.cells, line.bytes.count)
        let size = (words.count + 1 + cells.count) * 8 + text.count + byteCount
        guard !isFull, size <= limit, byteCount <= PackedCell.highestEnd else {
            isFull = true
            return false
        }
        if size > 1 << 16, limit < Int.max, text.capacity < limit / 2 {
            // The system gives memory page by page as it is written to: no more is taken than is needed, and
            // little is copied from then on.
            words.reserveCapacity(limit / 16)
            text.reserveCapacity(limit / 2)
        }
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * cells.count + 1) { packed in
            packed[0] = UInt64(cells.count) << 32 | UInt64(byteCount)
            var count = 1
            for cell in cells {
                packed[count] = PackedCell(cell).word
                count &+= 1
                guard cell.linkCount > 0 else { continue }
                packed[count] = UInt64(cell.linkCount)
                count &+= 1
            }
            words.append(contentsOf: UnsafeBufferPointer(rebasing: packed[..<count]))
        }
        line.bytes.withBytes { text.append(contentsOf: $0) }
        return true
    }

    /// Fills a line with the next one that was kept.
    ///
    /// - Returns: Whether there was one; the line is unchanged otherwise.
    mutating func read(_ line: inout GridLine) -> Bool {
        guard nextWord < words.count else { return false }
        var word = nextWord + 1
        let cellCount = Int(words[nextWord] >> 32)
        let textEnd = nextByte + Int(UInt32(truncatingIfNeeded: words[nextWord]))
        line.removeAll()
        text.withUnsafeBufferPointer {
            line.bytes.append(UnsafeBufferPointer(rebasing: $0[nextByte..<textEnd]))
        }
        withUnsafeTemporaryAllocation(of: GridCell.self, capacity: cellCount) { cells in
            var start = 0
            for index in 0..<cellCount {
                let cell = PackedCell(word: words[word])
                word &+= cell.hasLink ? 2 : 1
                cells[index] = cell.cell(from: &start, linkCount: cell.hasLink ? Int(words[word &- 1]) : 0)
            }
            line.cells.append(contentsOf: UnsafeBufferPointer(cells))
        }
        (nextWord, nextByte) = (word, textEnd)
        return true
    }
}

/// A cell of a line in one word: from the lowest bit on, the ends of its value and of its text for people in
/// 28 bits each, whether these are the same, its kind and its role, and whether a link follows, whose number of bytes
/// is the next word.
private struct PackedCell {
    let word: UInt64

    static let highestEnd = 1 << 28 - 1

    @inline(__always)
    init(word: UInt64) {
        self.word = word
    }

    @inline(__always)
    init(_ cell: GridCell) {
        let ends =
            UInt64(cell.value.upperBound) | UInt64(max(cell.value.upperBound, cell.shown.upperBound)) << 28
        let isSame: UInt64 = cell.shown == cell.value ? 1 : 0
        let link: UInt64 = cell.linkCount > 0 ? 1 : 0
        word =
            ends | isSame << 56 | UInt64(cell.kind.rawValue) << 57 | UInt64(cell.role.rawValue) << 60
            | link << 63
    }

    @inline(__always)
    var hasLink: Bool { word >> 63 == 1 }

    /// Unpacks the cell, whose text starts where that of the cell before it ends.
    @inline(__always)
    func cell(from start: inout Int, linkCount: Int) -> GridCell {
        let value = start..<Int(truncatingIfNeeded: word) & Self.highestEnd
        let end = Int(truncatingIfNeeded: word >> 28) & Self.highestEnd
        start = end + linkCount
        return GridCell(
            kind: GridCell.Kind(rawValue: UInt8(truncatingIfNeeded: word >> 57 & 7)) ?? .text,
            role: GridRole(rawValue: UInt8(truncatingIfNeeded: word >> 60 & 7)) ?? .plain, value: value,
            shown: word >> 56 & 1 == 1 ? value : value.upperBound..<end, linkCount: linkCount)
    }
}
