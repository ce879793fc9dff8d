import TableLive
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LivePagesTests {
    private let business = Numbers()
    private let failures = AsyncStream.makeStream(of: Int.self)

    private func pages(limit: Int = 100, limitPerClient: Int = 50) -> LivePages<Int, NumberPage> {
        LivePages(
            limit: limit, limitPerClient: limitPerClient,
            onFailure: { [failures] query, _ in failures.continuation.yield(query) },
            open: { [business] query in try await NumberPage(query, in: business) })
    }

    /// The keys of all pages that were opened, in order.
    private var opened: [Int] {
        get async { await business.feeds.map(\.key) }
    }

    private func refusal(_ body: () async throws -> Void) async -> LiveRefusal? {
        do {
            try await body()
            return nil
        } catch {
            return error as? LiveRefusal
        }
    }

    /// Waits until the container of a feed is released.
    private func waitForRelease(of feed: LiveFeed) async {
        for await _ in feed.messages(after: nil) {}
    }

    @Test func `All pages may be out of date together, also pages that are opened later`() async throws {
        let pages = pages()
        let first = try await pages.page(of: 1)
        #expect(!pages.isStale && !first.feed.isStale)
        pages.isStale = true
        let second = try await pages.page(of: 2)
        #expect(pages.isStale && first.feed.isStale && second.feed.isStale)
        pages.isStale = false
        let third = try await pages.page(of: 3)
        #expect([first, second, third].allSatisfy { !$0.feed.isStale })
    }

    // MARK: Opening

    @Test func `Concurrent calls share the opening of a page`() async throws {
        let pages = pages()
        await business.stop(1)
        let first = Task { try await pages.page(of: 1) }
        await business.reading(1)
        let others = (0..<20).map { _ in Task { try await pages.page(of: 1) } }
        #expect(await pages.count == 1)
        await business.continue(1)
        for call in others { #expect(try await call.value === first.value) }
        #expect(await opened == [1])
        _ = try await pages.messages(of: 1, after: nil, for: "a")
        #expect(await opened == [1])
        _ = try await pages.page(of: 2)
        #expect(await opened == [1, 2])
        #expect(await pages.count == 2)
    }

    @Test func `A failed opening reaches all callers, and the next call opens the page again`() async throws {
        let pages = pages()
        await business.fail(1)
        await business.stop(1)
        let calls = (0..<10).map { number in
            Task {
                if number.isMultiple(of: 2) { return _ = try await pages.page(of: 1) }
                _ = try await pages.messages(of: 1, after: nil, for: number)
            }
        }
        await business.reading(1)
        await business.continue(1)
        for call in calls { await #expect(throws: Numbers.Failure.self) { try await call.value } }
        #expect(await pages.count == 0)
        await business.fail(1, false)
        _ = try await pages.page(of: 1)
        #expect(await pages.count == 1)
    }

    @Test func `A failed opening leaves no viewer of the client`() async throws {
        let pages = pages(limitPerClient: 1)
        await business.fail(1)
        await #expect(throws: Numbers.Failure.self) { try await pages.messages(of: 1, after: nil, for: "a") }
        let messages = try await pages.messages(of: 2, after: nil, for: "a")
        messages.end()
    }

    // MARK: Viewers

    @Test func `An update removes pages without viewers, and their containers are released`() async throws {
        let pages = pages()
        _ = try await pages.page(of: 1)
        let messages = try await pages.messages(of: 2, after: nil, for: "a")
        #expect(await pages.count == 2)
        await pages.update(after: 1).value
        #expect(await pages.count == 1)
        await waitForRelease(of: try #require(await business.feeds.first).feed)
        messages.end()
        #expect(await pages.count == 1)
        await pages.update(after: 2).value
        #expect(await pages.count == 0)
        await waitForRelease(of: try #require(await business.feeds.last).feed)
    }

    @Test func `A viewer leaves once, when its messages end or are released`() async throws {
        let pages = pages()
        let stays = try await pages.messages(of: 1, after: nil, for: "a")
        do {
            let leaves = try await pages.messages(of: 1, after: nil, for: "b")
            for _ in 0..<3 { leaves.end() }
        }
        _ = try await pages.messages(of: 1, after: nil, for: "b")
        await pages.update(after: 1).value
        #expect(await pages.count == 1)
        stays.end()
        await pages.update(after: 1).value
        #expect(await pages.count == 0)
    }

    @Test func `An iterator of messages is a viewer`() async throws {
        let pages = pages()
        var iterator: LiveMessages.AsyncIterator? =
            try await pages.messages(of: 1, after: nil, for: "a").makeAsyncIterator()
        await pages.update(after: 1).value
        #expect(await pages.count == 1)
        #expect(await iterator?.next()?.kind == .table)
        iterator = nil
        await pages.update(after: 1).value
        #expect(await pages.count == 0)
    }

    @Test func `Messages don't keep a list of pages`() async throws {
        var pages: LivePages<Int, NumberPage>? = self.pages()
        let messages = try #require(try await pages?.messages(of: 1, after: nil, for: "a"))
        pages = nil
        var count = 0
        for await _ in messages { count += 1 }
        #expect(count == 1)
    }

    @Test func `The viewers of a removed page are not counted for the new page of the query`() async throws {
        let pages = pages()
        let old = try await pages.messages(of: 1, after: nil, for: "a")
        await business.fail(1)
        await pages.update(after: 1).value
        await business.fail(1, false)
        let new = try await pages.messages(of: 1, after: nil, for: "a")
        #expect(await opened == [1, 1])
        old.end()
        await pages.update(after: 1).value
        #expect(await pages.count == 1)
        new.end()
        await pages.update(after: 1).value
        #expect(await pages.count == 0)
    }

    // MARK: Limits

    @Test func `At the limit, the idle page that was used least recently is removed`() async throws {
        let pages = pages(limit: 4)
        let messages = try await pages.messages(of: 1, after: nil, for: "a")
        let left = try await pages.messages(of: 2, after: nil, for: "a")
        _ = try await pages.page(of: 3)
        _ = try await pages.page(of: 4)
        _ = try await pages.page(of: 3)
        left.end()
        for key in 5...7 {
            _ = try await pages.page(of: key)
            #expect(await pages.count == 4)
        }
        #expect(await opened == [1, 2, 3, 4, 5, 6, 7])
        // The pages 4, 3 and 2 were removed in this order.
        for key in [1, 5, 6, 7] { _ = try await pages.page(of: key) }
        #expect(await opened.count == 7)
        messages.end()
    }

    @Test func `At the limit, the order of removals is the order of the last uses`() async throws {
        let pages = pages(limit: 3)
        let left = try await pages.messages(of: 1, after: nil, for: "a")
        for key in [2, 3, 2] { _ = try await pages.page(of: key) }
        left.end()
        // Uses from old to new: 3, 2, 1.
        _ = try await pages.page(of: 4)
        for key in [2, 1] { _ = try await pages.page(of: key) }
        #expect(await opened == [1, 2, 3, 4])
        // Uses from old to new: 4, 2, 1.
        _ = try await pages.page(of: 5)
        _ = try await pages.page(of: 4)
        #expect(await opened == [1, 2, 3, 4, 5, 4])
    }

    @Test func `If all pages have viewers, another query is refused`() async throws {
        let pages = pages(limit: 2)
        let first = try await pages.messages(of: 1, after: nil, for: "a")
        let second = try await pages.messages(of: 2, after: nil, for: "b")
        for _ in 0..<2 {
            let page = await refusal { _ = try await pages.page(of: 3) }
            #expect(page?.status == 503 && page?.code == "tooManyPages")
            #expect(await refusal { _ = try await pages.messages(of: 3, after: nil, for: "c") } == page)
        }
        let third = try await pages.messages(of: 2, after: nil, for: "c")
        second.end()
        #expect(await refusal { _ = try await pages.page(of: 3) } != nil)
        third.end()
        _ = try await pages.page(of: 3)
        #expect(await pages.count == 2)
        first.end()
    }

    @Test func `A page that is being opened is not removed at the limit`() async throws {
        let pages = pages(limit: 1)
        await business.stop(1)
        async let page = pages.page(of: 1)
        await business.reading(1)
        #expect(await refusal { _ = try await pages.page(of: 2) }?.status == 503)
        await business.continue(1)
        _ = try await page
        _ = try await pages.page(of: 2)
    }

    @Test func `A client has viewers on a limited number of pages`() async throws {
        let pages = pages(limitPerClient: 2)
        let first = try await pages.messages(of: 1, after: nil, for: "a")
        let second = try await pages.messages(of: 2, after: nil, for: "a")
        let again = try await pages.messages(of: 2, after: nil, for: "a")
        let refused = await refusal { _ = try await pages.messages(of: 3, after: nil, for: "a") }
        #expect(refused?.status == 429 && refused?.code == "tooManyPagesOfClient")
        #expect(await opened == [1, 2])
        _ = try await pages.page(of: 3)
        let other = try await pages.messages(of: 3, after: nil, for: "b")
        second.end()
        #expect(await refusal { _ = try await pages.messages(of: 3, after: nil, for: "a") } == refused)
        again.end()
        let third = try await pages.messages(of: 3, after: nil, for: "a")
        for messages in [first, other, third] { messages.end() }
    }

    @Test func `A viewer whose page is being opened counts for the limit of its client`() async throws {
        let pages = pages(limitPerClient: 1)
        await business.stop(1)
        async let messages = pages.messages(of: 1, after: nil, for: "a")
        await business.reading(1)
        #expect(await refusal { _ = try await pages.messages(of: 2, after: nil, for: "a") }?.status == 429)
        await business.continue(1)
        try await messages.end()
        try await pages.messages(of: 2, after: nil, for: "a").end()
    }

    @Test func `A client without viewers is released`() async throws {
        final class Client: Hashable, Sendable {
            static func == (first: Client, second: Client) -> Bool { first === second }
            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        }
        let pages = pages()
        weak var released: Client?
        func view() async throws {
            let client = Client()
            released = client
            let messages = try await pages.messages(of: 1, after: nil, for: client)
            #expect(released != nil)
            messages.end()
        }
        try await view()
        // The call may release its last references later.
        while released != nil { try await Task.sleep(for: .milliseconds(1)) }
    }

    // MARK: Updates

    @Test func `All pages with viewers show a change when the update returns`() async throws {
        let pages = pages()
        var viewers: [LiveMessages] = []
        for key in [1, 2] { viewers.append(try await pages.messages(of: key, after: nil, for: "a")) }
        await business.change(1)
        await pages.update(after: 1).value
        for (key, number) in [(1, 1), (2, 0)] {
            let page = try await pages.page(of: key)
            #expect(await page.number == number)
            #expect(await page.updates == [[1]])
        }
        for messages in viewers {
            var iterator = messages.makeAsyncIterator()
            #expect(await iterator.next()?.id.isEmpty == false)
        }
        #expect(await opened == [1, 2])
    }

    @Test func `Changes during an update share the next update`() async throws {
        let pages = pages()
        let messages = try await pages.messages(of: 1, after: nil, for: "a")
        let page = try await pages.page(of: 1)
        await business.stop(1)
        async let first: Void = pages.update(after: 0).value
        await business.reading(1)
        await pages.update(after: 1...9) { [business] in await business.continue(1) }
        await first
        let updates = await page.updates
        #expect(updates.count == 2 && updates.first == [0])
        #expect(updates.last?.sorted() == Array(1...9))
        messages.end()
    }

    @Test(arguments: [false, true])
    func `A call for a page waits for its update, or opens the page again if the update fails`(
        fails: Bool
    ) async throws {
        let pages = pages()
        let messages = try await pages.messages(of: 1, after: nil, for: "a")
        let old = try await pages.page(of: 1)
        await business.change(1)
        await business.stop(1)
        await pages.update(after: 1)
        await business.reading(1)
        let call = Task { try await pages.page(of: 1) }
        if fails { await business.fail(1) }
        await business.continue(1)
        if fails {
            await #expect(throws: Numbers.Failure.self) { try await call.value }
        } else {
            let page = try await call.value
            #expect(page === old)
            #expect(await page.number == 1)
        }
        messages.end()
    }

    @Test func `A page whose update takes long delays no other page`() async throws {
        let pages = pages()
        let slow = try await pages.messages(of: 1, after: nil, for: "a")
        let other = try await pages.messages(of: 2, after: nil, for: "a")
        let page = try await pages.page(of: 2)
        var versions = page.feed.messages(after: page.feed.id).makeAsyncIterator()
        await business.stop(1)
        async let first: Void = pages.update(after: 1).value
        await business.reading(1)
        await business.change(2)
        async let second: Void = pages.update(after: 2).value
        _ = await versions.next()
        #expect(await page.number == 1)
        await business.continue(1)
        _ = await (first, second)
        #expect(try await pages.page(of: 1).updates == [[1], [2]])
        for messages in [slow, other] { messages.end() }
    }

    @Test(arguments: [true, false])
    func `A page that is being opened during an update is updated`(hasViewer: Bool) async throws {
        let pages = pages()
        let other = try await pages.messages(of: 2, after: nil, for: "a")
        await business.stop(1)
        async let opening: LiveMessages? =
            hasViewer ? pages.messages(of: 1, after: nil, for: "a") : nil
        async let waiting: NumberPage? = hasViewer ? nil : pages.page(of: 1)
        // The opening reads the number before the change.
        await business.reading(1)
        await business.change(1)
        await business.stop(2)
        async let update: Void = pages.update(after: 1).value
        // The update has begun.
        await business.reading(2)
        await business.continue(2)
        await business.continue(1)
        await update
        #expect(await pages.count == 2)
        let page = try await pages.page(of: 1)
        #expect(await page.number == 1)
        #expect(await opened == [2, 1])
        _ = try await waiting
        try await opening?.end()
        other.end()
    }

    @Test func `A page that fails during an update is removed, and its viewers reconnect`() async throws {
        let pages = pages()
        let kept = try await pages.page(of: 1)
        let messages = try await pages.messages(of: 1, after: kept.feed.id, for: "a")
        let other = try await pages.messages(of: 2, after: nil, for: "a")
        let viewer = Task {
            var iterator = messages.makeAsyncIterator()
            return await iterator.next()
        }
        await business.fail(1)
        await pages.update(after: 1).value
        #expect(await viewer.value == nil)
        #expect(await pages.count == 1)
        failures.continuation.finish()
        #expect(await failures.stream.reduce(into: []) { $0.append($1) } == [1])
        await #expect(throws: Numbers.Failure.self) { try await pages.messages(of: 1, after: nil, for: "a") }
        await business.fail(1, false)
        #expect(try await pages.page(of: 1) !== kept)
        other.end()
    }

    // MARK: The end

    @Test func `The end of a program ends all messages, and later ones at once`() async throws {
        let pages = pages()
        let messages = try await pages.messages(of: 1, after: nil, for: "a")
        await business.stop(2)
        async let opening = pages.messages(of: 2, after: nil, for: "a")
        await business.reading(2)
        let viewer = Task {
            var iterator = messages.makeAsyncIterator()
            while await iterator.next() != nil {}
        }
        let stop: @Sendable () -> Void = { pages.end() }
        stop()
        stop()
        await viewer.value
        await business.continue(2)
        var iterators = [try await opening.makeAsyncIterator()]
        for key in 1...3 {
            iterators.append(
                try await pages.messages(of: key, after: nil, for: "a").makeAsyncIterator())
        }
        for index in iterators.indices { #expect(await iterators[index].next() == nil) }
        // The last requests still receive current pages.
        await business.change(1)
        await pages.update(after: 1).value
        let page = try await pages.page(of: 1)
        #expect(await page.number == 1)
    }
}

extension LivePages where Page == NumberPage {
    /// Begins updates during the running update, and then calls a closure.
    fileprivate func update(
        after changes: ClosedRange<Int>, then body: @escaping @Sendable () async -> Void
    ) async {
        // The tasks of an actor begin in order.
        let updates = changes.map { change in Task { await self.update(after: change).value } }
        await Task {
            _ = self
            await body()
        }.value
        for update in updates { await update.value }
    }
}
