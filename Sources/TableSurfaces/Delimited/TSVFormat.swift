public import TableAgent

/// Tab-separated values: a line of column titles, then the rows of all sections.
///
/// Lines end in LF. There are no quotes; within a field a tab is written `\t`, a line feed `\n`, a carriage
/// return `\r` and a backslash `\\`. What is written and what is left out is as in ``CSVFormat``. In a table
/// of one column an empty field is an empty line, which some readers pass over; CSV has a sign for it.
public struct TSVFormat: StreamableFormat, DelimitedFormat, Sendable {
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

    /// The format's name, "TSV".
    public var name: String { "TSV" }

    /// `false`: a table of TSV has titles and rows alone.
    public var showsHeadsAndFeet: Bool { false }

    /// `true`: a program reads all rows.
    public var showsCollapsedRows: Bool { true }

    /// Returns a writer of tab-separated values.
    ///
    /// - Parameter columns: The columns of the table.
    public func makeWriter(for columns: [GridColumn]) -> some GridWriter {
        DelimitedWriter(self, columns)
    }

    static let separator = UInt8(ascii: "\t")
    static let lineEnd: StaticString = "\n"

    /// Writes a field with its escapes.
    @inline(__always)
    func writeField(_ field: UnsafeBufferPointer<UInt8>, isAlone: Bool, _ output: inout GridOutput) {
        if guardsFormulas, field.startsFormula { output.append(literal: "'") }
        guard field.firstOffset(where: Self.needsEscape) < field.count else {
            return output.append(field)
        }
        for byte in field {
            if let escape = Self.escape(of: byte) {
                output.append(UInt8(ascii: "\\"))
                output.append(escape)
            } else {
                output.append(byte)
            }
        }
    }

    private static func needsEscape(_ word: ByteWord) -> UInt64 {
        word.isEqual(to: 9) | word.isEqual(to: 10) | word.isEqual(to: 13)
            | word.isEqual(to: UInt8(ascii: "\\"))
    }

    private static func escape(of byte: UInt8) -> UInt8? {
        switch byte {
        case 9: UInt8(ascii: "t")
        case 10: UInt8(ascii: "n")
        case 13: UInt8(ascii: "r")
        case UInt8(ascii: "\\"): byte
        default: nil
        }
    }
}

/// A container that writes tables as tab-separated values.
public typealias TSVContainer = GridContainer<TSVFormat>

extension TSVContainer {
    /// Creates a container that writes tab-separated values.
    ///
    /// - Parameter sink: Takes the tables.
    public convenience init(to sink: any ByteSink = HandleSink.standardOutput) {
        self.init(TSVFormat(), to: sink)
    }
}
