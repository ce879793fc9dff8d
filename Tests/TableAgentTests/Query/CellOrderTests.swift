import Testing

@testable import TableAgent

/// Numbers, dates, and texts in their order.
struct CellOrderTests {
    private func decimal(_ text: String) -> ExactDecimal {
        var text = text
        return text.withUTF8 { ExactDecimal($0) }
    }

    private func period(_ text: String) -> DatePeriod? {
        var text = text
        return text.withUTF8 { DatePeriod($0) }
    }

    private func sortKey(_ text: String) -> [UInt8] {
        var (text, buffer) = (text, ByteBuffer())
        text.withUTF8 { buffer.append(sortKeyOf: $0) }
        return buffer.withBytes { Array($0) }
    }

    private func isIn(_ pattern: String, _ text: String, atStart: Bool = false) -> Bool {
        var (text, scratch) = (text, ByteBuffer())
        return text.withUTF8 { FoldedPattern(pattern).isIn($0, atStart: atStart, &scratch) }
    }

    @Test func `Decimal numbers compare exactly at any number of digits`() {
        let digits = String(repeating: "9", count: 400)
        let ascending = [
            "-inf", "-1e99999999999999999999", "-\(digits)", "-12.51", "-12.5", "-0.001", "-1e-400", "0",
            "1e-99999999999999999999",
            "1e-400", "0.1", "0.10000000000000000000001", ".5", "5.", "9007199254740992", "9007199254740993",
            "18446744073709551616", "18446744073709551617", digits, "\(digits).5", "1\(digits)",
            "1e99999999999999999999",
            "inf",
        ]
        for (less, more) in zip(ascending, ascending.dropFirst()) {
            #expect(decimal(less) < decimal(more), "\(less) < \(more)")
            #expect(!(decimal(more) < decimal(less)), "\(more) < \(less)")
        }
        for (one, other) in [
            ("1", "1.000"), ("0", "-0.00"), ("1e2", "100"), ("0.05", "5E-2"), ("+0.5", ".5"),
        ] {
            #expect(decimal(one) == decimal(other), "\(one) == \(other)")
        }
    }

    @Test func `The keys of numbers have the order of the numbers`() {
        func key(_ text: String) -> OrderKey? {
            var text = text
            return text.withUTF8 { ExactDecimal.key(of: $0) }
        }
        let ascending = [
            "-inf", "-1e300", "-12.5", "-0.1", "0", "0.1", "0.2", "1", "123456789012345", "1e22", "inf",
        ]
        for (less, more) in zip(ascending, ascending.dropFirst()) {
            #expect(key(less)?.bits ?? 0 < key(more)?.bits ?? 0, "\(less) < \(more)")
        }
        #expect(key("nan") == nil)
        #expect(key("-0")?.bits == key("0")?.bits)
        #expect(key("0.1")?.isRounded == false && key("0.1000000000000000055")?.isRounded == true)
    }

    @Test func `A date is a period, and one that does not exist is none`() throws {
        let day = try #require(period("2026-10-19"))
        let month = try #require(period("2026-10"))
        let year = try #require(period("2026"))
        #expect(
            year.start <= month.start && month.start <= day.start && day.end <= month.end
                && month.end <= year.end)
        #expect(day.end - day.start == 86_400_000_000 && month.end - month.start == 31 * 86_400_000_000)
        #expect(period("2024-02")?.end == period("2024-03-01")?.start && period("2024-02-29") != nil)
        #expect(period("2026-10-19T12:30+02:00")?.start == period("2026-10-19T10:30:00.000Z")?.start)
        #expect(period("2026-10-19t10:30:00z")?.start == period("2026-10-19 10:30")?.start)
        #expect(period("2026-10-19T24:00")?.start == period("2026-10-20")?.start)
        for text in [
            "", "2026-", "2026-13", "2026-00-01", "2026-02-30", "2023-02-29", "2026-10-32", "2026-10-19T",
            "2026-10-19T25:00",
            "2026-10-19T24:01", "2026-10-19T10:60", "2026-10-19T10:30:61", "2026-10-19T10:30:00.",
            "2026-10-19T10:30+2",
            "2026-10-19x", "26-10-19", "20261019", "x",
        ] { #expect(period(text) == nil, "\(text)") }
        for (earlier, later) in [
            ("0000-01-01", "0001-01-01"), ("1582-10-04", "1582-10-05"), ("1969-12-31", "1970-01-01"),
        ] {
            #expect(try #require(period(earlier)).start < #require(period(later)).start)
        }
    }

    @Test(arguments: [
        // Zip codes, versions, percentages, numbers in texts.
        ["00501", "1234", "12345", "98765"], ["1.9", "1.10", "1.10.1", "2"], ["5%", "11%", "100%"],
        ["item 9", "item 10", "item 010x"], ["a", "a1", "a2", "a10", "ab"],
        // Turkish, German, Polish, Danish, Icelandic, Greek, and Russian.
        ["Ilgaz", "ırmak", "İzmir", "jilet"], ["Straße", "strasse 2", "Strasz"],
        ["Muller", "Müller", "mullerei"],
        ["Lodz", "Łódź", "lodza"], ["Aerø", "ærøx", "aes"], ["thor", "Þór", "thos"], ["ΑΒΓ", "άβγδ"],
        ["Ёлка", "елка", "елкаа"],
        // Other scripts, marks of their own, and the end of texts.
        ["e\u{301}a", "éb"], ["z", "日本"], ["x", "x\0", "x\0\0"],
        ["x" + String(repeating: "9", count: 300), "x1" + String(repeating: "0", count: 300)],
    ])
    func `Texts are in the order that people expect`(texts: [String]) {
        for (less, more) in zip(texts, texts.dropFirst()) {
            #expect(sortKey(less).lexicographicallyPrecedes(sortKey(more)), "\(less) < \(more)")
        }
    }

    @Test func `A text is found without regard to case and accents`() {
        #expect(isIn("zurich", "Zürich HB") && isIn("ZÜRICH", "zurich") && isIn("u\u{308}ri", "Zürich"))
        #expect(isIn("strasse", "Hauptstraße") && isIn("ß", "Passau") && isIn("ЁЛ", "ёлка"))
        #expect(isIn("", "") && isIn("", "a") && !isIn("a", ""))
        #expect(!isIn("я", "abc") && !isIn("abcd", "abc") && isIn("b\0", "ab\0c"))
        #expect(isIn("ab", "ABc", atStart: true) && !isIn("bc", "abc", atStart: true))
        #expect(isIn("ı", "I") && isIn("i", "İ"))
    }
}
