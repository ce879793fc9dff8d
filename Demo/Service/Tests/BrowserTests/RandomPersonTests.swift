import TableLive
import Testing

extension BrowserTests {
    /// A person uses 10 controls and confirms 10 actions on several rows, 500 of each with `TABLE_FUZZ=25`.
    /// Another program changes 20 tickets a second.
    @Test(arguments: [SeededGenerator.seed])
    func `Random actions change only the rows that were checked and named`(seed: UInt64) async throws {
        let goal = SeededGenerator.fuzzFactor > 1 ? 20 * SeededGenerator.fuzzFactor : 10
        let start = ContinuousClock.now
        try await withDesk { desk, address, tabs in
            // The page that is opened last is in front. The timers of a page behind it are slow.
            let blank = try await tabs.open()
            let tab = try await tabs.open(address, script: Person.script)
            try await tab.wait("document.documentElement.dataset.scripted === ''")
            try await tab.evaluate("self.isMarked = true")
            let others = OtherProgram(desk, seed: seed)
            var person = Person(tab: tab, service: desk, random: SeededGenerator(seed: seed))
            var comparisons = 0
            var steps = 0
            while person.controls < goal || person.actions < goal {
                steps += 1
                let place = "step \(steps) of TABLE_SEED=\(seed)"
                await others.start()
                let isAction = person.controls >= goal || person.actions < goal && person.chance(0.6)
                if isAction {
                    let old = await desk.store.log.count
                    let isConfirmed = try await person.act()
                    try await judge(&person, isConfirmed, in: Array(await desk.store.log[old...]), place)
                } else {
                    let isSent = try await person.useControl()
                    // A person does not always wait for an answer.
                    if person.chance(0.2) { continue }
                    if isSent { try await person.waitForAnswer() }
                }
                await others.pause()
                try await expectSame(tab, blank, "\(place), after \(person.latest)")
                comparisons += 1
            }
            #expect(try await tab.evaluate("isMarked") == true)
            #expect(person.rows > 0)
            guard SeededGenerator.fuzzFactor > 1 else { return }
            let rate = await Double(others.count) / (others.time / .seconds(1))
            let left = try await tab.evaluate("person.left")
            print(
                """
                \(person.controls) controls, \(person.actions) actions, \(person.cancelled) cancelled, \
                \(person.rows) rows changed, \(person.refused) refused, \(left) unchecked, \(comparisons) \
                comparisons, \(await others.count) other changes, \(Int(rate)) a second, in \
                \(Int((ContinuousClock.now - start) / .seconds(60))) minutes; TABLE_SEED=\(seed)
                """)
        }
    }

    /// Runs a test with a service and pages. The pages must not complain.
    private func withDesk(_ test: (RunningDesk, String, Tabs) async throws -> Void) async throws {
        let desk = RunningDesk()
        try await Browser.withService(desk) { address, tabs in
            try await test(desk, address, tabs)
            #expect(await tabs.complaints == [])
        }
    }

    /// Judges what the store has done since a person began to act.
    private func judge(
        _ person: inout Person, _ isConfirmed: Bool, in log: [DeskStore.Request], _ place: String
    ) async throws {
        let notes = try await person.tab.evaluate(
            """
            (() => {
              const { confirmed, refusals } = person
              person.confirmed = []
              person.refusals = {}
              return { confirmed, refusals: Object.entries(refusals), text: probe.status.textContent }
            })()
            """)
        let confirmed = notes["confirmed"].list
        // The store carries out each confirmed request at most once, and no other one.
        #expect(log.count <= min(confirmed.count, isConfirmed ? 1 : 0), "\(place): \(log)")
        for request in log {
            let ids = request.labels.map(\.id)
            #expect(Set(ids).count == ids.count, "\(place): \(ids)")
            for (id, label) in request.labels {
                person.rows += 1
                let isNamed = confirmed.contains { question in
                    question["labels"].list.contains(.string(label))
                        && question["pressed"].list.contains(.string("tickets/\(id)"))
                }
                #expect(isNamed, "\(place): \(label) was changed, but \(confirmed) was confirmed")
            }
        }
        for refusal in notes["refusals"].list {
            person.refused += 1
            let reason = refusal.list.last?.text ?? ""
            #expect(notes["text"].text?.contains(reason) == true, "\(place): \(refusal) is not said")
        }
    }

    /// Checks that a page equals a newly loaded page, and that the person has checked the checked rows.
    private func expectSame(_ tab: Tab, _ blank: Tab, _ place: String) async throws {
        try await tab.wait("!person.pending")
        // What changes under the mouse waits.
        try await tab.moveMouse(to: (2, 2))
        let difference = try await difference(of: tab, in: blank)
        #expect(difference == nil, "\(place)")
        for problem in try await tab.evaluate("person.check()").list { Issue.record("\(place): \(problem)") }
    }
}
