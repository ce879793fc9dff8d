/// The view of every portable surface: a line of cells in a buffer that is used again for the next line.
///
/// An item writes its cells from left to right. Each cell has a value, which data surfaces such as CSV and
/// JSON write, and optionally another text that people are shown; a value of `nil` is an empty cell. Its role
/// says what the cell means to the reader.
///
/// ```swift
/// line.text("Ada")
/// line.integer(7, link: "/orders/7")
/// line.decimal(1234.5, shown: "€ 1,234.50")
/// ```
///
/// Pages such as HTML make the text of a cell a link to its address, absolute with the scheme `https`, `http` or
/// `mailto`, or relative to the page. An address that is not valid, or could hide where it leads, makes no link.
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

    /// Adds a cell whose value a closure writes, with the text that people are shown if it is another, and a link.
    @inline(__always)
    private mutating func append(
        _ kind: GridCell.Kind, shown: String?, link: String?, role: GridRole,
        _ write: (inout ByteBuffer) -> Void
    ) {
        let start = bytes.count
        write(&bytes)
        let value = start..<bytes.count
        let shown = shown.map { add($0) } ?? value
        let linkCount = link.map { add($0).count } ?? 0
        cells.append(GridCell(kind: kind, role: role, value: value, shown: shown, linkCount: linkCount))
    }

    /// Adds a text behind a value and returns where it stands; apart from the rest, which is quicker without it.
    @inline(never)
    private mutating func add(_ text: String) -> Range<Int> {
        let start = bytes.count
        bytes.append(text)
        return start..<bytes.count
    }

    @usableFromInline
    mutating func append(
        _ kind: GridCell.Kind, _ value: String, shown: String?, link: String?, role: GridRole
    ) {
        append(kind, shown: shown, link: link, role: role) { $0.append(value) }
    }

    @usableFromInline
    mutating func append(integer: Int, shown: String?, link: String?, role: GridRole) {
        append(.integer, shown: shown, link: link, role: role) { $0.append(digitsOf: integer) }
    }

    @usableFromInline
    mutating func append(finite: Double, shown: String?, link: String?, role: GridRole) {
        append(.decimal, shown: shown, link: link, role: role) { $0.append(descriptionOf: finite) }
    }

    /// Adds a number as it describes itself, or text if it does so in another way.
    @usableFromInline
    mutating func append(description: String, shown: String?, link: String?, role: GridRole) {
        if let value = NumberText.value(ofDescription: description) {
            append(.decimal, value, shown: shown, link: link, role: role)
        } else {
            append(.text, description, shown: shown, link: link, role: role)
        }
    }
}

extension GridLine {
    /// Adds a cell of text.
    public mutating func text(
        _ text: String?, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        guard let text else { return empty(shown: shown, link: link, role: role) }
        append(.text, text, shown: shown, link: link, role: role)
    }

    /// Adds a cell of text that is at hand as UTF-8; bytes that are none are replaced by U+FFFD.
    ///
    /// ASCII is copied as it is. Other text is checked by making a `String` of it.
    public mutating func text(
        utf8: UnsafeBufferPointer<UInt8>, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        if utf8.isASCII {
            append(.text, shown: shown, link: link, role: role) { $0.append(utf8) }
        } else {
            append(.text, String(decoding: utf8, as: UTF8.self), shown: shown, link: link, role: role)
        }
    }

    /// Adds a cell with a whole number.
    @inlinable
    public mutating func integer(
        _ value: (some BinaryInteger)?, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        guard let value else { return empty(shown: shown, link: link, role: role) }
        if let word = Int(exactly: value) {
            append(integer: word, shown: shown, link: link, role: role)
        } else {
            append(.integer, String(value), shown: shown, link: link, role: role)
        }
    }

    /// Adds a cell with a decimal number, such as a `Double` or a Foundation `Decimal`.
    ///
    /// The value is written as the number describes itself, without loss. Not-a-number and infinities are
    /// kept as `nan`, `inf` and `-inf`; each data surface says what it makes of them. A number that describes
    /// itself in another way, such as a fraction, becomes a cell of text.
    @inlinable
    public mutating func decimal(
        _ value: (some SignedNumeric & CustomStringConvertible)?, shown: String? = nil, link: String? = nil,
        role: GridRole = .plain
    ) {
        guard let value else { return empty(shown: shown, link: link, role: role) }
        if let double = value as? Double, double.isFinite {
            // Describes itself as JSON writes it, which need not be checked. See `csv/100k x 6`.
            append(finite: double, shown: shown, link: link, role: role)
        } else {
            append(description: value.description, shown: shown, link: link, role: role)
        }
    }

    /// Adds a cell with a decimal number that is counted in parts of ten, such as money in cents.
    ///
    /// ```swift
    /// line.decimal(450_430, scale: 2)      // 4504.30
    /// ```
    ///
    /// - Parameters:
    ///   - count: The number of the smallest parts.
    ///   - scale: The number of decimals, from 0 to 18.
    ///   - shown: The text that people are shown, if it is another.
    ///   - link: The address that the text leads to.
    ///   - role: What the cell means to the reader.
    public mutating func decimal(
        _ count: Int?, scale: Int, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        precondition(0...18 ~= scale, "A number has from 0 to 18 decimals here, not \(scale).")
        guard let count else { return empty(shown: shown, link: link, role: role) }
        append(.decimal, shown: shown, link: link, role: role) { $0.append(digitsOf: count, scale: scale) }
    }

    /// Adds a cell with a decimal number that is at hand in ASCII: `-12.50`, `1e5`, `.5`.
    ///
    /// It stays as it is written. JSON, which has no `.5` and no `5.`, gets `0.5` and `5`. Other text becomes a cell of
    /// text.
    public mutating func decimal(
        utf8: UnsafeBufferPointer<UInt8>, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        if NumberText.isNumber(utf8) {
            append(.decimal, shown: shown, link: link, role: role) { $0.append(utf8) }
        } else {
            text(utf8: utf8, shown: shown, link: link, role: role)
        }
    }

    /// Adds a cell with a truth value.
    public mutating func boolean(
        _ value: Bool?, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        guard let value else { return empty(shown: shown, link: link, role: role) }
        append(.boolean, value ? "true" : "false", shown: shown, link: link, role: role)
    }

    /// Adds a cell with a date or time as data surfaces write it, best in ISO 8601.
    public mutating func date(
        _ text: String?, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        guard let text else { return empty(shown: shown, link: link, role: role) }
        append(.date, text, shown: shown, link: link, role: role)
    }

    /// Adds a cell with a value of JSON, such as an array or an object, as text: `[1, {"a": null}]`.
    ///
    /// JSON formats write the value itself, on one line; others write its text. Text that is no JSON becomes a cell of
    /// text.
    public mutating func json(
        _ text: String?, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        guard let text else { return empty(shown: shown, link: link, role: role) }
        guard JSONSyntax.isValue(text.utf8) else {
            return self.text(text, shown: shown, link: link, role: role)
        }
        // Line breaks and tabs stand only between the parts of a value, as strings escape them.
        append(.json, shown: shown, link: link, role: role) { bytes in
            for byte in text.utf8 where byte >= 0x20 { bytes.append(byte) }
        }
    }

    /// Adds a cell that has no value because its row has no such column: a row of JSON leaves out the key.
    ///
    /// Other formats show it as they show an empty cell.
    public mutating func missing(role: GridRole = .plain) {
        append(.missing, "", shown: nil, link: nil, role: role)
    }

    /// Adds a cell without a value; `shown` is text that is no data, such as the word "Total" beside a sum.
    public mutating func empty(shown: String? = nil, link: String? = nil, role: GridRole = .plain) {
        append(.empty, "", shown: shown, link: link, role: role)
    }
}

extension GridLine {
    /// Lends the value of a cell, which is what data surfaces such as JSON write.
    @inlinable @inline(__always)
    public func withValue<Result, Failure: Error>(
        of cell: GridCell, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withBytes(cell.value, body)
    }

    /// Lends the text of a cell that people are shown.
    @inlinable @inline(__always)
    public func withShown<Result, Failure: Error>(
        of cell: GridCell, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withBytes(cell.shown, body)
    }

    /// Returns the address that a cell's text leads to, as it was given; `nil` for none.
    public func link(of cell: GridCell) -> String? {
        cell.linkCount == 0 ? nil : withBytes(cell.link) { String(decoding: $0, as: UTF8.self) }
    }

    @inlinable @inline(__always)
    func withBytes<Result, Failure: Error>(
        _ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes { (utf8) throws(Failure) -> Result in
            precondition(range.upperBound <= utf8.count, "The cell is not one of this line, or no longer.")
            return try body(UnsafeBufferPointer(rebasing: utf8[range]))
        }
    }

    /// Returns the value of a cell as text, empty for a cell that was not written.
    public func value(at index: Int) -> String {
        cells.indices.contains(index)
            ? withValue(of: cells[index]) { String(decoding: $0, as: UTF8.self) } : ""
    }

    /// Returns the text of a cell that people are shown, empty for a cell that was not written.
    public func shown(at index: Int) -> String {
        cells.indices.contains(index)
            ? withShown(of: cells[index]) { String(decoding: $0, as: UTF8.self) } : ""
    }
}
