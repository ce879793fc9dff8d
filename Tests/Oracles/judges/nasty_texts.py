"""Texts, addresses and numbers that a parser may take for something else than what they are."""

# fmt: off
NASTY = [
    "", " ", "  ", "a", "a1", "two words", " edges ", "\t", "a\tb", "\n", "a\nb", "a\r\nb", "a\rb", "\n\na", "\r\n\r",
    '"', '""', 'say "hi"', '",', ",", ";", "a,b", "'", "''", "=1+1", "+1", "-1", "@a", "＝1", "=HYPERLINK(\"x\")",
    "|", "||", "a|b", "\\", "\\\\", "\\|", "\\n", "*a*", "**a**", "_a_", "__a__", "`a`", "``", "~~a~~", "~", "#", "# a",
    "- a", "+ a", "1. a", "1) a", "> a", "---", "===", "| --- |", "[a](b)", "![a](b)", "[a]: b", "[^1]", "<a@b.c>", "!",
    "<b>", "</td>", "</table>", "<br>", "<!--", "-->", "<![CDATA[", "]]>", "<?php", "<script>alert(1)</script>", "&", "&amp;",
    "&lt;b&gt;", "&#65;", "&#x0;", "&nbsp", "$x$", "$5 and $6", "$$x$$", "$`x`$", ":tada:", ":+1:", "12:30:45", "@ada", "a@b.cd",
    "mailto:a@b.cd", "xmpp:a@b.cd", "http://a.b/c_d_e", "https://a.b/?x=1&copy=2", "www.a.b/c*d*", "ftp://a.b", "HTTP://A.B",
    "a@b_c.de", "_a@b.cd", "javascript:alert(1)", "data:text/html,x", "{{x}}", "${x}", "%s", "%00", "null", "NULL", "NaN",
    "nan", "inf", "true", "1e5", "007", "0x1F", "1,5", "1_000", "\\N", "\\.", "--", "/*", "'; DROP TABLE t; --",
    "\0", "a\0b", "\x01", "\x08", "\x0b", "\x0c", "\x1b[31mred\x1b[0m", "\x1b]0;t\x07", "\x7f", "\x80", "\x85", "\x9b31m",
    "\xa0", "\xa0a\xa0", "\xad", "\u0301", "e\u0301", "é", "a\u0301\u0302\u0303", "\u034f", "\u061c", "\u115f", "\u1680", "\u180e",
    "\u200b", "\u200d", "\u200e", "\u200f", "\u2028", "a\u2028b", "\u2029", "\u202e abc", "\u202e\u202c", "\u2060", "\u2066abc\u2069",
    "\u3000", "\u3000a\u3000", "\ufeff", "a\ufeffb", "\ufffd", "\ufdd0", "\ufffe", "\uffff", "\U0001fffe", "\U0010ffff", "\ue000",
    "東京", "湯呑み（青磁）", "ｱｲｳ", "한국어", "각", "שלום", "مرحبا", "ไทย", "नमस्ते", "க்ஷ", "👍", "👍🏽", "👨‍👩‍👧", "🏳️‍🌈", "🇩🇪", "🇩", "1️⃣", "☺️", "☺︎",
    "❤️", "\u2764\ufe0f\u200d\U0001f525", "\U000e0067", "𝒳", "ﬁ", "ß", "ſ", "İ", "long " * 40, "longword" * 30, "東" * 90,
]
ADDRESSES = [
    "https://example.com/", "http://例え.jp/東京?a=1&b=2#c", "mailto:a@example.com", "https://example.com/\"onclick=\"x",
    "https://example.com/<b>|{x}^`[1]", "https://example.com/100%", "https://a.b/#a#b", "javascript:alert(1)", "data:text/html,x",
    "https://example.com\\@evil.example", "https://a:b@evil.example", "https://a b", " https://a.b", "https://", "https:a.b",
    "java\nscript:x", "//a.b", "file:///etc/passwd", "https://a..b", "mailto:a", "HTTPS://EXAMPLE.COM/x'y",
]
NUMBERS = [
    ("integer", "0"), ("integer", "-5"), ("integer", "9223372036854775807"), ("integer", "-9223372036854775808"),
    ("decimal", "12.50"), ("decimal", "-0.10e-3"), ("decimal", "-0"), ("decimal", "12345678901234567890.5"),
    ("decimal", "1E+2"), ("double", "0.1"), ("double", "1e+300"), ("double", "-2.5e-08"), ("double", "nan"), ("double", "inf"),
    ("double", "-inf"),
]
