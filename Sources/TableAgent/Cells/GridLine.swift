/// The view of every portable surface: a line of cells in a buffer that is reused for the next line.
///
/// An item writes its cells from left to right. Each cell has a value, which data formats such as CSV and
/// JSON write. The cell may have a different displayed text. A value of `nil` is an empty cell. The role is
/// the meaning of the cell for the reader.
///
/// ```swift
/// line.text("Ada")
/// line.integer(7, link: "/orders/7")
/// line.decimal(1234.5, shown: "€ 1,234.50")
/// ```
///
/// On pages such as HTML, the text of a cell links to its address. The address is relative to the page, or
/// absolute with the scheme `https`, `http`, or `mailto`. An address that is invalid, or that could hide its
/// target, makes no link.
///
/// All text is in one buffer of UTF-8 bytes, and a cell is a pair of ranges in the buffer. Writing text, a
/// whole number, or a `Double` such as an amount of money creates no `String`. It allocates no memory once
/// the buffer has the size of the longest line.
public struct GridLine {
    /// The cells so far, from the left.
    public package(set) var cells: [GridCell] = []

    /// The text of all cells. The range of each cell starts at the end of the previous one.
    @usableFromInline package var bytes = ByteBuffer()

    /// Whether a cell is a series. Charts search only such lines for their numbers.
    package var hasSeries = false

    /// Returns the text of a series that has no other displayed text.
    package var seriesText: @Sendable (SeriesSummary) -> String

    /// The cells that are shown; `nil` for all of them in their order.
    package var visibleCells: VisibleCells?

    /// Memory for cells in another order.
    private var spareCells: [GridCell] = []
    private var spareBytes = ByteBuffer()

    /// Creates a line without cells, in which a series has the text of some words.
    ///
    /// ```swift
    /// var line = GridLine()
    /// var line = GridLine(words: words, columns: table.columns)
    /// ```
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - columns: The columns of the table. Cells of columns for other readers are left out when a row fills the line. A
    ///     single cell is never left out, because it extends over all columns.
    ///   - audience: The readers of the line.
    public init(
        words: TableWords = .english, columns: [GridColumn] = [], audience: GridColumn.Audience = .people
    ) {
        self.init(seriesText: words.series, columns: columns, audience: audience)
    }

    /// Creates a line without cells, with the texts of series.
    package init(
        seriesText: @escaping @Sendable (SeriesSummary) -> String, columns: [GridColumn] = [],
        audience: GridColumn.Audience = .people
    ) {
        self.seriesText = seriesText
        visibleCells = columns.visibleCells(for: audience)
    }

    /// Leaves only the visible cells, in their order, after an item has filled the line.
    ///
    /// - Parameter isRow: Whether the line is a row. The single cell of a head or foot extends over all columns, and stays.
    @inline(__always)
    package mutating func arrangeCells(ofRow isRow: Bool) {
        if let visibleCells, isRow || cells.count != 1 { arrange(visibleCells) }
    }

    private mutating func arrange(_ visible: VisibleCells) {
        swap(&cells, &spareCells)
        swap(&bytes, &spareBytes)
        cells.removeAll(keepingCapacity: true)
        bytes.removeAll()
        let count = spareCells.count
        // Cells that the row lacks have a place only before others.
        let end = visible.indices.lastIndex { $0 < count }.map { $0 + 1 } ?? 0
        for index in visible.indices[..<end] {
            if index < count { append(spareCells[index]) } else { missing() }
        }
        for index in (visible.firstExtra ?? count)..<max(count, visible.firstExtra ?? count) {
            append(spareCells[index])
        }
    }

    /// Adds a cell of the spare memory.
    private mutating func append(_ cell: GridCell) {
        let start = cell.value.lowerBound
        let end = bytes.count
        spareBytes.withBytes { bytes.append(UnsafeBufferPointer(rebasing: $0[start..<cell.link.upperBound])) }
        cells.append(cell.moved(by: end - start))
    }

    /// Removes all cells and keeps the memory for the next line.
    ///
    /// A surface calls this method before an item fills the line.
    public mutating func removeAll() {
        cells.removeAll(keepingCapacity: true)
        bytes.removeAll()
        hasSeries = false
    }

    /// Adds a cell. A closure writes the value; the displayed text and the link are optional.
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

    /// Adds a text after a value and returns its range. A separate function keeps the caller small and fast.
    @inline(never)
    private mutating func add(_ text: String) -> Range<Int> {
        let start = bytes.count
        bytes.append(text)
        return start..<bytes.count
    }

    @usableFromInline
    mutating func append(
        _ kind: GridCell.Kind, _ value: String?, shown: String?, link: String?, role: GridRole
    ) {
        guard let value else { return empty(shown: shown, link: link, role: role) }
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

    /// Adds the description of a number, or a text cell if the description is not a JSON number.
    @usableFromInline
    mutating func append(description: String, shown: String?, link: String?, role: GridRole) {
        if let value = JSONSyntax.decimal(ofDescription: description) {
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
        append(.text, text, shown: shown, link: link, role: role)
    }

    /// Adds a text cell from UTF-8 bytes, and replaces invalid sequences with U+FFFD.
    ///
    /// ASCII bytes are copied directly. Other bytes are validated with a temporary `String`.
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
    /// The value is the description of the number, without loss. Not-a-number and infinities are stored as
    /// `nan`, `inf`, and `-inf`, and each data format defines how it writes them. A number with another
    /// description, such as a fraction, becomes a text cell.
    @inlinable
    public mutating func decimal(
        _ value: (some SignedNumeric & CustomStringConvertible)?, shown: String? = nil, link: String? = nil,
        role: GridRole = .plain
    ) {
        guard let value else { return empty(shown: shown, link: link, role: role) }
        if let double = value as? Double, double.isFinite {
            // The description is valid JSON and needs no check.
            append(finite: double, shown: shown, link: link, role: role)
        } else {
            append(description: value.description, shown: shown, link: link, role: role)
        }
    }

    /// Adds a cell with a scaled decimal number, such as an amount in cents.
    ///
    /// ```swift
    /// line.decimal(450_430, scale: 2)      // 4504.30
    /// ```
    ///
    /// - Parameters:
    ///   - count: The number as a count of its smallest unit.
    ///   - scale: The number of decimals, from 0 to 18.
    ///   - shown: The displayed text; by default the value.
    ///   - link: The address of the link.
    ///   - role: The meaning of the cell for the reader.
    public mutating func decimal(
        _ count: Int?, scale: Int, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        precondition(0...18 ~= scale, "A number has from 0 to 18 decimals here, not \(scale).")
        guard let count else { return empty(shown: shown, link: link, role: role) }
        append(.decimal, shown: shown, link: link, role: role) { $0.append(digitsOf: count, scale: scale) }
    }

    /// Adds a cell with a decimal number in ASCII bytes: `-12.50`, `1e5`, `.5`.
    ///
    /// The bytes are kept unchanged. JSON does not allow `.5` and `5.`, so JSON formats write `0.5` and `5`.
    /// Other text becomes a text cell.
    public mutating func decimal(
        utf8: UnsafeBufferPointer<UInt8>, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        if JSONSyntax.isDecimal(utf8) {
            append(.decimal, shown: shown, link: link, role: role) { $0.append(utf8) }
        } else {
            text(utf8: utf8, shown: shown, link: link, role: role)
        }
    }

    /// Adds a cell with a Boolean value.
    public mutating func boolean(
        _ value: Bool?, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        append(.boolean, value.map { $0 ? "true" : "false" }, shown: shown, link: link, role: role)
    }

    /// Adds a cell with a date or time as data formats write it, preferably in ISO 8601.
    public mutating func date(
        _ text: String?, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        append(.date, text, shown: shown, link: link, role: role)
    }

    /// Adds a cell with a date or time from UTF-8 bytes, or a text cell for a text that is not ASCII.
    package mutating func date(utf8: UnsafeBufferPointer<UInt8>) {
        guard utf8.isASCII else { return text(utf8: utf8) }
        append(.date, shown: nil, link: nil, role: .plain) { $0.append(utf8) }
    }

    /// Adds a cell with a JSON value, such as an array or an object, as text: `[1, {"a": null}]`.
    ///
    /// JSON formats write the value itself, on one line; other formats write its text. Text that is not valid
    /// JSON becomes a text cell.
    public mutating func json(
        _ text: String?, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        guard var text else { return empty(shown: shown, link: link, role: role) }
        text.withUTF8 { json(utf8: $0, shown: shown, link: link, role: role) }
    }

    /// Adds a cell with a JSON value from UTF-8 bytes, or a text cell for bytes that are not valid JSON.
    package mutating func json(
        utf8: UnsafeBufferPointer<UInt8>, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        guard JSONSyntax.isValue(utf8) else {
            return text(utf8: utf8, shown: shown, link: link, role: role)
        }
        // JSON strings escape line breaks and tabs, so unescaped ones are only between the parts of a value.
        append(.json, shown: shown, link: link, role: role) { bytes in
            for part in utf8.split(whereSeparator: { $0 < 0x20 }) {
                bytes.append(UnsafeBufferPointer(rebasing: part))
            }
        }
    }

    /// Adds a cell with a list of numbers, which surfaces for people draw as a small chart.
    ///
    /// ```swift
    /// line.series([12, 15, 9, nil, 31])
    /// ```
    ///
    /// The chart has a column for each number, starting at zero. The rows of a column with a ``GridColumn/bar`` share its
    /// scale and its start; any other cell has a scale of its own. Text shows at most 24 columns, and HTML 48: a longer series
    /// becomes the means of as many parts. Surfaces without charts show the text, and so do charts that can't show a
    /// number, because it is outside the scale or, in text, negative. The value is a JSON array.
    ///
    /// - Parameters:
    ///   - values: The numbers, or `nil` for an empty cell. A missing value, not-a-number, or an infinity is a
    ///     gap in the chart and `null` in data.
    ///   - shown: The text for readers who don't see the chart; by default that of ``TableWords/series``.
    ///   - link: The address of the link.
    ///   - role: The meaning of the cell for the reader.
    public mutating func series(
        _ values: [Double?]?, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        guard let values else { return empty(shown: shown, link: link, role: role) }
        hasSeries = true
        let shown = shown ?? seriesText(SeriesSummary(values))
        append(.series, shown: shown, link: link, role: role) { bytes in
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                if let value, value.isFinite {
                    bytes.append(SeriesSummary.text(of: value))
                } else {
                    bytes.append("null")
                }
            }
            bytes.append(UInt8(ascii: "]"))
        }
    }

    /// Adds a cell without a value, for a row that lacks the column. JSON formats omit the key.
    ///
    /// Other formats show the cell as an empty cell.
    public mutating func missing(role: GridRole = .plain) {
        append(.missing, "", shown: nil, link: nil, role: role)
    }

    /// Adds a cell without a value. `shown` is a text that is not data, such as the word "Total" beside a
    /// sum.
    public mutating func empty(shown: String? = nil, link: String? = nil, role: GridRole = .plain) {
        append(.empty, "", shown: shown, link: link, role: role)
    }
}

extension GridLine {
    /// Passes the bytes of a cell's value to a closure. Data formats such as JSON write the value.
    @inlinable @inline(__always)
    public func withValue<Result, Failure: Error>(
        of cell: GridCell, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withBytes(cell.value, body)
    }

    /// Passes the bytes of a cell's displayed text to a closure.
    @inlinable @inline(__always)
    public func withShown<Result, Failure: Error>(
        of cell: GridCell, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withBytes(cell.shown, body)
    }

    /// Returns the address of a cell's link unchanged, or `nil` without a link.
    public func link(of cell: GridCell) -> String? {
        cell.linkCount == 0 ? nil : withBytes(cell.link) { String(decoding: $0, as: UTF8.self) }
    }

    @inlinable @inline(__always)
    func withBytes<Result, Failure: Error>(
        _ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes { (utf8) throws(Failure) -> Result in
            precondition(range.upperBound <= utf8.count, "The cell is of another line, or the line changed.")
            return try body(UnsafeBufferPointer(rebasing: utf8[range]))
        }
    }

    /// Returns the value of a cell as text, or an empty text for a cell that was not written.
    public func value(at index: Int) -> String {
        cells.indices.contains(index)
            ? withValue(of: cells[index]) { String(decoding: $0, as: UTF8.self) } : ""
    }

    /// Returns the displayed text of a cell, or an empty text for a cell that was not written.
    public func shown(at index: Int) -> String {
        cells.indices.contains(index)
            ? withShown(of: cells[index]) { String(decoding: $0, as: UTF8.self) } : ""
    }
}
