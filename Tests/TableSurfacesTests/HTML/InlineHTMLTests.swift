import RandomTesting
import TableAgent
import TableSurfaces
import Testing

struct InlineHTMLTests {
    private let table = TableInfo(
        columns: ["Name", GridColumn("Sum", alignment: .decimal)],
        sections: [
            TableSection(
                "a", head: ["A & B"], rows: [["<script>", 1.5], ["x\ny", -2]], foot: [.word("Total"), -0.5])
        ])

    @Test func `Each cell has its style, and no class`() throws {
        let html = try HTMLFormat(styling: .inline).string(of: table)

        #expect(html.hasPrefix("<table style=\"border-collapse:collapse;"))
        #expect(html.hasSuffix("</table>\n"))
        #expect(!html.contains("class=") && !html.contains("<style"))
        #expect(html.contains("text-align:right;vertical-align:top;\">1.5</td>"))
        #expect(html.contains(" colspan=\"2\"") && html.contains("font-weight:600;background:#f5f6f8"))
    }

    @Test func `Texts are escaped, and line breaks are kept`() throws {
        let html = try HTMLFormat(styling: .inline).string(of: table)

        #expect(html.contains("&lt;script&gt;") && !html.contains("<script"))
        #expect(html.contains(">A &amp; B<") && html.contains(">x<br>y<"))
    }

    @Test func `A caption and titles are optional`() throws {
        var table = self.table
        table.caption = "Sales <2026>"
        #expect(try HTMLFormat(styling: .inline).string(of: table).contains(">Sales &lt;2026&gt;</caption>"))
        let bare = try HTMLFormat(styling: .inline).string(
            of: TableInfo(columns: [], sections: table.sections))
        #expect(!bare.contains("<th") && !bare.contains("<caption"))
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Every element is closed`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let sections = random.sectionsOfWidth3(columns: 2)
            let html = try HTMLFormat(styling: .inline).string(of: TableInfo(["A", "B"], sections))
            for tag in ["table", "tr", "td", "th"] {
                let count = html.components(of: "<\(tag) ") + html.components(of: "<\(tag)>")
                #expect(count == html.components(of: "</\(tag)>"), "seed \(seed): \(tag)")
            }
        }
    }
}

extension String {
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
