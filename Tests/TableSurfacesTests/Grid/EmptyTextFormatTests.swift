import TableAgent
import TableSurfaces
import Testing

/// The sentences of empty tables and sections in each format.
struct EmptyTextFormatTests {
    private static var table: TableInfo {
        TableInfo(columns: ["Order", "Total"], foot: foot(7), empty: "No orders yet") {
            TableSection(id: "open", empty: "Nothing is open") {
                Head(["Open"], as: SampleLine.self)
                Foot([.word("Sum"), 8], as: SampleLine.self)
            }
            TableSection(id: "hidden", isCollapsed: true, empty: "Nothing is hidden") {}
        }
    }

    private static func foot(_ total: Int) -> Foot {
        Foot([.word("Total"), SampleCell(.integer(total))], as: SampleLine.self)
    }

    @Test func `People see the sentences in place of the rows and the feet`() throws {
        #expect(
            try TextFormat(border: .ascii).string(of: Self.table) == """
                +-------+---------+
                | Order | Total   |
                +-------+---------+
                | Open            |
                | Nothing is open |
                +-----------------+
                | No orders yet   |
                +-----------------+

                """)
        for format in [MarkdownFormat(), HTMLFormat(), HTMLFormat(styling: .inline)] as [any TextualFormat] {
            let text = try format.string(of: Self.table)
            #expect(text.contains("Nothing is open") && text.contains("No orders yet"), "\(format.name)")
            #expect(!text.contains("Sum") && !text.contains("hidden"), "\(format.name)")
        }
    }

    @Test func `Programs read the feet, and no sentences`() throws {
        #expect(try CSVFormat().string(of: Self.table) == "Order,Total\r\n")
        #expect(try TSVFormat().string(of: Self.table) == "Order\tTotal\n")
        #expect(try JSONLinesFormat().string(of: Self.table) == "")
        let json = try JSONFormat().string(of: Self.table)
        #expect(!json.contains("Nothing") && !json.contains("No orders"))
        #expect(json.contains("\"foot\": {\"Total\": 8}"))
        #expect(json.contains("\"total\": {\"Total\": 7}"))
    }

    @Test func `A sentence is text, not markup`() throws {
        let html = try HTMLFormat().string(of: TableInfo(empty: "<b>"))
        #expect(html.contains("&lt;b&gt;") && !html.contains("<b>"))
    }
}
