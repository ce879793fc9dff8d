import TableLive
import Testing

extension BrowserTests {
    /// Tests browsers that can move rows without removing them, and browsers that can't. `TABLE_FUZZ=25` tests 25 seeds.
    @Test(
        arguments: SeededGenerator.seeds(in: 1..<1 + SeededGenerator.fuzzFactor),
        ["", "delete Element.prototype.moveBefore"])
    func `A page equals a newly loaded page after each of 75 random batches`(seed: UInt64, script: String)
        async throws
    {
        let table = LiveTable(seed: seed)
        try await table.showAtRandom()
        try await run(table) { app, tabs in
            let live = try await tabs.open(await app.address, script: script)
            let fresh = try await tabs.open()
            var random = SeededGenerator(seed: seed)
            for step in 0..<75 {
                let places = (0..<3).map { _ in "\(Double.random(in: 0..<1, using: &random))" }
                try await live.evaluate("probe.prepare(\(places.joined(separator: ", ")))")
                let change = try await table.changeAtRandom()
                let place = "batch \(step) of TABLE_SEED=\(seed), \(change)"
                try await live.waitForVersion(table.feed.id)
                for problem in try await live.evaluate("probe.check()").list {
                    Issue.record("\(place): \(problem)")
                }
                let old = try await live.evaluate("probe.snapshot(probe.table)").list
                let new = try await fresh.evaluate("probe.parsed(\(JSON.string(await app.page).source))").list
                let pair = zip(old, new).first { $0 != $1 }
                try #require(pair == nil && old.count == new.count, "\(place)")
            }
            // Each of these conditions must have occurred, or the test has checked nothing.
            for count in ["focus", "lost", "selection", "scroll", "cells"] {
                #expect(try await live.evaluate("probe.counts.\(count) > 0") == true, "\(count)")
            }
        }
    }
}
