import TableAgent
import TableLive
import Testing

extension BrowserTests {
    @Test func `A form is sent without leaving the page, and its failure is shown`() async throws {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            try await tab.evaluate("self.isSame = true")
            await app.refuse("paid", "This was paid <b>already</b>.")
            try await tab.evaluate("probe.button('open/a1', 'Pay half').click()")
            try await tab.wait("probe.status.dataset.liveStatus === 'failed'")
            #expect(try await tab.evaluate("probe.status.textContent") == "This was paid <b>already</b>.")
            await app.refuse(nil)
            try await tab.evaluate("probe.button('open/a1', 'Cancel').click()")
            try await tab.wait("probe.status.dataset.liveStatus === ''")
            #expect(try await tab.evaluate("probe.status.textContent") == "")
            #expect(
                await app.forms == [
                    ["row": "open/a1", "token": "t", "payload": "50", "event": "pay"],
                    ["row": "open/a1", "token": "t", "event": "cancel"],
                ])
            #expect(try await tab.evaluate("self.isSame") == true)
        }
    }

    @Test func `What another page did first is said, and a service that is gone`() async throws {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            try await tab.evaluate("probe.button('open/a1', 'Pay').form.elements.payload.value = '1'")
            try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
            try await tab.wait("probe.status.textContent.includes('does not offer')")
            await app.stop()
            try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
            try await tab.wait("probe.status.textContent.includes('could not be sent')")
        }
    }
}
