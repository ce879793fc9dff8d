import TableAgent
import TableAgentTesting
import Testing

@Suite struct GridTitleTests {
    @Test func `A title is one strong text in a head, row, or foot`() throws {
        let container = RecordingContainer()
        let table = TableInfo {
            TableSection(id: 0) {
                Head("July", as: GridTitle.self)
                Row("Total", id: 0, as: GridTitle.self)
            }
        }
        let agent = try Agent(container, rawData: table, reformer: TableReformer.self)
        #expect(container.sections[0].head?.cells == [RecordedCell(.text, "July", role: .strong)])
        #expect(container.sections[0].rows[0].cells == [RecordedCell(.text, "Total", role: .strong)])
        agent.detach()
    }
}
