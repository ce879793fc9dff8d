import TableAgentTesting
import TableLive
import Testing

/// The controls of a page: what a person does with them, and what the page then is.
extension BrowserTests {
    /// Opens a page, and marks it, so that a test knows whether it was loaded again.
    func open(_ tabs: Tabs, _ address: String) async throws -> Tab {
        let tab = try await tabs.open(address)
        try await tab.wait("document.documentElement.dataset.scripted === ''")
        try await tab.evaluate("self.isMarked = true")
        return tab
    }

    @Test func `A title sorts in place, by mouse and by key, and Back returns`() async throws {
        try await RunningTickets.run { _, address, tabs in
            let tab = try await open(tabs, address)
            try await tab.press(on: "thead th:nth-child(3) button")
            try await tab.waitForAddress("/?sort=-opened")
            #expect(try await tab.evaluate("document.activeElement.textContent") == "Opened↓")
            // The button has the focus, and the next press reverses the order.
            try await tab.pressEnter()
            try await tab.waitForAddress("/?sort=opened")
            let sorted = "document.querySelector('thead th:nth-child(3)').ariaSort"
            #expect(try await tab.evaluate(sorted) == "ascending")
            try await tab.wait("probe.status.textContent === 'Tickets 200 rows. Opened ascending'")
            try await expectFresh(tab, tabs)
            try await tab.evaluate("history.back()")
            try await tab.wait("\(sorted) === 'descending'")
            try await tab.evaluate("history.back()")
            try await tab.wait("\(sorted) === null && location.search === ''")
            try await expectFresh(tab, tabs)
            #expect(try await tab.evaluate("isMarked") == true)
        }
    }

    @Test func `A double click on a title sorts once, and one on an applied filter removes one`() async throws
    {
        try await RunningTickets.run { service, address, tabs in
            let tab = try await open(tabs, address + "?sort=opened&status=open&priority=high")
            for selector in ["thead th:nth-child(4) button", ".applied a"] {
                let point = try await tab.point(of: selector)
                let count = await service.gate.targets.count
                try await tab.moveMouse(to: point)
                try await Task.sleep(for: .milliseconds(300))
                try await tab.click(at: point)
                try await Task.sleep(for: .milliseconds(100))
                try await tab.click(at: point, count: 2)
                try await Task.sleep(for: .milliseconds(400))
                #expect(await service.gate.targets.count == count + 1)
            }
            #expect(try await tab.evaluate("document.querySelectorAll('.applied a').length") == 3)
            try await expectFresh(tab, tabs)
        }
    }

    @Test func `What is typed searches after a moment, as one step of the history`() async throws {
        try await RunningTickets.run { service, address, tabs in
            let tab = try await open(tabs, address)
            try await tab.evaluate("document.querySelector('[type=search]').focus()")
            for text in ["pe", "n", "a"] {
                try await tab.call("Input.insertText", ["text": .string(text)])
                try await Task.sleep(for: .milliseconds(text == "pe" ? 600 : 30))
            }
            try await tab.waitForAddress("/?q=pena")
            #expect(await service.gate.targets.count == 2)
            #expect(try await tab.evaluate("document.activeElement.value") == "pena")
            // What is typed during a request remains.
            await service.gate.hold(true)
            try await tab.call("Input.insertText", ["text": "x"])
            try await service.gate.wait(forRequests: 3)
            try await tab.call("Input.insertText", ["text": "y"])
            await service.gate.releaseLast()
            try await service.gate.wait(forRequests: 4)
            #expect(try await tab.evaluate("document.activeElement.value") == "penaxy")
            await service.gate.hold(false)
            try await tab.waitForAddress("/?q=penaxy")
            #expect(try await tab.evaluate("probe.table.tFoot.textContent.includes('Show all')") == true)
            try await tab.evaluate("history.back()")
            try await tab.wait("document.querySelector('[type=search]').value === ''")
            #expect(try await tab.evaluate("location.search") == "")
            try await expectFresh(tab, tabs)
        }
    }

    @Test func `Back to an equal address takes back what is typed and not answered yet`() async throws {
        try await RunningTickets.run { service, address, tabs in
            let tab = try await open(tabs, address + "?q=pena")
            try await tab.evaluate("document.querySelector('[type=search]').focus()")
            try await tab.press("End", code: 35)
            try await tab.call("Input.insertText", ["text": "x"])
            try await tab.waitForAddress("/?q=penax")
            try await tab.press("Backspace", code: 8)
            try await tab.waitForAddress("/?q=pena")
            await service.gate.hold(true)
            try await tab.call("Input.insertText", ["text": "y"])
            try await service.gate.wait(forRequests: 3)
            // The entry before has the same address.
            try await tab.evaluate("history.back()")
            try await service.gate.wait(forRequests: 4)
            await service.gate.hold(false)
            try await tab.wait("document.activeElement.value === 'pena'")
            try await expectFresh(tab, tabs)
        }
    }

    @Test func `The newest answer wins, and a slow one is said`() async throws {
        try await RunningTickets.run { service, address, tabs in
            let tab = try await open(tabs, address)
            await service.gate.hold(true)
            try await tab.press(on: "thead th:nth-child(3) button")
            try await tab.wait("probe.status.textContent === 'Loading …'")
            try await service.gate.wait(forRequests: 1)
            try await tab.evaluate("document.querySelector('thead th:nth-child(4) button').click()")
            try await service.gate.wait(forRequests: 2)
            await service.gate.releaseLast()
            try await tab.waitForAddress("/?sort=customer")
            await service.gate.hold(false)
            try await Task.sleep(for: .milliseconds(100))
            #expect(try await tab.evaluate("location.search") == "?sort=customer")
            try await expectFresh(tab, tabs)
        }
    }

    @Test func `A filter is applied at once, its panel stays, and a link removes it`() async throws {
        try await RunningTickets.run { _, address, tabs in
            let tab = try await open(tabs, address)
            try await tab.press(on: ".filters summary")
            #expect(
                try await tab.evaluate("getComputedStyle(document.querySelector('.apply')).display") == "none"
            )
            try await tab.press(on: "[name=status][value=open]")
            try await tab.waitForAddress("/?status=open")
            let isOpen = "document.querySelector('.filters').open"
            #expect(try await tab.evaluate("\(isOpen) && document.activeElement.value") == "open")
            try await expectFresh(tab, tabs)
            try await tab.press("Escape", code: 27)
            #expect(try await tab.evaluate("\(isOpen) || document.activeElement.tagName") == "SUMMARY")
            try await tab.press(on: ".applied a")
            try await tab.waitForAddress("/")
            // The link is gone, and the table has the focus.
            #expect(try await tab.evaluate("document.activeElement.tagName") == "TABLE")
            #expect(try await tab.evaluate("document.querySelector('[name=status]:checked')") == .null)
            #expect(try await tab.evaluate("isMarked") == true)
            try await expectFresh(tab, tabs)
        }
    }

    @Test func `A refused control keeps the table, and says why`() async throws {
        try await RunningTickets.run(isRefusing: true) { _, address, tabs in
            let tab = try await open(tabs, address)
            try await tab.press(on: ".filters summary")
            try await tab.evaluate("document.querySelector('[name=\"id.from\"]').focus()")
            try await tab.call("Input.insertText", ["text": "abc"])
            try await tab.wait("probe.status.dataset.liveControl === 'failed'")
            #expect(try await tab.evaluate("probe.status.textContent").text?.contains("abc") == true)
            let field = "document.activeElement"
            #expect(
                try await tab.evaluate("[\(field).name, \(field).value, \(field).ariaInvalid].join()")
                    == "id.from,abc,true")
            #expect(try await tab.evaluate("location.search + probe.table.tBodies[0].rows.length") == "25")
            try await tab.evaluate("document.activeElement.select()")
            try await tab.call("Input.insertText", ["text": "190"])
            try await tab.waitForAddress("/?id=190..")
            #expect(try await tab.evaluate("document.activeElement.ariaInvalid") == .null)
            try await expectFresh(tab, tabs)
        }
    }

    @Test func `While the page is stale, controls are held`() async throws {
        try await RunningTickets.run { service, address, tabs in
            let tab = try await open(tabs, address)
            service.pages.isStale = true
            try await tab.wait("probe.status.dataset.liveStatus === 'stale'")
            try await tab.press(on: "thead th:nth-child(3) button")
            try await tab.wait("probe.status.dataset.liveControl === 'failed'")
            #expect(await service.gate.targets == [])
            service.pages.isStale = false
            try await tab.wait("probe.status.dataset.liveStatus === 'fresh'")
            try await tab.press(on: "thead th:nth-child(3) button")
            try await tab.waitForAddress("/?sort=-opened")
        }
    }

    @Test func `The next page begins at its top, and shows what others change`() async throws {
        try await RunningTickets.run { service, address, tabs in
            let tab = try await open(tabs, address + "?size=50")
            try await tab.press(on: "[rel=next]")
            try await tab.wait("new URLSearchParams(location.search).get('start') === '50'")
            #expect(try await tab.evaluate("probe.table.getBoundingClientRect().top >= 0") == true)
            let id = try await tab.evaluate(
                "probe.button(probe.table.querySelector('tr:has(button[name=action])').dataset.row, 'Close').closest('tr').dataset.row"
            ).text
            let key = try #require(id)
            var viewer = try await service.viewer()
            try await viewer.press("Close", in: String(key.dropFirst("tickets/".count)))
            try await tab.wait("!probe.button('\(key)', 'Close')")
            try await expectFresh(tab, tabs)
        }
    }

    /// Checks that a page equals a newly loaded page: its table, and all that is around it.
    func expectFresh(_ tab: Tab, _ tabs: Tabs, _ comment: Comment? = nil) async throws {
        let blank = try await tabs.open()
        let difference = try await difference(of: tab, in: blank)
        try await blank.close()
        #expect(difference == nil, comment)
    }

    /// Returns the first difference between a page and a newly loaded page, once both have the same version.
    ///
    /// - Parameter blank: A page without a policy, which parses the markup.
    func difference(of tab: Tab, in blank: Tab) async throws -> String? {
        let clean = """
            (body => {
              const copy = body.cloneNode(true)
              // The numbers of choices are those of the last answer.
              for (const part of copy.querySelectorAll('script, dialog, [data-live-status], .choice span, .many > *')) part.remove()
              for (const part of copy.querySelectorAll('*')) {
                for (const name of ['tabindex', 'open', 'style', 'aria-invalid', 'data-held', 'data-some', 'aria-busy']) part.removeAttribute(name)
                if (part.name === 'token') part.removeAttribute('value')
                if (part.dataset.live) for (const name of ['role', 'aria-description']) part.removeAttribute(name)
                const attributes = [...part.attributes].map(({ name, value }) => [name, value]).sort()
                for (const [name] of attributes) part.removeAttribute(name)
                for (const [name, value] of attributes) part.setAttribute(name, value)
              }
              return copy.innerHTML.replace(/\\n/g, '')
            })
            """
        var markup = JSON.null
        let end = ContinuousClock.now + .seconds(20)
        while true {
            markup = try await tab.evaluate(
                "fetch(document.URL, { headers: { Accept: 'text/html' } }).then(answer => answer.text())")
            let version = try await blank.evaluate(
                """
                self.fresh = new DOMParser().parseFromString(\(markup.source), 'text/html')
                fresh.querySelector('table').dataset.version
                """)
            if try await tab.evaluate("probe.table.dataset.version") == version { break }
            guard ContinuousClock.now < end else { return "The page does not have the version \(version)." }
            try await Task.sleep(for: .milliseconds(5))
        }
        let fresh = Array((try await blank.evaluate("\(clean)(fresh.body)").text ?? "").utf8)
        let shown = Array((try await tab.evaluate("\(clean)(document.body)").text ?? "").utf8)
        if shown != fresh {
            let start = max(zip(shown, fresh).prefix { $0 == $1 }.count - 100, 0)
            let parts = [shown, fresh].map {
                String(decoding: $0.dropFirst(start).prefix(400), as: UTF8.self)
            }
            return "The page has \(parts[0]), not \(parts[1])."
        }
        // Each field has the value of a fresh page.
        return try await tab.evaluate(
            """
            [...document.forms.query.elements]
              .filter(field => field.type === 'checkbox' ? field.checked !== field.defaultChecked
                : field.selectedOptions ? !field.selectedOptions[0].defaultSelected
                : field.value !== field.defaultValue && field.type !== 'submit')
              .map(({ name, value }) => `The field ${name} has ${value}.`)[0]
            """
        ).text
    }
}

extension Tab {
    /// Returns the middle of an element, scrolled into the window.
    func point(of selector: String) async throws -> (x: Double, y: Double) {
        let place = try await evaluate(
            """
            (() => {
              const part = document.querySelector(\(JSON.string(selector).source))
              part.scrollIntoView({ block: 'nearest', behavior: 'instant' })
              const { x, y, width, height } = part.getBoundingClientRect()
              return [x + Math.min(width / 2, 30), y + height / 2]
            })()
            """)
        guard case .number(let x)? = place.list.first, case .number(let y)? = place.list.last else {
            throw Browser.Failure(description: "There is no \(selector).")
        }
        return (x, y)
    }

    /// Clicks the middle of an element, as a person who has seen it.
    func press(on selector: String) async throws {
        let point = try await point(of: selector)
        try await moveMouse(to: point)
        try await Task.sleep(for: .milliseconds(500))
        try await click(at: point)
    }

    /// Waits until the page shows an address.
    func waitForAddress(_ address: String) async throws {
        try await wait("location.pathname + location.search === '\(address)'")
    }
}
