import RandomTesting
import TableAgent
import TableSurfaces
import Testing

extension TextFormatTests {
    private static var roles: TableInfo {
        TableInfo(
            columns: ["Role", "n"],
            sections: [
                TableSection(
                    0, head: [.text("Head", role: .strong)],
                    rows: GridRole.allCases.map {
                        [.text("\($0)", role: $0), SampleCell(.integer(1), role: $0)]
                    },
                    foot: [.text("東京", role: .warning), .text("", role: .strong)])
            ])
    }

    @Test func `Text shows displayed texts`() throws {
        let table = TableInfo(["n"], rows: [[.decimal("1234.5", shown: "€ 1,234.50")]])

        #expect(try TextFormat(border: .none).string(of: table) == "         n\n€ 1,234.50\n")
    }

    @Test func `Escape sequences are written only for color`() throws {
        let text = try TextFormat().string(of: Self.roles)

        #expect(!text.unicodeScalars.contains("\u{1B}"))
    }

    @Test(arguments: TextFormat.Border.allCases, [nil, 12])
    func `Color changes only the look`(border: TextFormat.Border, width: Int?) throws {
        let plain = try TextFormat(border: border, width: width).string(of: Self.roles)
        let colored = try TextFormat(border: border, width: width, palette: .extended).string(of: Self.roles)

        #expect(colored != plain)
        #expect(MeasuredText.withoutStyles(colored) == plain)
    }

    @Test(arguments: [
        (GridRole.plain, "x"), (.strong, "\u{1B}[1mx\u{1B}[m"), (.muted, "\u{1B}[38;5;243mx\u{1B}[m"),
        (.positive, "\u{1B}[38;5;29mx\u{1B}[m"), (.negative, "\u{1B}[38;5;131mx\u{1B}[m"),
        (.warning, "\u{1B}[38;5;163mx\u{1B}[m"), (.link, "\u{1B}[4;38;5;63mx\u{1B}[m"),
    ])
    func `A role's look applies to the text, but not to the padding`(
        role: GridRole, expected: String
    ) throws {
        let table = TableInfo(
            [GridColumn("", width: 3...3), ""], rows: [[.text("x", role: role), .text("", role: role)]])
        let text = try TextFormat(border: .none, palette: .extended).string(of: table)

        #expect(text == "\(expected)     \n")
    }

    @Test func `Each line of a colored cell is colored separately`() throws {
        let table = TableInfo([""], rows: [[.text("one\ntwo", role: .negative)]])

        #expect(
            try TextFormat(border: .none, palette: .extended).string(of: table)
                == "\u{1B}[38;5;131mone\u{1B}[m\n\u{1B}[38;5;131mtwo\u{1B}[m\n")
    }

    @Test(arguments: ["one\ntwo\n3", "one\r\ntwo\r\n3", "one\rtwo\r3"])
    func `Lines of a text are lines of its cell`(text: String) throws {
        #expect(
            try TextFormat().string(of: TableInfo(["A", "B"], rows: [[.text(text), 3], ["x", 4]])) == """
                ┌─────┬───┐
                │ A   │ B │
                ├─────┼───┤
                │ one │ 3 │
                │ two │   │
                │ 3   │   │
                ├╌╌╌╌╌┼╌╌╌┤
                │ x   │ 4 │
                └─────┴───┘

                """)
    }

    @Test func `Titles and heads can have several lines`() throws {
        let table = TableInfo(
            columns: ["unit\nprice"], sections: [TableSection(0, head: ["a\nb"], rows: [[1]])])

        #expect(
            try TextFormat(border: .ascii).string(of: table) == """
                +-------+
                |  unit |
                | price |
                +-------+
                | a     |
                | b     |
                |     1 |
                +-------+

                """)
    }

    static let hostileTexts = [
        "\u{1B}[2J\u{1B}[H", "\u{1B}]0;title\u{07}", "\u{9B}31m", "\u{9D}8;;x\u{9C}", "a\tb", "\u{08}\u{08}",
        "\u{0}", "\u{7F}", "a\u{0B}b\u{0C}c", "\u{202E}evil\u{202C}", "\u{2066}a\u{2069}", "\u{200E}\u{200F}",
        "\u{61C}", "a\u{2028}b\u{2029}c", "\u{85}", "\u{202A}\u{202B}\u{202D}\u{2067}\u{2068}",
        "\u{1B}\n\u{1B}", "\r", "\n\n",
    ]

    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: false
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    @Test(arguments: hostileTexts, [nil, 1, 13])
    func `Control sequences in data never reach the output`(
        text: String, width: Int?
    ) throws {
        let table = TableInfo(
            columns: [GridColumn(text), "B"],
            sections: [
                TableSection(
                    0, head: [.text("x" + text)],
                    rows: [[.text(text), 3], [.text("東" + text + "京"), .word(text)]], foot: [.text(text), 1])
            ])
        let wrapped = try TextFormat(width: width).string(of: table)
        let cut = try TextFormat(border: .none, width: width, overflow: .cut).string(of: table)

        #expect(!wrapped.unicodeScalars.contains { Self.isDangerous($0) }, "\(wrapped.debugDescription)")
        #expect(!cut.unicodeScalars.contains { Self.isDangerous($0) }, "\(cut.debugDescription)")
        #expect(MeasuredText.widths(ofLinesIn: wrapped).count == 1, "\(wrapped)")
        #expect(MeasuredText.widths(ofLinesIn: cut).count == 1, "\(cut)")
    }

    @Test func `An escape character appears as a symbol`() throws {
        let table = TableInfo([""], rows: [["\u{1B}[31mred"]])

        #expect(try TextFormat(border: .none).string(of: table) == "␛[31mred\n")
    }

    static let pieces = [
        "a", "bc", " ", "  ", "long-word", "é", "e\u{301}", "東", "京都", "👍", "👨‍👩‍👧", "🇯🇵", "\n", "\t", "\u{1B}",
        "1", "-",
    ]

    @Test(.timeLimit(.minutes(15)), arguments: SeededGenerator.seeds(4))
    func `Random tables are rectangles within the limit, with all text`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let columns = Int.random(in: 1...4, using: &random)
            let rows = random.rows(columns: columns, of: Self.pieces)
            let border = TextFormat.Border.allCases.randomElement(using: &random) ?? .none
            let width = Int.random(in: 4 + columns * 5...80, using: &random)
            let table = TableInfo(
                Array(repeating: "", count: columns), rows: rows.map { $0.map { .text($0) } })

            for narrowing in TextFormat.Narrowing.allCases {
                let text = try TextFormat(border: border, width: width, narrowing: narrowing).string(
                    of: table)

                let widths = MeasuredText.widths(ofLinesIn: text)
                #expect(widths.count == 1 && widths.allSatisfy { $0 <= width }, "seed \(seed)\n\(text)")
                // Omitted columns are named below the border. A squeezed column can be too narrow for a
                // character.
                guard narrowing != .squeeze else { continue }
                guard text == MeasuredText.withoutCount(text) || narrowing == .stack else { continue }
                let wanted = rows.joined().joined().count { $0 == "東" }
                #expect(text.count { $0 == "東" } == wanted, "seed \(seed)\n\(text)")
            }
        }
    }
}
