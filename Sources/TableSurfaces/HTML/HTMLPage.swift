public import TableAgent

/// A page around a table: its title, its style, and the program's markup above and below the table.
///
/// ```swift
/// HTMLFormat(page: "Stock")
/// HTMLFormat(
///     page: HTMLPage(
///         "Stock", language: "en", stylesheet: .linked("/table.css"), top: "<p><a href=\"/\">All tables</a></p>"))
/// ```
///
/// The markup of ``head``, ``top``, and ``bottom`` is written unchanged. Escape data in it with
/// ``HTMLFormat/escape(_:)``. All other text is escaped.
public struct HTMLPage: Hashable, Sendable {
    /// The source of a page's style.
    public enum Stylesheet: Hashable, Sendable {
        /// ``HTMLFormat/stylesheet``, embedded in the page.
        case embedded
        /// A stylesheet at an address, such as a file with the text of ``HTMLFormat/stylesheet``.
        case linked(String)
        /// The style in the page's ``HTMLPage/head``, or no style.
        case custom
    }

    /// The title of the page, and of the table unless the table has a caption.
    public var title: String

    /// The language as a tag of BCP 47, such as "en" or "pt-BR", or `nil` for an unknown language.
    public var language: String?

    /// The source of the style.
    public var stylesheet: Stylesheet

    /// Markup at the end of the element `head`, such as a script, written unchanged.
    public var head: String

    /// Markup before the table, written unchanged.
    public var top: String

    /// Markup after the table, written unchanged.
    public var bottom: String

    /// Creates a page with the options that its properties describe.
    public init(
        _ title: String, language: String? = nil, stylesheet: Stylesheet = .embedded, head: String = "",
        top: String = "", bottom: String = ""
    ) {
        self.title = title
        self.language = language
        self.stylesheet = stylesheet
        self.head = head
        self.top = top
        self.bottom = bottom
    }
}

extension HTMLPage: ExpressibleByStringLiteral {
    /// Creates a page with a title.
    public init(stringLiteral title: String) {
        self.init(title)
    }
}

extension HTMLPage {
    /// Returns the page around markup of the program, such as a table that was written earlier.
    ///
    /// - Parameters:
    ///   - content: The markup, written unchanged.
    ///   - words: The words for a page without a title.
    public func markup(around content: String, words: TableWords = .english) -> String {
        let bytes = GridOutput.bytes { output in
            writeStart(&output, words.page)
            output.write(content)
            writeEnd(&output)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes the part of the page before the table.
    func writeStart(_ output: inout GridOutput, _ words: PageWords) {
        output.write("<!DOCTYPE html>\n<html")
        if let language {
            output.write(" lang=\"")
            output.writeHTMLValue(language)
            output.write("\"")
        }
        output.write(">\n<head>\n<meta charset=\"utf-8\">\n")
        // Without the minimum scale, a phone zooms out until a wide table fits, and then the titles and the
        // first column no longer stay in place.
        output.write(
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, minimum-scale=1\">\n")
        output.write("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
        // HTML requires a title.
        let lines = title.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
        output.writeHTML(title.allSatisfy(\.isWhitespace) ? words.untitled : lines.joined(separator: " "))
        output.write("</title>\n")
        switch stylesheet {
        case .embedded: output.write("<style>\(HTMLFormat.stylesheet)</style>\n")
        case .linked(let address):
            output.write("<link rel=\"stylesheet\" href=\"")
            output.writeHTMLValue(address)
            output.write("\">\n")
        case .custom: break
        }
        write(head, &output)
        output.write("</head>\n<body>\n")
        write(top, &output)
    }

    /// Writes the part of the page after the table.
    func writeEnd(_ output: inout GridOutput) {
        write(bottom, &output)
        output.write("</body>\n</html>\n")
    }

    /// Writes markup of the program, followed by a line break.
    private func write(_ markup: String, _ output: inout GridOutput) {
        guard !markup.isEmpty else { return }
        output.write(markup)
        output.write("\n")
    }
}
