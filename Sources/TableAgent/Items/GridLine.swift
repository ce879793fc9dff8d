/// The view of every portable surface: a line of cells in a buffer that is used again for the next line.
///
/// An item writes its cells from left to right. Each cell has a value, which data surfaces such as CSV and
/// JSON write, and optionally another text that people are shown; a value of `nil` is an empty cell. Its role
/// says what the cell means to the reader.
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

    @usableFromInline
    mutating func append(_ kind: GridCell.Kind, word: Int, shown: String?, role: GridRole) {
        let start = bytes.count
        bytes.append(digitsOf: word)
        finish(kind, from: start, shown: shown, role: role)
    }

    @usableFromInline
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

extension GridLine {
    /// Adds a cell of text.
    public mutating func text(_ text: String?, shown: String? = nil, role: GridRole = .plain) {
        guard let text else { return empty(shown: shown, role: role) }
        append(.text, text, shown: shown, role: role)
    }

    /// Adds a cell of text that is at hand as UTF-8; bytes that are none are replaced by U+FFFD.
    ///
    /// ASCII is copied as it is. Other text is checked by making a `String` of it.
    public mutating func text(
        utf8: UnsafeBufferPointer<UInt8>, shown: String? = nil, role: GridRole = .plain
    ) {
        if utf8.isASCII {
            append(.text, utf8: utf8, shown: shown, role: role)
        } else {
            append(.text, String(decoding: utf8, as: UTF8.self), shown: shown, role: role)
        }
    }

    /// Adds a cell with a whole number.
    @inlinable
    public mutating func integer(
        _ value: (some BinaryInteger)?, shown: String? = nil, role: GridRole = .plain
    ) {
        guard let value else { return empty(shown: shown, role: role) }
        if let word = Int(exactly: value) {
            append(.integer, word: word, shown: shown, role: role)
        } else {
            append(.integer, String(value), shown: shown, role: role)
        }
    }

    /// Adds a cell with a decimal number, such as a `Double` or a Foundation `Decimal`.
    ///
    /// The value is written as the number describes itself, without loss. Not-a-number and infinities are
    /// kept as `nan`, `inf` and `-inf`; each data surface says what it makes of them. A number that describes
    /// itself in another way, such as a fraction, becomes a cell of text.
    @inlinable
    public mutating func decimal(
        _ value: (some SignedNumeric & CustomStringConvertible)?, shown: String? = nil,
        role: GridRole = .plain
    ) {
        guard let value else { return empty(shown: shown, role: role) }
        if let double = value as? Double, double.isFinite {
            // Describes itself as JSON writes it, which need not be checked. See `csv/100k x 6`.
            append(.decimal, finite: double, shown: shown, role: role)
        } else {
            decimal(description: value.description, shown: shown, role: role)
        }
    }

    /// Adds a cell with a decimal number that is at hand as JSON writes it, in ASCII: `-12.50`, `1e5`.
    ///
    /// Other text becomes a cell of text.
    public mutating func decimal(
        utf8: UnsafeBufferPointer<UInt8>, shown: String? = nil, role: GridRole = .plain
    ) {
        if NumberText.isNumber(utf8) {
            append(.decimal, utf8: utf8, shown: shown, role: role)
        } else {
            text(utf8: utf8, shown: shown, role: role)
        }
    }

    @usableFromInline
    mutating func decimal(description: String, shown: String?, role: GridRole) {
        if let value = NumberText.value(ofDescription: description) {
            append(.decimal, value, shown: shown, role: role)
        } else {
            append(.text, description, shown: shown, role: role)
        }
    }

    /// Adds a cell with a truth value.
    public mutating func boolean(_ value: Bool?, shown: String? = nil, role: GridRole = .plain) {
        guard let value else { return empty(shown: shown, role: role) }
        append(.boolean, value ? "true" : "false", shown: shown, role: role)
    }

    /// Adds a cell with a date or time as data surfaces write it, best in ISO 8601.
    public mutating func date(_ text: String?, shown: String? = nil, role: GridRole = .plain) {
        guard let text else { return empty(shown: shown, role: role) }
        append(.date, text, shown: shown, role: role)
    }

    /// Adds a cell without a value; `shown` is text that is no data, such as the word "Total" beside a sum.
    public mutating func empty(shown: String? = nil, role: GridRole = .plain) {
        append(.empty, "", shown: shown, role: role)
    }
}

extension GridLine {
    /// Lends the value of a cell, which is what data surfaces such as JSON write.
    @inlinable @inline(__always)
    public func withValue<Result, Failure: Error>(
        of cell: GridCell, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes { (utf8) throws(Failure) -> Result in
            precondition(cell.valueEnd <= utf8.count, "The cell is not one of this line, or no longer.")
            return try body(UnsafeBufferPointer(rebasing: utf8[cell.value]))
        }
    }

    /// Lends the text of a cell that people are shown.
    @inlinable @inline(__always)
    public func withShown<Result, Failure: Error>(
        of cell: GridCell, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes { (utf8) throws(Failure) -> Result in
            precondition(cell.shownEnd <= utf8.count, "The cell is not one of this line, or no longer.")
            return try body(UnsafeBufferPointer(rebasing: utf8[cell.shown]))
        }
    }

    /// Returns the value of a cell as text, empty for a cell that was not written.
    public func value(at index: Int) -> String {
        guard cells.indices.contains(index) else { return "" }
        return withValue(of: cells[index]) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the text of a cell that people are shown, empty for a cell that was not written.
    public func shown(at index: Int) -> String {
        guard cells.indices.contains(index) else { return "" }
        return withShown(of: cells[index]) { String(decoding: $0, as: UTF8.self) }
    }
}

/// An item that every portable surface can show: it writes its data into a line of cells.
///
/// ```swift
/// enum OrderLine: GridLineItem {
///     static func fill(_ line: inout GridLine, with order: Order) {
///         line.text(order.customer)
///         line.integer(order.quantity)
///         line.decimal(order.total, shown: "€ 1,234.50")
///         line.text(order.status, role: .warning)
///     }
/// }
/// ```
///
/// A line starts empty; the n-th cell written stands in the n-th column. Cells that are not written are
/// empty. A head or foot that writes a single cell spans the whole table.
public protocol GridLineItem<Data>: TableItem where View == GridLine {}

/// A head, foot or row that is one strong text, for tables that need no item of their own for it.
///
/// ```swift
/// Head("July", as: GridTitle.self)
/// ```
public enum GridTitle: GridLineItem {
    /// Writes the text as the only cell.
    public static func fill(_ line: inout GridLine, with text: String) {
        line.text(text, role: .strong)
    }
}
