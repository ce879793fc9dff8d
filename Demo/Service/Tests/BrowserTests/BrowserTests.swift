import TableLive
import Testing

/// Tests of the script in a browser.
@Suite(.serialized, .enabled(if: Browser.path != nil, Browser.isMissing))
struct BrowserTests {
    /// Runs a test with a service and pages. The pages must not complain.
    func run(
        _ table: LiveTable = LiveTable(seed: 0), _ test: (LiveApp, Tabs) async throws -> Void
    ) async throws {
        if !table.feed.table.data.contains("<tr") {
            try await table.show(["open": Self.items("a", 4), "paid": Self.items("b", 4)])
        }
        try await LiveApp.run(table) { app in
            try await Browser.shared.value.withTabs { tabs in
                try await test(app, tabs)
                for complaint in await tabs.complaints { Issue.record("\(complaint)") }
            }
        }
    }

    @Test func `A page that violates its policy complains`() async throws {
        try await LiveApp.run { app in
            try await app.table.show(["open": Self.items("a", 1)])
            try await Browser.shared.value.withTabs { tabs in
                let tab = try await tabs.open(await app.address)
                #expect(await tabs.complaints == [])
                await #expect(throws: Browser.Failure.self) {
                    try await tab.evaluate("document.body.innerHTML = '<p>'")
                }
                try await tab.wait("probe.violations > 0")
                #expect(await tabs.complaints.contains { $0.contains("require-trusted-types-for") })
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
