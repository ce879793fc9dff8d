/// The view of every portable surface: a line of cells in a buffer that is used again for the next line.
///
/// An item writes its cells from left to right. Each cell has a value, which data surfaces such as CSV and
/// JSON write, and optionally another text that people are shown.
///
/// ```swift
/// line.text("Ada")
/// line.decimal(1234.5, shown: "€ 1,234.50")
/// ```
///
/// All text goes into one buffer of UTF-8 bytes; a cell is a pair of ranges in it. Writing text, a whole
/// number or a `Double` such as an amount of money makes no `String` and, once the buffer has grown to the
/// longest line, allocates nothing.
public struct GridLine {
    /// The cells written so far, from the left.
    public package(set) var cells: [GridCell] = []

    /// The text of all cells, cut up by the cells' ranges: each starts where the one before ends.
    @usableFromInline
    package var bytes = ByteBuffer()

    /// Creates a line without cells.
    public init() {}

    /// Makes the line empty and keeps its memory for the next one.
    ///
    /// A surface calls it before it has an item fill the line.
    public mutating func removeAll() {
        cells.removeAll(keepingCapacity: true)
        bytes.removeAll()
    }

    /// Adds a cell: its value and, if it is another, the text that people are shown.
    @usableFromInline
    mutating func append(_ kind: GridCell.Kind, _ value: String, shown: String?, role: GridRole) {
        let start = bytes.count
        bytes.append(value)
        finish(kind, from: start, shown: shown, role: role)
    }

    mutating func append(
        _ kind: GridCell.Kind, utf8: UnsafeBufferPointer<UInt8>, shown: String?, role: GridRole
    ) {
        let start = bytes.count
        bytes.append(utf8)
        finish(kind, from: start, shown: shown, role: role)
    }

    mutating func append(_ kind: GridCell.Kind, word: Int, shown: String?, role: GridRole) {
        let start = bytes.count
        bytes.append(digitsOf: word)
        finish(kind, from: start, shown: shown, role: role)
    }

    mutating func append(_ kind: GridCell.Kind, finite: Double, shown: String?, role: GridRole) {
        let start = bytes.count
        bytes.append(descriptionOf: finite)
        finish(kind, from: start, shown: shown, role: role)
    }

    /// Adds a cell whose value is what the buffer holds from a byte on.
    @inline(__always)
    private mutating func finish(_ kind: GridCell.Kind, from start: Int, shown: String?, role: GridRole) {
        if let shown { return finish(kind, from: start, showing: shown, role: role) }
        let value = start..<bytes.count
        cells.append(GridCell(kind: kind, role: role, value: value, shown: value))
    }

    /// Apart from the rest, which is quicker without it.
    @inline(never)
    private mutating func finish(
        _ kind: GridCell.Kind, from start: Int, showing shown: String, role: GridRole
    ) {
        let end = bytes.count
        bytes.append(shown)
        cells.append(GridCell(kind: kind, role: role, value: start..<end, shown: end..<bytes.count))
    }
}
