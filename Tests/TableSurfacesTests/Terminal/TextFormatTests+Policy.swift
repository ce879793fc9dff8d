import TableAgent
import TableSurfaces
import Testing

extension TextFormatTests {
    private static func table(_ text: String) -> TableInfo {
        TableInfo(
            columns: ["Name", "n"],
            sections: [TableSection(0, head: ["head"], rows: [[.text(text), 1], ["plain", 22]])])
    }

    @Test func `With wide ambiguous characters, lines use ASCII, and cuts end with a tilde`() throws {
        let table = TableInfo(
            [GridColumn("±", width: 1...8), "n"], rows: [["Ω±", 1], ["äöü αβγδε", 2], ["\u{9B}", 3]])

        #expect(
            try TextFormat(border: .rounded, overflow: .cut, widthPolicy: .eastAsian).string(of: table) == """
                +----------+---+
                | ±       | n |
                +----------+---+
                | Ω±     | 1 |
                | äöü α~ | 2 |
                | \u{FFFD}       | 3 |
                +----------+---+

                """)
    }

    @Test func `Other borders are the same under every policy`() throws {
        for border in [TextFormat.Border.none, .ascii] {
            #expect(
                try TextFormat(border: border, widthPolicy: .eastAsian).string(of: Self.table("x"))
                    == TextFormat(border: border).string(of: Self.table("x")))
        }
    }

    @Test func `On a legacy terminal, a family emoji has the width of its people`() throws {
        #expect(
            try TextFormat(border: .none, widthPolicy: .legacy).string(
                of: TableInfo(["", ""], rows: [["👨‍👩‍👧", 1], ["eight···", 2]]))
                == "👨‍👩‍👧    1\neight···  2\n")
    }

    @Test func `On a legacy terminal, a mark replaces a cluster wider than its column`() throws {
        let table = TableInfo([GridColumn("", width: 4...4)], rows: [["a 👨‍👩‍👧 b"]])

        #expect(try TextFormat(border: .none, widthPolicy: .legacy).string(of: table) == "a …\u{20}\nb   \n")
    }

    @Test(arguments: TextFormat.Border.allCases, [nil, 8])
    func `Isolates surround each text and have no other effect`(border: TextFormat.Border, width: Int?) throws
    {
        var format = TextFormat(border: border, width: width)
        let table = Self.table("שלום עולם")
        let plain = try format.string(of: table)
        format.isolatesCells = true
        let isolated = try format.string(of: table)

        #expect(isolated.contains("\u{2068}ש"))
        #expect(isolated.count { $0 == "\u{2068}" } == isolated.count { $0 == "\u{2069}" })
        #expect(!isolated.contains("\u{2068}\u{2069}"))
        #expect(isolated.filter { $0 != "\u{2068}" && $0 != "\u{2069}" } == plain)
    }

    @Test func `Isolates are outside color sequences`() throws {
        let table = TableInfo([""], rows: [[.text("x", role: .positive)], ["y"]])

        #expect(
            try TextFormat(border: .none, isolatesCells: true, palette: .extended).string(of: table)
                == "\u{2068}\u{1B}[38;5;29mx\u{1B}[m\u{2069}\n\u{2068}y\u{2069}\n")
    }

    @Test func `Isolates are off by default`() throws {
        #expect(try !TextFormat().string(of: Self.table("שלום")).unicodeScalars.contains("\u{2068}"))
    }
}
