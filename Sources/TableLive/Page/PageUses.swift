import TableSurfaces

/// The uses and the feeds of pages. A page is in use while it has a viewer, and while a call waits until it is open.
///
/// Uses begin on the actor of the pages, but viewers leave on any thread, and programs stop on any thread.
final class PageUses<Key: Hashable & Sendable>: Sendable {
    private struct State: Sendable {
        /// The uses of each page by the page's number.
        var pages: [Int: Page] = [:]
        /// The viewers of each client by page.
        var clients: [Client: [Key: Int]] = [:]
        /// The number of uses that have begun or ended.
        var time = 0
        var isEnded = false
        var isStale = false

        mutating func use(_ number: Int, _ change: Int) {
            time += 1
            pages[number, default: Page()].useCount += change
            pages[number]?.lastUse = time
        }
    }

    private struct Page {
        var useCount = 0
        /// The time when the last use began or ended.
        var lastUse = 0
        /// The feed, or `nil` until the page is open.
        var feed: LiveFeed?
    }

    /// The id of a client. `AnyHashable` hides that the id is `Sendable`, which the initializer requires.
    private struct Client: Hashable, @unchecked Sendable {
        private let id: AnyHashable

        init(_ id: some Hashable & Sendable) { self.id = AnyHashable(id) }
    }

    private let state = Locked(State())

    /// The pages that are not in use, each with the time of its last use.
    var idle: [Int: Int] {
        state.withLock { $0.pages.filter { $0.value.useCount == 0 }.mapValues(\.lastUse) }
    }

    func begin(_ number: Int) { state.withLock { $0.use(number, 1) } }

    /// Ends a use of a page, which may have been removed.
    func end(_ number: Int) { state.withLock { if $0.pages[number] != nil { $0.use(number, -1) } } }

    /// Begins a viewer of a client, unless the page would exceed the limit of the client's pages.
    func begin(_ key: Key, for client: some Hashable & Sendable, limit: Int) -> Bool {
        state.withLock { state in
            let client = Client(client)
            let queries = state.clients[client, default: [:]]
            guard queries[key] != nil || queries.count < limit else { return false }
            state.clients[client, default: [:]][key, default: 0] += 1
            return true
        }
    }

    func end(_ key: Key, for client: some Hashable & Sendable) {
        state.withLock { state in
            let client = Client(client)
            guard let count = state.clients[client]?[key] else { return }
            state.clients[client]?[key] = count > 1 ? count - 1 : nil
            if state.clients[client]?.isEmpty == true { state.clients[client] = nil }
        }
    }

    /// Keeps the feed of a page that has been opened, possibly before its first use begins.
    func opened(_ number: Int, _ feed: LiveFeed) {
        let isEnded = state.withLock { state in
            state.pages[number, default: Page()].feed = feed
            // With the lock held, so that a change at the same time comes before or after.
            feed.isStale = state.isStale
            return state.isEnded
        }
        if isEnded { feed.end() }
    }

    func remove(_ number: Int) {
        state.withLock { $0.pages[number] = nil }
    }

    func endFeeds() {
        let feeds = state.withLock { state in
            state.isEnded = true
            return state.pages.values.compactMap(\.feed)
        }
        for feed in feeds { feed.end() }
    }

    var isStale: Bool {
        get { state.withLock { $0.isStale } }
        set {
            state.withLock { state in
                state.isStale = newValue
                for page in state.pages.values { page.feed?.isStale = newValue }
            }
        }
    }
}
