public import TableAgent

/// Comma-separated values according to RFC 4180: a line of column keys, then the rows of all sections.
///
/// A field is quoted if it contains a quote, the delimiter or a line break, if it starts with
/// U+FEFF, or if it is empty and alone on its line. Fields are the values of cells, not the text for people.
/// Heads and feet are omitted; rows of collapsed sections are not. Short rows are padded to the number of
/// columns. A table without columns has no line of keys, and its rows are not padded.
///
/// A spreadsheet evaluates a field such as `=HYPERLINK(…)` as a formula. Set ``guardsFormulas`` if people
/// open the file in a spreadsheet and the data is not trusted. Programs then read the extra apostrophe as
/// part of the field.
public struct CSVFormat: TextualFormat, SpecializedFormat, Sendable {
    /// Whether the first line contains the keys of the columns; `true` by default. The key of a column is its
    /// title, unless the column has its own key.
    public var includesTitles: Bool

    /// Whether text that a spreadsheet may evaluate as a formula is prefixed with an apostrophe; `false` by
    /// default.
    ///
    /// Such text starts with `=`, `+`, `-` or `@`, ASCII or fullwidth, a tab or a line break (OWASP, CSV
    /// Injection). Cells with numbers never change.
    public var guardsFormulas: Bool

    /// The character between fields: a comma by default, or one of `;`, `|`, `:`, `^`, and `~`. For tabs, use
    /// ``TSVFormat``.
    ///
    /// Spreadsheets of countries with a decimal comma expect a semicolon.
    public var delimiter: Character {
        didSet { check() }
    }

    /// The end of each line: CR LF by default, as RFC 4180 says, or LF.
    public var lineEnd: LineEnd

    /// The end of a line.
    public enum LineEnd: Hashable, Sendable {
        /// Carriage return and line feed.
        case crlf
        /// Line feed.
        case lf
    }

    /// Creates a format with the options that its properties describe.
    public init(
        includesTitles: Bool = true, guardsFormulas: Bool = false, delimiter: Character = ",",
        lineEnd: LineEnd = .crlf
    ) {
        self.includesTitles = includesTitles
        self.guardsFormulas = guardsFormulas
        self.delimiter = delimiter
        self.lineEnd = lineEnd
        check()
    }

    private func check() {
        precondition(
            ",;|:^~".contains(delimiter),
            "The delimiter of CSV is one of , ; | : ^ ~, not “\(delimiter)”; for tabs, use TSVFormat.")
    }

    /// The format's name, "CSV".
    public var name: String { "CSV" }

    /// `text/csv; charset=utf-8; header=present`, or `header=absent` without titles (RFC 4180).
    public var mediaType: String {
        "text/csv; charset=utf-8; header=\(includesTitles ? "present" : "absent")"
    }

    /// `csv`.
    public var fileExtension: String { "csv" }

    /// `false`: CSV has only titles and rows.
    public var showsHeadsAndFeet: Bool { false }

    /// `true`: a program reads all rows.
    public var showsCollapsedRows: Bool { true }

    /// Returns a writer of comma-separated values.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        DelimitedWriter(
            .csv, columns, includesTitles: includesTitles, guardsFormulas: guardsFormulas,
            separator: delimiter.asciiValue ?? UInt8(ascii: ","), lineEnd: lineEnd)
    }
}

/// Tab-separated values: a line of column keys, then the rows of all sections.
///
/// Lines end in LF. A field is quoted if it contains a tab or line break, if it starts with a quote or
/// U+FEFF, or if it is empty and alone on its line. Quotes in a quoted field are doubled. Any other text is
/// written unchanged, including backslashes and quotes. Otherwise behaves like ``CSVFormat``.
public struct TSVFormat: TextualFormat, SpecializedFormat, Sendable {
    /// Whether the first line contains the keys of the columns; `true` by default. The key of a column is its
    /// title, unless the column has its own key.
    public var includesTitles: Bool

    /// Whether text that a spreadsheet may evaluate as a formula is prefixed with an apostrophe, as in
    /// ``CSVFormat/guardsFormulas``; `false` by default.
    public var guardsFormulas: Bool

    /// Whether fields are escaped instead of quoted, for readers that don't support quotes; `false` by
    /// default.
    ///
    /// A tab is then written as `\t`, a line feed as `\n`, a carriage return as `\r` and a backslash as `\\`.
    /// In a table of one column, an empty field is an empty line, which some readers skip.
    public var usesEscapes: Bool

    /// Creates a format with the options that its properties describe.
    public init(includesTitles: Bool = true, guardsFormulas: Bool = false, usesEscapes: Bool = false) {
        self.includesTitles = includesTitles
        self.guardsFormulas = guardsFormulas
        self.usesEscapes = usesEscapes
    }

    /// The format's name, "TSV".
    public var name: String { "TSV" }

    /// `text/tab-separated-values; charset=utf-8` (IANA).
    public var mediaType: String { "text/tab-separated-values; charset=utf-8" }

    /// `tsv`.
    public var fileExtension: String { "tsv" }

    /// `false`: TSV has only titles and rows.
    public var showsHeadsAndFeet: Bool { false }

    /// `true`: a program reads all rows.
    public var showsCollapsedRows: Bool { true }

    /// Returns a writer of tab-separated values.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        DelimitedWriter(
            usesEscapes ? .escapedTSV : .tsv, columns, includesTitles: includesTitles,
            guardsFormulas: guardsFormulas, separator: UInt8(ascii: "\t"), lineEnd: .lf)
    }
}

extension GridFormat where Self == CSVFormat {
    /// Comma-separated values, with default options.
    public static var csv: CSVFormat { CSVFormat() }

    /// Comma-separated values, with the options of the format's initializer.
    public static func csv(
        includesTitles: Bool = true, guardsFormulas: Bool = false, delimiter: Character = ",",
        lineEnd: CSVFormat.LineEnd = .crlf
    ) -> CSVFormat {
        CSVFormat(
            includesTitles: includesTitles, guardsFormulas: guardsFormulas, delimiter: delimiter,
            lineEnd: lineEnd)
    }
}

extension GridFormat where Self == TSVFormat {
    /// Tab-separated values, with default options.
    public static var tsv: TSVFormat { TSVFormat() }

    /// Tab-separated values, with the options of the format's initializer.
    public static func tsv(
        includesTitles: Bool = true, guardsFormulas: Bool = false, usesEscapes: Bool = false
    ) -> TSVFormat {
        TSVFormat(includesTitles: includesTitles, guardsFormulas: guardsFormulas, usesEscapes: usesEscapes)
    }
}
