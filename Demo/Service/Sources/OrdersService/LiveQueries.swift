import Logging
import Orders
import TableLive

/// The queries that have viewers, with one actor for each query.
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
    /// The running refresh, and the refresh that starts when the running one ends.
    private var current: Task<Void, Never>?
    private var next: Task<Void, Never>?

    /// Creates a list without queries.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of queries.
    ///   - show: Reads the orders of a query and starts to show them.
    init(
        limit: Int = 200, logger: Logger, show: @escaping @Sendable (OrderQuery) async throws -> LiveOrders
    ) {
        (self.limit, self.logger, self.show) = (limit, logger, show)
    }

    /// The number of queries.
    var count: Int { entries.count }

    /// Returns the orders of a query, reading them if no viewer has the query yet.
    func orders(of query: OrderQuery) async throws -> LiveOrders {
        try await orders(of: query, in: entry(of: query))
    }

    /// Returns the changes of a query, and keeps the query until its viewer is removed.
    ///
    /// - Returns: The feed of the query, and the number to pass when the viewer leaves. Don't keep the orders
    ///   of the query: the feed ends when they are released.
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

    /// Updates the pages of all viewers, and returns when the updates are available.
    ///
    /// Changes that arrive during a refresh share the next refresh.
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

    /// Removes queries without viewers and reads the other queries again.
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
            // The viewers reconnect and receive the error.
            logger.error("A query can't be read: \(error)")
            remove(entry, of: query)
        }
    }
}
