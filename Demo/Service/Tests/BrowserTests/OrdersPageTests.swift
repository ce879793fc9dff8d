import Foundation
import Logging
import Orders
import OrdersService
import ServiceLifecycle
import Testing

/// Tests of the service's own page.
extension BrowserTests {
    @Test func `A payment using only the keyboard appears on all pages, and pages work after a restart`()
        async throws
    {
        let store = try Store()
        var service = try await RunningService(store)
        let address = "http://127.0.0.1:\(service.port)/"
        try await Browser.shared.value.withTabs { tabs in
            let all = try await tabs.open(address)
            let open = try await tabs.open(address + "?status=open")
            let first = try await all.firstOpenOrder
            try await all.tab(to: "Pay")
            try await all.pressEnter()
            try await all.wait("probe.row('paid/\(first)') && !probe.row('open/\(first)')")
            try await open.wait("!probe.row('open/\(first)')")
            try await expectFresh(all, tabs)
            try await expectFresh(open, tabs)

            // The new run has other tokens, so this payment succeeds only if the page has received the new
            // token.
            try await service.stop()
            try await all.wait("probe.status.dataset.liveStatus === 'stale'")
            service = try await RunningService(store, port: service.port)
            try await all.wait("probe.status.dataset.liveStatus === 'fresh'")
            let second = try await all.firstOpenOrder
            try await all.evaluate("probe.button('open/\(second)', 'Pay').click()")
            for tab in [all, open] { try await tab.wait("!probe.row('open/\(second)')") }
            try await expectFresh(all, tabs)
            #expect(await tabs.complaints == [])
        }
        try await service.stop()
    }

    @Test func `The page works without its script`() async throws {
        let service = try await RunningService(Store())
        let address = "http://127.0.0.1:\(service.port)/"
        try await Browser.shared.value.withTabs { tabs in
            let tab = try await tabs.open()
            try await tab.call("Emulation.setScriptExecutionDisabled", ["value": true])
            try await tab.call("Page.navigate", ["url": .string(address)])
            try await tab.poll("document.querySelector('[data-row]') != null")
            let first = try await tab.firstOpenOrder
            try await tab.tab(to: "Pay")
            try await tab.pressEnter()
            try await tab.poll("document.querySelector('[data-row=\"paid/\(first)\"]') != null")
            #expect(try await tab.evaluate("document.URL") == .string(address))
            // The page reports a change that another page made meanwhile.
            try await service.pay(tab.firstOpenOrder)
            try await tab.tab(to: "Pay")
            try await tab.pressEnter()
            try await tab.poll("document.querySelector('[role=alert]') != null")
            #expect(await tabs.complaints == [])
        }
        try await service.stop()
    }

    /// Checks that a page equals a newly loaded page.
    private func expectFresh(_ tab: Tab, _ tabs: Tabs) async throws {
        let markup = try await tab.evaluate("fetch(document.URL).then(answer => answer.text())")
        let blank = try await tabs.open()
        let fresh = try await blank.evaluate("probe.parsed(\(markup.source))")
        // Both pages have the same version.
        let shown = try await tab.evaluate("probe.snapshot(probe.table)")
        #expect(shown == fresh && fresh.list.count > 100)
        try await blank.close()
    }
}

/// A database file that is deleted after the test.
private final class Store: Sendable {
    let orders: OrderStore
    private let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "orders-\(UUID()).sqlite")
            .path(percentEncoded: false)
        orders = try OrderStore(path: path, sampleCount: 500)
    }

    deinit {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
}

/// A running service.
private struct RunningService {
    let port: Int
    private let store: Store
    private let group: ServiceGroup
    private let end: Task<Void, any Error>

    init(_ store: Store, port: Int = 0) async throws {
        let (ports, source) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "service") { _ in SwiftLogNoOpLogHandler() }
        let service = OrdersService(store: store.orders, logger: logger)
        let group = ServiceGroup(
            services: [service.application(port: port) { source.yield($0) }], logger: logger)
        end = Task {
            try await group.run()
            source.finish()
        }
        guard let running = await ports.first(where: { _ in true }) else {
            throw Browser.Failure(description: "The service did not start.")
        }
        (self.port, self.store, self.group) = (running, store, group)
    }

    /// Pays an order without the pages.
    func pay(_ order: String) async throws {
        try await store.orders.carryOut(OrderCommand(.pay, order: Int(order) ?? 0))
    }

    func stop() async throws {
        await group.triggerGracefulShutdown()
        try await end.value
    }
}

extension Tab {
    /// The number of the first order that can be paid.
    fileprivate var firstOpenOrder: String {
        get async throws {
            let key = try await evaluate("document.querySelector('[data-row^=\"open/\"]').dataset.row")
            return String(key.text?.dropFirst("open/".count) ?? "")
        }
    }

    /// Waits until an expression is true, on a page without scripts.
    fileprivate func poll(_ condition: String) async throws {
        for _ in 0..<1000 {
            if try await evaluate(condition) == true { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("This did not come true: \(condition)")
    }

    /// Presses the Tab key until a control with a title has the focus.
    fileprivate func tab(to title: String) async throws {
        for _ in 0..<50 {
            if try await evaluate("document.activeElement.textContent") == .string(title) { return }
            try await press("Tab", code: 9)
        }
        Issue.record("No \(title) can be reached by keyboard.")
    }
}
