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
}
