import TableLive
import Testing

/// Tests of the script in a browser.
@Suite(.serialized, .enabled(if: Browser.path != nil, Browser.isMissing))
struct BrowserTests {
    /// Runs a test with a service and pages, none of which may complain of anything.
    func run(
        _ table: LiveTable = LiveTable(seed: 0), _ test: (LiveApp, Tabs) async throws -> Void
    ) async throws {
        if table.feed.table.data.isEmpty {
            try await table.show(["open": Self.items("a", 4), "paid": Self.items("b", 4)])
        }
        try await LiveApp.run(table) { app in
            try await Browser.shared.value.withTabs { tabs in
                try await test(app, tabs)
                #expect(await tabs.complaints == [])
            }
        }
    }

    static func items(_ prefix: String, _ count: Int) -> [Item] {
        (0..<count).map { Item(id: "\(prefix)\($0)") }
    }
}

extension Tab {
    /// Waits until the page has a version.
    func waitForVersion(_ id: String) async throws {
        try await wait("probe.table.dataset.version === '\(id)'")
    }

    /// Waits until a row has a text.
    func wait(for text: String, inRow key: String) async throws {
        try await wait("probe.row('\(key)')?.textContent.includes('\(text)')")
    }
}
