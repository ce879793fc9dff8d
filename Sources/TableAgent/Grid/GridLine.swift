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
/// All text goes into one buffer of UTF-8 bytes; a cell is a pair of ranges in it. Writing a cell makes no
/// `String` and, once the buffer has grown to the longest line, allocates nothing.
public struct GridLine {
    /// The cells written so far, from the left.
    public private(set) var cells: [GridCell] = []

    /// The text of all cells as valid UTF-8, cut up by ``GridCell/value`` and ``GridCell/shown``.
    public private(set) var utf8: [UInt8] = []

    /// Creates a line without cells.
    public init() {}

    /// Makes the line empty and keeps its memory for the next one.
    ///
    /// A surface calls it before it has an item fill the line.
    public mutating func removeAll() {
        cells.removeAll(keepingCapacity: true)
        utf8.removeAll(keepingCapacity: true)
    }

    /// Adds a cell: its value and, if it is another, the text that people are shown.
    @usableFromInline
    mutating func append(_ kind: GridCell.Kind, _ value: String, shown: String?, role: GridRole) {
        let start = utf8.count
        utf8.append(contentsOf: value.utf8)
        finish(kind, from: start, shown: shown, role: role)
    }

    /// Adds a cell whose value is what the buffer holds from a byte on.
    private mutating func finish(_ kind: GridCell.Kind, from start: Int, shown: String?, role: GridRole) {
        let value = start..<utf8.count
        var range = value
        if let shown {
            utf8.append(contentsOf: shown.utf8)
            range = value.upperBound..<utf8.count
        }
        cells.append(GridCell(kind: kind, role: role, value: value, shown: range))
    }

    mutating func append(
        _ kind: GridCell.Kind, digits: UInt64, isNegative: Bool, shown: String?, role: GridRole
    ) {
        let start = utf8.count
        if isNegative { utf8.append(UInt8(ascii: "-")) }
        let first = utf8.count
        var rest = digits
        repeat {
            utf8.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        utf8[first...].reverse()
        finish(kind, from: start, shown: shown, role: role)
    }

    mutating func append(
        _ kind: GridCell.Kind, utf8 bytes: UnsafeBufferPointer<UInt8>, shown: String?, role: GridRole
    ) {
        let start = utf8.count
        utf8.append(contentsOf: bytes)
        finish(kind, from: start, shown: shown, role: role)
    }
}
