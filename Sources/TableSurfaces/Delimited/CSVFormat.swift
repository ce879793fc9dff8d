public import TableAgent

/// Comma-separated values by RFC 4180: a line of column titles, then the rows of all sections.
///
/// Lines end in CR LF. A field stands in quotes where it must: around quotes, commas and line breaks, if it starts
/// with U+FEFF, and as `""` when it is the only field of its line and empty. Fields are the values of cells, not the text that
/// people are shown. Heads and feet are left out, rows of collapsed sections are not. Rows are filled up to
/// the number of columns; a table without columns has no line of titles, and rows as long as they are.
///
/// A spreadsheet takes a field such as `=HYPERLINK(…)` for a formula. Where people open the file in one and
/// strangers had a hand in the data, set ``guardsFormulas``; programs then read an apostrophe too many.
public struct CSVFormat: StreamableFormat, DelimitedFormat, Sendable {
    /// Whether the column titles come first.
    public var includesTitles: Bool

    /// Whether an apostrophe is put before text that a spreadsheet may take for a formula.
    ///
    /// That is text which starts with `=`, `+`, `-` or `@`, ASCII or fullwidth, a tab or a line break (OWASP,
    /// CSV Injection). Cells that hold a number are never changed.
    public var guardsFormulas: Bool

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - includesTitles: Whether the column titles come first.
    ///   - guardsFormulas: Whether an apostrophe is put before text that a spreadsheet may take for a
    ///     formula.
    public init(includesTitles: Bool = true, guardsFormulas: Bool = false) {
        self.includesTitles = includesTitles
        self.guardsFormulas = guardsFormulas
    }

    /// The format's name, "CSV".
    public var name: String { "CSV" }

    /// `false`: a table of CSV has titles and rows alone.
    public var showsHeadsAndFeet: Bool { false }

    /// `true`: a program reads all rows.
    public var showsCollapsedRows: Bool { true }

    /// Returns a writer of comma-separated values.
    ///
    /// - Parameter columns: The columns of the table.
    public func makeWriter(for columns: [GridColumn]) -> some GridWriter {
        DelimitedWriter(self, columns)
    }

    static let separator = UInt8(ascii: ",")
    static let lineEnd: StaticString = "\r\n"

    /// Writes a field, in quotes if it needs them.
    @inline(__always)
    func writeField(_ field: UnsafeBufferPointer<UInt8>, isAlone: Bool, _ output: inout GridOutput) {
        let isGuarded = guardsFormulas && field.startsFormula
        if field.isEmpty
            ? isAlone : field.firstOffset(where: Self.needsQuotes) < field.count || field.startsWithMark
        {
            output.writeQuoted(field, isGuarded: isGuarded)
        } else {
            if isGuarded { output.append(literal: "'") }
            output.append(field)
        }
    }

    private static func needsQuotes(_ word: ByteWord) -> UInt64 {
        word.isEqual(to: UInt8(ascii: ",")) | word.isEqual(to: UInt8(ascii: "\""))
            | word.isEqual(to: 10) | word.isEqual(to: 13)
    }
}

extension GridOutput {
    /// Writes a field in quotes, with the quotes in it doubled.
    fileprivate mutating func writeQuoted(_ field: UnsafeBufferPointer<UInt8>, isGuarded: Bool) {
        let quote = UInt8(ascii: "\"")
        append(quote)
        if isGuarded { append(literal: "'") }
        var rest = field
        while true {
            let end = rest.firstOffset { $0.isEqual(to: quote) }
            append(UnsafeBufferPointer(rebasing: rest[..<end]))
            guard end < rest.count else { break }
            append(quote)
            append(quote)
            rest = UnsafeBufferPointer(rebasing: rest[(end + 1)...])
        }
        append(quote)
    }
}

/// A container that writes tables as comma-separated values.
public typealias CSVContainer = GridContainer<CSVFormat>

extension CSVContainer {
    /// Creates a container that writes comma-separated values.
    ///
    /// - Parameter sink: Takes the tables.
    public convenience init(to sink: any ByteSink = HandleSink.standardOutput) {
        self.init(CSVFormat(), to: sink)
    }
}
