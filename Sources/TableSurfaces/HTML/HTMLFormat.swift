public import TableAgent

/// An HTML table with a body for each section. A head is a row heading across all columns, and a foot is the
/// last row.
///
/// All text is escaped and can't become markup. Characters that HTML does not allow, or that change the direction of
/// text, become U+FFFD, and each text has its own direction. Rows of collapsed sections are omitted.
///
/// The foot of the table is the element `tfoot`. The first cell of a foot that has a text but no value, such
/// as the word "Total", is the heading of its row.
///
/// For stylesheets, rows have the classes `head` and `foot`. Cells have classes for their alignment (`right`,
/// `center`) and their role (`strong`, `muted`, `positive`, `negative`, `warning`, `link`).
///
/// In a column that is aligned by decimal points, a cell also has classes for the characters that its
/// fraction lacks compared with the longest fraction. The classes `d1` to `d16` are for missing digits, and
/// `point` or `comma` for a missing decimal point. ``stylesheet`` reserves the width of these characters
/// after the number, in any font. The text of the cell contains only the data. A stream knows only the
/// fractions of its sample, so a number with a longer fraction extends further to the left.
///
/// With ``stylesheet``, a table that is wider than the screen scrolls with the page. The titles and the first
/// column remain visible, and a shadow marks each side with more columns. On a phone, the first sum of a foot
/// remains visible, too. A page of your own needs the same viewport as ``HTMLPage``, with `minimum-scale=1`.
///
/// In a page or table with `dir="rtl"`, ``stylesheet`` mirrors the table and its bars. Numbers end at the right in both
/// directions, so that their decimal points are one below the other.
///
/// A cell with the link role is a link if its value is a valid address that starts with `https://`, `http://`
/// or `mailto:` and contains no user name or password. Otherwise the cell is text. An address beside a value
/// (`line.integer(7, link: "/orders/7")`) also makes the text of the cell a link, and may be relative to the
/// page.
public struct HTMLFormat: TextualFormat, MeasuringFormat, Sendable {
    /// The place of a table's styles.
    public enum Styling: Hashable, Sendable {
        /// In a stylesheet, such as ``HTMLFormat/stylesheet``. The elements have classes.
        case stylesheet
        /// In attributes of the elements, so that the table keeps its look in mail and in documents.
        ///
        /// Mail programs ignore or remove stylesheets. Such a table has no page around it, and no keys or buttons.
        /// Numbers with fractions are aligned at the right, and the colors are those of the light style.
        case inline
    }

    /// The place of the table's styles; a stylesheet by default.
    ///
    /// ```swift
    /// mail.body = try HTMLFormat(styling: .inline).string(of: table)
    /// ```
    public var styling: Styling

    /// The page around the table, or `nil` to write only the table.
    public var page: HTMLPage?

    /// A Boolean value that indicates whether the parts of a table have keys, with which a program finds
    /// them.
    ///
    /// The key of a section is the attribute `data-section` of its `tbody`. The key of a row is `data-row`.
    /// The rows of heads and feet have the key of their section as `data-head` and `data-foot`. A stream has no
    /// keys.
    public var isKeyed: Bool

    /// The buttons of the rows; `nil`, the default, writes no buttons. A stream has no buttons.
    public var actions: HTMLActions?

    /// The controls by which a person sorts, filters, and pages the table; `nil`, the default, writes no controls. A stream has
    /// no controls.
    ///
    /// The format writes the controls in the table: titles, count, and pages. The markup above the table is
    /// ``HTMLControls/markup(for:words:)``.
    public var controls: HTMLControls?

    /// The words of the page, of the buttons, and of series.
    ///
    /// The language of the page itself is ``HTMLPage/language``.
    public var words: TableWords

    /// Creates a format with the options that its properties describe.
    public init(
        styling: Styling = .stylesheet, page: HTMLPage? = nil, isKeyed: Bool = false,
        actions: HTMLActions? = nil, controls: HTMLControls? = nil, words: TableWords = .english
    ) {
        self.styling = styling
        self.page = page
        self.isKeyed = isKeyed
        self.actions = actions
        self.controls = controls
        self.words = words
    }

    /// The format's name, "HTML".
    public var name: String { "HTML" }

    /// `text/html; charset=utf-8` (RFC 2854).
    public var mediaType: String { "text/html; charset=utf-8" }

    /// `html`.
    public var fileExtension: String { "html" }

    /// Returns a writer of an HTML table.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        makeMeasurer(for: columns, caption: caption)
    }

    package func makeMeasurer(for columns: [GridColumn], caption: String?) -> HTMLWriter {
        HTMLWriter(self, columns, caption: caption)
    }

    /// Returns a text escaped so that a page shows the text unchanged, in content and in attributes in double
    /// quotes.
    ///
    /// ```swift
    /// page.top = "<h1 title=\"\(HTMLFormat.escape(name))\">\(HTMLFormat.escape(name))</h1>"
    /// ```
    ///
    /// Line breaks are kept; HTML content shows them as spaces. Characters that HTML does not allow become
    /// U+FFFD. Characters that change the direction of text, such as U+202E, are kept, because an attribute may need
    /// them. In content, they can make a text look like another text.
    public static func escape(_ text: String) -> String {
        String(decoding: GridOutput.bytes { $0.writeHTMLValue(text, lineBreak: "\n") }, as: UTF8.self)
    }
}

extension GridFormat where Self == HTMLFormat {
    /// An HTML table, with default options.
    public static var html: HTMLFormat { HTMLFormat() }

    /// An HTML table, with the options of the format's initializer.
    public static func html(
        styling: HTMLFormat.Styling = .stylesheet, page: HTMLPage? = nil, isKeyed: Bool = false,
        actions: HTMLActions? = nil, controls: HTMLControls? = nil, words: TableWords = .english
    ) -> HTMLFormat {
        HTMLFormat(
            styling: styling, page: page, isKeyed: isKeyed, actions: actions, controls: controls, words: words
        )
    }
}
