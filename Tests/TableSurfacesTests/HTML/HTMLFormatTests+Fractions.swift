import TableAgent
import TableSurfaces
import Testing

/// Tests of decimal alignment: classes name the digits that each number lacks.
extension HTMLFormatTests {
    private static let price = GridColumn("Price", alignment: .decimal)

    private func lines(_ table: TableInfo) throws -> [Substring] {
        try HTMLFormat().string(of: table).split(separator: "\n")
    }

    /// Returns the tags of the cells of one column, in order.
    private func cells(_ column: GridColumn, _ cells: [SampleCell]) throws -> [String] {
        try lines(TableInfo([column], rows: cells.map { [$0] }))
            .filter { $0.hasPrefix("<tr><td") }
            .map { String($0.dropFirst(8).prefix { $0 != ">" }) }
    }

    @Test func `A number's class names the digits it lacks of the column's longest fraction`() throws {
        let samples: [SampleCell] = [
            .decimal("1.5"), .decimal("12.25"), 7, .decimal("-1234.125"), nil, .decimal("0.5", shown: ".5"),
            .decimal("5", shown: "5."),
            .text("none"), SampleCell(.decimal("2.5"), role: .negative),
        ]
        let plain = "class=\"right\""
        #expect(
            try cells(Self.price, samples) == [
                "class=\"right d2\"", "class=\"right d1\"", "class=\"right point d3\"", plain, plain,
                "class=\"right d2\" dir=\"auto\"", "class=\"right d3\" dir=\"auto\"", plain + " dir=\"auto\"",
                "class=\"right negative d2\"",
            ])
    }

    @Test func `Displayed text is aligned by its number`() throws {
        let samples: [SampleCell] = [
            .decimal("1234.5", shown: "€ 1,234.50"), SampleCell(.integer(12), shown: "€ 12"),
            .decimal("1.5", shown: "1.5 pc"),
        ]
        #expect(
            try cells(Self.price, samples) == [
                "class=\"right\" dir=\"auto\"", "class=\"right point d2\" dir=\"auto\"",
                "class=\"right d1\" dir=\"auto\"",
            ])
    }

    @Test func `A comma is the decimal point if the column says so`() throws {
        let column = GridColumn("Preis", alignment: .decimalComma)
        let samples: [SampleCell] = [.decimal("1234.5", shown: "1.234,5"), 7]
        #expect(
            try cells(column, samples) == [
                "class=\"right\" dir=\"auto\"", "class=\"right comma d1\"",
            ])
    }

    @Test func `The texts of the cells contain only the data`() throws {
        let samples: [[SampleCell]] = [[.decimal("1.5")], [7], [.decimal("0.125")]]
        let html = try HTMLFormat().string(of: TableInfo([Self.price], rows: samples))
        let texts: [String] = try HTMLReader.tokens(html).compactMap {
            guard case .text(let text) = $0 else { return nil }
            return text
        }
        #expect(texts == ["Price", "1.5", "7", "0.125"])
        #expect(!html.contains("style"))
    }

    @Test func `Columns of whole numbers and right-aligned columns have no classes`() throws {
        let whole = try HTMLFormat().string(of: TableInfo([Self.price], rows: [[1], [-20]]))
        #expect(whole.contains("<col class=\"right\">"))
        #expect(try cells(Self.price, [1, -20]) == ["class=\"right\"", "class=\"right\""])
        #expect(
            try cells(GridColumn("", alignment: .right), [1, .decimal("0.5")]) == [
                "class=\"right\"", "class=\"right\"",
            ])
    }

    @Test func `Sums are aligned, too, but a cell that spans all columns is not`() throws {
        let table = TableInfo(
            columns: ["A", Self.price],
            sections: [
                TableSection(
                    0, head: [.text("1.12345")], rows: [["a", .decimal("1.5")]],
                    foot: [.word("Total"), .decimal("3.25")]),
                TableSection(1, rows: [["a", 2]], foot: [.word("Total"), 2]),
            ])
        let lines = try lines(table)
        #expect(lines.contains { $0.contains("<col class=\"right d2\">") })
        #expect(lines.contains { $0.hasSuffix("<td class=\"right d1\">1.5</td></tr>") })
        #expect(lines.contains { $0.hasSuffix("<td class=\"right\">3.25</td></tr>") })
        #expect(
            lines.contains {
                $0.hasPrefix("<tr class=\"foot\">")
                    && $0.hasSuffix("<td class=\"right point d2\">2</td></tr>")
            })
    }

    @Test func `The classes above the rows depend on the fractions of all rows`()
        throws
    {
        func frame(_ digits: String) throws -> String {
            let table = TableInfo([Self.price], rows: [[1], [.decimal(digits)]])
            let (_, writer, _, _) = try HTMLLineWriter.write(table, in: HTMLFormat(isKeyed: true))
            return String(decoding: writer.columns, as: UTF8.self)
        }
        #expect(try frame("0.5") == frame("7.5"))
        #expect(try frame("0.5") != frame("0.25"))
        #expect(try frame("0.5") != frame("5"))
    }

    @Test func `The stylesheet has classes for up to sixteen digits`() throws {
        let samples: [SampleCell] = [0, .decimal("0.12345678901234567890")]
        #expect(try cells(Self.price, samples) == ["class=\"right point d16\"", "class=\"right\""])
        for count in 1...16 {
            let digits = String(repeating: "0", count: count)
            #expect(HTMLFormat.stylesheet.contains(".d\(count) { --digits: \"\(digits)\"; }"))
        }
        #expect(!HTMLFormat.stylesheet.contains(".d17"))
    }

    @Test func `A stream aligns by its sample, and longer fractions protrude`() throws {
        let sink = MemorySink()
        let rows: [[SampleCell]] =
            [[.decimal("1.5")]] + (0..<2000).map { [SampleCell(.integer($0))] } + [[.decimal("0.125")]]
        _ = try HTMLFormat().write(rows, as: SampleLine.self, columns: [Self.price], to: sink)
        #expect(sink.text.contains("<td class=\"right\">1.5</td>"))
        #expect(sink.text.contains("<td class=\"right point d1\">7</td>"))
        #expect(sink.text.contains("<td class=\"right\">0.125</td>"))
    }

    @Test func `A page sets a phone's viewport without a script or inline styles`() throws {
        let page = try HTMLFormat(page: "x").string(of: .store)
        #expect(page.contains("content=\"width=device-width, initial-scale=1, minimum-scale=1\""))
        #expect(!page.contains("style="))
        #expect(!page.contains("<script"))
    }
}
