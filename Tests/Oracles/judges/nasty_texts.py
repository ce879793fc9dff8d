"""Texts, addresses, and numbers that a parser can misread."""

# fmt: off
NASTY = [
    "", " ", "  ", "a", "a1", "two words", " edges ", "\t", "a\tb", "\n", "a\nb", "a\r\nb", "a\rb", "\n\na", "\r\n\r",
    '"', '""', 'say "hi"', '",', ",", ";", "a,b", "'", "''", "=1+1", "+1", "-1", "@a", "＝1", "=HYPERLINK(\"x\")",
    "|", "||", "a|b", "\\", "\\\\", "\\|", "\\n", "*a*", "**a**", "_a_", "__a__", "`a`", "``", "~~a~~", "~", "#", "# a",
    "- a", "+ a", "1. a", "1) a", "> a", "---", "===", "| --- |", "[a](b)", "![a](b)", "[a]: b", "[^1]", "<a@b.c>", "!",
    "<b>", "</td>", "</table>", "<br>", "<!--", "-->", "<![CDATA[", "]]>", "<?php", "<script>alert(1)</script>", "&", "&amp;",
    "&lt;b&gt;", "&#65;", "&#x0;", "&nbsp", "$x$", "$5 and $6", "$$x$$", "$`x`$", ":tada:", ":+1:", "12:30:45", "@ada", "a@b.cd",
    "mailto:a@b.cd", "xmpp:a@b.cd", "http://a.b/c_d_e", "https://a.b/?x=1&copy=2", "www.a.b/c*d*", "ftp://a.b", "HTTP://A.B",
    "a@b_c.de", "_a@b.cd", "first_last@b_c.de", "<a@b.cd>", "<3@b.cd>", "original_title", "a_b_c", "__init__", "_a_b_", "é_è_é", "a__b", "_(a)_",
    "https:", "https://", "see https://a.b/c_d, e", "(https://a.b/c)", "https://a.b/*c*", "https://a.b/_c_", "https://a.b/c|d",
    "https://a.b/\\c", "https://a.b/&amp;", "https://a.b/@ada", "https://a.b/:tada:", "https://a.b\tc", "https://a.b/ ", "https://a.b\n*c*",
    "https://a.b/~c~~d~~", "https://a.b/[c](d)", "https://a.b/`c`", "https://é.b/é_é", "https://a.b/<b>", "https://a_b.c", "https://@a.b/*",
    "ftp://a.b/c_d", "http://http://a.b/*c*", "www.a.b/_c_", "www.a.b|c", "www.www.a.b", "www..*a*", "2*3*4", "* a *", "**", "a**b**", "*a", "a*",
    "~5 to ~7", "~a~b~", "`a", "``a`", "C:\\Users\\x", "\\*a*", "a\\ ", "\\\n", "a < b", "<3", "<!a>", "<?a?>", "<a\nb='>", "[a]", "a[0]",
    "][", "![", "&copy", "&copy;", "&#xA9;", "& ;", "R&D;", "*_a_*", "_*a*_", "**a_*b_", "~*a~*", "$a_b$_",
    "javascript:alert(1)", "data:text/html,x", "{{x}}", "${x}", "%s", "%00", "null", "NULL", "NaN",
    "nan", "inf", "true", "1e5", "007", "0x1F", "1,5", "1_000", "\\N", "\\.", "--", "/*", "'; DROP TABLE t; --",
    "\0", "a\0b", "\x01", "\x08", "\x0b", "\x0c", "\x1b[31mred\x1b[0m", "\x1b]0;t\x07", "\x7f", "\x80", "\x85", "\x9b31m",
    "\xa0", "\xa0a\xa0", "\xad", "\u0301", "e\u0301", "é", "a\u0301\u0302\u0303", "\u034f", "\u061c", "\u115f", "\u1680", "\u180e",
    "\u200b", "\u200d", "\u200e", "\u200f", "\u2028", "a\u2028b", "\u2029", "\u202e abc", "\u202e\u202c", "\u2060", "\u2066abc\u2069",
    "\u3000", "\u3000a\u3000", "\ufeff", "a\ufeffb", "\ufffd", "\ufdd0", "\ufffe", "\uffff", "\U0001fffe", "\U0010ffff", "\ue000",
    "東京", "湯呑み（青磁）", "ｱｲｳ", "한국어", "각", "שלום", "مرحبا", "ไทย", "नमस्ते", "க்ஷ", "👍", "👍🏽", "👨‍👩‍👧", "🏳️‍🌈", "🇩🇪", "🇩", "1️⃣", "☺️", "☺︎",
    "❤️", "\u2764\ufe0f\u200d\U0001f525", "\U000e0067", "𝒳", "ﬁ", "ß", "ſ", "İ", "_x0041_", "_x000d_\r", "_x0041\x01", "_x005F_x0041_",
    "long " * 40, "longword" * 30, "東" * 90,
]
# Addresses as given, and as they appear in a page. `None` means an unsafe address, which makes no link.
ADDRESSES = {
    "https://example.com/": "https://example.com/", "http://例え.jp/東京?a=1&b=2#c": "http://例え.jp/東京?a=1&b=2#c",
    "mailto:a@example.com": "mailto:a@example.com", "mailto:a@b.cd?subject=<x>": "mailto:a@b.cd?subject=%3Cx%3E",
    "https://example.com/\"onclick=\"x": "https://example.com/%22onclick=%22x",
    "https://example.com/<b>|{x}^`[1]": "https://example.com/%3Cb%3E%7C%7Bx%7D%5E%60%5B1%5D",
    "https://example.com/100%": "https://example.com/100%25", "https://a.b/%41%zz": "https://a.b/%41%25zz",
    "https://a.b/#a#b": "https://a.b/#a%23b", "HTTPS://EXAMPLE.COM/x'y": "https://EXAMPLE.COM/x'y", "https://a.b:8080": "https://a.b:8080",
    "/orders/7": "/orders/7", "orders/7?x=1&y=2#z": "orders/7?x=1&y=2#z", "?page=2": "?page=2", "#top": "#top", "../up": "../up",
    "./a:b": "./a:b", "/東京": "/東京", "/a)b(c": "/a)b(c", "/a](b)": "/a%5D(b)", "/&amp;&#35;&copy=1": "/&amp;&#35;&copy=1",
    "/*a*_b_~~c~~$x$!;,'": "/*a*_b_~~c~~$x$!;,'", "/<!--": "/%3C!--", "/a@b.cd": "/a@b.cd", "/www.a.b": "/www.a.b",
    "/https://a.b": "/https://a.b", "/\u202eabc": None,
    "javascript&colon;alert(1)//:": "javascript&colon;alert(1)//:", "&#106;avascript&#x3a;x/:": "&#106;avascript&%23x3a;x/:",
    "": None, " ": None, "javascript:alert(1)": None, "JavaScript:alert(1)": None, "java\nscript:x": None, "java\tscript:x": None,
    "\x01javascript:x": None, "data:text/html,x": None, "vbscript:x": None,
    "file:///etc/passwd": None, "//evil.example": None, "///evil.example": None, "/\\evil.example": None, "\\\\evil.example": None,
    "/\t/evil.example": None, "/a b": None, "/a\xa0b": None, "/a\nb": None, "/a\0b": None, "/a\uffffb": None,
    "https://example.com\\@evil.example": None, "https://a:b@evil.example": None, "https://a b": None, " https://a.b": None,
    "https://": None, "https:a.b": None, "https:/a.b": None, "//a.b": None, "https://a..b": None, "https://a.b:99999": None, "mailto:a": None,
}
NUMBERS = [
    ("integer", "0"), ("integer", "-5"), ("integer", "9223372036854775807"), ("integer", "-9223372036854775808"),
    ("decimal", "12.50"), ("decimal", "-0.10e-3"), ("decimal", "-0"), ("decimal", "12345678901234567890.5"),
    ("decimal", ".5"), ("decimal", "-.5e3"), ("decimal", "12."),
    ("decimal", "1E+2"), ("double", "0.1"), ("double", "1e+300"), ("double", "-2.5e-08"), ("double", "nan"), ("double", "inf"),
    ("double", "-inf"), ("integer", "999999999999999"), ("integer", "-1000000000000000"), ("decimal", "0E5"),
    ("decimal", "0.00000000000000000"), ("decimal", "0.1234567890123456"), ("decimal", "0.12345678901234567"),
    ("decimal", "100000000000000000000"), ("decimal", "0.000000000000000000012"), ("decimal", "2.2250738585072014e-308"),
    ("decimal", "5e-324"), ("decimal", "1e-400"), ("decimal", "1234567.125"),
]
# Series, and what is missing in them.
SERIES = [
    "[]", "[null]", "[nan,inf,-inf]", "[0]", "[0,0,0]", "[1]", "[null,1]", "[1,null]", "[-1]", "[-1,1]", "[1,2,3,4,5,6,7]", "[5,5,5]",
    "[5e-324]", "[5e-324,1.7976931348623157e+308]", "[-1.7976931348623157e+308,1.7976931348623157e+308]", "[1e-05,null,1e+22]",
    "[0.5,1.5,2.5,3.5,6.5]", "[nan,3,inf,9]", "[12,15,9,null,31]", "[0.1,0.2,0.30000000000000004]",
    "[1000000000000000.0,123456789]", f"[{','.join(str(number * 37 % 1009) for number in range(1000))}]",
    f"[{','.join(str(number) if number % 7 else 'null' for number in range(25))}]",
    f"[{','.join(['1.7976931348623157e+308'] * 100)}]", f"[{','.join(['null'] * 99 + ['1'])}]", f"[{','.join(['-2', '3'] * 500)}]",
]
DATES = [
    "2026-01-31", "2026-01-31T12:30", "2026-01-31 12:30:15", "2026-01-31T23:59:59.999", "2026-01-31T00:00", "12:30", "23:59:59",
    "12:30:15.5", "1900-02-28", "1900-02-29", "1900-03-01", "9999-12-31", "2026-02-29", "2024-02-29", "2100-02-29", "0001-01-01",
    "2026-01-31T12:30Z", "2026-01-31T12:30+02:00", "2026-01-31T24:00", "2026-13-01", "2026-01-31T", "2026-1-31", "31.01.2026",
    "٢٠٢٦-01-31", "", "24:00", "12:60", "2026-01-31T12:30:15.1234", "2026-01-31  12:30", "+2026-01-31", "2026-W05-6", "2026-01",
]
