public import TableAgent

/// An HTML table: a body for each section, its head as a row heading over all columns, its foot as last row.
///
/// Everything in a cell is escaped and can't become markup; characters that HTML does not allow become
/// U+FFFD, and text has its own direction. Rows of collapsed sections are left out.
///
/// The foot of the table is its `tfoot`. The first cell of a foot that has a text but no value, such as the word "Total",
/// is the heading of its row.
///
/// For stylesheets, rows carry the classes `head` and `foot`, cells those of their alignment (`right`,
/// `center`) and role (`strong`, `muted`, `positive`, `negative`, `warning`, `link`). In a column whose numbers
/// stand by their points, a cell also carries what it lacks of the longest fraction: `d1` to `d16` for digits, and
/// `point` or `comma` before them. ``stylesheet`` makes room for that behind the number, in any font; the texts stay
/// as they are. A stream knows the fractions of its sample; longer ones stand out at the left.
///
/// With ``stylesheet``, a table that is wider than the screen scrolls with the page: the titles and the first column
/// stay, a shadow shows at which side there is more, and on a phone the first sum of a foot stays in sight. A page of
/// your own needs the viewport that ``HTMLPage`` has, with `minimum-scale=1`.
///
/// A cell with the role of
/// a link is one if its value is a valid address that starts with `https://`, `http://` or `mailto:` and has
/// no user name or password in it; else it is text. An address beside a value (`line.integer(7, link: "/orders/7")`) makes
/// a link of the cell's text; it may also be relative to the page.
public struct HTMLFormat: TextualFormat, Sendable {
    /// The whole page around the table; `nil` writes the table alone.
    public var page: HTMLPage?

    /// A Boolean value that indicates whether the parts of a table carry their keys, by which a program finds them.
    ///
    /// A `tbody` has the key of its section as `data-section`, a row its own as `data-row`, and the rows of
    /// heads and feet that of their section as `data-head` and `data-foot`. See ``key(ofRow:inSection:)``. A stream has
    /// no keys.
    public var isKeyed: Bool

    /// The buttons of the rows; `nil`, the default, writes none. A stream has none either.
    public var actions: HTMLActions?

    /// Creates a format with the options that its properties describe.
    public init(
        page: HTMLPage? = nil, isKeyed: Bool = false, actions: HTMLActions? = nil
    ) {
        self.page = page
        self.isKeyed = isKeyed
        self.actions = actions
    }

    /// The format's name, "HTML".
    public var name: String { "HTML" }

    /// `text/html; charset=utf-8` (RFC 2854).
    public var mediaType: String { "text/html; charset=utf-8" }

    /// `html`.
    public var fileExtension: String { "html" }

    /// All lines: all cells of a column have one alignment.
    public var sampleLimit: GridSampleLimit { .all }

    /// Returns a writer of an HTML table.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        HTMLWriter(self, columns, caption: caption)
    }

    /// Returns text so that a page shows it as it is, in content and in attributes in double quotes.
    ///
    /// ```swift
    /// page.top = "<h1 title=\"\(HTMLFormat.escape(name))\">\(HTMLFormat.escape(name))</h1>"
    /// ```
    ///
    /// Line breaks stay, which in content are blanks; characters that HTML does not allow become U+FFFD.
    public static func escape(_ text: String) -> String {
        String(decoding: GridOutput.bytes { $0.writeHTML(text, lineBreak: "\n") }, as: UTF8.self)
    }
}

/// A container that writes tables as HTML.
public typealias HTMLContainer = GridContainer<HTMLFormat>

extension HTMLContainer {
    /// Creates a container that writes HTML tables to a sink.
    public convenience init(to sink: any ByteSink = HandleSink.standardOutput) {
        self.init(HTMLFormat(), to: sink)
    }
}
