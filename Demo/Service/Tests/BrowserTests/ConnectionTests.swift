import TableAgent
import TableLive
import Testing

extension BrowserTests {
    @Test func `Seven tabs share one stream, and another tab opens a stream when its owner closes`()
        async throws
    {
        try await run { app, tabs in
            var open: [Tab] = []
            for _ in 0..<7 { open.append(try await tabs.open(await app.address)) }
            for cents in 1...5 {
                let id = try await app.table.edit {
                    try $0.replaceData(ofRow: .id("a1"), with: Item(id: "a1", cents: cents))
                }
                for tab in open { try await tab.waitForVersion(id) }
            }
            try await app.wait("there is one stream") { $0.openStreams == 1 }
            #expect(await app.startedStreams == 1)
            // The first tab owns the stream.
            try await open.removeFirst().close()
            try await app.wait("another tab has a stream") { $0.startedStreams == 2 }
            let id = try await app.table.edit { try $0.removeRow(.id("a1")) }
            for tab in open { try await tab.waitForVersion(id) }
            try await app.wait("there is one stream") { $0.openStreams == 1 }
        }
    }

    @Test func `Seven tabs with seven addresses leave a connection for forms of the visible tab`()
        async throws
    {
        try await run { app, tabs in
            let address = await app.address
            let front = try await tabs.open()
            var hidden: [Tab] = []
            for number in 1...6 {
                hidden.append(try await tabs.open(address + "?query=\(number)"))
                try await hidden.last?.hide(behind: front)
            }
            let seen = try await tabs.open(address + "?query=7")
            try await seen.evaluate("probe.button('open/a1', 'Pay').click()")
            try await app.wait("the form was sent") { $0.forms.count == 1 }
            let id = try await app.table.edit { try $0.removeRow(.id("a1")) }
            for tab in [seen] + hidden { try await tab.waitForVersion(id) }
            try await app.wait("only the page that is seen has a stream") { $0.openStreams == 1 }
            // A page that becomes visible again is live immediately.
            let started = await app.startedStreams
            try await hidden[0].show()
            try await app.wait("it has a stream") { $0.startedStreams > started && $0.openStreams > 1 }
        }
    }

    @Test func `Of seven tabs with one address, the visible tab owns the stream`() async throws {
        try await run { app, tabs in
            var open: [Tab] = []
            for _ in 0..<7 { open.append(try await tabs.open(await app.address)) }
            try await app.wait("there is one stream") { $0.openStreams == 1 }
            // Six other tabs can be leaders before the last one, and all tabs are hidden at first.
            let front = try await tabs.open()
            for tab in open { try await tab.hide(behind: front) }
            try await app.wait("there is no stream") { $0.openStreams == 0 }
            try await open[6].show()
            try await open[6].evaluate("self.start = Date.now()")
            for cents in 1...3 {
                let id = try await app.table.edit {
                    try $0.replaceData(ofRow: .id("a1"), with: Item(id: "a1", cents: cents))
                }
                for tab in open { try await tab.waitForVersion(id) }
            }
            try await app.wait("there is one stream") { $0.openStreams == 1 }
            let started = await app.startedStreams
            // Hidden tabs follow without streams of their own, even after the time for which they would wait
            // for a stream.
            try await open[6].wait("Date.now() - start > 12000")
            #expect(await app.startedStreams == started)
            #expect(await app.openStreams == 1)
        }
    }

    @Test func `Hidden tabs follow with short-lived streams`() async throws {
        try await run { app, tabs in
            let (first, second) = (
                try await tabs.open(await app.address), try await tabs.open(await app.address)
            )
            let front = try await tabs.open()
            for tab in [first, second] { try await tab.hide(behind: front) }
            try await app.wait("there is no stream") { $0.openStreams == 0 }
            let id = try await app.table.edit { try $0.removeRow(.id("a1")) }
            for tab in [first, second] { try await tab.waitForVersion(id) }
            try await app.wait("there is no stream") { $0.openStreams == 0 }
        }
    }

    @Test(arguments: ["", "undefined", "{ request: () => Promise.reject() }"])
    func `A browser whose tabs can't share a stream opens one in each tab`(locks: String) async throws {
        let script =
            locks.isEmpty
            ? "delete self.BroadcastChannel"
            : "Object.defineProperty(Navigator.prototype, 'locks', { value: \(locks) })"
        try await run { app, tabs in
            let (first, second) = (
                try await tabs.open(await app.address, script: script),
                try await tabs.open(await app.address, script: script)
            )
            try await app.wait("there are two streams") { $0.openStreams == 2 }
            let id = try await app.table.edit { try $0.removeRow(.id("a1")) }
            try await first.waitForVersion(id)
            try await second.waitForVersion(id)
        }
    }

    @Test func `A frozen tab gives its stream to another tab, and continues when it resumes`() async throws {
        try await run { app, tabs in
            let (first, second) = (
                try await tabs.open(await app.address), try await tabs.open(await app.address)
            )
            try await app.wait("there is one stream") { $0.openStreams == 1 }
            // Only a hidden page can be frozen.
            try await first.hide(behind: second)
            try await app.wait("another tab has a stream") { $0.startedStreams == 2 }
            try await first.call("Page.setWebLifecycleState", ["state": "frozen"])
            var id = try await app.table.edit { try $0.removeRow(.id("a1")) }
            try await second.waitForVersion(id)
            try await first.call("Page.setWebLifecycleState", ["state": "active"])
            try await first.waitForVersion(id)
            id = try await app.table.edit { try $0.removeRow(.id("a2")) }
            try await first.waitForVersion(id)
            try await second.waitForVersion(id)
            try await app.wait("there is one stream") { $0.openStreams == 1 }
        }
    }

    @Test func `A page restored by the back button continues from its version`() async throws {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            var isKept = false
            // The browser decides whether it caches a page.
            for number in 1...4 where !isKept {
                try await tab.evaluate("self.isOld = true")
                try await tab.go(to: await app.address + "table.css")
                try await app.wait("the stream has ended") { $0.openStreams == 0 }
                let id = try await app.table.edit { try $0.removeRow(.id("a\(number - 1)")) }
                try await tab.evaluate("history.back()")
                try await tab.wait("self.probe?.table")
                try await tab.waitForVersion(id)
                isKept = try await tab.evaluate("self.isOld === true") == true
            }
            #expect(isKept)
            try await app.wait("there is one stream") { $0.openStreams == 1 }
        }
    }

    @Test func `A page shows that it is stale while the service is down, and recovers after a restart`()
        async throws
    {
        try await run { app, tabs in
            let (first, second) = (
                try await tabs.open(await app.address), try await tabs.open(await app.address)
            )
            try await app.wait("there is one stream") { $0.openStreams == 1 }
            await app.stop()
            for tab in [first, second] {
                try await tab.wait("probe.status.dataset.liveStatus === 'stale'")
                try await tab.wait("probe.status.textContent.includes('out of date')")
                #expect(try await tab.evaluate("probe.status.getAttribute('role')") == "status")
            }
            let table = LiveTable(seed: 1)
            let id = try await table.showAtRandom()
            try await app.start(table)
            for tab in [first, second] {
                try await tab.waitForVersion(id)
                try await tab.wait("probe.status.dataset.liveStatus === 'fresh'")
                try await tab.wait("probe.status.textContent.includes('up to date again')")
            }
        }
    }

    @Test func `A page notices that the service is silent, and recovers when it answers again`() async throws
    {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            try await app.wait("there is one stream") { $0.openStreams == 1 }
            // The heartbeat keeps the page fresh.
            try await Task.sleep(for: .seconds(4))
            #expect(try await tab.evaluate("probe.status.dataset.liveStatus ?? ''") == "")
            await app.hang(true)
            let start = ContinuousClock.now
            try await tab.wait("probe.status.dataset.liveStatus === 'stale'")
            // These are 2.5 heartbeats, and the rest of a heartbeat that was on its way.
            #expect(ContinuousClock.now - start < .seconds(6))
            let id = try await app.table.edit { try $0.removeRow(.id("a1")) }
            await app.hang(false)
            try await tab.waitForVersion(id)
            try await tab.wait("probe.status.dataset.liveStatus === 'fresh'")
        }
    }

    @Test func `Tabs that were opened before the first table receive the first table`() async throws {
        let table = LiveTable(seed: 8)
        try await LiveApp.run(table) { app in
            try await Browser.shared.value.withTabs { tabs in
                let (first, second) = (
                    try await tabs.open(await app.address), try await tabs.open(await app.address)
                )
                let id = try await table.show(["open": Self.items("a", 3)])
                try await first.waitForVersion(id)
                try await second.waitForVersion(id)
                // This page comes from before the table, too, and another tab has the table already.
                let third = try await tabs.open(await app.address + "empty")
                try await third.waitForVersion(id)
            }
        }
    }

    @Test func `A cached page receives the current table`() async throws {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address + "old")
            try await tab.waitForVersion(app.table.feed.id)
        }
    }

    /// A script that damages the page.
    @Test(arguments: [
        "probe.row('open/a1').remove()", "probe.row('open/a1').parentNode.remove()",
        "probe.row('open/a1').dataset.row = 'x'", "probe.table.replaceChildren()",
    ])
    func `A page that can't apply a patch requests the whole table`(damage: String) async throws {
        try await run { app, tabs in
            let (tab, other) = (
                try await tabs.open(await app.address), try await tabs.open(await app.address)
            )
            let fresh = try await tabs.open()
            for tab in [tab, other] {
                try await tab.evaluate(damage)
                try await tab.evaluate("void document.querySelector('button')?.focus()")
            }
            let id = try await app.table.edit {
                try $0.replaceData(ofRow: .id("a1"), with: Item(id: "a1", cents: 5))
            }
            let page = JSON.string(await app.page).source
            for tab in [tab, other] {
                try await tab.waitForVersion(id)
                #expect(
                    try await tab.evaluate("probe.snapshot(probe.table)")
                        == fresh.evaluate("probe.parsed(\(page))"))
            }
            try await app.wait("there is one stream") { $0.openStreams == 1 }
        }
    }

    @Test func `A page holds actions back while the server's data may be out of date`() async throws {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            let other = try await tabs.open(await app.address)
            try await app.wait("there is one stream") { $0.openStreams == 1 }
            let feed = await app.table.feed
            feed.isStale = true
            for tab in [tab, other] { try await tab.wait("probe.status.dataset.liveStatus === 'stale'") }
            // A page that is loaded now learns it, too.
            let late = try await tabs.open(await app.address)
            try await late.wait("probe.status.dataset.liveStatus === 'stale'")
            try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
            try await tab.wait("document.querySelector('[data-state=failed]')")
            #expect(await app.forms.isEmpty)
            feed.isStale = false
            for tab in [tab, other, late] {
                try await tab.wait("probe.status.dataset.liveStatus !== 'stale'")
            }
            try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
            try await app.wait("the form was sent") { $0.forms.count == 1 }
        }
    }
}
