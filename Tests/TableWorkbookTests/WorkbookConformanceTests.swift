import TableAgent
import TableAgentTesting
import TableSurfaces
import TableWorkbook
import Testing

struct WorkbookConformanceTests {
    @Test func `Workbooks conform`() throws {
        try ContainerConformance.check(
            parts: [.headsAndFeet, .tableFoot, .hiddenRows],
            shown: { container in
                let bytes = (container.sink as? MemorySink)?.bytes ?? []
                return bytes.isEmpty ? "" : (try? WorkbookReader(bytes))?.sheet ?? ""
            },
            select: { try $0.select($1) },
            { GridContainer(.workbook, to: MemorySink()) })
    }
}
