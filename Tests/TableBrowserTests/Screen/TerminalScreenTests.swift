import TableAgent
import TableSurfaces
import Testing

@_spi(Internals) @testable import TableBrowser

@Suite struct TerminalScreenTests {
    /// A family, two columns wide on terminals that draw it as one character.
    private static let family = "👩‍👩‍👧"

    @Test(arguments: [
        ("ab", 0, Int.max, "ab", 2), ("ab", 3, .max, "   ab", 5), ("abcdef", 6, .max, "      ab", 8),
        ("abcdef", 0, 3, "abc", 3), ("abc", -2, .max, "c", 1), ("abc", -3, .max, "", 0),
        ("abc", -5, .max, "", -2),
        ("ab", 8, .max, "", 8), ("ab", 4, 2, "", 4), ("ab", -1, -1, "", -1), ("", 3, .max, "", 3),
        ("東京", 0, .max, "東京", 4), ("東京", 5, .max, "     東", 8), ("東京", 0, 3, "東", 3),
        ("東京", -1, .max, " 京", 3),
        ("東京", -2, .max, "京", 2), ("東京", 7, .max, "", 8), ("東京x", 0, 3, "東", 3),
        (family + "x", 0, .max, family + "x", 3),
        (family, 7, .max, "", 8), (family, -1, .max, "", 1), ("e\u{301}e", 0, .max, "e\u{301}e", 2),
    ])
    func `Text ends at its end and at the edges of the screen, and clusters are whole`(
        text: String, column: Int, end: Int, line: String, next: Int
    ) {
        var screen = TerminalScreen(width: 8, height: 1)
        #expect(screen.put(text, column: column, line: 0, end: end) == next)
        #expect(screen.text(ofLine: 0) == line)
    }

    @Test(arguments: [
        ("x", 0, "x 京"), ("x", 1, " x京"), ("x", 2, "東x"), ("x", 3, "東 x"), ("xy", 1, " xy"), ("한", 1, " 한"),
        ("한", 2, "東한"),
        ("한", 3, "東 한"), (family, 1, " " + family), ("", 1, "東京"), ("xyz", -2, "z 京"), ("한", -1, "  京"),
    ])
    func `Text that covers half of a cluster blanks the other half`(text: String, column: Int, line: String) {
        var screen = TerminalScreen(width: 8, height: 1)
        screen.put("東京", column: 0, line: 0)
        screen.put(text, column: column, line: 0)
        #expect(screen.text(ofLine: 0) == line)
    }

    @Test(arguments: [-1, 2, .max, .min])
    func `Text outside of the lines is not drawn`(line: Int) {
        var screen = TerminalScreen(width: 4, height: 2)
        screen.put("a", column: 0, line: line)
        screen.restyle(line: line, 0..<4) { $0.isReversed = true }
        #expect(screen.difference(from: TerminalScreen(width: 4, height: 2)) == [])
    }

    @Test func `A family takes six columns on a terminal that draws each of its members`() {
        var screen = TerminalScreen(width: 8, height: 1, widthPolicy: .legacy)
        #expect(screen.put(Self.family + "x", column: 0, line: 0) == 7)
        #expect(screen.text(ofLine: 0) == Self.family + "x")
    }

    @Test(arguments: 1...400)
    func `Text of mixed widths fits into each width`(width: Int) {
        var screen = TerminalScreen(width: width, height: 1)
        let text = String(repeating: "a東\(Self.family)e\u{301}", count: 70)
        #expect(screen.put(text, column: -3, line: 0) == min(width, 70 * 6 - 3))
        let shown = screen.text(ofLine: 0)
        #expect(DisplayWidth.width(of: Array(shown.utf8)) <= width)
        #expect(DisplayWidth.width(of: Array(shown.utf8)) >= width - 1)
    }

    @Test(arguments: [
        ("\u{1B}[2J", "\u{FFFD}[2J"), ("\r\n", "\u{FFFD}"), ("\n", "\u{FFFD}"), ("\t", "\u{FFFD}"),
        ("\0", "\u{FFFD}"),
        ("\u{7F}", "\u{FFFD}"), ("\u{9B}2J", "\u{FFFD}2J"), ("\u{85}", "\u{FFFD}"),
        ("\u{8}\u{301}", "\u{FFFD}"),
        ("\u{1B}\u{301}", "\u{FFFD}"), ("é\u{1B}", "é\u{FFFD}"), ("\u{202E}", ""), ("\u{2028}a", "a"),
        ("a\u{2066}", "\u{FFFD}"),
    ])
    func `No control character reaches the terminal`(text: String, visible: String) {
        var screen = TerminalScreen(width: 20, height: 1)
        screen.put(text, column: 2, line: 0)
        screen.cursor = (5, 0)
        #expect(screen.text(ofLine: 0).drop { $0 == " " } == visible)
        for output in [screen.difference(from: TerminalScreen(width: 20, height: 1)), screen.repaint()] {
            #expect(!plain(output).unicodeScalars.contains(where: isControl))
        }
    }

    /// The text of an output without the escape sequences that the screen itself writes.
    private func plain(_ output: [UInt8]) -> String {
        String(decoding: output, as: UTF8.self).replacing(/\u{1B}(\[[?0-9;]*[mrlhHGK]|\(B\u{F})/, with: "")
    }

    private func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    @Test func `A base with more marks than a cell can store becomes a sign`() {
        var screen = TerminalScreen(width: 4, height: 1)
        let text = "a" + String(repeating: "\u{301}", count: 40)
        #expect(screen.put(text + "b", column: 0, line: 0) == 2)
        #expect(screen.text(ofLine: 0) == "\u{FFFD}b")
    }

    @Test func `Screens with different tables of clusters are compared by their text`() {
        var (first, second) = (TerminalScreen(width: 20, height: 1), TerminalScreen(width: 20, height: 1))
        first.put(Self.family + "🇩🇪", column: 0, line: 0)
        second.put("🇩🇪" + Self.family, column: 0, line: 0)
        #expect(!second.difference(from: first).isEmpty)
        second.put(Self.family + "🇩🇪", column: 0, line: 0)
        #expect(second.difference(from: first) == [])
    }

    @Test func `A cleared screen drops clusters when there are many`() {
        var screen = TerminalScreen(width: 20, height: 1)
        for number in 0..<4100 {
            let scalar = Unicode.Scalar(0x4E00 + number) ?? "a"
            screen.put("\(scalar)\u{301}\u{302}", column: 0, line: 0)
        }
        #expect(screen.clusters.count == 4100)
        screen.clear()
        #expect(screen.clusters.count == 0)
    }

    @Test func `A full table of clusters draws signs`() {
        var screen = TerminalScreen(width: 2, height: 1)
        for first in 0..<300 {
            for second in 0..<220 {
                let marks = [0x4E00 + first, 0x300 + second % 110, 0x300 + second / 110].compactMap(
                    Unicode.Scalar.init)
                screen.put(String(String.UnicodeScalarView(marks)), column: 0, line: 0)
            }
        }
        #expect(screen.clusters.count == 65_536)
        #expect(screen.text(ofLine: 0) == "\u{FFFD}")
        screen.clear()
        screen.put(Self.family, column: 0, line: 0)
        #expect(screen.text(ofLine: 0) == Self.family)
    }

    @Test func `A cluster that is restyled in part changes as a whole`() {
        var (whole, part) = (TerminalScreen(width: 6, height: 1), TerminalScreen(width: 6, height: 1))
        whole.put("a東京b", column: 0, line: 0)
        part.put("a東京b", column: 0, line: 0)
        whole.restyle(line: 0, 1..<5) { $0.isReversed = true }
        part.restyle(line: 0, 2..<4) { $0.isReversed = true }
        #expect(part.difference(from: whole) == [])
    }

    @Test func `A size below one counts as one`() {
        let screen = TerminalScreen(width: 0, height: -3)
        #expect(screen.width == 1 && screen.height == 1)
        #expect(screen.text(ofLine: 0) == "")
    }

    @Test(arguments: [
        (TextFormat.Palette.basic, GridRole.plain, "1;4;2;4;7"), (.basic, .link, "4;1;4;2;4;7"),
        (.basic, .muted, "1;4;2;4;7"),
        (.extended, .negative, "38;5;131;1;4;38;5;98;2;4;7"),
    ])
    func `A style has the codes of its role and of its marks`(
        palette: TextFormat.Palette, role: GridRole, codes: String
    ) {
        var style = ScreenStyle(role)
        #expect(style.codes(in: palette) == role.codes(in: palette) ?? "")
        style.isMatch = true
        style.isFaint = true
        style.isUnderlined = true
        style.isReversed = true
        #expect(style.codes(in: palette) == codes)
        #expect(style.role == role)
        style.isMatch = false
        #expect(!style.isMatch && style.isFaint && style.isUnderlined && style.isReversed)
    }
}

extension DisplayWidth {
    fileprivate static func width(of utf8: [UInt8]) -> Int {
        utf8.withUnsafeBufferPointer { width(of: $0) }
    }
}
