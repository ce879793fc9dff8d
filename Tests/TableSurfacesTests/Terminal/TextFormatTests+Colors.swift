import Foundation
import TableAgent
import TableSurfaces
import Testing

/// Tests of the looks of text in each palette.
extension TextFormatTests {
    /// A scalar of printed text with the codes of its look (ECMA-48, SGR).
    private struct Shown {
        var scalar: Unicode.Scalar
        var codes: [String]
    }

    private func shown(_ text: String) -> [Shown] {
        var (result, codes, rest) = ([Shown](), [String](), text.unicodeScalars[...])
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1B}" else {
                result.append(Shown(scalar: scalar, codes: codes))
                continue
            }
            let parameters = String(rest.dropFirst().prefix { $0 != "m" })
            rest = rest.drop { $0 != "m" }.dropFirst()
            codes = parameters.isEmpty ? [] : codes + parameters.split(separator: ";").map(String.init)
        }
        return result
    }

    private func codes(of role: GridRole, in palette: TextFormat.Palette) throws -> [String] {
        let text = try TextFormat(border: .none, palette: palette).string(
            of: TableInfo([""], rows: [[.text("x", role: role)]]))
        return try #require(shown(text).first { $0.scalar == "x" }).codes
    }

    /// Returns the contrast of one of xterm's 256 colors with a gray (WCAG 2.2, definition of contrast
    /// ratio).
    private func contrast(of color: Int, on gray: Double) -> Double {
        let levels = [0.0, 95, 135, 175, 215, 255]
        let cube = color - 16
        let channels =
            color < 232
            ? [levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6]]
            : Array(repeating: Double(8 + 10 * (color - 232)), count: 3)
        func luminance(_ channels: [Double]) -> Double {
            zip([0.2126, 0.7152, 0.0722], channels).reduce(0) { sum, channel in
                let level = channel.1 / 255
                return sum + channel.0
                    * (level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4))
            }
        }
        let both = [luminance(channels), luminance([gray, gray, gray])].sorted()
        return (both[1] + 0.05) / (both[0] + 0.05)
    }

    @Test(
        arguments: [
            (GridRole.plain, [], []), (.strong, ["1"], ["1"]), (.muted, [], ["38", "5", "243"]),
            (.positive, [], ["38", "5", "29"]), (.negative, ["1"], ["38", "5", "131"]),
            (.warning, ["1"], ["38", "5", "163"]), (.link, ["4"], ["4", "38", "5", "63"]),
        ] as [(GridRole, [String], [String])])
    func `A role is bold or underlined, and has a color in a palette of 256 colors`(
        role: GridRole, basic: [String], extended: [String]
    ) throws {
        #expect(try codes(of: role, in: .basic) == basic)
        #expect(try codes(of: role, in: .extended) == extended)
    }

    @Test(arguments: GridRole.allCases)
    func `Each role color is readable on white and on black`(role: GridRole) throws {
        let codes = try codes(of: role, in: .extended)
        guard let colors = codes.firstIndex(of: "38") else {
            #expect(role == .plain || role == .strong)
            return
        }
        let color = try #require(Int(codes[colors + 2]))

        #expect((16...255).contains(color))
        #expect(contrast(of: color, on: 255) >= 4.5)
        #expect(contrast(of: color, on: 0) >= 4.5)
    }

    @Test(arguments: [TextFormat.Palette.basic, .extended])
    func `Positive and negative cells look different`(palette: TextFormat.Palette) throws {
        #expect(try codes(of: .positive, in: palette) != codes(of: .negative, in: palette))
    }

    private static var parts: TableInfo {
        TableInfo(
            caption: "Caption", columns: ["Title", "n"],
            sections: [
                TableSection(
                    0, head: ["Head", nil],
                    rows: [["x", nil], ["y"], [nil, 3], ["a\nb\nc", 4], ["z", .word("")]],
                    foot: ["foot", nil]),
                TableSection(1, head: ["One"], rows: [["p", 1], ["q", 2], ["r", 3], ["s", 4]]),
            ])
    }

    @Test(arguments: TextFormat.Border.allCases, [TextFormat.Palette.basic, .extended])
    func `Border lines are faint, and data never is`(
        border: TextFormat.Border, palette: TextFormat.Palette
    ) throws {
        for format in [
            TextFormat(border: border, palette: palette),
            TextFormat(border: border, rows: .ends(2), palette: palette),
            TextFormat(border: border, width: 11, narrowing: .stack, palette: palette),
        ] {
            let text = try format.string(of: Self.parts)
            // The characters of the Markdown rule, of ASCII borders, and of line borders.
            for shown in shown(text) where shown.scalar != " " && shown.scalar != "\n" {
                let isFrame =
                    "|+-:.".unicodeScalars.contains(shown.scalar)
                    || (0x2500...0x257F).contains(shown.scalar.value)
                #expect(shown.codes.contains("2") == (isFrame || shown.scalar == "–"), "\(shown) of\n\(text)")
            }
        }
    }

    @Test func `Titles and captions are bold`() throws {
        let bold = try shown(TextFormat(palette: .basic).string(of: Self.parts)).filter { $0.codes == ["1"] }

        #expect(String(String.UnicodeScalarView(bold.map(\.scalar))) == "CaptionTitlen")
    }

    @Test func `With colors, a faint dash marks a missing value`() throws {
        let missing = "\u{1B}[2m–\u{1B}[m"
        let text = try TextFormat(border: .none, palette: .basic).string(of: Self.parts)
        let lines = MeasuredText.lines(text)

        #expect(lines[3] == "Head    ")
        #expect(lines[4] == "x      \(missing)")
        #expect(lines[6] == "\(missing)      3")
        #expect(text.unicodeScalars.count { $0 == "–" } == 3)
        #expect(try !TextFormat().string(of: Self.parts).contains("–"))
        #expect(
            try TextFormat(border: .none, widthPolicy: .eastAsian, palette: .basic).string(
                of: TableInfo([""], rows: [[nil]])) == "\u{1B}[2m-\u{1B}[m\n")
    }

    @Test func `The line that counts rows and columns is muted`() throws {
        let text = try TextFormat(rows: .ends(1), palette: .extended).string(
            of: TableInfo(["A"], rows: [["x"]]))

        #expect(text.hasSuffix("\n\u{1B}[38;5;243m1 row, 1 column\u{1B}[m\n"))
    }
}
