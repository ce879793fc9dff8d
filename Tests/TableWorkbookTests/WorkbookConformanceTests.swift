import TableAgent
import TableAgentTesting
import TableSurfaces
import TableWorkbook
import Testing

struct WorkbookConformanceTests {
    @Test func `Workbooks conform`() throws {
        try ContainerConformance.check(
            showsTableFoot: true, showsHiddenRows: true,
            shown: { container in
                let bytes = (container.sink as? MemorySink)?.bytes ?? []
                return bytes.isEmpty ? "" : (try? WorkbookReader(bytes))?.sheet ?? ""
            },
            select: { try $0.panel?.source(.row(.at($1))).select() },
            { GridContainer(.workbook, to: MemorySink()) })
    }
}
