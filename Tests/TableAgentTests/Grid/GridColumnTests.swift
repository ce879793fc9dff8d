import TableAgent
import Testing

@Suite struct GridColumnTests {
    @Test("A column is a title until it is told more")
    func literal() {
        let column: GridColumn = "Total"
        #expect(column == GridColumn("Total", alignment: .automatic, width: 1...Int.max))
    }

    @Test("A column has title, alignment and the width that it may take")
    func properties() {
        var column = GridColumn("Total", alignment: .right, width: 4...12)
        #expect(column.title == "Total")
        #expect(column.alignment == .right)
        #expect(column.width == 4...12)
        column.alignment = .center
        #expect(column != GridColumn("Total", alignment: .right, width: 4...12))
    }

    @Test("A column without any width stops the program")
    func noWidth() async {
        await #expect(processExitsWith: .failure) {
            _ = GridColumn("Total", width: 0...5)
        }
    }

    @Test("A column has no share, no priority and no overflow of its own until it is told")
    func wishes() {
        var column: GridColumn = "Remark"
        #expect(column.share == 0 && column.priority == 0 && column.overflow == nil)
        column.overflow = .cut
        #expect(column != "Remark")
        let other = GridColumn("Remark", alignment: .decimal, share: 2, overflow: .wrapAnywhere, priority: -1)
        #expect(other.share == 2 && other.priority == -1 && other.overflow == .wrapAnywhere)
    }

    @Test("A share that is negative or huge stops the program")
    func noShare() async {
        await #expect(processExitsWith: .failure) { _ = GridColumn("Total", share: -1) }
        await #expect(processExitsWith: .failure) { _ = GridColumn("Total", share: 1001) }
    }
}
