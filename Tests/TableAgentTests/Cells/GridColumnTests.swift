import TableAgent
import Testing

@Suite struct GridColumnTests {
    @Test func `A column is a title until it is told more`() {
        let column: GridColumn = "Total"
        #expect(column == GridColumn("Total", alignment: .automatic, width: 1...Int.max))
    }

    @Test func `A column has title, alignment and the width that it may take`() {
        var column = GridColumn("Total", alignment: .right, width: 4...12)
        #expect(column.title == "Total")
        #expect(column.alignment == .right)
        #expect(column.width == 4...12)
        column.alignment = .center
        #expect(column != GridColumn("Total", alignment: .right, width: 4...12))
    }

    @Test func `A column without any width stops the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = GridColumn("Total", width: 0...5)
        }
    }

    @Test func `A column has no share, no priority and no overflow of its own until it is told`() {
        var column: GridColumn = "Remark"
        #expect(column.share == 0 && column.priority == 0 && column.overflow == nil)
        column.overflow = .cut
        #expect(column != "Remark")
        let other = GridColumn("Remark", alignment: .decimal, share: 2, overflow: .wrapAnywhere, priority: -1)
        #expect(other.share == 2 && other.priority == -1 && other.overflow == .wrapAnywhere)
    }

    @Test func `A share that is negative or huge stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = GridColumn("Total", share: -1) }
        await #expect(processExitsWith: .failure) { _ = GridColumn("Total", share: 1001) }
    }
}
