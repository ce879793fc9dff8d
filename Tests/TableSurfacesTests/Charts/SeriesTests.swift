import TableAgent
import Testing

@testable import TableSurfaces

struct SeriesTests {
    private func table(_ series: [[Double?]], bar: GridColumn.Bar? = nil) -> TableInfo {
        TableInfo([GridColumn("S", bar: bar)], rows: series.map { [SampleCell(.series($0))] })
    }

    private func text(
        _ series: [Double?], bar: GridColumn.Bar? = nil, _ format: TextFormat = TextFormat(border: .none)
    )
        throws -> String
    {
        MeasuredText.lines(try format.string(of: table([series], bar: bar))).dropFirst()
            .map { MeasuredText.trimmed($0) }.joined(separator: "/")
    }

    @Test func `A series has a column for each number, from zero, and gaps`() throws {
        #expect(try text([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▁▂▃▄▅▆▇")
        #expect(try text([7, nil, .nan, 3.5]) == "▇  ▄")
        #expect(try text([5, 5]) == "▇▇")
        #expect(try text([0, 0]) == "▁▁")
    }

    @Test func `A long series becomes the means of 24 parts`() throws {
        let values = (0..<2400).map { Double($0 / 100 % 2) }
        #expect(try text(values) == String(repeating: "▁▇", count: 12))
        #expect(
            try text(Array(repeating: .greatestFiniteMagnitude, count: 50))
                == String(repeating: "▇", count: 24))
    }

    @Test func `The scale of a column makes rows comparable`() throws {
        #expect(try text([1, 3], bar: .range(0...7)) == "▁▃")
        let both = table([[1, 2], [7, 14]], bar: .automatic)
        #expect(try TextFormat(border: .none).string(of: both).contains("▁▁\n▃▇\n"))
        #expect(try text([100, 106], bar: .range(99...106)) == "▁▇")
    }

    @Test func `A series with a number outside the scale of its column shows its words`() throws {
        let words = "3 values, from 5 to 500, last 500"
        let table = table([[5, 10, 10], [5, 50, 500]], bar: .range(0...10))
        for format in [TextFormat(), MarkdownFormat(), HTMLFormat(), HTMLFormat(styling: .inline)]
            as [any TextualFormat]
        {
            let text = try format.string(of: table)
            #expect(text.contains(words) && !text.contains("<title>\(words)"), "\(format.name)")
        }
        #expect(try text([-5, -10], bar: .range(-10...0)) == "2 values, from -10 to -5, last -10")
        #expect(try HTMLFormat().string(of: self.table([[-5, -10]], bar: .range(-10...0))).contains("<svg"))
    }

    @Test func `A head or foot does not share the scale of its column`() throws {
        let info = TableInfo(
            columns: ["A", GridColumn("B", bar: .automatic)],
            sections: [
                TableSection(
                    0, rows: [["x", SampleCell(.series([1, 8]))]],
                    foot: ["y", SampleCell(.series([100, 800]))])
            ])
        for format in [TextFormat(), MarkdownFormat(), HTMLFormat(styling: .inline)] as [any TextualFormat] {
            #expect(
                try format.string(of: info).split(separator: "▁▇", omittingEmptySubsequences: false).count
                    == 3)
        }
    }

    @Test func `A series with an empty text shows nothing`() throws {
        let info = TableInfo(["A", "B"], rows: [[SampleCell(.series([1, 2]), shown: ""), "x"]])
        for format in [TextFormat(), MarkdownFormat(), HTMLFormat(), HTMLFormat(styling: .inline)]
            as [any TextualFormat]
        {
            let text = try format.string(of: info)
            #expect(!text.contains("▇") && !text.contains("<svg"))
        }
    }

    @Test func `A series with a negative number, or without a number, shows its words`() throws {
        #expect(try text([1, -2]) == "2 values, from -2 to 1, last -2")
        #expect(try text([]) == "0 values")
        #expect(try text([nil]) == "0 values, 1 missing")
        #expect(
            try text([1, -2], TextFormat(border: .none, width: 16)) == "2 values, from/-2 to 1, last -2")
    }

    @Test func `Stacked cells have charts, and ASCII borders have ASCII charts`() throws {
        let columns = [GridColumn("A"), GridColumn("Trend")]
        let info = TableInfo(columns, rows: [["x", SampleCell(.series([1, 7]))]])
        let stacked = TextFormat(border: .none, width: 9, narrowing: .stack)
        #expect(try stacked.string(of: info).contains("▁▇"))
        #expect(try TextFormat(border: .ascii).string(of: info).contains("| _#    |"))
    }

    @Test func `A series in HTML is a drawing whose title is its text`() throws {
        let html = try HTMLFormat().string(of: table([[1, nil, -1]]))
        #expect(
            html.contains(
                "<svg class=\"series\" role=\"img\" width=\"15\" height=\"18\">"
                    + "<title>2 values, 1 missing, from -1 to 1, last -1</title>"
                    + "<path d=\"M0 9V0h4V9M10 9V18h4V9\"/><path class=\"axis\" d=\"M0 9h15\"/></svg>"))
    }

    @Test func `Small numbers beside large ones of the other sign stay inside their drawing`() throws {
        let up = try HTMLFormat().string(of: table([[1, -1e20]]))
        let down = try HTMLFormat().string(of: table([[1e9, -1]]))
        #expect(up.contains("<path d=\"M0 1V0h4V1M5 1V18h4V1\"/><path class=\"axis\" d=\"M0 1h10\"/>"))
        #expect(down.contains("<path d=\"M0 17V0h4V17M5 17V18h4V17\"/><path class=\"axis\" d=\"M0 17h10\"/>"))
        let tiny = try HTMLFormat().string(of: table([[-1e-17, 1, -1]]))
        #expect(tiny.contains("<path d=\"M0 9V10h4V9M5 9V0h4V9M10 9V18h4V9\"/>"))
    }

    @Test func `Hostile words of a series stay text in its drawing`() throws {
        let cell = SampleCell(.series([1, 2]), shown: "</title><script>\nx\u{202E}", link: "/a?b&c")
        let mail = try HTMLFormat(styling: .inline).string(of: TableInfo(["S"], rows: [[cell]]))
        #expect(
            mail.contains(
                "<a href=\"/a?b&amp;c\"><span role=\"img\" aria-label=\"&lt;/title&gt;&lt;script&gt; x"))
        let html = try HTMLFormat().string(of: TableInfo(["S"], rows: [[cell]]))
        #expect(html.contains("<a href=\"/a?b&amp;c\"><svg class=\"series\""))
        #expect(html.contains("<title>&lt;/title&gt;&lt;script&gt; x\u{FFFD}</title>"))
    }

    @Test func `A series is characters in Markdown and in HTML for mail, and an array in data`() throws {
        let table = table([[1, nil, 7]])
        #expect(try MarkdownFormat().string(of: table).hasSuffix("| ▁\u{2002}▇ |\n"))
        #expect(
            try HTMLFormat(styling: .inline).string(of: table).contains(
                "<span role=\"img\" aria-label=\"2 values, 1 missing, from 1 to 7, last 7\" style=\"color:#5f84bd\">▁\u{2002}▇</span>"
            ))
        #expect(try CSVFormat().string(of: table) == "S\r\n\"[1,null,7]\"\r\n")
        #expect(try JSONLinesFormat().string(of: table) == "{\"S\": [1,null,7]}\n")
    }

    @Test func `Missing numbers at the edges of a series remain in Markdown`() throws {
        let series = SampleCell(.series([nil, 7, nil]))
        let table = TableInfo(
            columns: ["A", "B"],
            sections: [TableSection(0, rows: [[series, series]], foot: [series, series])])
        #expect(
            try MarkdownFormat().string(of: table).hasSuffix(
                "| &#8194;▇&#8194; | &#8194;▇&#8194; |\n| **&#8194;▇&#8194;** | **&#8194;▇&#8194;** |\n"))
    }

    @Test func `Heads and feet have series, too`() throws {
        let cells: [SampleCell] = ["Total", SampleCell(.series([1, 7]))]
        let table = TableInfo(
            columns: ["A", "B"], sections: [TableSection(0, head: cells, rows: [["x", 1]], foot: cells)])
        #expect(try TextFormat().string(of: table).split(separator: "▁▇").count == 3)
        #expect(try HTMLFormat().string(of: table).split(separator: "<svg class=\"series\"").count == 3)
        #expect(try MarkdownFormat().string(of: table).split(separator: "▁▇").count == 3)
    }

    @Test func `A series of a million values is short in each format for people`() throws {
        let table = table([(0..<1_000_000).map { Double($0 % 1000) }])
        #expect(try TextFormat().string(of: table).utf8.count < 1000)
        #expect(try HTMLFormat().string(of: table).utf8.count < 2000)
    }

    @Test func `Text that looks like a chart is only text`() throws {
        let table = TableInfo(
            ["T", GridColumn("N", bar: .range(0...1))], rows: [["▁▇ ━━━ <svg class=\"bar\">", 1]])
        #expect(try HTMLFormat().string(of: table).contains("▁▇ ━━━ &lt;svg class=&quot;bar&quot;&gt;"))
    }
}
