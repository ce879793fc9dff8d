import TableAgent
import TableSurfaces
import Testing

extension GridStreamTests {
    @Test(arguments: StreamedFormats.all)
    func `Sections of a foot alone are the same, too, be it that of the table or not`(
        format: any StreamableFormat & Sendable
    ) throws {
        let columns: [GridColumn] = ["Item", "Count"]
        let whole = SampleSection(
            id: "whole", head: ["Fruit"], rows: [["Apple", 3]], foot: [.word("Total"), 3])
        let feet = (1...3).map {
            SampleSection(id: "\($0)", foot: [.word("Total"), SampleCell(.integer($0))])
        }
        for order in [feet, [whole] + feet, feet + [whole]] {
            #expect(
                try format.streamed(columns, order).text
                    == format.string(of: TableInfo(columns, order)))
        }
        if format is HTMLFormat {
            let text = try format.streamed(columns, feet).text
            #expect(text.contains("</tbody>\n<tfoot>\n"))
        }
    }

    @Test(arguments: StreamedFormats.all)
    func `Without titles and a sample no cell is lost`(format: any StreamableFormat & Sendable) throws {
        let sections = [SampleSection(id: "s", head: ["h"], rows: [["ξ", "ψ"], ["ζ"]], foot: ["f"])]
        let stream = try format.streamed(["", ""], sections, sample: 0)

        #expect(stream.text.filter { "ξψζ".contains($0) } == "ξψζ", "\(stream.text)")
        if format is HTMLFormat { _ = try HTMLReader.tokens(stream.text) }
    }

    @Test func `An HTML stream without titles and a sample has a cell in each column`() throws {
        let sections = [SampleSection(id: "s", head: ["h"], rows: [["x", "y"], ["z"]])]

        #expect(
            try HTMLFormat().streamed(["", ""], sections, sample: 0).text == """
                <table>
                <tbody>
                <tr class="head"><th scope="rowgroup" dir="auto">h</th><td></td></tr>
                <tr><td dir="auto">x</td><td dir="auto">y</td></tr>
                <tr><td dir="auto">z</td><td></td></tr>
                </tbody>
                </table>

                """)
    }
}
