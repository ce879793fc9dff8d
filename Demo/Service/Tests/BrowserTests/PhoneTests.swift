import Orders
import Testing

/// Pages on a narrow screen, on which each row is a card.
extension BrowserTests {
    @Test func `On a phone, a row is a card with labels and large targets`() async throws {
        let service = try await RunningService(Store())
        try await Browser.shared.value.withTabs { tabs in
            let tab = try await tabs.open()
            try await tab.beNarrow()
            try await tab.go(to: service.address)
            let titles = "[...document.querySelectorAll('thead button[name=sort]')]"
            #expect(
                try await tab.evaluate("\(titles).filter(title => title.getClientRects().length).length") == 0
            )
            for direction in ["ltr", "rtl"] {
                try await tab.evaluate("document.dir = '\(direction)'")
                #expect(try await tab.evaluate("document.documentElement.scrollWidth") == 390)
                let card = try await tab.evaluate(
                    """
                    (() => {
                      const row = document.querySelector('tr:has(.actions button)')
                      const cells = [...row.querySelectorAll('td[data-label]')]
                      const labels = cells.map(({ dataset }) => dataset.label)
                      const places = cells.map(cell => cell.getBoundingClientRect())
                      return [
                        cells.length > 3,
                        labels.every(label =>
                          label === 'Note' || \(titles).some(title => title.textContent === label)),
                        cells.every((cell, index) =>
                          getComputedStyle(cell, '::before').content.includes(`"${labels[index]}"`)),
                        places.every(({ left, right }) =>
                          left === places[0].left && right === places[0].right),
                        places.slice(1).every(({ top }, index) => top >= places[index].bottom - 1),
                      ].join()
                    })()
                    """)
                #expect(card == "true,true,true,true,true")
                for target in [".check input[name]", "th .open", ".actions button", ".edit"] {
                    #expect(try await tab.hasLargeTarget("tr:has(.actions button) \(target)"), "\(target)")
                }
            }
            #expect(await tabs.complaints == [])
        }
        try await service.stop()
    }

    @Test func `On a phone, a key chooses the order in place`() async throws {
        try await RunningTickets.run { _, address, tabs in
            let tab = try await tabs.open()
            try await tab.beNarrow()
            try await tab.go(to: address + "?sort=-opened,customer")
            try await tab.wait("document.documentElement.dataset.scripted === ''")
            try await tab.evaluate("self.isMarked = true")
            let chosen = "document.activeElement.selectedOptions?.[0].textContent"
            try await tab.evaluate("document.querySelector('[type=search]').focus()")
            try await tab.press("Tab", code: 9)
            #expect(try await tab.evaluate(chosen) == "Opened descending, Customer ascending")
            try await tab.press("Home", code: 36)
            try await tab.waitForAddress("/")
            try await tab.wait("probe.status.dataset.liveControl === 'shown'")
            #expect(try await tab.evaluate(chosen) == "Original order")
            try await tab.press("ArrowDown", code: 40)
            try await tab.waitForAddress("/?sort=id")
            #expect(try await tab.evaluate(chosen) == "Ticket ascending")
            #expect(try await tab.evaluate("isMarked") == true)
            try await expectFresh(tab, tabs)
        }
    }

    @Test func `On a phone, a key chooses the order without a script`() async throws {
        try await RunningTickets.run { _, address, tabs in
            let tab = try await tabs.open()
            try await tab.beNarrow()
            try await tab.call("Emulation.setScriptExecutionDisabled", ["value": true])
            try await tab.call("Page.navigate", ["url": .string(address + "?q=pena")])
            try await tab.poll("document.querySelector('[type=search]') != null")
            try await tab.evaluate("document.querySelector('[type=search]').focus()")
            try await tab.press("Tab", code: 9)
            try await tab.press("ArrowDown", code: 40)
            try await tab.press("Tab", code: 9)
            try await tab.pressEnter()
            try await tab.poll("location.search === '?q=pena&sort=id'")
            #expect(try await tab.evaluate("document.querySelector('select').value") == "id")
        }
    }
}

extension Tab {
    /// Gives the page the width of a phone.
    func beNarrow() async throws {
        try await call(
            "Emulation.setDeviceMetricsOverride",
            ["width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true])
    }

    /// Returns whether a click beside the middle of an element, almost 22 points away, reaches it.
    func hasLargeTarget(_ selector: String) async throws -> Bool {
        try await evaluate(
            """
            (() => {
              const part = document.querySelector(\(JSON.string(selector).source))
              part.scrollIntoView({ block: 'center', behavior: 'instant' })
              const { x, y, width, height } = part.getBoundingClientRect()
              return [[0, 0], [0, -21.5], [0, 21.5], [-21.5, 0], [21.5, 0]].every(([right, down]) =>
                document.elementFromPoint(x + width / 2 + right, y + height / 2 + down) === part)
            })()
            """) == true
    }
}
