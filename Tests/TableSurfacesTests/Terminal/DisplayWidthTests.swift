import RandomTesting
import Testing

@testable import TableSurfaces

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("a", 1), ("Total: 12", 9), ("~ !", 3), ("Ünïcödé", 7), ("Ελλάδα", 6), ("Привет", 6),
        ("½ ± ×", 5),
    ])
    func `Letters of alphabets and ambiguous characters have one column`(text: String, width: Int) {
        #expect(DisplayWidth.width(of: text) == width)
    }

    @Test(arguments: [
        ("漢字", 4), ("日本語 text", 11), ("한글", 4), ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 4), ("\u{20000}\u{3FFFD}", 4), ("　", 2),
    ])
    func `East Asian wide and fullwidth characters have two columns`(text: String, width: Int) {
        #expect(DisplayWidth.width(of: text) == width)
    }

    @Test(arguments: [("plain ~", true), ("", true), ("a\tb", false), ("é", false), ("a\n", false)])
    func `Controls and other scripts are not printable ASCII`(text: String, isPrintable: Bool) {
        var text = text
        #expect(text.withUTF8 { DisplayWidth.isPrintableASCII($0) } == isPrintable)
    }

    /// Ideographs have a separate code path without a look-up.
    @Test func `Every ideograph has two columns and joins no other character`() {
        for scalar in UInt32(0x4000)...0x9FFF {
            let entry = DisplayWidth.Entry(scalar)
            #expect(entry.isWide && entry.kind == .plain)
        }
        #expect(DisplayWidth.width(of: "\u{3FFF}\u{4000}a\u{9FFF}\u{A000}é") == 10)
    }

    @Test(arguments: [
        ("e\u{301}", 1), ("\u{301}", 0), ("a\u{200B}b", 2), ("a\u{2060}b", 2), ("n\u{303}\u{323}o", 2),
        ("שָׁלוֹם", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{FEFF}x", 1),
    ])
    func `Combining marks, conjoining jamo and invisible characters have no width`(text: String, width: Int) {
        #expect(DisplayWidth.width(of: text) == width)
    }

    @Test(arguments: [
        ("😀", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🏃‍♂️", 2), ("🏳️‍🌈", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("🇩", 2),
        ("1️⃣", 2), ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", 2),
    ])
    func `An emoji has two columns, regardless of its number of scalars`(text: String, width: Int) {
        #expect(DisplayWidth.width(of: text) == width)
    }

    @Test(arguments: [
        ("☺", 1), ("☺\u{FE0F}", 2), ("☺\u{FE0E}", 1), ("⌚", 2), ("⌚\u{FE0F}", 2), ("⌚\u{FE0E}", 2),
        ("a\u{FE0F}", 1),
        ("#\u{FE0F}", 2), ("☺\u{FE0F}\u{FE0F}", 2), ("\u{FE0F}", 0),
    ])
    func `The emoji selector widens a narrow emoji, and the text selector changes nothing`(
        text: String, width: Int
    ) {
        #expect(DisplayWidth.width(of: text) == width)
    }

    @Test(arguments: [
        ("कि", 2), ("क्ष", 2), ("क्ष्म", 2), ("ಸ್ತ್ರೀ", 2), ("தமிழ்", 4), ("ကော်", 2), ("ກຳ", 2), ("ก็", 1), ("ශ්‍රී", 2),
    ])
    func `Indic conjuncts and spacing marks have the widths of wcwidth`(text: String, width: Int) {
        #expect(DisplayWidth.width(of: text) == width)
    }

    @Test(arguments: [
        ("a\u{200D}b", 2), ("👩\u{200D}字", 4), ("က\u{200D}\u{102C}", 2), ("👍🏽x🏽", 5), ("a🏽", 3),
    ])
    func `A joiner or skin tone after a wrong base does not reduce the width`(text: String, width: Int) {
        #expect(DisplayWidth.width(of: text) == width)
    }

    @Test(arguments: [("😀\u{200B}🏽", 2), ("🇩🇪😀\u{200B}🏽", 4)])
    func `A skin tone applies to its emoji after an invisible character`(text: String, width: Int) {
        #expect(DisplayWidth.width(of: text) == width)
    }

    @Test(arguments: [
        ("±", 2), ("Ω", 2), ("Привет", 12), ("…", 2), ("─│", 4), ("\u{E000}\u{F0000}\u{10FFFD}", 6),
        ("abc é", 6), ("漢字", 4),
        ("\u{301}e", 1), ("☎\u{FE0F}", 2), ("①", 2), ("ｱ", 1), ("₩", 1),
    ])
    func `Ambiguous characters have two columns in an East Asian terminal`(
        text: String, width: Int
    ) {
        #expect(DisplayWidth.width(of: text, .eastAsian) == width)
    }

    @Test(arguments: [
        ("👨‍👩‍👧", 6), ("👍🏽", 4), ("☺\u{FE0F}", 1), ("1\u{FE0F}\u{20E3}", 1), ("🇩🇪", 2), ("🇩", 1), ("कि", 2),
        ("क्ष", 2), ("❤️‍🔥", 3),
        ("e\u{301}", 1), ("漢字", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("🏴\u{E0067}\u{E007F}", 2),
    ])
    func `A legacy terminal draws each scalar separately`(text: String, width: Int) {
        #expect(DisplayWidth.width(of: text, .legacy) == width)
        var text = text
        var sum = 0
        text.withUTF8 { DisplayWidth.forEachCluster(in: $0, .legacy) { sum += $0.width } }
        #expect(sum == width)
    }

    @Test func `A policy can combine both options`() {
        let policy = TextFormat.WidthPolicy(hasWideAmbiguous: true, joinsSequences: false)
        #expect(DisplayWidth.width(of: "±👍🏽", policy) == 6)
    }

    @Test func `A control character has the width of its symbol`() {
        #expect(DisplayWidth.width(of: "\u{0}\t\u{1B}\u{7F}\u{85}") == 5)
    }

    @Test(arguments: [(0x1F, false), (0x20, true), (0x7E, true), (0x7F, false), (0x80, false), (0xFF, false)])
    func `Only bytes from space to tilde are printable ASCII`(byte: Int, isPrintable: Bool) {
        let bytes = Array(repeating: UInt8(0x41), count: 40) + [UInt8(byte)]
        #expect(bytes.withUnsafeBufferPointer { DisplayWidth.isPrintableASCII($0) } == isPrintable)
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `A simple text has one cluster for each scalar`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let simple = (0x20...0x2FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter {
            DisplayWidth.Entry($0.value).kind < .complex
        }
        for _ in 0..<2000 {
            var text = ""
            for _ in 0..<12 { text.unicodeScalars.append(simple.randomElement(using: &random) ?? "?") }
            #expect(text.count == text.unicodeScalars.count, "seed \(seed)")
        }
    }
}
