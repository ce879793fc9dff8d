import TableAgent
import TableSurfaces
import Testing

extension HTMLFormatTests {
    /// The texts within an element of a kind.
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

    @Test func `The table stands alone, or in a page with its title`() throws {
        let fragment = try HTMLFormat(caption: "Store & <more>").string(of: .store)
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
            (nil, nil, []), (nil, "page", ["page"]), ("caption", nil, ["caption"]), ("", "page", []),
            ("caption", "page", ["caption"]), ("a<b>\"c", nil, ["a<b>\"c"]),
        ] as [(String?, String?, [String])])
    func `The caption is what was given, else the title of the page`(
        caption: String?, title: String?, expected: [String]
    ) throws {
        let html = try HTMLFormat(caption: caption, page: title.map { HTMLPage($0) }).string(of: .store)

        #expect(try texts(in: "caption", of: html) == expected)
        #expect(html.contains("<caption>") == !expected.isEmpty)
    }

    @Test func `A page names its language if it is known`() throws {
        let html = try HTMLFormat(page: HTMLPage("x", language: "pt-BR")).string(of: .store)

        #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"pt-BR\">\n"))
        #expect(try !HTMLFormat(page: "x").string(of: .store).contains("lang"))
        _ = try HTMLReader.tokens(HTMLFormat(page: HTMLPage("x", language: "\"><b>")).string(of: .store))
    }

    @Test(arguments: ["", " ", "\n"])
    func `A page whose title is blank has one all the same`(title: String) throws {
        #expect(try texts(in: "title", of: HTMLFormat(page: HTMLPage(title)).string(of: .store)) == ["Table"])
    }

    @Test func `A line break in a page's title is no tag`() throws {
        let html = try HTMLFormat(caption: "x", page: "one\ntwo").string(of: .store)

        #expect(try texts(in: "title", of: html) == ["one two"])
        #expect(!html.contains("<br>"))
    }
}
