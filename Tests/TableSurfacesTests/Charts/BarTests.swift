import RandomTesting
import TableAgent
import Testing

@testable import TableSurfaces

/// Bars in text, Markdown, and HTML.
struct BarTests {
    private static var orders: TableInfo {
        TableInfo(
            columns: ["Customer", GridColumn("Amount", alignment: .decimal, bar: .automatic)],
            sections: [
                TableSection(
                    "may", head: ["May", 9999], rows: [["Ada", 1200.5], ["Grace", 900], ["Edsger", nil]],
                    foot: [.word("Total"), 5513.75]),
                TableSection("june", rows: [["Barbara Liskov", 3401.25], ["Donald", 12], ["Nobody", 0]]),
            ])
    }

    private func table(_ bar: GridColumn.Bar, _ numbers: [SampleCell]) -> TableInfo {
        TableInfo([GridColumn("N", bar: bar)], rows: numbers.map { [$0] })
    }

    private func lines(_ text: String) -> [String] {
        MeasuredText.lines(text).map { MeasuredText.trimmed($0) }
    }

    // MARK: Text

    @Test func `Rows have bars after their numbers, and heads and feet set no scale`() throws {
        #expect(
            lines(try TextFormat(border: .none).string(of: Self.orders)).filter { !$0.isEmpty } == [
                "Customer         Amount",
                "May             9999",
                "Ada             1200.5  ━━━╸",
                "Grace            900    ━━╸",
                "Edsger",
                "Total           5513.75",
                "Barbara Liskov  3401.25 ━━━━━━━━━━",
                "Donald            12    ╸",
                "Nobody             0",
            ])
    }

    @Test func `Negative numbers go the other way from an axis in the same place`() throws {
        let table = table(.range(-10...20), [10, -10, 20, -1, 0.1])
        #expect(
            lines(try TextFormat(border: .none, width: 18).string(of: table)) == [
                "  N", " 10     ━━━━", "-10 ━━━━", " 20     ━━━━━━━━", " -1    ╺", "0.1     ╸",
            ])
    }

    @Test func `A number that is shown in other words has a bar`() throws {
        let numbers: [SampleCell] = [
            SampleCell(.integer(2), shown: "2 pcs"), SampleCell(.integer(4), shown: "four\npcs"), 1,
        ]
        #expect(
            lines(try TextFormat(border: .none).string(of: table(.range(0...4), numbers))).dropFirst() == [
                "2 pcs ━━━━━━", " four ━━━━━━━━━━━━", "  pcs", "    1 ━━━",
            ])
    }

    @Test func `A number outside a range has a mark, and one that is no number has no bar`() throws {
        let numbers: [SampleCell] = [150, -5, SampleCell(.double(.nan)), SampleCell(.double(.infinity)), "x"]
        let table = table(.range(0...100), numbers)
        #expect(
            lines(try TextFormat(border: .none).string(of: table)).dropFirst() == [
                "150 ━━━━━━━━━━━»", "-5  «", "nan", "inf ━━━━━━━━━━━»", "x",
            ])
        #expect(try TextFormat(border: .ascii).string(of: table).contains("150 ===========>"))
    }

    @Test func `Bars are ASCII where line characters can take two columns`() throws {
        var format = TextFormat(border: .none)
        format.widthPolicy.hasWideAmbiguous = true
        let text = try format.string(of: table(.range(0...4), [3]))
        #expect(lines(text) == ["N", "3 ========="])
    }

    @Test func `Bars shrink to five columns and then vanish before any column is omitted`() throws {
        func text(_ width: Int) throws -> String {
            MeasuredText.withoutStyles(try TextFormat(border: .none, width: width).string(of: Self.orders))
        }
        #expect(try text(36).contains("3401.25 ━━━━━━━━━━"))
        #expect(try text(29).contains("3401.25 ━━━━"))
        #expect(try text(22).contains("3401.25\n"))
        #expect(try text(22).contains("Customer"))
    }

    @Test func `A line below the table says that bars are omitted`() throws {
        func end(_ table: TableInfo, _ format: TextFormat) throws -> [String] {
            lines(try format.string(of: table)).suffix(2)
        }
        let stacked = TextFormat(border: .none, width: 10, narrowing: .stack)
        #expect(try end(Self.orders, TextFormat(border: .none, width: 36)).last == "Nobody             0")
        #expect(try end(Self.orders, TextFormat(border: .none, width: 22)) == ["2 columns, bars", "omitted"])
        #expect(try end(Self.orders, stacked) == ["bars", "omitted"])
        let columns = (0..<6).map { GridColumn("Column\($0)", bar: $0 == 2 ? .range(0...9) : nil) }
        let wide = TableInfo(columns, rows: [[1, 2, 3, 4, 5, 6]])
        #expect(
            lines(try TextFormat(border: .none, width: 40).string(of: wide)).dropFirst(3).joined(
                separator: " ")
                == "6 columns (4 shown, without Column2, Column3)")
        let words = TableInfo([GridColumn("Long", bar: .range(0...1)), "Title"], rows: [["a", "b"]])
        #expect(try end(words, TextFormat(border: .none, width: 12)).last == "a     b")
    }

    @Test func `Columns of a lower priority are omitted before bars`() throws {
        func text(priority: Int) throws -> String {
            let columns = (0..<5).map { index in
                GridColumn(
                    "Column\(index)", priority: index == 2 ? priority : 0,
                    bar: index == 2 ? .range(0...4_000_000) : nil)
            }
            let table = TableInfo(columns, rows: [[1, 2, 3_000_000, 4, 5]])
            return try TextFormat(border: .none, width: 46).string(of: table)
        }
        #expect(try text(priority: 1).contains("3000000 ━━━"))
        #expect(try text(priority: 1).contains("(4 shown, without Column"))
        #expect(try !text(priority: 0).contains("━"))
    }

    @Test func `A row of several lines has its bar in the first line`() throws {
        let table = TableInfo(["Note", GridColumn("N", bar: .range(0...4))], rows: [["one\ntwo", 4]])
        #expect(
            lines(try TextFormat(border: .none).string(of: table)).suffix(2) == [
                "one   4 ━━━━━━━━━━━━", "two",
            ])
    }

    @Test func `A stream keeps the scale of its sample and marks larger numbers`() throws {
        let columns = [GridColumn("N", bar: .automatic)]
        let rows: [[SampleCell]] = [[4], [2], [9]]
        let text = try TextFormat(border: .none).streamed(
            columns, [SampleSection(id: "a", rows: rows)], sample: 2
        ).text
        #expect(lines(text) == ["N", "4 ━━━━━━━━━━━━", "2 ━━━━━━", "9 ━━━━━━━━━━━»"])
    }

    @Test func `Bars are faint where there are colors`() throws {
        let text = try TextFormat(border: .none, palette: .basic).string(of: table(.range(0...4), [4]))
        #expect(text.contains("4 \u{1B}[2m━━━━━━━━━━━━\u{1B}[m"))
    }

    private static let hostile: [Double] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0,
        -0.0,
        1, -1, 1e300,
    ]

    @Test(arguments: SeededGenerator.seeds(4))
    func `Any numbers, scales, and widths give lines of one width, and bars of the right length`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<150 {
            let isHostile = Bool.random(using: &random)
            let numbers = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                isHostile
                    ? Self.hostile.randomElement(using: &random) ?? 0
                    : Double(Int.random(in: -200...400, using: &random))
            }
            let bounds = (0..<2).map { _ in Double(Int.random(in: -300...300, using: &random)) }.sorted()
            let bar: GridColumn.Bar = Bool.random(using: &random) ? .automatic : .range(bounds[0]...bounds[1])
            let table = TableInfo(
                [
                    GridColumn("Text"),
                    GridColumn(
                        "Number", width: 1...([1, 3, .max].randomElement(using: &random) ?? 1), bar: bar),
                ], rows: numbers.map { ["word", SampleCell(.double($0))] })
            let format = TextFormat(
                border: TextFormat.Border.allCases.randomElement(using: &random) ?? .light,
                width: Bool.random(using: &random) ? nil : Int.random(in: 1...400, using: &random))
            let text = try format.string(of: table)
            let place: Comment = "seed \(seed), round \(round)\n\(text)"
            #expect(MeasuredText.widths(ofLinesIn: text).count <= 1, place)
            guard !isHostile, format.width == nil, format.border == .light,
                table.columns[1].width.upperBound == .max
            else { continue }
            check(MeasuredText.lines(text), numbers, bar, place)
        }
    }

    /// Compares the length of each bar with its number, to half a character.
    private func check(_ lines: [String], _ numbers: [Double], _ bar: GridColumn.Bar, _ place: Comment) {
        let range: ClosedRange<Double>
        switch bar {
        case .automatic:
            range =
                -BarStep.roundedUp(
                    -min(numbers.min() ?? 0, 0))...BarStep.roundedUp(max(numbers.max() ?? 0, 0))
        case .range(let given): range = given
        }
        guard range.lowerBound < range.upperBound, !numbers.isEmpty else { return }
        let origin = min(max(0, range.lowerBound), range.upperBound)
        let rows = lines.dropFirst(3).prefix(numbers.count)
        /// The number of half characters of the bar in a line.
        func length(_ line: String) -> Int {
            line.reduce(0) { $0 + ("╸╺".contains($1) ? 1 : $1 == "━" ? 2 : 0) }
        }
        // The longer direction decides the scale of both.
        let (below, above) = (origin - range.lowerBound, range.upperBound - origin)
        let axis = min(
            max((12 * below / (below + above)).rounded(), below > 0 && above > 0 ? 1 : 0),
            below > 0 && above > 0 ? 11 : 12)
        let perUnit = min(
            below > 0 ? 2 * axis / below : .infinity, above > 0 ? 2 * (12 - axis) / above : .infinity)
        for (line, number) in zip(rows, numbers) {
            if !range.contains(number) {
                #expect(line.contains(number > range.upperBound ? "»" : "«"), place)
                continue
            }
            let exact = abs(number - origin) * perUnit
            #expect(abs(Double(length(line)) - exact) <= 0.5 + 1e-9 || length(line) == 1 && exact < 1, place)
            #expect((length(line) == 0) == (number == origin), place)
        }
    }

    @Test func `A number with another displayed text has a bar`() throws {
        let table = table(.range(0...4), [SampleCell(.decimal("2.00"), shown: "€ 2")])
        #expect(lines(try TextFormat(border: .none).string(of: table)) == ["  N", "€ 2 ━━━━━━"])
        #expect(try MarkdownFormat().string(of: table).contains("€ 2 ━━━━━─────"))
    }

    // MARK: Markup

    @Test func `Bars in Markdown have ten characters on a track`() throws {
        let lines = MeasuredText.lines(try MarkdownFormat().string(of: Self.orders))
        #expect(lines.contains("| Ada | 1200.5 ━━━─────── |"))
        #expect(lines.contains("| Edsger | |"))
        #expect(lines.contains("| **Total** | **5513.75** |"))
        #expect(lines.contains("| Donald | 12 ━───────── |"))
    }

    @Test func `A bar in HTML precedes its number, is hidden from screen readers, and has at most 90 bytes`()
        throws
    {
        let plain = try HTMLFormat().string(of: TableInfo(["A", GridColumn("N")], rows: [["x", 62]]))
        let table = TableInfo(["A", GridColumn("N", bar: .range(0...80))], rows: [["x", 62]])
        let text = try HTMLFormat().string(of: table)
        let bar =
            "<svg class=\"bar\" aria-hidden=\"true\" width=\"80\" height=\"8\"><path d=\"M0 0h62v8h-62\"/></svg>"
        #expect(text == plain.replacing(">62<", with: ">\(bar)62<"))
        #expect(bar.utf8.count <= 90)
    }

    @Test func `Bars in HTML show zero between both directions, and a triangle beyond the scale`() throws {
        let text = try HTMLFormat().string(of: table(.range(-40...40), [20, -20, 50, -50]))
        for path in [
            "M40 0h20v8h-20M40 -3h1v14h-1", "M20 0h20v8h-20M40 -3h1v14h-1",
            "M40 0h40v8h-40M82 0l4 4l-4 4M40 -3h1v14h-1", "M0 0h40v8h-40M-2 0l-4 4l4 4M40 -3h1v14h-1",
        ] {
            #expect(text.contains("<path d=\"\(path)\"/>"))
        }
    }

    @Test(arguments: [0...100.0, -100...0, -1...100, -100...1, 95...106, -40...40])
    func `Different places on a scale have different bars`(range: ClosedRange<Double>) throws {
        let numbers = (-20...120).map {
            range.lowerBound + (range.upperBound - range.lowerBound) * Double($0) / 100
        }
        let scales = BarScales([BarScale(.range(range), extent: 0...0)])
        for bars in [
            ColumnBars.html(on: scales), .markup(on: scales) { $0 },
            .text(on: scales, isASCII: false, widths: { _ in 12 }, decorate: { $0 }),
        ] {
            var drawings: [String] = []
            for number in numbers {
                var line = GridLine()
                line.decimal(number)
                _ = bars.withBar(of: line, line.cells[0], inColumn: 0) {
                    drawings.append(String(decoding: $0, as: UTF8.self))
                }
            }
            // Equal drawings are neighbors, and those beyond both ends differ from all others.
            let runs = drawings.indices.filter { $0 == 0 || drawings[$0] != drawings[$0 - 1] }.map {
                drawings[$0]
            }
            #expect(runs.count == Set(runs).count)
            #expect(drawings[0] != drawings[20] && drawings[140] != drawings[120])
        }
    }

    @Test func `HTML for mail has bars of text, since mail programs remove drawings`() throws {
        let text = try HTMLFormat(styling: .inline).string(of: table(.range(0...10), [3]))
        #expect(text.contains(">3 <span aria-hidden=\"true\" style=\"color:#5f84bd\">━━━───────</span></td>"))
    }

    @Test(arguments: StreamedFormats.rowWise.map { SendableFormat($0) })
    func `Formats for programs do not change`(format: SendableFormat) throws {
        var plain = Self.orders
        plain.columns[1].bar = nil
        #expect(try format.format.string(of: Self.orders) == format.format.string(of: plain))
    }
}

/// A format as an argument of a test.
struct SendableFormat: Sendable, CustomTestStringConvertible {
    let format: any TextualFormat & Sendable

    init(_ format: any TextualFormat & Sendable) { self.format = format }

    var testDescription: String { format.name }
}
