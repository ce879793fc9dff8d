public import TableAgent

/// A way to write a table of cells, such as aligned columns, CSV, JSON or HTML.
///
/// Conform a value type whose properties are its options. A format whose writer needs no state can be its own
/// writer:
///
/// ```swift
/// struct NamesFormat: TextualFormat, GridWriter {
///     let name = "names"
///     let showsHeadsAndFeet = false
///
///     func write(_ place: GridPlace, _ line: borrowing GridLine, _ output: inout GridOutput) {
///         output.write(line.shown(at: 0) + "\n")
///     }
/// }
/// ```
///
/// The same format writes whole tables, with ``GridContainer`` and ``bytes(of:)``, and rows as they arrive, with
/// ``GridStream``. <doc:Write-a-format> has more examples.
public protocol GridFormat {
    /// The type that writes one table; by default the format itself.
    associatedtype Writer: GridWriter = Self

    /// The format's name in error messages, as in "CSV".
    var name: String { get }

    /// The media type of the format in a server's response, such as `text/csv; charset=utf-8`; plain text by
    /// default.
    var mediaType: String { get }

    /// The file extension of the format, without a dot; `txt` by default.
    var fileExtension: String { get }

    /// The lines that the writer measures before it writes the first line; no lines by default.
    var sampleLimit: GridSampleLimit { get }

    /// The rows to write; all rows by default.
    ///
    /// If a format can omit rows, its writer implements ``GridWriter/write(_:_:)``.
    var rows: GridRows { get }

    /// A Boolean value that indicates whether heads and feet are written; `true` by default.
    var showsHeadsAndFeet: Bool { get }

    /// A Boolean value that indicates whether the rows of collapsed sections are written, as in a format for
    /// programs; `false` by default.
    var showsCollapsedRows: Bool { get }

    /// The words that the format writes by itself, and the words for series; English by default.
    var words: TableWords { get }

    /// Returns a writer for one table.
    ///
    /// - Parameters:
    ///   - columns: The columns of the table. If this is empty, lines can have any number of cells.
    ///   - caption: The caption of the table.
    func makeWriter(for columns: [GridColumn], caption: String?) -> Writer

    /// Writes a table. The default implementation is right for every format.
    ///
    /// This method is a requirement so that the compiler specializes it for each format; see the rows
    /// `csv/100k x 6` and `html/100k x 6` of the benchmark.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - output: Receives the bytes.
    /// - Throws: `TableError` if an item is not a `GridLineItem` or a line has more cells than the table has
    ///   columns, or the error of the writer or the output.
    func write(_ table: TableInfo, to output: inout GridOutput) throws
}

/// A format of text, which can return a table as a string.
public protocol TextualFormat: GridFormat {}

/// The lines of a table that a writer measures before it writes the first line.
public enum GridSampleLimit: Hashable, Sendable {
    /// No lines: the first row is written immediately.
    case none
    /// The first lines, up to a maximum number.
    case lines(Int)
    /// All lines of a table, or the lines of the first rows of a stream.
    case all
}

/// The rows of a table that a format writes.
public enum GridRows: Hashable, Sendable {
    /// All rows.
    case all
    /// The given number of rows at each end of the table, at least 1. A text between them gives the number of
    /// omitted rows.
    ///
    /// A section without a shown row is omitted as a whole. A single row is never omitted, because the text in its
    /// place would take a line, too. A text table that arranges the cells of a row below each other shows fewer rows, down
    /// to 2 at each end. A text table also ends with a line that gives the number of rows and columns.
    ///
    /// Only the written rows are measured, or the rows of the sample in a ``GridStream``. A stream keeps the
    /// last rows in memory.
    case ends(Int)
    /// As many rows as fit in the given number of lines of text, at least 1.
    ///
    /// The table keeps all of its titles, heads and feet as long as they fit. The sections get equal shares of the
    /// remaining lines, and show rows of both their ends. If not even the heads and feet fit, sections in the middle
    /// are omitted. A table is higher only if not a single row fits.
    ///
    /// A ``GridStream`` shows half as many rows as there are lines at each end, whatever their height.
    case fitting(lines: Int)
}

extension GridRows {
    /// The maximum number of rows at each end of a stream, or `nil` for all rows.
    var endCount: Int? {
        switch self {
        case .all: nil
        case .ends(let count): count
        case .fitting(let lines): max(lines / 2, 1)
        }
    }
}

extension GridFormat {
    /// The default: `text/plain; charset=utf-8`.
    public var mediaType: String { "text/plain; charset=utf-8" }

    /// The default: `txt`.
    public var fileExtension: String { "txt" }

    /// The default: ``GridSampleLimit/none``.
    public var sampleLimit: GridSampleLimit { .none }

    /// The default: ``GridRows/all``.
    public var rows: GridRows { .all }

    /// The default: `true`.
    public var showsHeadsAndFeet: Bool { true }

    /// The default: `false`.
    public var showsCollapsedRows: Bool { false }

    /// The default: English words.
    public var words: TableWords { .english }

    /// The default implementation.
    ///
    /// A format that measures makes two passes over the rows. Up to 8 MiB of lines are kept between the
    /// passes. An item fills a kept line once, and any other line twice.
    ///
    /// - Complexity: O(rows × columns) for the written rows. The memory does not grow with the rows.
    public func write(_ table: TableInfo, to output: inout GridOutput) throws {
        if case .fitting(let lines) = rows { return try write(table, fitting: lines, to: &output) }
        try write(table, showing: nil, to: &output)
    }

    private func write(
        _ table: TableInfo, showing plan: RowPlan?, to output: inout GridOutput
    ) throws {
        let writer = makeWriter(for: table.columns, caption: table.caption)
        var driver = GridDriver(writer, of: self, columns: table.columns)
        try driver.write(table, showing: plan, to: &output)
    }

    /// Writes as many rows as fit in a number of lines.
    ///
    /// Widths and breaks depend on the rows, so only a written table tells its height. Each attempt writes no more rows
    /// than there are lines.
    private func write(_ table: TableInfo, fitting lines: Int, to output: inout GridOutput) throws {
        let rowCounts = table.sections.map { rows(of: $0).count }
        var best: (text: [UInt8], height: Int) = ([], .max)
        /// Writes a number of rows in a number of sections, and keeps the text if it fits.
        func fits(_ rowCount: Int, in sectionCount: Int) throws -> Bool {
            let plan = RowPlan(sharing: rowCount, among: sectionCount, of: rowCounts)
            let text = try GridOutput.bytes { try write(table, showing: plan, to: &$0) }
            let height = text.count { $0 == 0x0A }
            if height <= lines || height < best.height { best = (text, height) }
            return height <= lines
        }
        /// Returns the highest number in a range that fits, or the lowest number if none fits.
        func highest(in range: ClosedRange<Int>, fits: (Int) throws -> Bool) rethrows -> Int {
            var (low, high) = (range.lowerBound, range.upperBound)
            while low < high {
                let middle = (low + high + 1) / 2
                if try fits(middle) { low = middle } else { high = middle - 1 }
            }
            return low
        }
        let all = rowCounts.count
        let keepsSections = try all <= lines && fits(0, in: all)
        let sectionCount =
            try keepsSections
            ? all : highest(in: 1...max(min(all - 1, lines), 1)) { try fits($0, in: min($0, all)) }
        if !keepsSections { _ = try fits(0, in: min(sectionCount, all)) }
        _ = try highest(in: 0...lines) { try fits($0, in: min(sectionCount, all)) }
        output.write(utf8: best.text)
        try output.flushIfFull()
    }

    /// Returns the rows of a section that the format shows.
    func rows(of section: TableSection) -> Rows {
        showsCollapsedRows ? section.rows : section.visibleRows
    }

    /// Returns a table as bytes, for example for the body of a response.
    ///
    /// - Parameter table: The table.
    /// - Returns: The table in this format. The bytes of a ``TextualFormat`` are UTF-8.
    /// - Throws: The errors of ``write(_:to:)``.
    public func bytes(of table: TableInfo) throws -> [UInt8] {
        try GridOutput.bytes { try write(table, to: &$0) }
    }
}

extension GridFormat where Writer == Self {
    /// Returns the format itself.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> Self { self }
}

extension TextualFormat {
    /// Returns a table as a string, without a container.
    ///
    /// ```swift
    /// let csv = try CSVFormat().string(of: LedgerReformer().reform(ledger))
    /// ```
    ///
    /// - Parameter table: The table.
    /// - Returns: The table in this format.
    /// - Throws: The errors of ``GridFormat/write(_:to:)``.
    public func string(of table: TableInfo) throws -> String {
        String(decoding: try bytes(of: table), as: UTF8.self)
    }
}
