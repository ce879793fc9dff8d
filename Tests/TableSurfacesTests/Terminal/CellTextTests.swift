import RandomTesting
import TableAgent
import Testing

@testable import TableSurfaces

@Suite struct CellTextTests {
    @Test(arguments: [
        ("", 0, 1), ("abc", 3, 1), ("漢字\nabc", 4, 2), ("a\r\nbb\rccc\n", 3, 4), ("\n", 0, 2),
        ("a\n\nb", 1, 3),
        ("\u{1B}[31m", 5, 1), ("a\u{202E}b", 3, 1), ("x\n\u{202E}\u{1B}e\u{301}", 3, 2),
    ])
    func `The extent is the widest line and the number of lines`(text: String, width: Int, lineCount: Int) {
        var text = text
        #expect(text.withUTF8 { CellText.width(of: $0) } == width)
        #expect(lines(of: text, width: 80, .wrap).count == lineCount)
    }

    @Test(arguments: [
        ("\u{1B}[2J", "␛[2J"), ("a\tb", "a␉b"), ("\u{0}", "␀"), ("\u{1F}", "␟"), ("\u{7F}", "␡"),
        ("\u{85}\u{9B}x", "\u{FFFD}\u{FFFD}x"), ("\u{61C}\u{200E}\u{200F}", "\u{61C}\u{200E}\u{200F}"),
        ("\u{202A}\u{202E}", "\u{FFFD}\u{FFFD}"), ("a\u{2066}\u{2069}é", "a\u{FFFD}\u{FFFD}é"),
        ("\u{2028}\u{2029}", "\u{FFFD}\u{FFFD}"), ("x\u{200B}y\u{A0}", "x\u{200B}y\u{A0}"),
        ("a\u{206A}\u{206F}\u{FFF9}b", "a\u{FFFD}\u{FFFD}\u{FFFD}b"),
        ("\u{1FFFF}\u{10FFFE}", "\u{FFFD}\u{FFFD}"),
        ("a\u{E0041}\u{E007F}", "a\u{FFFD}\u{FFFD}"),
    ])
    func `Controls appear as symbols, and other characters are unchanged`(text: String, shown: String) {
        #expect(lines(of: text, width: 80, .wrap) == [shown])
        #expect(lines(of: text, width: 80, .cut) == [shown])
    }

    @Test(arguments: [0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF] as [UInt32])
    func `A noncharacter appears as a symbol`(scalar: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(scalar))
        #expect(lines(of: "a\(scalar)b", width: 80, .wrap) == ["a\u{FFFD}b"])
    }

    @Test(arguments: [
        "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "👨‍👩‍👧", "🏃‍♂️", "❤️‍🔥", "क्\u{200D}ष", "क्\u{200D}",
        "ب\u{200C}ا",
        "e\u{301}\u{323}", "🇩🇪", "x\u{FEFF}\u{AD}",
    ])
    func `Scalars that combine with others are unchanged`(text: String) {
        #expect(lines(of: text, width: 80, .wrap) == [text])
    }

    @Test(arguments: [
        ("a\u{200D}b", "a\u{FFFD}b"), ("a\u{200D}", "a\u{FFFD}"), ("👩\u{200D}字", "👩\u{FFFD}字"),
        ("👩\u{200D}", "👩\u{FFFD}"),
        ("字\u{200D}👩", "字\u{FFFD}👩"),
    ])
    func `A joiner outside an emoji appears as a symbol`(text: String, shown: String) {
        #expect(lines(of: text, width: 80, .wrap) == [shown])
    }

    @Test(arguments: [
        ("\u{301}a", "◌\u{301}a", 2), ("\u{903}", "◌\u{903}", 2), ("\u{200B}x", "◌\u{200B}x", 2),
        ("\u{FE0F}", "◌\u{FE0F}", 1),
        ("\u{1161}", "◌\u{1161}", 1), ("\u{FEFF}x", "◌\u{FEFF}x", 2),
    ])
    func `A combining mark without a base gets a dotted circle`(text: String, shown: String, width: Int) {
        #expect(lines(of: text, width: 80, .wrap) == [shown])
        #expect(lines(of: "a\n" + text, width: 80, .wrap) == ["a", shown])
        var text = text
        #expect(text.withUTF8 { CellText.width(ofUnchanged: $0) } == nil)
        #expect(text.withUTF8 { CellText.width(of: $0) } == width)
    }

    @Test(arguments: [
        ("one two", 5, ["one t", "wo"]), ("a  b", 2, ["a ", " b"]), (" abcd", 4, [" abc", "d"]),
        ("漢字 東", 3, ["漢", "字 ", "東"]),
        ("漢a", 1, ["…", "a"]), ("a\nb c d", 2, ["a", "b ", "c ", "d"]),
        ("e\u{301}👨‍👩‍👧x", 2, ["e\u{301}", "👨‍👩‍👧", "x"]),
    ])
    func `Wrapping anywhere fills each line and drops nothing`(text: String, width: Int, wrapped: [String]) {
        #expect(lines(of: text, width: width, .wrapAnywhere) == wrapped)
    }

    @Test(arguments: [
        ("", 5, [""]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
        ("one two", 3, ["one", "two"]),
        ("a  b", 2, ["a ", "b"]), ("aa    bb", 4, ["aa  ", " bb"]), ("abc ", 3, ["abc"]),
        (" abcd", 4, ["", "abcd"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]), ("ab cdefghij", 5, ["ab", "cdefg", "hij"]),
        ("漢字東京", 5, ["漢字", "東京"]), ("漢字 東京", 5, ["漢字", "東京"]), ("a 漢", 3, ["a", "漢"]),
        ("see東京tower", 6, ["see東", "京", "tower"]), ("漢a字", 1, ["…", "a", "…"]), ("👨‍👩‍👧👨‍👩‍👧", 3, ["👨‍👩‍👧", "👨‍👩‍👧"]),
        ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
        ("one\ntwo three\r\n", 4, ["one", "two", "thre", "e", ""]),
        ("ab\u{1B}cd", 3, ["ab␛", "cd"]), ("ab\u{A0}cd", 3, ["ab\u{A0}", "cd"]),
    ])
    func `Wrapping breaks at spaces, then between wide characters, and else between clusters`(
        text: String, width: Int, wrapped: [String]
    ) {
        #expect(lines(of: text, width: width, .wrap) == wrapped)
    }

    @Test(arguments: [
        ("", 1, [""]), ("abcd", 4, ["abcd"]), ("abcde", 4, ["abc…"]), ("abc", 1, ["…"]), ("漢字東", 4, ["漢…"]),
        ("漢字東", 5, ["漢字…"]), ("漢", 1, ["…"]),
        ("long line\nshort", 6, ["long …"]), ("a\nb\r\nc\rd\n", 8, ["a↵b↵c↵d↵"]), ("\n\n", 2, ["↵↵"]),
        ("a\r\n\u{1B}b", 9, ["a↵␛b"]),
        ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}…"]), ("🇩🇪🇫🇷", 3, ["🇩🇪…"]), ("a\u{1B}bc", 3, ["a␛…"]),
    ])
    func `Cutting leaves one line, which ends with an ellipsis if it is too wide`(
        text: String, width: Int, cut: [String]
    ) {
        #expect(lines(of: text, width: width, .cut) == cut)
    }

    @Test func `A line of any length and width is read as it was added`() {
        var text = (0..<18).map { String(repeating: "a", count: 1 << $0) + String(repeating: "漢", count: $0) }
            .joined(separator: "\n")
        var cell = CellText()
        text.withUTF8 { cell.set($0, width: 1 << 20, overflow: .wrap) }
        #expect(cell.lines.count == 18)
        #expect(cell.lines.map(\.width) == (0..<18).map { (1 << $0) + 2 * $0 })
        #expect(cell.lines.map(\.range.count) == (0..<18).map { (1 << $0) + 3 * $0 })
        #expect(cell.firstLine == CellText.Line(range: 0..<1, width: 1))
    }

    @Test func `A value that is set again discards the previous text`() {
        var cell = CellText()
        for var text in ["one two three", "漢", "\u{1B}\n"] {
            text.withUTF8 { cell.set($0, width: 4, overflow: .wrap) }
        }
        #expect(cell.lines.map(\.width) == [1, 0])
        #expect(String(decoding: cell.bytes, as: UTF8.self) == "␛")
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Every layout fits its column, keeps each cluster, and shows no control`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            let text = randomText(using: &random)
            let width = Int.random(in: 1...8, using: &random)
            let note: Comment = "seed \(seed), width \(width), \(text.debugDescription)"
            let wrapped = lines(of: text, width: width, .wrap, note)
            let cut = lines(of: text, width: width, .cut, note)
            let filled = lines(of: text, width: width, .wrapAnywhere, note)
            let whole = lines(of: text, width: 1000, .wrap, note)
            let (short, full) = (cut.joined(), whole.joined(separator: "↵"))
            #expect(cut.count == 1, note)
            if short.utf8.elementsEqual(full.utf8) {
                #expect(DisplayWidth.width(of: full) <= width, note)
            } else {
                #expect(short.hasSuffix("…") && full.utf8.starts(with: short.utf8.dropLast(3)), note)
                #expect(DisplayWidth.width(of: full) > width, note)
            }
            #expect(
                wrapped.allSatisfy { !containsControl($0) } && cut.allSatisfy { !containsControl($0) }, note)
            let shown = whole.map { replacingTooWide($0, width) }
            #expect(spaceless(wrapped) == spaceless(shown), note)
            #expect(filled.joined() == shown.joined(), note)
        }
    }

    /// Lays out a text, and checks that each layout has the right widths and valid UTF-8 in every line.
    private func lines(
        of text: String, width: Int, _ overflow: TextFormat.Overflow, _ note: Comment? = nil
    ) -> [String] {
        var text = text
        var cell = CellText()
        text.withUTF8 { cell.set($0, width: width, overflow: overflow) }
        #expect(!cell.lines.isEmpty, note)
        return cell.lines.map { line in
            let shown = String(validating: cell.bytes[line.range], as: UTF8.self)
            #expect(shown.map { DisplayWidth.width(of: $0) } == line.width, note)
            #expect(line.width <= width, note)
            return shown ?? "not UTF-8"
        }
    }

    private func randomText(using random: inout SeededGenerator) -> String {
        let pieces = [
            "a", "b", "word", " ", " ", "  ", "é", "e\u{301}", "漢", "字", "한", "👨‍👩‍👧", "👍🏽", "🇩🇪", "🇩", "☺\u{FE0F}",
            "1️⃣", "क्ष",
            "कि", "क", "्", "ि", "ကော်", "\u{102C}", "\u{301}", "\u{200D}", "\u{200B}", "\u{FE0F}", "🏽",
            "\u{1100}", "\u{600}", "\n",
            "\r", "\r\n", "\t", "\u{1B}", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2028}", "\u{A0}",
        ]
        let count = Int.random(in: 0...14, using: &random)
        // Appended scalar by scalar, because a string forms clusters from appended text only when it is read.
        return (0..<count).reduce(into: "") { text, _ in
            text.unicodeScalars.append(
                contentsOf: (pieces.randomElement(using: &random) ?? "").unicodeScalars)
        }
    }

    private func containsControl(_ line: String) -> Bool {
        line.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
    }

    /// Returns a line in which an ellipsis replaces each cluster that is wider than the column.
    private func replacingTooWide(_ line: String, _ width: Int) -> String {
        var line = line
        return line.withUTF8 { utf8 in
            var offset = 0
            var shown: [UInt8] = []
            DisplayWidth.forEachCluster(in: utf8) { cluster in
                let bytes = Array(utf8[offset..<offset + cluster.count])
                shown += cluster.width > width ? Array("…".utf8) : bytes
                offset += cluster.count
            }
            return String(decoding: shown, as: UTF8.self)
        }
    }

    private func spaceless(_ lines: [String]) -> [UInt8] {
        lines.flatMap { $0.utf8.filter { $0 != 0x20 } }
    }
}
