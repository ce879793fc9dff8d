public import TableAgent

/// Comma-separated values by RFC 4180: a line of column keys, then the rows of all sections.
///
/// Lines end in CR LF. A field stands in quotes where it must: around quotes, commas and line breaks, if it
/// starts with U+FEFF, and as `""` when it is the only field of its line and empty. Fields are the values of
/// cells, not the text that people are shown. Heads and feet are left out, rows of collapsed sections are not.
/// Rows are filled up to the number of columns; a table without columns has no line of titles, and rows as
/// long as they are.
///
/// A spreadsheet takes a field such as `=HYPERLINK(…)` for a formula. Where people open the file in one and
/// strangers had a hand in the data, set ``guardsFormulas``; programs then read an apostrophe too many.
public struct CSVFormat: TextualFormat, Sendable {
    /// Whether the keys of the columns, by default their titles, come first; `true` by default.
    public var includesTitles: Bool

    /// Whether an apostrophe is put before text that a spreadsheet may take for a formula; `false` by default.
    ///
    /// That is text which starts with `=`, `+`, `-` or `@`, ASCII or fullwidth, a tab or a line break (OWASP,
    /// CSV Injection). Cells that hold a number are never changed.
    public var guardsFormulas: Bool

    /// Creates a format with the options that its properties describe.
    public init(includesTitles: Bool = true, guardsFormulas: Bool = false) {
        self.includesTitles = includesTitles
        self.guardsFormulas = guardsFormulas
    }

    /// The format's name, "CSV".
    public var name: String { "CSV" }

    /// `text/csv; charset=utf-8; header=present`, or `header=absent` without titles (RFC 4180).
    public var mediaType: String {
        "text/csv; charset=utf-8; header=\(includesTitles ? "present" : "absent")"
    }

    /// `csv`.
    public var fileExtension: String { "csv" }

    /// `false`: a table of CSV has titles and rows alone.
    public var showsHeadsAndFeet: Bool { false }

    /// `true`: a program reads all rows.
    public var showsCollapsedRows: Bool { true }

    /// Returns a writer of comma-separated values.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        DelimitedWriter(.csv, columns, includesTitles: includesTitles, guardsFormulas: guardsFormulas)
    }
}

/// A container that writes tables as comma-separated values.
public typealias CSVContainer = GridContainer<CSVFormat>

extension CSVContainer {
    /// Creates a container that writes comma-separated values to a sink.
    public convenience init(to sink: any ByteSink = HandleSink.standardOutput) {
        self.init(CSVFormat(), to: sink)
    }
}

/// Tab-separated values: a line of column keys, then the rows of all sections.
///
/// Lines end in LF. A field stands in quotes where it must, with its own quotes doubled: around tabs and line
/// breaks, if it starts with a quote or U+FEFF, and as `""` when it is the only field of its line and empty. Any
/// other text is written as it is, backslashes and quotes inside included. What is written and what is left out is
/// as in ``CSVFormat``.
public struct TSVFormat: TextualFormat, Sendable {
    /// Whether the keys of the columns, by default their titles, come first; `true` by default.
    public var includesTitles: Bool

    /// Whether an apostrophe is put before text that a spreadsheet may take for a formula, as
    /// ``CSVFormat/guardsFormulas`` does; `false` by default.
    public var guardsFormulas: Bool

    /// Whether there are escapes instead of quotes, for readers that know no quotes; `false` by default.
    ///
    /// Within a field a tab is then written `\t`, a line feed `\n`, a carriage return `\r` and a backslash `\\`. In a
    /// table of one column an empty field is an empty line, which some readers pass over.
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

    /// `false`: a table of TSV has titles and rows alone.
    public var showsHeadsAndFeet: Bool { false }

    /// `true`: a program reads all rows.
    public var showsCollapsedRows: Bool { true }

    /// Returns a writer of tab-separated values.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        DelimitedWriter(
            usesEscapes ? .escapedTSV : .tsv, columns, includesTitles: includesTitles,
            guardsFormulas: guardsFormulas)
    }
}

/// A container that writes tables as tab-separated values.
public typealias TSVContainer = GridContainer<TSVFormat>

extension TSVContainer {
    /// Creates a container that writes tab-separated values to a sink.
    public convenience init(to sink: any ByteSink = HandleSink.standardOutput) {
        self.init(TSVFormat(), to: sink)
    }
}
