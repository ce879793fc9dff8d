import RandomTesting
import Testing

import TableBrowser

@Suite struct KeyParserTests {
    private static let escape = "\u{1B}"

    /// The keys of bytes that arrive at once, followed by those of a pause.
    private func keys(_ bytes: some Sequence<UInt8>) -> [BrowserKey] {
        var parser = KeyParser()
        return parser.add(bytes) + parser.flush()
    }

    @Test(arguments: [
        ("\r", BrowserKey.enter), ("\n", .enter), ("\u{1B}OM", .enter), ("\t", .tab), ("\u{7F}", .backspace),
        ("\u{8}", .backspace), ("\u{1B}", .escape), ("\u{3}", .control("C")), ("\u{1A}", .control("Z")),
        ("\u{1C}", .control("\\")), ("\0", .control("@")), ("a", .character("a")), (" ", .character(" ")),
        ("é", .character("é")), ("東", .character("東")), ("👍", .character("👍")),
        ("\u{A0}", .character("\u{A0}")),
    ])
    func `Characters and control characters are keys`(text: String, key: BrowserKey) {
        #expect(keys(text.utf8) == [key])
    }

    @Test(arguments: [
        ("[A", BrowserKey.up), ("OA", .up), ("[1;5A", .up), ("O5A", .up), ("[B", .down), ("OB", .down),
        ("[C", .right),
        ("OC", .right), ("[1;3C", .right), ("[D", .left), ("OD", .left), ("[H", .home), ("OH", .home),
        ("[1~", .home),
        ("[7~", .home), ("[1;2H", .home), ("[F", .end), ("OF", .end), ("[4~", .end), ("[8~", .end),
        ("[5~", .pageUp),
        ("[5;5~", .pageUp), ("[6~", .pageDown), ("[3~", .delete), ("[3;2~", .delete), ("OP", .f1),
        ("[P", .f1),
        ("[11~", .f1), ("[1;2P", .f1), ("[[A", .f1),
    ])
    func `Each encoding of a key with a name is this key`(sequence: String, key: BrowserKey) {
        #expect(keys((Self.escape + sequence).utf8) == [key])
    }

    @Test(arguments: [
        "[0;0;0;x", "[Z", "[2~", "[[B", "OQ", "[24;80R", "[?62;22c", "[?2026;2$y", "[>0;10;1c", "[I", "[?1A",
        "[",
        "[1;", "O", "a", "é", "]", "]11;rgb:0/0/0\u{7}", "]52;c;YQ==\u{1B}\\", "P1+r\u{1B}\\",
        "_Gi=1\u{1B}\\", "^a\u{7}",
        "Xa\u{18}", "[201~", "[<0;1M", "[<?;1;1M", "[<0;0;1M", "[<0;1;1;1M", "[M",
    ])
    func `Other keys and replies of the terminal are dropped`(sequence: String) {
        #expect(keys((Self.escape + sequence).utf8) == [])
    }

    @Test(
        arguments: [
            ([0x80, 0x61], [BrowserKey.character("a")]), ([0xFF], []), ([0xC0, 0x80], []),
            ([0xC3, 0x61], [.character("a")]),
            ([0xE0, 0x80, 0x80], []), ([0xED, 0xA0, 0x80], []), ([0xF4, 0x90, 0x80, 0x80], []),
            ([0xC2, 0x9B], []),
            ([0xE2, 0x82], []), ([0xF0, 0x9F, 0x0D], [.enter]), ([0x1B, 0x5B, 0x03], [.control("C")]),
        ] as [([UInt8], [BrowserKey])])
    func `Invalid bytes and controls of two bytes are dropped`(bytes: [UInt8], expected: [BrowserKey]) {
        #expect(keys(bytes) == expected)
    }

    @Test func `An Escape before an arrow with Alt is a key`() {
        #expect(keys("\u{1B}\u{1B}\u{1B}[A".utf8) == [.escape])
    }

    @Test func `An Escape is a key only after a pause`() {
        var parser = KeyParser()
        #expect(parser.add([0x1B]) == [] && parser.isWaiting)
        #expect(parser.flush() == [.escape] && !parser.isWaiting)
        #expect(parser.add("[A".utf8) == [.character("["), .character("A")])
    }

    @Test(arguments: [
        ("[<0;3;5M", [BrowserKey.click(column: 2, line: 4)]), ("[<16;1;1M", [.click(column: 0, line: 0)]),
        ("[<0;3;5m", []),
        ("[<1;3;5M", []), ("[<2;3;5M", []), ("[<32;3;5M", []), ("[<35;3;5M", []), ("[<64;3;5M", [.wheel(-3)]),
        ("[<65;300;500M", [.wheel(3)]), ("[<66;1;1M", []), ("[<128;1;1M", []),
        ("[<0;99999999999999999999;1M", []),
    ])
    func `Only clicks of the left button and turns of the wheel are keys`(
        sequence: String, expected: [BrowserKey]
    ) {
        #expect(keys((Self.escape + sequence).utf8) == expected)
    }

    @Test(arguments: ["", "a\r\nb", "\u{1B}[A\u{3}", "\u{1B}[200~", "東京 👩‍👩‍👧", "~201~\u{1B}[201"])
    func `A pasted text is one key`(text: String) {
        #expect(
            keys("x\u{1B}[200~\(text)\u{1B}[201~y".utf8) == [.character("x"), .paste(text), .character("y")])
    }

    @Test func `A pause does not end a pasted text`() {
        var parser = KeyParser()
        #expect(parser.add("\u{1B}[200~a".utf8) == [] && !parser.isWaiting)
        #expect(parser.flush() == [])
        #expect(parser.add("b\u{1B}[201~".utf8) == [.paste("ab")])
    }

    @Test(arguments: [(1 << 20, 1), (1 << 20 + 1, 0), (3 << 20, 0)])
    func `A pasted text of more than a mebibyte is dropped as a whole`(length: Int, count: Int) {
        var parser = KeyParser()
        #expect(parser.add("\u{1B}[200~".utf8) == [])
        #expect(parser.add(repeatElement(0x61, count: length)) == [])
        #expect(parser.add("\u{1B}[201~".utf8).count == count)
        #expect(parser.add("b\u{1B}[200~c\u{1B}[201~".utf8) == [.character("b"), .paste("c")])
    }

    @Test(arguments: [("]", 904), ("P", 904), ("[", 905), ("O", 905)])
    func `A sequence ends after 4,096 bytes`(introducer: String, count: Int) {
        var parser = KeyParser()
        #expect(parser.add((Self.escape + introducer).utf8) == [])
        #expect(parser.add(repeatElement(0x31, count: 5000)).count == count)
        #expect(!parser.isWaiting)
        #expect(parser.add("\r".utf8) == [.enter])
    }

    /// All kinds of sequences, in which each byte may be the last one of a part.
    private static let mixture =
        "a\u{1B}[Aé東👍\u{1B}[1;5C\u{1B}\u{1B}OP\u{1B}[<0;3;5M\u{1B}]0;t\u{1B}\\q\u{1B}[200~p\u{1B}[A\u{1B}[201~\r\u{1B}[[A\u{1B}x\u{3}"

    @Test(arguments: 0...mixture.utf8.count)
    func `Bytes in two parts are the same keys`(length: Int) {
        var parser = KeyParser()
        let bytes = Array(Self.mixture.utf8)
        #expect(parser.add(bytes[..<length]) + parser.add(bytes[length...]) == keys(bytes))
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Random bytes are the same keys in parts of any length`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let usual = Array("\u{1B}\u{1B}[[[O]P<;019~AMmé\u{1B}[200~\u{1B}[201~\u{7}\u{3}".utf8)
        var (whole, parts) = (KeyParser(), KeyParser())
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Int.random(in: 0..<4, using: &random) == 0
                    ? UInt8.random(in: 0...255, using: &random) : usual.randomElement(using: &random) ?? 0
            }
            var split = Int.random(in: 0...bytes.count, using: &random)
            // A ^C that arrives alone ends a paste.
            if [bytes[..<split], bytes[split...]].contains([0x03]) { split = 0 }
            #expect(whole.add(bytes) == parts.add(bytes[..<split]) + parts.add(bytes[split...]))
            if Int.random(in: 0..<3, using: &random) == 0 { #expect(whole.flush() == parts.flush()) }
        }
    }
}
