import Orders
import Testing

/// Tests of the service's own page.
extension BrowserTests {
    @Test func `A payment using only the keyboard appears on all pages, and pages work after a restart`()
        async throws
    {
        let store = try await Store()
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

            // The page's token is still valid, because its key is in the database.
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
            try await service.carryOut(.pay, order: tab.firstOpenOrder)
            try await tab.tab(to: "Pay")
            try await tab.pressEnter()
            try await tab.poll("document.querySelector('[role=alert]') != null")
            #expect(await tabs.complaints == [])
        }
        try await service.stop()
    }

    @Test func `Without a script, an order is cancelled, and a part of a payment is refunded`() async throws {
        let store = try await Store()
        let service = try await RunningService(store)
        try await Browser.shared.value.withTabs { tabs in
            let tab = try await tabs.open()
            try await tab.call("Emulation.setScriptExecutionDisabled", ["value": true])
            let open = try await store.first(.open)
            try await tab.call("Page.navigate", ["url": .string(service.address + "?status=open")])
            try await tab.poll("document.querySelector('[data-row]') != null")
            // The link goes back, and the button cancels.
            for isConfirmed in [false, true] {
                try await tab.tab(to: "Cancel")
                try await tab.pressEnter()
                try await tab.poll("document.querySelector('form.question') != null")
                let title = try await tab.evaluate("document.querySelector('form h2').textContent").text
                #expect(title == open.title("Cancel") + "?")
                try await tab.tab(to: "Cancel")
                if !isConfirmed { try await tab.press("Tab", code: 9) }
                try await tab.pressEnter()
                try await tab.poll("document.querySelector('[data-row]') != null")
                let shown = try await tab.evaluate("document.URL").text
                #expect(shown == service.address + "?status=open")
                #expect(try await store.order(open.id).status == (isConfirmed ? .cancelled : .open))
            }

            let paid = try await store.first(.paid)
            try await tab.call("Page.navigate", ["url": .string(service.address + "?status=paid")])
            try await tab.poll("document.querySelector('[data-row=\"paid/\(paid.id)\"]') != null")
            try await tab.tab(to: "Refund")
            try await tab.pressEnter()
            try await tab.poll("document.querySelector('form.question') != null")
            let field = "document.querySelector('form.question [name=\"input.amount\"]')"
            #expect(try await tab.evaluate("\(field).value").text == "")
            for (text, isRight) in [(amount(paid.received + 1), false), ("0.4", true)] {
                // The browser itself would refuse the amount.
                try await tab.evaluate("\(field).form.noValidate = true, \(field).focus(), \(field).select()")
                try await tab.call("Input.insertText", ["text": .string(text)])
                try await tab.pressEnter()
                if isRight {
                    try await tab.poll("document.querySelector('[data-row]') != null")
                } else {
                    try await tab.poll("document.querySelector('form.question [role=alert]') != null")
                    #expect(try await tab.evaluate("\(field).value").text == text)
                }
            }
            #expect(try await tab.evaluate("document.URL").text == service.address + "?status=paid")
            #expect(try await store.order(paid.id).received == paid.received - 40)
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
        #expect(shown == fresh && fresh.list.count > 50)
        try await blank.close()
    }
}
