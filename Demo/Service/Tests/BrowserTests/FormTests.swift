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
            try await tab.wait("probe.status.dataset.liveOutcome === 'failed'")
            let refusal = "Pay half, a1: This was paid <b>already</b>."
            #expect(try await tab.evaluate("probe.status.textContent") == .string(refusal))
            await app.refuse(nil)
            try await tab.evaluate("probe.button('open/a1', 'Cancel').click()")
            try await tab.wait("probe.status.dataset.liveOutcome === 'sent'")
            #expect(try await tab.evaluate("probe.status.lastChild.textContent") == "Cancel, a1: Done.")
            // A click removes a message.
            try await tab.evaluate("probe.status.firstChild.click()")
            #expect(try await tab.evaluate("probe.status.textContent") == "Cancel, a1: Done.")
            let forms = await app.forms
            #expect(forms.map { $0["action"] } == ["pay/open/a1/50", "cancel/open/a1"])
            for form in forms {
                #expect(Set(form.keys) == ["action", "attempt", "token"] && form["token"] == "t")
            }
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
                probe.button('open/a1', 'Pay').form.addEventListener('submit', event => {
                  if (event.submitter === probe.button('open/a1', 'Pay')) event.preventDefault()
                })
                probe.button('open/a1', 'Pay').click()
                probe.button('open/a2', 'Pay').click()
                """)
            try await app.wait("the other form was sent") { $0.forms.count == 1 }
            #expect(await app.rows == ["open/a2"])
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

    @Test func `A refusal and a lost connection are shown together, and nothing is sent meanwhile`()
        async throws
    {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            await app.refuse("paid", "This was paid already.")
            try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
            try await tab.wait("probe.status.dataset.liveOutcome === 'failed'")
            await app.refuseStreams(true)
            try await tab.wait("probe.status.dataset.liveStatus === 'stale'")
            try await tab.wait("probe.status.textContent.includes('out of date')")
            try await tab.wait("probe.status.textContent.includes('This was paid already.')")
            await app.refuse(nil)
            try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
            try await tab.wait("probe.status.textContent.includes('This was not sent')")
            await app.refuseStreams(false)
            try await tab.wait("probe.status.dataset.liveStatus === 'fresh'")
            #expect(await app.forms.count == 1)
            try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
            try await tab.wait("probe.status.dataset.liveOutcome === 'sent'")
            #expect(await app.forms.count == 2)
        }
    }

    @Test func `A form without an answer is reported as possibly carried out, and its row is busy`()
        async throws
    {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            await app.hang(true)
            try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
            try await tab.wait("probe.status.textContent === 'Pay, a1: Sending …'")
            #expect(try await tab.evaluate("probe.row('open/a1').ariaBusy") == "true")
            // The row is busy, so this sends nothing.
            try await tab.evaluate("probe.button('open/a1', 'Cancel').click()")
            try await tab.wait("probe.status.textContent.includes('may have been done')")
            try await tab.wait("!probe.row('open/a1').ariaBusy")
            await app.hang(false)
            #expect(await app.forms.count == 1)
        }
    }

    @Test func `A redirect to another page is no success`() async throws {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            await app.refuse("login", status: 302)
            try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
            try await tab.wait("probe.status.textContent.includes('may have been done')")
            #expect(try await tab.evaluate("probe.status.dataset.liveOutcome") == "failed")
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
                #expect(try await tab.evaluate("probe.status.textContent") == "Pay, a1: This page is old.")
            }
            try await app.wait("there is one stream") { $0.openStreams == 1 }
        }
    }

    @Test func `A conflict with another page is reported, and so is an unreachable service`() async throws {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            try await tab.evaluate("probe.button('open/a1', 'Pay').value = 'pay/open/a1/1'")
            try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
            try await tab.wait("probe.status.textContent.includes('does not offer')")
            await app.stop()
            try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
            try await tab.wait("probe.status.textContent.includes('may have been done')")
        }
    }

    @Test func `Assistive technologies find the table's parts, and announcements are polite`() async throws {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            await app.refuse("paid", "This was paid already.")
            try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
            try await tab.wait("probe.status.dataset.liveOutcome === 'failed'")
            let nodes = try await tab.call("Accessibility.getFullAXTree")["nodes"].list
            let found = Set(nodes.map { "\($0["role"]["value"]): \($0["name"]["value"])" })
            for part in [
                "table: Orders", "columnheader: Number", "columnheader: Actions", "link: a1",
                "rowheader: a1", "button: Pay half, a1",
                "StaticText: Pay, a1: This was paid already.",
            ] {
                #expect(found.contains(part), "\(part)")
            }
            let status = nodes.first { $0["role"]["value"] == "status" }
            let live = status?["properties"].list.first { $0["name"] == "live" }
            #expect(live?["value"]["value"] == "polite")
        }
    }
}
