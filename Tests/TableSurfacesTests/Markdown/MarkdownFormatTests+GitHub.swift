import TableAgent
import TableSurfaces
import Testing

/// Tests of GitHub's extensions to Markdown: links from bare addresses, mentions, emoji, and formulas.
extension MarkdownFormatTests {
    @Test(arguments: [
        ("https://e.com/a_b?x=1&y=2", "https://e.com/a_b?x=1&y=2"),
        ("see www.e.com/a_b", "see www.e.com/a_b"),
        ("https://e.com/@ada/:b:$c$", "https://e.com/@ada/:b:$c$"), ("http://http://a_", "http://http://a_"),
        ("https://e.com/*a* *b", #"https\://e.com/\*a\* *b"#), ("www.e.com/*a*", #"www\.e.com/\*a\*"#),
        ("https://e.com/a|b", #"https\://e.com/a\|b"#), ("https://e.com/&amp;", #"https\://e.com/\&amp;"#),
        ("https://e.com/ ", #"https\://e.com/&#32;"#), ("https://e.com\ta", #"https\://e.com&#9;a"#),
        ("https://e.com/\u{9B}", "https\\://e.com/\u{FFFD}"),
        ("https://e.com/\u{202E}a_b", "https\\://e.com/\u{FFFD}a_b"), ("www.\u{2066}a", "www\\.\u{FFFD}a"),
        ("https://e.com/a\n*b*", #"https://e.com/a<br>\*b\*"#),
        ("https://@ada", #"https\://<span>@</span>ada"#), ("https://", "https://"),
        ("12:30", "12:30"), ("v1.2", "v1.2"), ("a@b.com", "a@b.com"),
    ])
    func `An address is written unchanged, or never becomes a link with backslashes`(
        text: String, markdown: String
    ) throws {
        try expect(text, written: markdown)
    }

    @Test(arguments: [
        ("@ada", "<span>@</span>ada"), ("see @ada", "see <span>@</span>ada"), ("(@a)", "(<span>@</span>a)"),
        ("a@b", "a@b"), ("@ 5", "@ 5"), ("@", "@"), ("5 @", "5 @"), ("é@b", "é<span>@</span>b"),
    ])
    func `Text never mentions a user`(text: String, markdown: String) throws {
        try expect(text, written: markdown)
    }

    @Test(arguments: [
        (":tada:", "<span>:</span>tada:"), ("a :+1: b", "a <span>:</span>+1: b"),
        (":100:", "<span>:</span>100:"), ("12:30:45", "12:30:45"), ("a: b:", "a: b:"), ("::", "::"),
        (":", ":"), (":a", ":a"), ("a:b:c:d", "a<span>:</span>b<span>:</span>c:d"),
    ])
    func `A name never becomes an emoji`(text: String, markdown: String) throws {
        try expect(text, written: markdown)
    }

    @Test(arguments: [
        ("$x$", "<span>$</span>x<span>$</span>"), ("$5", "$5"), ("5 $", "5 $"),
        ("$5 or $6", "<span>$</span>5 or <span>$</span>6"), ("$$", "<span>$</span><span>$</span>"),
    ])
    func `Two dollar signs never become a formula`(text: String, markdown: String) throws {
        try expect(text, written: markdown)
    }

    private func expect(_ text: String, written markdown: String) throws {
        let table = TableInfo(["A"], rows: [[.text(text)]])
        let lines = try MarkdownFormat().string(of: table).split(separator: "\n")

        #expect(lines.last == "| \(markdown) |")
    }

    @Test(arguments: [
        ("/orders/7", "/orders/7"), ("/a(b)", #"/a\(b\)"#), ("/a|b", "/a%7Cb"),
        // GitHub decodes an entity in an address even after a backslash.
        ("?a=1&copy;", "?a=1&amp;copy;"), ("javascript&colon;x/:", "javascript&amp;colon;x/:"),
        ("/a<b>", "/a%3Cb%3E"), ("https://e.com/a_b*c*", "https://e.com/a_b*c*"),
    ])
    func `An address beside a value is a link`(address: String, markdown: String) throws {
        let table = TableInfo(
            [""], rows: [[SampleCell(.integer(7), link: address)], [.text("[x]", link: address)]])
        let lines = try MarkdownFormat().string(of: table).split(separator: "\n")
        #expect(lines.suffix(2) == ["| [7](\(markdown)) |", #"| [\[x\]](\#(markdown)) |"#])
    }

    @Test(arguments: ["javascript:alert(1)", "//evil.example", "/a\nb", "/a b", ""])
    func `An unsafe address is not a link`(address: String) throws {
        let table = TableInfo([""], rows: [[.text("x", link: address)]])
        #expect(try MarkdownFormat().string(of: table).hasSuffix("| x |\n"))
    }
}
