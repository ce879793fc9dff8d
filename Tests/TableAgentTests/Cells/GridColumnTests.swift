import TableAgent
import Testing

@Suite struct GridColumnTests {
    @Test func `The default column has only a title`() {
        let column: GridColumn = "Total"
        #expect(column == GridColumn("Total", alignment: .automatic, width: 1...Int.max))
    }

    @Test func `A column has a title, an alignment, and a range of widths`() {
        var column = GridColumn("Total", alignment: .right, width: 4...12)
        #expect(column.title == "Total")
        #expect(column.alignment == .right)
        #expect(column.width == 4...12)
        column.alignment = .center
        #expect(column != GridColumn("Total", alignment: .right, width: 4...12))
    }

    @Test func `A width range that includes 0 stops the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = GridColumn("Total", width: 0...5)
        }
    }

    @Test func `By default, a column has no share, no priority, and no overflow`() {
        var column: GridColumn = "Remark"
        #expect(column.share == 0 && column.priority == 0 && column.overflow == nil)
        column.overflow = .cut
        #expect(column != "Remark")
        let other = GridColumn("Remark", alignment: .decimal, share: 2, overflow: .wrapAnywhere, priority: -1)
        #expect(other.share == 2 && other.priority == -1 && other.overflow == .wrapAnywhere)
    }

    @Test func `A negative or huge share stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = GridColumn("Total", share: -1) }
        await #expect(processExitsWith: .failure) { _ = GridColumn("Total", share: 1001) }
    }
}
