import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// The controls of a table that a business has made of a page of its database.
struct AnswerControlsTests {
    private enum NumberLine: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) {
            line.integer(number)
            line.text(number == 1 ? "open" : "paid", shown: number == 1 ? "offen" : "bezahlt")
        }
    }

    /// Returns the page of a query with some numbers.
    private func page(
        _ start: TableQuery.Page.Start, _ numbers: Range<Int> = 1..<3, matching count: Int = 9,
        of total: Int = 40, countingTo limit: Int? = nil, previous: String? = nil, next: String? = nil
    ) throws -> String {
        let query = TableQuery(page: TableQuery.Page(size: 2, start: start))
        let columns = [
            GridColumn("Number", key: "number"),
            GridColumn(
                "Status", key: "status", filter: .choice(["lost", "open", "paid"], shown: ["verloren"])),
        ]
        let table = TableInfo(columns: columns) {
            TableSection(id: 1) {
                Rows(numbers.map { NumberRow(id: $0) }, as: NumberRowLine.self)
            }
        }
        .answering(
            query, matching: count, of: total, countingTo: limit, previous: previous, next: next)
        let agent = try Agent(GridContainer(HTMLFormat(), to: MemorySink()), rawData: table) { $0 }
        let controls = try HTMLControls(query, result: agent.queryResult, size: 2)
        let top = try controls.markup(for: agent.wholeTable)
        return try HTMLFormat(page: HTMLPage("Numbers", top: top), controls: controls)
            .string(of: agent.tableInfo)
    }

    private struct NumberRow: Identifiable, Equatable { let id: Int }

    private enum NumberRowLine: GridLineItem {
        static func fill(_ line: inout GridLine, with row: NumberRow) { NumberLine.fill(&line, with: row.id) }
    }

    @Test func `A page of a database leads to the pages that the business names`() throws {
        let first = try page(.first, next: "a&b")
        #expect(first.contains("1–2 of 9</span>"))
        #expect(first.contains("<a class=\"step\" rel=\"next\" href=\"/?after=a%26b&amp;of="))
        #expect(!first.contains("rel=\"prev\"") && !first.contains("rel=\"first\""))
        let middle = try page(.after("a&b"), previous: "c", next: "d")
        #expect(middle.contains("<a rel=\"first\" href=\"/\">First page</a> <a class=\"step\" rel=\"prev\""))
        #expect(middle.contains("href=\"/?before=c&amp;of=") && middle.contains("href=\"/?after=d&amp;of="))
        #expect(!middle.contains("1–2"))
        // The last page has no next one, whatever the number of rows before it.
        let last = try page(.after("d"), previous: "e")
        #expect(last.contains("rel=\"prev\"") && !last.contains("rel=\"next\""))
        // Without texts, a page has its links by its place, and one after a text has only the first page.
        #expect(try page(.offset(4)).contains("href=\"/?start=6&amp;of="))
        let unknown = try page(.before("x"))
        #expect(unknown.contains("rel=\"first\"") && !unknown.contains("rel=\"next\""))
    }

    @Test func `Numbers above the limit of the business are more than it`() throws {
        let both = try page(.first, matching: 11, of: 11, countingTo: 10, next: "a")
        #expect(both.contains(">more than 10 rows</span>") && both.contains(">1–2 of more than 10</span>"))
        let one = try page(.first, matching: 9, of: 11, countingTo: 10, next: "a")
        #expect(one.contains(">9 of more than 10 rows</span>") && one.contains(">1–2 of 9</span>"))
        let other = try page(.first, matching: 11, of: 12, countingTo: 10, next: "a")
        #expect(other.contains(">more than 10 rows</span>"))
        let exact = try page(.first, matching: 9, of: 10, countingTo: 10, next: "a")
        #expect(exact.contains(">9 of 10 rows</span>"))
        // The place of the last page is known if the number of rows is.
        #expect(try page(.last, matching: 9, of: 9, countingTo: 10).contains(">8–9 of 9</span>"))
        #expect(try !page(.last, matching: 11, of: 11, countingTo: 10).contains("–11"))
    }

    @Test func `A choice has the text of the column, or that of a row`() throws {
        let markup = try page(.first, 1..<2)
        for text in ["verloren", "offen", "paid"] { #expect(markup.contains(">\(text)<"), "\(text)") }
        #expect(markup.contains("value=\"lost\"") && !markup.contains(">lost<"))
    }
}
