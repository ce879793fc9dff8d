import Logging
import Orders
import TableLive

/// The queries that somebody looks at: one actor for each, whoever looks.
actor LiveQueries {
    private struct Entry {
        let opening: Task<LiveOrders, any Error>
        let number: Int
        var viewers = 0
    }

    private let show: @Sendable (OrderQuery) async throws -> LiveOrders
    private let logger: Logger
    private let limit: Int
    private var entries: [OrderQuery: Entry] = [:]
    private var lastNumber = 0
    /// The refresh that reads now, and the one that begins when it ends.
    private var current: Task<Void, Never>?
    private var next: Task<Void, Never>?

    /// - Parameters:
    ///   - limit: How many queries there are at most.
    ///   - show: Begins to show the orders of a query.
    init(
        limit: Int = 200, logger: Logger, show: @escaping @Sendable (OrderQuery) async throws -> LiveOrders
    ) {
        (self.limit, self.logger, self.show) = (limit, logger, show)
    }

    /// The number of queries.
    var count: Int { entries.count }

    /// Finds the orders of a query, or begins to show them.
    func orders(of query: OrderQuery) async throws -> LiveOrders {
        try await orders(of: query, in: entry(of: query))
    }

    /// Finds what a viewer of a query sees, and keeps it until the viewer is removed.
    ///
    /// - Returns: The changes, and the number by which the viewer is removed. They end with the orders, which others must not keep.
    func addViewer(of query: OrderQuery) async throws -> (feed: LiveFeed, number: Int) {
        let entry = try entry(of: query)
        entries[query]?.viewers += 1
        return (try await orders(of: query, in: entry).feed, entry.number)
    }

    func removeViewer(of query: OrderQuery, _ number: Int) {
        if entries[query]?.number == number { entries[query]?.viewers -= 1 }
    }

    private func entry(of query: OrderQuery) throws -> Entry {
        if let entry = entries[query] { return entry }
        if entries.count >= limit { removeIdle() }
        guard entries.count < limit else { throw ServiceError.tooManyQueries }
        lastNumber += 1
        let entry = Entry(opening: Task { try await show(query) }, number: lastNumber)
        entries[query] = entry
        return entry
    }

    private func orders(of query: OrderQuery, in entry: Entry) async throws -> LiveOrders {
        do {
            return try await entry.opening.value
        } catch {
            remove(entry, of: query)
            throw error
        }
    }

    private func remove(_ entry: Entry, of query: OrderQuery) {
        if entries[query]?.number == entry.number { entries[query] = nil }
    }

    private func removeIdle() {
        entries = entries.filter { $0.value.viewers > 0 }
    }

    // MARK: After a change

    /// Shows all viewers what has changed up to now, and returns when they can see it.
    ///
    /// Changes that come while one refresh reads share the next.
    func refresh() async {
        if let next { return await next.value }
        let current = current
        let refresh = Task {
            await current?.value
            await reloadAll()
        }
        next = refresh
        await refresh.value
    }

    /// Lets go of queries that nobody looks at, and reads the others.
    private func reloadAll() async {
        (current, next) = (next, nil)
        removeIdle()
        await withTaskGroup(of: Void.self) { group in
            for (query, entry) in entries {
                group.addTask { await self.reload(entry, of: query) }
            }
        }
    }

    private func reload(_ entry: Entry, of query: OrderQuery) async {
        do {
            try await entry.opening.value.reload()
        } catch {
            // Its viewers ask again, and are told.
            logger.error("A query can't be read: \(error)")
            remove(entry, of: query)
        }
    }
}
