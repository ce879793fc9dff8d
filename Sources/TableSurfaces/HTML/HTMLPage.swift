/// A whole page around a table: its title, its style, and what the program puts above and below the table.
///
/// ```swift
/// HTMLFormat(page: "Stock")
/// HTMLFormat(
///     page: HTMLPage(
///         "Stock", language: "en", stylesheet: .linked("/table.css"), top: "<p><a href=\"/\">All tables</a></p>"))
/// ```
///
/// The markup of ``head``, ``top``, and ``bottom`` is the program's own and is written as it is, so that it must
/// hold no data that was not escaped by ``HTMLFormat/escape(_:)``. All else is escaped.
public struct HTMLPage: Hashable, Sendable {
    /// Where the style of a page comes from.
    public enum Stylesheet: Hashable, Sendable {
        /// ``HTMLFormat/stylesheet``, in the page.
        case embedded
        /// The stylesheet at an address of the program's own, such as a file with the text of
        /// ``HTMLFormat/stylesheet``.
        case linked(String)
        /// That of the page's ``HTMLPage/head``, or none.
        case custom
    }

    /// The title, which is also that of the table unless it has a caption of its own.
    public var title: String

    /// The language as a tag of BCP 47, such as "en" or "pt-BR"; `nil` leaves it open.
    public var language: String?

    /// Where the style comes from.
    public var stylesheet: Stylesheet

    /// Markup at the end of the element `head`, written as it is, such as that of a script.
    public var head: String

    /// Markup before the table, written as it is.
    public var top: String

    /// Markup behind the table, written as it is.
    public var bottom: String

    /// Creates a page with the title and the options that its properties describe.
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
    /// Returns the page around markup of the program, such as a table that was written before, or none.
    ///
    /// - Parameter content: The markup, written as it is.
    public func markup(around content: String) -> String {
        let bytes = GridOutput.bytes { output in
            writeStart(&output)
            output.write(content)
            writeEnd(&output)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes the page up to where its table begins.
    func writeStart(_ output: inout GridOutput) {
        output.write("<!DOCTYPE html>\n<html")
        if let language {
            output.write(" lang=\"")
            output.writeHTML(language, lineBreak: " ")
            output.write("\"")
        }
        output.write(">\n<head>\n<meta charset=\"utf-8\">\n")
        // Without the least scale a phone lays a wide table out on a screen as wide, on which nothing stays.
        output.write(
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, minimum-scale=1\">\n")
        output.write("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
        // A page must have a title.
        output.writeHTML(title.allSatisfy(\.isWhitespace) ? "Table" : title, lineBreak: " ")
        output.write("</title>\n")
        switch stylesheet {
        case .embedded: output.write("<style>\(HTMLFormat.stylesheet)</style>\n")
        case .linked(let address):
            output.write("<link rel=\"stylesheet\" href=\"")
            output.writeHTML(address, lineBreak: "")
            output.write("\">\n")
        case .custom: break
        }
        write(head, &output)
        output.write("</head>\n<body>\n")
        write(top, &output)
    }

    /// Writes the page from where its table ends.
    func writeEnd(_ output: inout GridOutput) {
        write(bottom, &output)
        output.write("</body>\n</html>\n")
    }

    /// Writes markup of the program, and a line break behind it.
    private func write(_ markup: String, _ output: inout GridOutput) {
        guard !markup.isEmpty else { return }
        output.write(markup)
        output.write("\n")
    }
}
