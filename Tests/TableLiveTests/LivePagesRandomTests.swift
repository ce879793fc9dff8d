import RandomTesting
import TableLive
import Testing

/// Random calls of a list of pages, compared with a plain model.
@Suite(.timeLimit(.minutes(5)))
struct LivePagesRandomTests {
    private struct Viewer {
        let key: Int
        let client: Int
        /// The number of failed updates when the viewer came.
        let failureCount: Int
        let messages: LiveMessages
    }

    /// The pages of one program at a time: the expected content of `LivePages`.
    private struct Model {
        struct Page {
            var isInUse = false
            var lastUse = 0
        }

        var pages: [Int: Page] = [:]
        var time = 0
        let limit = 4

        /// Opens a page unless it is open. Returns `nil` if all pages are in use, otherwise whether the page is opened.
        mutating func use(_ key: Int, fails: Bool) -> Bool? {
            time += 1
            let isOpen = pages[key] != nil
            if !isOpen, pages.count == limit {
                let idle = pages.filter { !$0.value.isInUse }
                guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return nil }
                pages[oldest.key] = nil
            }
            if isOpen || !fails { pages[key, default: Page()].lastUse = time }
            return !isOpen
        }
    }

    @Test(arguments: 0..<20)
    func `Pages equal a plain model after any call`(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let business = Numbers()
        let pages = LivePages(limit: 4, limitPerClient: 2) { try await NumberPage($0, in: business) }
        var (model, viewers, failing) = (Model(), [Viewer](), Set<Int>())
        var (openedCount, failedUpdateCount) = (0, 0)
        for step in 0..<150 {
            let place: Comment = "seed \(seed), step \(step)"
            let (key, client) = (Int.random(in: 0..<7, using: &random), Int.random(in: 0..<3, using: &random))
            let action = Int.random(in: 0..<12, using: &random)
            switch action {
            case 0..<6:
                let keys = Set(viewers.filter { $0.client == client }.map(\.key))
                let isPage = action < 2
                let isRefused = !isPage && !keys.contains(key) && keys.count == 2
                let isNew = isRefused ? nil : model.use(key, fails: failing.contains(key))
                do {
                    if isPage {
                        _ = try await pages.page(of: key)
                    } else {
                        let messages = try await pages.messages(of: key, after: nil, for: client)
                        viewers.append(Viewer(key: key, client: client, failureCount: 0, messages: messages))
                        model.pages[key]?.isInUse = true
                    }
                    #expect(isNew != nil && !(isNew == true && failing.contains(key)), place)
                    if isNew == true { openedCount += 1 }
                } catch let error as LiveRefusal {
                    #expect(isNew == nil && error.status == (isRefused ? 429 : 503), place)
                } catch {
                    #expect(isNew == true && failing.contains(key) && error is Numbers.Failure, place)
                }
            case 6, 7:
                guard let index = viewers.indices.randomElement(using: &random) else { continue }
                let viewer = viewers.remove(at: index)
                if Bool.random(using: &random) { viewer.messages.end() }
                model.time += 1
                if !viewers.contains(where: { $0.key == viewer.key }) {
                    model.pages[viewer.key]?.isInUse = false
                }
                model.pages[viewer.key]?.lastUse = model.time
            case 8, 9:
                let number = await business.change(key)
                await pages.update(after: key).value
                let failed = model.pages.filter { $0.value.isInUse && failing.contains($0.key) }.keys
                failedUpdateCount += failed.count
                model.pages = model.pages.filter { $0.value.isInUse && !failing.contains($0.key) }
                for viewer in viewers {
                    var iterator = viewer.messages.makeAsyncIterator()
                    let message = await iterator.next()
                    #expect((message == nil) == failed.contains(viewer.key), place)
                    guard let message, viewer.key == key else { continue }
                    #expect(message.data.contains(">\(number)<"), place)
                }
                viewers.removeAll { failed.contains($0.key) }
            default:
                let isFailing = failing.remove(key) != nil
                if !isFailing { failing.insert(key) }
                await business.fail(key, !isFailing)
            }
            #expect(await pages.count == model.pages.count, place)
            #expect(await business.feeds.count == openedCount, place)
            #expect(await business.failedUpdateCount == failedUpdateCount, place)
        }
    }

    // MARK: Concurrent calls

    /// The numbers of the business whose updates have ended.
    private actor Ended {
        private var numbers: [Int: Int] = [:]

        func number(_ key: Int) -> Int { numbers[key, default: 0] }

        func end(_ key: Int, _ number: Int) { numbers[key] = max(numbers[key, default: 0], number) }
    }

    @Test(arguments: 0..<20)
    func `Concurrent calls return current pages and keep the limits`(seed: Int) async throws {
        let (business, ended) = (Numbers(), Ended())
        let failures = AsyncStream.makeStream(of: Int.self)
        let pages = LivePages(
            limit: 5, limitPerClient: 2, onFailure: { query, _ in failures.continuation.yield(query) },
            open: { try await NumberPage($0, in: business) })
        await withTaskGroup(of: Void.self) { group in
            for client in 0..<6 {
                let random = SeededGenerator(seed: UInt64(seed * 6 + client))
                group.addTask {
                    await act(as: client, on: pages, business, ended, random, place: "seed \(seed)")
                }
            }
        }
        await pages.update(after: 0).value
        #expect(await pages.count == 0, "seed \(seed)")
        #expect(await business.overlapCount == 0, "seed \(seed)")
        failures.continuation.finish()
        let failureCount = await failures.stream.reduce(0) { count, _ in count + 1 }
        #expect(failureCount == (await business.failedUpdateCount), "seed \(seed)")
        // The containers of all pages are released.
        for feed in await business.feeds.map(\.feed) { for await _ in feed.messages(after: nil) {} }
    }

    /// Calls the pages as one client, whose viewers are known.
    private func act(
        as client: Int, on pages: LivePages<Int, NumberPage>, _ business: Numbers, _ ended: Ended,
        _ seeded: SeededGenerator, place: Comment
    ) async {
        var (random, viewers) = (seeded, [Viewer]())
        for _ in 0..<80 {
            let key = Int.random(in: 0..<8, using: &random)
            let failureCount = await business.failedUpdateCount
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                let number = await ended.number(key)
                guard let page = try? await pages.page(of: key) else { continue }
                #expect(await page.number >= number, place)
            case 2..<5:
                let keys = Set(viewers.map(\.key))
                let isRefused = !keys.contains(key) && keys.count == 2
                let number = await ended.number(key)
                do {
                    let messages = try await pages.messages(of: key, after: nil, for: client)
                    #expect(!isRefused, place)
                    let viewer = Viewer(
                        key: key, client: client, failureCount: failureCount, messages: messages)
                    await check(viewer, number, business, place)
                    viewers.append(viewer)
                } catch {
                    #expect(((error as? LiveRefusal)?.status == 429) == isRefused, place)
                }
            case 5, 6:
                guard let index = viewers.indices.randomElement(using: &random) else { continue }
                let viewer = viewers.remove(at: index)
                if Bool.random(using: &random) { viewer.messages.end() }
            case 7, 8:
                let number = await business.change(key)
                await pages.update(after: key).value
                await ended.end(key, number)
                for viewer in viewers where viewer.key == key {
                    await check(viewer, number, business, place)
                }
            default: await business.fail(key, Int.random(in: 0..<3, using: &random) == 0)
            }
            #expect(await pages.count <= 5, place)
        }
    }

    /// Expects that a viewer receives a number or a later one, unless an update has failed.
    private func check(_ viewer: Viewer, _ number: Int, _ business: Numbers, _ place: Comment) async {
        var iterator = viewer.messages.makeAsyncIterator()
        guard let message = await iterator.next() else {
            #expect(await business.failedUpdateCount > viewer.failureCount, place)
            return
        }
        let shown = message.data.split { !$0.isNumber }.last.flatMap { Int($0) }
        #expect(shown ?? -1 >= number, place)
    }
}
