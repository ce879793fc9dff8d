import RandomTesting
import TableAgent
import TableSurfaces
import Testing

extension HTMLFormatTests {
    private func html(_ cell: SampleCell) throws -> String {
        try HTMLFormat().string(of: TableInfo([""], rows: [[cell]]))
    }

    static let hostileTexts = [
        "<script>alert(1)</script>", "</td></tr></table>", "<!-- ", "-->", "<![CDATA[", "\"><b>",
        "' onclick='",
        "&lt;b&gt;", "&amp;", "&", "a < b > c", "</title><script>", "</style>", "<br>", "{{x}}", "`",
    ]

    @Test(arguments: hostileTexts)
    func `Data never becomes markup, at any position`(text: String) throws {
        let table = TableInfo(
            columns: [GridColumn(text), "B"],
            sections: [
                TableSection(0, head: [.text(text)], rows: [[.text(text), .word(text)]], foot: [.text(text)])
            ])
        let plain = TableInfo(
            columns: ["x", "B"],
            sections: [TableSection(0, head: ["x"], rows: [["x", .word("x")]], foot: ["x"])])

        let tokens = try HTMLReader.tokens(HTMLFormat(page: HTMLPage(text)).string(of: table))
        let harmless = try HTMLReader.tokens(HTMLFormat(page: "x").string(of: plain))

        #expect(tokens == harmless.map { $0 == .text("x") ? .text(text) : $0 })
    }

    @Test(arguments: [
        "https://example.com/a?b=1&c=2", "http://example.com", "mailto:a@example.com",
        "mailto:a@example.com?subject=Hi", "https://example.com:8080/#top", "https://例え.jp/東京",
        "https://example.com/%E6%9D%B1", "http://192.168.0.1/",
    ])
    func `An address with a safe scheme is a link with its text`(address: String) throws {
        let tokens = try HTMLReader.tokens(html(.text(address, shown: "see", role: .link)))
        let start = try #require(tokens.firstIndex(of: .open("a", ["href": address])))

        #expect(Array(tokens[start...].dropFirst().prefix(2)) == [.text("see"), .close("a")])
    }

    @Test(arguments: [
        ("HTTPS://EXAMPLE.COM", "https://EXAMPLE.COM"),
        ("https://example.com/\"onclick=\"x", "https://example.com/%22onclick=%22x"),
        ("https://example.com/'<b>", "https://example.com/'%3Cb%3E"),
        ("https://example.com/{a|b}[1]^`", "https://example.com/%7Ba%7Cb%7D%5B1%5D%5E%60"),
        ("https://example.com/100%", "https://example.com/100%25"),
        ("https://example.com/%zz", "https://example.com/%25zz"),
        ("https://example.com/#a#b", "https://example.com/#a%23b"),
    ])
    func `Characters that a URL allows only encoded are encoded`(address: String, link: String) throws {
        let tokens = try HTMLReader.tokens(html(.text(address, role: .link)))

        #expect(tokens.contains(.open("a", ["href": link])))
        #expect(tokens.contains(.text(address)))
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "\tjavascript:alert(1)",
        "java\nscript:alert(1)", "java\tscript:alert(1)", "\u{1}javascript:alert(1)", "data:text/html,<b>",
        "vbscript:x", "file:///etc/passwd", "//example.com", "/path", "example.com", "", "https:", "https://",
        "https:example.com", "ftp://a.b", " https://example.com", "https://example.com/a b",
        "https://example.com/\nb", "https://a\u{7F}", "https://a.b/\u{85}", "https://a.b/\u{A0}",
        "https://a.b/\u{3000}", "jav&#x09;ascript:x", "ｈttps://example.com",
        "https://example.com\\@evil.example", "https://example.com@evil.example", "https://a:b@evil.example",
        "https://a..b", "https://.", "https://a.b:99999/", "https://a%2Eb/", "https://a<b", "mailto:",
        "mailto:a", "mailto:@b", "mailto:a@", "mailto:a@b@c", "https\u{301}://a.b", "https:/\u{301}/a.b",
    ])
    func `An address with any other scheme is text without a link`(address: String) throws {
        let html = try html(.text(address, shown: "see", role: .link))
        let tokens = try HTMLReader.tokens(html)

        #expect(!html.contains("<a"))
        #expect(tokens.contains(.text("see")))
        #expect(tokens.contains(.open("td", ["class": "link", "dir": "auto"])))
    }

    @Test func `An address without the link role is text`() throws {
        #expect(try !html(.text("https://example.com")).contains("<a"))
    }

    @Test(arguments: [
        "/orders/7", "orders/7", "../orders", "?page=2&status=open", "#top", "./a:b", "/a:b", "/東京", "/a(b)",
        "https://example.com/a?b=1&c=2", "mailto:a@example.com",
    ])
    func `An address beside a value is a link, even to the same host`(address: String) throws {
        let cells: [(SampleCell, String)] = [
            (SampleCell(.integer(7), link: address), "7"), (.text("<7>", link: address), "<7>"),
            (SampleCell(.empty, shown: "see", link: address), "see"),
            (SampleCell(.decimal("7"), shown: "7 €", link: address), "7 €"),
        ]
        for (cell, shown) in cells {
            let tokens = try HTMLReader.tokens(html(cell))
            let start = try #require(tokens.firstIndex(of: .open("a", ["href": address])))
            #expect(Array(tokens[start...].dropFirst().prefix(2)) == [.text(shown), .close("a")])
        }
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "a:b",
        "data:text/html,<b>", "//evil.example", "//\u{301}evil.example", "/\\evil.example",
        "\\\\evil.example", "",
        "/a b", "/a\nb", "javascript:\u{301}alert(1)", "https:\u{301}//evil.example", "https:/evil.example",
        "https:evil.example", "https://a.\u{368}", "https://\u{301}a.b", "ftp://a.b", "\u{1}/a", "/\u{85}",
        "/\u{202E}fdp.exe", "/a\u{200B}b",
        "https://a.b\u{FF0F}c",
        "https://google.com\u{2044}evil.example", "https://a\u{AD}b.example", "https://a:b@evil.example",
    ])
    func `An unsafe address beside a value is not a link`(address: String) throws {
        #expect(try !html(.text("see", link: address)).contains("<a"))
    }

    @Test func `An empty cell is not a link`() throws {
        #expect(try !html(SampleCell(.empty, link: "/a")).contains("<a"))
        #expect(try !html(.text("x", shown: "", link: "/a")).contains("<a"))
        #expect(try !html(.text("https://a.b", shown: "", role: .link)).contains("<a"))
    }

    @Test(arguments: ["a\nb", "a\r\nb", "a\rb"])
    func `A line break becomes a line break of the page`(text: String) throws {
        #expect(try html(.text(text)).contains(">a<br>b</td>"))
    }

    @Test(
        arguments: [
            0, 0x1B, 0x08, 0x0B, 0x7F, 0x80, 0x85, 0x9F, 0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFF, 0x10FFFE,
        ] as [UInt32])
    func `A character that HTML does not allow becomes a replacement character`(code: UInt32) throws {
        let character = try #require(Unicode.Scalar(code))

        #expect(try html(.text("a\(character)b")).contains(">a\u{FFFD}b</td>"))
    }

    @Test(arguments: ["\u{202A}", "\u{202D}", "\u{202E}", "\u{202C}", "\u{2066}", "\u{2069}"])
    func `A character that changes the direction of text becomes a replacement character`(
        character: String
    ) throws {
        let text = "a\(character)b"
        let table = TableInfo(
            caption: text, columns: [GridColumn(text)],
            sections: [TableSection(0, head: [.text(text)], rows: [[.text(text)]], foot: [.text(text)])])
        let html = try HTMLFormat(page: HTMLPage(text)).string(of: table)

        #expect(!html.unicodeScalars.contains { String($0) == character })
        #expect(html.split(separator: "a\u{FFFD}b", omittingEmptySubsequences: false).count == 7)
    }

    @Test(arguments: [
        "\t", "\u{200E}", "\u{200F}", "\u{202F}", "\u{2029}", "\u{2065}", "\u{206A}", "東京", "👨‍👩‍👧", "\u{A0}",
        "\u{FFFD}", "\u{FDCF}", "\u{FDF0}", "\u{FFFC}",
    ])
    func `Any other character is unchanged`(character: String) throws {
        #expect(try html(.text("a" + character + "b")).contains(">a\(character)b</td>"))
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Random text is read back and does not change the tags`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "<", ">", "&", "\"", "'", "/", "a", "td", "amp;", "lt;", "#39;", "!", "--", "=", " ", "東", "👍",
        ]
        for _ in 0..<100 {
            let columns = Int.random(in: 1...4, using: &random)
            let rows = random.rows(columns: columns, of: pieces)
            let table = TableInfo(
                Array(repeating: "", count: columns), rows: rows.map { $0.map { .text("." + $0) } })

            let texts = try HTMLReader.tokens(HTMLFormat().string(of: table)).compactMap { token in
                if case .text(let text) = token { text } else { nil }
            }

            #expect(texts == rows.joined().map { "." + $0 }, "seed \(seed)")
        }
    }
}
