public import TableAgent

/// The first lines of a table, measured and kept until they are written.
///
/// The sample of a table keeps the lines that fit in 8 MiB. Items fill the other lines again, so the memory
/// does not grow with the rows. The sample of a ``GridStream`` keeps its lines, and the beginnings and ends
/// of the sections between them.
///
/// All lines share two arrays, so keeping a line allocates no memory. See the rows `text/100k x 6` and
/// `markdown/100k x 6` of the benchmark.
public struct GridSample {
    /// A Boolean value that indicates whether the lines belong to a ``GridStream``, whose rows have no ids.
    public let isStream: Bool

    /// A Boolean value that indicates whether the sample contains every measured line.
    public private(set) var isComplete = true

    /// The number of rows in the sample.
    private(set) var rowCount = 0
    /// The number of cells in the widest measured line.
    private(set) var cellCount = 0

    private let limit: Int
    /// A ``Header`` and the cells for each line, and only the header for the beginning or end of a section.
    private var words: [UInt64] = []
    private var text: [UInt8] = []
    private var sections: [TableSection] = []
    /// The start of the next line to read.
    private var (nextWord, nextByte, nextSection) = (0, 0, 0)

    /// The maximum size of a table's lines in bytes: about 80,000 rows of six short cells.
    static let standardLimit = 8 << 20

    /// Creates an empty sample.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of the lines in bytes.
    ///   - isStream: Whether the lines belong to a stream.
    init(limit: Int, isStream: Bool = false) {
        (self.limit, self.isStream) = (limit, isStream)
    }

    /// Calls a closure with each line and its part, starting with the first line, until the closure returns
    /// `false`.
    ///
    /// - Complexity: O(bytes of the lines).
    public func forEach(_ body: (GridPart, borrowing GridLine) throws -> Bool) rethrows {
        var (unread, line) = (self, GridLine())
        (unread.nextWord, unread.nextByte, unread.nextSection) = (0, 0, 0)
        while let step = unread.readNext(&line) {
            if case .line(let part) = step, try !body(part, line) { return }
        }
    }

    // MARK: Keeping lines

    /// The first word of a line, or the only word of the beginning or end of a section.
    private struct Header {
        enum Kind: UInt64 {
            case head, row, foot, tableFoot, beginSection, endSection
        }

        let word: UInt64

        init(word: UInt64) {
            self.word = word
        }

        init(_ kind: Kind, cellCount: Int = 0, byteCount: Int = 0) {
            word = UInt64(cellCount) << 32 | kind.rawValue << 28 | UInt64(byteCount)
        }

        var kind: Kind { Kind(rawValue: word >> 28 & 0xF) ?? .row }
        var cellCount: Int { Int(word >> 32) }
        var byteCount: Int { Int(truncatingIfNeeded: word) & PackedCell.highestEnd }
    }

    /// Keeps a line, unless this line or an earlier line does not fit.
    ///
    /// - Returns: Whether the line is kept.
    @discardableResult
    mutating func append(_ part: GridPart, _ line: borrowing GridLine) -> Bool {
        let (cells, byteCount) = (line.cells, line.bytes.count)
        cellCount = max(cellCount, cells.count)
        guard isComplete, makeRoom(forCells: cells.count, bytes: byteCount) else {
            isComplete = false
            return false
        }
        let kind: Header.Kind =
            switch part {
            case .head: .head
            case .row: .row
            case .foot: .foot
            case .tableFoot: .tableFoot
            }
        if part == .row { rowCount &+= 1 }
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * cells.count + 1) { packed in
            packed[0] = Header(kind, cellCount: cells.count, byteCount: byteCount).word
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

    /// Returns whether a line fits, and reserves memory for it.
    private mutating func makeRoom(forCells cellCount: Int, bytes byteCount: Int) -> Bool {
        let size = (words.count + 1 + cellCount) * 8 + text.count + byteCount
        guard size <= limit, byteCount <= PackedCell.highestEnd else { return false }
        if words.isEmpty {
            // Room for the table of one page; see the row `html/100 rows` of the benchmark.
            words.reserveCapacity(1 << 10)
            text.reserveCapacity(1 << 13)
        }
        if size > 1 << 16, limit < Int.max, text.capacity < limit / 2 {
            // The system provides memory page by page as it is written, so this reserves no more than needed,
            // and later appends copy little.
            words.reserveCapacity(limit / 16)
            text.reserveCapacity(limit / 2)
        }
        return true
    }

    /// Keeps the beginning of a section.
    mutating func append(_ section: TableSection) {
        sections.append(section)
        words.append(Header(.beginSection).word)
    }

    /// Keeps the end of a section.
    mutating func appendEnd() {
        words.append(Header(.endSection).word)
    }

    // MARK: Reading lines

    /// A line, or the beginning or end of a section.
    enum Step {
        case beginSection(TableSection), line(GridPart), endSection
    }

    /// Reads the next line, or the next beginning or end of a section.
    ///
    /// - Returns: The step, or `nil` at the end of the sample. Only a line changes `line`.
    @inline(__always)
    mutating func readNext(_ line: inout GridLine) -> Step? {
        guard nextWord < words.count else { return nil }
        let header = Header(word: words[nextWord])
        nextWord &+= 1
        let part: GridPart
        switch header.kind {
        case .beginSection:
            nextSection &+= 1
            return .beginSection(sections[nextSection &- 1])
        case .endSection: return .endSection
        case .head: part = .head
        case .row: part = .row
        case .foot: part = .foot
        case .tableFoot: part = .tableFoot
        }
        read(header, &line)
        return .line(part)
    }

    private mutating func read(_ header: Header, _ line: inout GridLine) {
        var word = nextWord
        let textEnd = nextByte + header.byteCount
        line.removeAll()
        text.withUnsafeBufferPointer {
            line.bytes.append(UnsafeBufferPointer(rebasing: $0[nextByte..<textEnd]))
        }
        withUnsafeTemporaryAllocation(of: GridCell.self, capacity: header.cellCount) { cells in
            var start = 0
            for index in 0..<header.cellCount {
                let cell = PackedCell(word: words[word])
                word &+= cell.hasLink ? 2 : 1
                cells[index] = cell.cell(from: &start, linkCount: cell.hasLink ? Int(words[word &- 1]) : 0)
            }
            line.cells.append(contentsOf: UnsafeBufferPointer(cells))
        }
        (nextWord, nextByte) = (word, textEnd)
    }
}

/// A cell in one word.
///
/// From the lowest bit on, the word has the ends of the value and of the shown text in 28 bits each. Then
/// follow a bit that is set if both are the same, the kind, the role, and a bit that is set if the cell has a
/// link. The size of the link in bytes is then the next word.
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

    /// Unpacks the cell, whose text starts at the end of the previous cell's text.
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
