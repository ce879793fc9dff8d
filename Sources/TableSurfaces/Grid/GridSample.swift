import TableAgent

/// The first lines of a table, measured and kept until they are written.
///
/// The sample of a table keeps the lines that fit in 8 MiB. Items fill the other lines again, so the memory
/// does not grow with the rows. The sample of a ``GridStream`` keeps all of its lines.
///
/// All lines share three arrays, so keeping a line allocates no memory.
package struct GridSample {
    /// A Boolean value that indicates whether the lines belong to a ``GridStream``, whose rows have no ids.
    package let isStream: Bool

    /// A Boolean value that indicates whether the sample contains every measured line.
    private(set) var isComplete = true

    /// The number of measured lines, and the number of rows among them.
    private(set) var lineCount = 0
    private(set) var rowCount = 0
    /// The number of cells in the widest measured line.
    private(set) var cellCount = 0
    /// Whether any measured line has a series.
    private var hasSeries = false

    private let limit: Int
    private var headers: [Header] = []
    /// The cells of all lines, packed.
    private var words: [UInt64] = []
    private var text: [UInt8] = []
    /// The start of the next line to read.
    private var nextLine = 0
    private var nextWord = 0
    private var nextByte = 0

    /// The maximum size of a table's lines in bytes: about 80,000 rows of six short cells.
    package static let standardLimit = 8 << 20

    /// Creates an empty sample.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of the lines in bytes.
    ///   - isStream: Whether the lines belong to a stream.
    init(limit: Int, isStream: Bool = false) {
        self.limit = limit
        self.isStream = isStream
    }

    /// Calls a closure with each line and its part, starting with the first line, until the closure returns
    /// `false`.
    ///
    /// - Complexity: O(bytes of the lines).
    func forEach(_ body: (TablePart, borrowing GridLine) throws -> Bool) rethrows {
        var line = GridLine()
        var unread = self
        unread.nextLine = 0
        unread.nextWord = 0
        unread.nextByte = 0
        while let part = unread.readNext(&line), try body(part, line) {}
    }

    // MARK: Keeping lines

    /// The part and the size of a line.
    private struct Header {
        let part: TablePart
        let cellCount: UInt32
        let byteCount: UInt32
    }

    /// Keeps a line, unless this line or an earlier line does not fit.
    mutating func append(_ line: borrowing GridLine, of part: TablePart) {
        let (cells, byteCount) = (line.cells, line.bytes.count)
        lineCount &+= 1
        if part == .row { rowCount &+= 1 }
        cellCount = max(cellCount, cells.count)
        if line.hasSeries { hasSeries = true }
        isComplete = isComplete && makeRoom(forCells: cells.count, bytes: byteCount)
        guard isComplete else { return }
        headers.append(
            Header(part: part, cellCount: UInt32(cells.count), byteCount: UInt32(byteCount)))
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * cells.count) { packed in
            var count = 0
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
    }

    /// Reserves memory for a line, and returns whether the line fits.
    private mutating func makeRoom(forCells cellCount: Int, bytes byteCount: Int) -> Bool {
        let headerSize = (headers.count + 1) * MemoryLayout<Header>.stride
        let size = headerSize + (words.count + cellCount) * 8 + text.count + byteCount
        guard size <= limit, byteCount <= PackedCell.highestEnd else { return false }
        if words.isEmpty {
            // Room for the table of one page, so that it causes no further allocations.
            headers.reserveCapacity(1 << 7)
            words.reserveCapacity(1 << 10)
            text.reserveCapacity(1 << 13)
        }
        if size > 1 << 16, limit < Int.max, text.capacity < limit / 2 {
            // The system provides a page of memory only when the page is first written. So a large capacity
            // costs nothing until it is used, and later appends rarely copy.
            headers.reserveCapacity(limit / 64)
            words.reserveCapacity(limit / 16)
            text.reserveCapacity(limit / 2)
        }
        return true
    }

    // MARK: Reading lines

    /// Reads the next line.
    ///
    /// - Returns: The part of the line, or `nil` at the end of the sample.
    @inline(__always)
    mutating func readNext(_ line: inout GridLine) -> TablePart? {
        guard nextLine < headers.count else { return nil }
        let header = headers[nextLine]
        nextLine &+= 1
        read(header, &line)
        return header.part
    }

    private mutating func read(_ header: Header, _ line: inout GridLine) {
        let (cellCount, textEnd) = (Int(header.cellCount), nextByte + Int(header.byteCount))
        line.removeAll()
        text.withUnsafeBufferPointer {
            line.bytes.append(UnsafeBufferPointer(rebasing: $0[nextByte..<textEnd]))
        }
        withUnsafeTemporaryAllocation(of: GridCell.self, capacity: cellCount) { cells in
            var word = nextWord
            var start = 0
            for index in 0..<cellCount {
                let cell = PackedCell(word: words[word])
                word &+= cell.hasLink ? 2 : 1
                cells[index] = cell.cell(from: &start, linkCount: cell.hasLink ? Int(words[word &- 1]) : 0)
            }
            line.cells.append(contentsOf: UnsafeBufferPointer(cells))
            nextWord = word
        }
        nextByte = textEnd
        line.hasSeries = hasSeries && line.cells.contains { $0.kind == .series }
    }
}

/// A cell packed into one word. If the cell has a link, the next word is the size of the link in bytes.
///
/// - Bits 0 to 26: the end of the value.
/// - Bits 27 to 53: the end of the shown text.
/// - Bit 54: set if the value and the shown text are the same.
/// - Bits 56 to 59: the kind.
/// - Bits 60 to 62: the role.
/// - Bit 63: set if the cell has a link.
private struct PackedCell {
    let word: UInt64

    static let highestEnd = 1 << 27 - 1
}

extension PackedCell {
    @inline(__always)
    init(_ cell: GridCell) {
        let ends =
            UInt64(cell.value.upperBound) | UInt64(max(cell.value.upperBound, cell.shown.upperBound)) << 27
        let isSame: UInt64 = cell.shown == cell.value ? 1 : 0
        let link: UInt64 = cell.linkCount > 0 ? 1 : 0
        let kindAndRole = UInt64(cell.kind.rawValue) << 56 | UInt64(cell.role.rawValue) << 60
        self.init(word: ends | isSame << 54 | kindAndRole | link << 63)
    }

    @inline(__always)
    var hasLink: Bool { word >> 63 == 1 }

    /// Unpacks the cell, whose text starts at the end of the previous cell's text.
    @inline(__always)
    func cell(from start: inout Int, linkCount: Int) -> GridCell {
        let value = start..<Int(truncatingIfNeeded: word) & Self.highestEnd
        let end = Int(truncatingIfNeeded: word >> 27) & Self.highestEnd
        start = end + linkCount
        return GridCell(
            // The bits are those of a kind, so they need no check, which would run once for each cell.
            kind: unsafeBitCast(UInt8(truncatingIfNeeded: word >> 56 & 15), to: GridCell.Kind.self),
            role: GridRole(rawValue: UInt8(truncatingIfNeeded: word >> 60 & 7)) ?? .plain, value: value,
            shown: word >> 54 & 1 == 1 ? value : value.upperBound..<end, linkCount: linkCount)
    }
}
