import Testing

/// Tests of the script in a browser.
@Suite(.serialized, .enabled(if: Browser.path != nil, Browser.isMissing))
struct BrowserTests {
    /// Runs a test with pages, none of which may complain of anything.
    func tabs(_ test: (Tabs) async throws -> Void) async throws {
        try await Browser.shared.value.withTabs(test)
    }
}
