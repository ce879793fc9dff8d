import RandomTesting
import TableAgent
import TableSurfaces
import Testing

extension TextFormatTests {
    /// Returns the cells of a column, with dots in place of blanks.
    private func column(_ column: GridColumn, _ cells: [SampleCell], width: Int? = nil) throws -> [String] {
        let format = TextFormat(border: .none, width: width, narrowing: .squeeze)
        return MeasuredText.lines(try format.string(of: TableInfo([column], rows: cells.map { [$0] }))).map {
            $0.replacing(" ", with: "·")
        }
    }

    @Test(
        arguments: [
            ([1, 2.25, .decimal("-33.5")], ["··1···", "··2.25", "-33.5·"]),
            (
                ["€1,234.50", "€9", "12 pcs", "0.125 kg"],
                ["€1,234.50····", "····€9·······", "····12·pcs···", "·····0.125·kg"]
            ),
            (["1.5", nil, "n/a", "22"], ["·1.5", "····", "·n/a", "22··"]),
            (
                ["(12.50)", "-3", "+0.5", ".25", "7."],
                ["(12.50)", "·-3····", "·+0.5··", "···.25·", "··7.···"]
            ),
            (
                ["1'234.5", "1 234.25", "1\u{202F}234", "1_000", "1’000.5"].map { .text($0) },
                ["1'234.5·", "1·234.25", "1\u{202F}234···", "1_000···", "1’000.5·"]
            ),
            (["1e5", "2.5e10", "50 %", "50.5 %"], ["·1e5···", "·2.5e10", "50·%···", "50.5·%·"]),
            (["v1.2.3", "10.0"], ["v1.2.3", "10.0··"]),
            (["東 1.5", "22.25"], ["東·1.5·", "··22.25"]),
            (
                [.decimal("1234.5", shown: "1,234.50 €"), .decimal("2", shown: "2 €")],
                ["1,234.50·€", "····2·€···"]
            ),
            (["1.5\n22.25", "3"], ["·1.5·", "22.25", "·3···"]),
            (["none"], ["none"]),
        ] as [([SampleCell], [String])])
    func `Numbers align at their points, other text at the right`(cells: [SampleCell], expected: [String])
        throws
    {
        #expect(try column(GridColumn("", alignment: .decimal), cells) == expected)
    }

    @Test(
        arguments: [
            (["1.234,50 €", "2 €", "0,5"], ["1.234,50·€", "····2·€···", "····0,5···"]),
            (["1,5", "1.5"], ["··1,5", "1.5··"]),
        ] as [([SampleCell], [String])])
    func `Numbers are aligned at their commas if the column says so`(cells: [SampleCell], expected: [String])
        throws
    {
        #expect(try column(GridColumn("", alignment: .decimalComma), cells) == expected)
    }

    @Test func `Titles, heads and feet follow a column of decimal numbers`() throws {
        let table = TableInfo(
            columns: ["", GridColumn("in 1000.5", alignment: .decimal)],
            sections: [TableSection(0, head: ["a", 7], rows: [["b", 1.25]], foot: ["c", 10.5])])

        #expect(
            try TextFormat(border: .ascii).string(of: table) == """
                +---+-----------+
                |   | in 1000.5 |
                +---+-----------+
                | a |      7    |
                | b |      1.25 |
                +---+-----------+
                | c |     10.5  |
                +---+-----------+

                """)
    }

    @Test func `A column too narrow for alignment loses the alignment, but no digits`() throws {
        let column = GridColumn("", alignment: .decimal, width: 1...6)
        #expect(
            try self.column(column, ["1234", "1.2345", "12.5"]) == ["1234··", "1.2345", "12.5··"])
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `In random columns, all points are aligned`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let cells = (0..<8).map { _ in
                let whole = Int.random(in: -5000...5000, using: &random)
                let digits = (0..<Int.random(in: 0...4, using: &random)).map { _ in "7" }.joined()
                return "\(whole)" + (digits.isEmpty ? "" : "." + digits)
            }
            let lines = try column(GridColumn("", alignment: .decimal), cells.map { .text($0) })
            let points = zip(lines, cells).map { line, cell in
                let point = cell.firstIndex(of: ".").map { cell.distance(from: cell.startIndex, to: $0) }
                let blanks = line.prefix { $0 == "·" }.count
                return blanks + (point ?? cell.count)
            }
            #expect(Set(points).count == 1 && Set(lines.map(\.count)).count == 1, "seed \(seed) \(lines)")
        }
    }
}
