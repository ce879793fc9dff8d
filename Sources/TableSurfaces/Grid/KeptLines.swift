import TableAgent

/// The lines that the first pass over a table has filled, kept for the second one as far as memory allows.
///
/// Lines are read in the order in which they were kept. What does not fit is filled again, so that the memory
/// does not grow with the rows. See the rows `text/100k x 6` and `markdown/100k x 6` of the benchmark.
///
/// All lines stand in one buffer, so that keeping one allocates nothing. A line is a word with the number of
/// its cells and of its bytes, a word for each cell, and the bytes of its text.
struct KeptLines: ~Copyable {
    /// The bytes that kept lines may take, about 80,000 rows of six short cells.
    static let standardLimit = 8 << 20

    /// A width that was not measured, or of a text that does not stand in the output as it is.
    static let noWidth = Int(UInt16.max)

    private static let smallSize = 1 << 16

    private let limit: Int
    private var buffer = OutputBuffer()
    private var isFull = false
    /// Where the next line to be read starts.
    private var offset = 0

    init(limit: Int = standardLimit) {
        self.limit = limit
    }

    /// Keeps a line behind the others, unless one before it did not fit.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - width: Takes the number of each cell, the cell and its text for people; returns the width of that
    ///     text in terminal columns, or `noWidth`. It is called whether the line is kept or not.
    @inline(__always)
    mutating func append(
        _ line: borrowing GridLine, width: (Int, GridCell, UnsafeBufferPointer<UInt8>) -> Int
    ) {
        let start = buffer.count
        let cells = line.cells
        begin(line, cells.count)
        line.bytes.withBytes { utf8 in
            for (index, cell) in cells.enumerated() {
                let width = width(index, cell, UnsafeBufferPointer(rebasing: utf8[cell.shown]))
                guard !isFull else { continue }
                if let word = KeptCell(cell, width: width)?.word {
                    buffer.append(word: word)
                } else {
                    buffer.truncate(to: start)
                    isFull = true
                }
            }
            if !isFull { buffer.append(utf8) }
        }
    }

    private mutating func begin(_ line: borrowing GridLine, _ cellCount: Int) {
        let size = buffer.count + 8 + cellCount * 8 + line.bytes.count
        guard !isFull, size <= limit else { return isFull = true }
        // The system gives memory page by page as it is written to: no more is taken than is needed, and
        // nothing is copied from then on.
        if size > Self.smallSize { buffer.reserve(limit) }
        buffer.append(word: UInt64(cellCount) << 32 | UInt64(line.bytes.count))
    }

    /// Fills a line with the next one that was kept.
    ///
    /// - Returns: Whether there was one; the line is unchanged otherwise.
    mutating func read(_ line: inout GridLine) -> Bool {
        take { kept in
            line.removeAll()
            line.bytes.append(kept.text)
            var start = 0
            for index in 0..<kept.cellCount { line.cells.append(kept[index].cell(from: &start)) }
            return true
        }
    }

    /// Lends the next line that was kept, if there is one.
    ///
    /// - Parameter body: Takes the line; returns whether that was all, or the line is to be lent once more.
    /// - Returns: What `body` returns, or `false` when there is no line.
    @inline(__always)
    mutating func take(_ body: (Line) throws -> Bool) rethrows -> Bool {
        guard offset < buffer.count else { return false }
        let end = try buffer.withBytes { bytes in
            let counts = bytes.word(at: offset)
            let textStart = offset &+ 8 &+ Int(counts >> 32) &* 8
            let end = textStart &+ Int(UInt32(truncatingIfNeeded: counts))
            let line = Line(
                cells: UnsafeBufferPointer(rebasing: bytes[(offset &+ 8)..<textStart]),
                text: UnsafeBufferPointer(rebasing: bytes[textStart..<end]))
            return try body(line) ? end : nil
        }
        guard let end else { return false }
        offset = end
        return true
    }

    /// A kept line, lent by its lines.
    struct Line {
        fileprivate let cells: UnsafeBufferPointer<UInt8>
        /// The text of all cells, without a gap: of each its value, and its text for people if it is another.
        let text: UnsafeBufferPointer<UInt8>

        var cellCount: Int { cells.count / 8 }

        subscript(index: Int) -> KeptCell {
            @inline(__always) get { KeptCell(word: cells.word(at: 8 &* index)) }
        }
    }
}

/// A cell of a kept line in one word: from the lowest bit on the bytes of its value, those of its text for
/// people, its width, in 16 bits each, its kind and its role.
struct KeptCell {
    fileprivate let word: UInt64

    /// The count of a text for people that is the value itself.
    private static let sameCount = UInt64(UInt16.max)

    @inline(__always)
    fileprivate init(word: UInt64) {
        self.word = word
    }

    /// Makes none for a cell of more than 64 KiB.
    @inline(__always)
    fileprivate init?(_ cell: GridCell, width: Int) {
        let value = UInt64(cell.value.count)
        let shown = cell.shown == cell.value ? Self.sameCount : UInt64(cell.shown.count)
        guard value <= UInt16.max, shown < Self.sameCount || cell.shown == cell.value else { return nil }
        word =
            value | shown << 16 | UInt64(min(width, KeptLines.noWidth)) << 32 | UInt64(cell.kind.rawValue)
            << 48
            | UInt64(cell.role.rawValue) << 56
    }

    /// The width of the text for people in terminal columns, or `noWidth`.
    var width: Int { Int(word >> 32 & 0xFFFF) }

    var role: GridRole { GridRole(rawValue: UInt8(word >> 56)) ?? .plain }

    /// Where the text for people is; the cell's text starts where that of the cell before it ends.
    @inline(__always)
    func shown(from start: inout Int) -> Range<Int> {
        let valueEnd = start &+ Int(word & 0xFFFF)
        let shownCount = word >> 16 & 0xFFFF
        let shownStart = shownCount == Self.sameCount ? start : valueEnd
        start = shownCount == Self.sameCount ? valueEnd : valueEnd &+ Int(shownCount)
        return shownStart..<start
    }

    @inline(__always)
    fileprivate func cell(from start: inout Int) -> GridCell {
        let value = start..<start + Int(word & 0xFFFF)
        let kind = GridCell.Kind(rawValue: UInt8(word >> 48 & 0xFF)) ?? .text
        return GridCell(kind: kind, role: role, value: value, shown: shown(from: &start))
    }
}
