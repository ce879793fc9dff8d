import TableAgent
import TableAgentTesting
import Testing

@testable import TableBrowser

struct TableBrowserConformanceTests {
    @Test(arguments: [(80, 24), (80, 3), (20, 8), (1, 1)])
    func `The browser conforms on screens of all sizes`(width: Int, height: Int) throws {
        try ContainerConformance.check(
            showsTableFoot: true, shown: { $0.text }, select: { $0.touch($1) },
            scroll: { $0.scroll(to: $1) }
        ) {
            let browser = TableBrowser()
            browser.appear(width: width, height: height)
            return browser
        }
    }
}
