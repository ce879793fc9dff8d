import TableAgent
import TableSurfaces
import Testing

/// Tests of a table's caption in each format.
struct CaptionTests {
    private func table(_ caption: String?) -> TableInfo {
        TableInfo(caption: caption, columns: ["Name"], sections: [TableSection("s", rows: [["Ada"]])])
    }

    @Test func `Text shows the caption above the table, within its width and in its own look`() throws {
        #expect(
            try TextFormat().string(of: table("Who is here")) == """
                Who is here
                ┌──────┐
                │ Name │
                ├──────┤
                │ Ada  │
                └──────┘

                """)
        #expect(
            try TextFormat(border: .none, width: 8).string(of: table("Who is here")).hasPrefix(
                "Who is\nhere\nName"))
        #expect(
            try TextFormat(palette: .extended).string(of: table("Who")).hasPrefix("\u{1B}[1mWho\u{1B}[m\n"))
        #expect(try TextFormat().string(of: table("\u{1B}[31m")).hasPrefix("␛[31m\n"))
        #expect(try TextFormat().string(of: TableInfo(caption: "Nobody")) == "Nobody\n")
    }

    @Test func `Markdown has the caption as a strong paragraph`() throws {
        let text = try MarkdownFormat().string(of: table("Who *is* | here"))
        #expect(text.hasPrefix("**Who \\*is\\* \\| here**\n\n| Name |\n"))
    }

    @Test func `HTML writes the caption as a caption element`() throws {
        let text = try HTMLFormat().string(of: table("Who <is> here"))
        #expect(text.hasPrefix("<table>\n<caption dir=\"auto\">Who &lt;is&gt; here</caption>\n"))
    }

    @Test func `JSON writes the caption beside the sections`() throws {
        let text = try JSONFormat().string(of: table("Who \"is\" here"))
        #expect(text.hasPrefix(#"{"caption": "Who \"is\" here", "sections": ["#))
    }

    @Test func `Formats that only list rows omit the caption`() throws {
        for format: any TextualFormat in [
            CSVFormat(), TSVFormat(), JSONLinesFormat(), JSONFormat(layout: .rows),
        ] {
            #expect(try format.string(of: table("Who")) == format.string(of: table(nil)))
        }
    }

    @Test func `An empty caption equals no caption`() throws {
        for name in ["text", "markdown", "html", "json"] {
            let format = try #require(TableFormats.standard[name])
            #expect(try format.bytes(of: table("")) == format.bytes(of: table(nil)))
        }
        let page = HTMLFormat(page: "Here")
        #expect(try page.string(of: table("")) == page.string(of: table(nil)))
        #expect(try page.string(of: table(nil)).contains(">Here</caption>"))
        let container = ApplyingContainer()
        let agent = try Agent(container, rawData: table(nil), reformer: Same())
        try agent.reload(table(""))
        #expect(container.reloadCount == 1)
    }

    @Test func `A stream writes the same caption as a table`() async throws {
        for format: any TextualFormat & Sendable in [
            TextFormat(), MarkdownFormat(), HTMLFormat(), JSONFormat(),
        ] {
            let expected = try format.string(
                of: TableInfo(
                    caption: "Who", columns: ["Name"], sections: [TableSection("rows", rows: [["Ada"]])]))
            let sink = MemorySink()
            let rows: [[SampleCell]] = [["Ada"]]
            try format.write(rows, as: SampleLine.self, columns: ["Name"], caption: "Who", to: sink)
            #expect(sink.text == expected)
            var bytes: [UInt8] = []
            let blocks = format.blocks(
                of: [rows, []], as: SampleLine.self, columns: ["Name"], caption: "Who")
            for try await block in blocks { bytes += block }
            #expect(String(decoding: bytes, as: UTF8.self) == expected)
        }
    }

    @Test func `A table with a changed caption is shown again`() throws {
        let container = ApplyingContainer()
        let agent = try Agent(container, rawData: table("Before"), reformer: Same())
        try agent.reload(table("Before"))
        #expect(container.reloadCount == 1)
        try agent.reload(table("After"))
        #expect(container.reloadCount == 2)
    }

    private final class ApplyingContainer: TableContainer {
        weak var panel: Panel?
        var reloadCount = 0
        var appliesChanges: Bool { true }

        func canShow(_ item: any TableItem.Type) -> Bool { true }

        func reload(_ update: TableUpdate) {
            reloadCount += 1
            update.commit()
        }

        func apply(_ changes: TableChanges, in update: TableUpdate) { update.commit() }
    }

    private struct Same: StatelessReformer {
        func reform(_ table: TableInfo) -> TableInfo { table }
    }
}
