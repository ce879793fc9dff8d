import TableAgent
import TableLive
import Testing

extension BrowserTests {
    @Test func `A form is sent without leaving the page, and a failure is shown`() async throws {
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

    @Test func `A form that the page's own script handles, or a GET form, is left to the browser`()
        async throws
    {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            try await tab.evaluate(
                """
                probe.row('open/a1').addEventListener('submit', event => event.preventDefault())
                probe.button('open/a1', 'Pay').click()
                probe.button('open/a2', 'Pay').click()
                """)
            try await app.wait("the other form was sent") { $0.forms.count == 1 }
            #expect(await app.forms.first?["row"] == "open/a2")
            let isLeft = try await tab.evaluate(
                """
                const button = probe.button('open/a3', 'Pay')
                button.form.method = 'get'
                let isLeft
                addEventListener('submit', event => {
                  isLeft = !event.defaultPrevented
                  event.preventDefault()
                })
                button.click()
                isLeft
                """)
            #expect(isLeft == true)
            #expect(await app.forms.count == 1)
        }
    }

    @Test func `The stale notice returns after a failure notice is cleared`() async throws {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            await app.refuseStreams(true)
            try await tab.wait("probe.status.dataset.liveStatus === 'stale'")
            for isBack in [false, true] {
                await app.refuse("paid", "This was paid already.")
                try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
                try await tab.wait("probe.status.dataset.liveStatus === 'failed'")
                await app.refuse(nil)
                if isBack {
                    await app.refuseStreams(false)
                    try await app.wait("there is a stream") { $0.openStreams == 1 }
                    #expect(try await tab.evaluate("probe.status.textContent") == "This was paid already.")
                    try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
                    try await tab.wait("probe.status.dataset.liveStatus === ''")
                } else {
                    try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
                    try await tab.wait("probe.status.dataset.liveStatus === 'stale'")
                    try await tab.wait("probe.status.textContent.includes('out of date')")
                }
            }
        }
    }

    @Test func `A page whose token is refused receives new forms`() async throws {
        try await run { app, tabs in
            let (first, second) = (
                try await tabs.open(await app.address), try await tabs.open(await app.address)
            )
            await app.refuse("token", "This page is old.", status: 403)
            for tab in [first, second] {
                let token = "probe.button('open/a1', 'Pay').form.elements.token.value"
                // The attribute contains an old token, as in a page from an earlier run of the program.
                try await tab.evaluate(
                    "probe.button('open/a1', 'Pay').form.elements.token.defaultValue = 'old'")
                try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
                try await tab.wait("\(token) === 't'")
                #expect(try await tab.evaluate("probe.status.textContent") == "This page is old.")
            }
            try await app.wait("there is one stream") { $0.openStreams == 1 }
        }
    }

    @Test func `A conflict with another page is reported, and so is an unreachable service`() async throws {
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

    @Test func `Assistive technologies find the table's parts, and announcements are polite`() async throws {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            await app.refuse("paid", "This was paid already.")
            try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
            try await tab.wait("probe.status.dataset.liveStatus === 'failed'")
            let nodes = try await tab.call("Accessibility.getFullAXTree")["nodes"].list
            let found = Set(nodes.map { "\($0["role"]["value"]): \($0["name"]["value"])" })
            for part in [
                "table: Orders", "columnheader: Number", "columnheader: Actions", "link: a1",
                "button: Pay half",
                "StaticText: This was paid already.",
            ] {
                #expect(found.contains(part), "\(part)")
            }
            let status = nodes.first { $0["role"]["value"] == "status" }
            let live = status?["properties"].list.first { $0["name"] == "live" }
            #expect(live?["value"]["value"] == "polite")
        }
    }
}
