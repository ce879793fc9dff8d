import TableAgent
import TableSurfaces
import Testing

extension HTMLFormatTests {
    /// Returns the texts within elements of a kind.
    private func texts(in name: String, of html: String) throws -> [String] {
        var isInside = false
        return try HTMLReader.tokens(html).compactMap { token in
            switch token {
            case .open(name, _): isInside = true
            case .close(name): isInside = false
            case .text(let text) where isInside: return text
            default: break
            }
            return nil
        }
    }

    private func store(caption: String?) -> TableInfo {
        var store = TableInfo.store
        store.caption = caption
        return store
    }

    @Test func `The table is written alone, or in a page with its title`() throws {
        let fragment = try HTMLFormat().string(of: store(caption: "Store & <more>"))
        let page = try HTMLFormat(page: "Store & <more>").string(of: .store)

        #expect(fragment.hasPrefix("<table>\n"))
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html>\n"))
        #expect(page.contains("<meta charset=\"utf-8\">"))
        #expect(page.contains("<meta name=\"viewport\" "))
        #expect(page.contains("<title>Store &amp; &lt;more&gt;</title>"))
        #expect(page.contains("prefers-color-scheme: dark"))
        #expect(page.contains(fragment))
        #expect(page.hasSuffix("</table>\n</body>\n</html>\n"))
        _ = try HTMLReader.tokens(page)
    }

    @Test(
        arguments: [
            (nil, nil, []), (nil, "page", ["page"]), ("caption", nil, ["caption"]), ("", "page", ["page"]),
            ("caption", "page", ["caption"]), ("a<b>\"c", nil, ["a<b>\"c"]),
        ] as [(String?, String?, [String])])
    func `The default caption is the title of the page`(
        caption: String?, title: String?, expected: [String]
    ) throws {
        let html = try HTMLFormat(page: title.map { HTMLPage($0) }).string(of: store(caption: caption))

        #expect(try texts(in: "caption", of: html) == expected)
        #expect(html.contains("<caption dir=\"auto\">") == !expected.isEmpty)
    }

    @Test func `A page names its language if it has one`() throws {
        let html = try HTMLFormat(page: HTMLPage("x", language: "pt-BR")).string(of: .store)

        #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"pt-BR\">\n"))
        #expect(try !HTMLFormat(page: "x").string(of: .store).contains("lang"))
        _ = try HTMLReader.tokens(HTMLFormat(page: HTMLPage("x", language: "\"><b>")).string(of: .store))
    }

    @Test(arguments: ["", " ", "\n"])
    func `A page with a blank title still has a title`(title: String) throws {
        #expect(try texts(in: "title", of: HTMLFormat(page: HTMLPage(title)).string(of: .store)) == ["Table"])
    }

    @Test func `A line break in a page's title is not a tag`() throws {
        let html = try HTMLFormat(page: "one\ntwo").string(of: store(caption: "x"))

        #expect(try texts(in: "title", of: html) == ["one two"])
        #expect(!html.contains("<br>"))
    }

    @Test func `The program's markup is inserted unchanged at its place`() throws {
        var page: HTMLPage = "x"
        page.head = "<link rel=\"icon\" href=\"data:,\">"
        page.top = "<p>&</p>"
        page.bottom = "<p>end</p>"
        let html = try HTMLFormat(page: page).string(of: .store)

        #expect(
            html.contains("</style>\n<link rel=\"icon\" href=\"data:,\">\n</head>\n<body>\n<p>&</p>\n<table>")
        )
        #expect(html.hasSuffix("</table>\n<p>end</p>\n</body>\n</html>\n"))
    }

    @Test func `The stylesheet is embedded, linked, or omitted`() throws {
        func html(_ stylesheet: HTMLPage.Stylesheet) throws -> String {
            try HTMLFormat(page: HTMLPage("x", stylesheet: stylesheet)).string(of: .store)
        }

        #expect(try texts(in: "style", of: html(.embedded)) == [HTMLFormat.stylesheet])
        #expect(try html(.custom).contains("</title>\n</head>"))
        #expect(try !html(.linked("/a")).contains("<style>"))
        #expect(
            try HTMLReader.tokens(html(.linked("/a\"&b")))
                .contains(.open("link", ["rel": "stylesheet", "href": "/a\"&b"])))
    }

    @Test func `The hash matches the stylesheet, as a content security policy requires`() {
        #expect(sha256("abc") == "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
        #expect(HTMLFormat.stylesheetHash == sha256(HTMLFormat.stylesheet))
    }

    @Test(arguments: Self.hostileTexts + ["a\nb\rc\r\nd", "\u{0}\u{FFFE}\u{85}"])
    func `Escaped text remains text, in content and in attributes`(text: String) throws {
        let escaped = HTMLFormat.escape(text)
        let shown = text.replacing(/\r\n|\r/, with: "\n").replacing(/[\u{0}\u{85}\u{FFFE}]/, with: "\u{FFFD}")

        #expect(
            try HTMLReader.tokens("<p title=\"\(escaped)\">.\(escaped)</p>") == [
                .open("p", ["title": shown]), .text("." + shown), .close("p"),
            ])
    }
}
