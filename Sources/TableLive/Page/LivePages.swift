import TableAgent

/// The pages of a program: one page for each query that has viewers.
///
/// A page is opened by its first viewer. A page without viewers is removed by the next update, or earlier if another
/// query needs its place.
///
/// ```swift
/// let pages = LivePages { query in try await OrdersPage(query, in: store, tokens: tokens) }
///
/// /// GET /
/// let page = try await pages.page(of: query)
///
/// /// GET /live
/// for await message in try await pages.messages(of: query, after: lastEventID, for: session) {
///     try await write(message.serverSentEvent)
/// }
///
/// /// POST /events
/// try await store.pay(order)
/// await pages.update(after: order)
/// ```
public actor LivePages<Query: Hashable & Sendable, Page: LivePage> {
    private struct Entry {
        /// A number that differs for a page that is opened again.
        let number: Int
        let opening: Task<Page, any Error>
        /// The changes for the next update.
        var changes: [Page.Change] = []
        /// The running update, and the update that starts when the running one ends.
        var current: Task<Void, Never>?
        var next: Task<Void, Never>?
    }

    private let limit: Int
    private let limitPerClient: Int
    private let onFailure: @Sendable (Query, any Error) -> Void
    private let open: @Sendable (Query) async throws -> Page
    private let uses = PageUses<PageKey<Query>>()
    private var entries: [PageKey<Query>: Entry] = [:]
    private var lastNumber = 0

    /// Creates a list without pages.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of pages.
    ///   - limitPerClient: The maximum number of pages with viewers of one client.
    ///   - onFailure: Receives the error of a page that can't be updated, for example to log it. The page is removed.
    ///     Its viewers reconnect, and receive the error if the page can't be opened again.
    ///   - open: Reads the business data of a query and creates its page. The calls run concurrently.
    public init(
        limit: Int = 1000, limitPerClient: Int = 50,
        onFailure: @escaping @Sendable (Query, any Error) -> Void = { _, _ in },
        open: @escaping @Sendable (Query) async throws -> Page
    ) {
        self.limit = limit
        self.limitPerClient = limitPerClient
        self.onFailure = onFailure
        self.open = open
    }

    /// The number of pages, including the pages that are being opened.
    public var count: Int { entries.count }

    /// Returns the page of a query, and opens it first if necessary.
    ///
    /// The page shows the changes of all updates that have begun before the call, so a person who has sent an event sees
    /// its result on every page. Use the page for one request only. The page is not updated after it is removed. Don't
    /// call this method from a page's own update, which would wait for itself.
    ///
    /// - Throws: The error of the opening, or ``LiveRefusal`` with the code `tooManyPages` and the status 503 if all
    ///   pages have viewers.
    public func page(of query: Query) async throws -> Page {
        let key = PageKey(query)
        while true {
            let (page, number) = try await use(key)
            defer { uses.end(number) }
            let entry = entries[key]
            guard entry?.number == number, let update = entry?.next ?? entry?.current else { return page }
            await update.value
            // A page whose update fails is removed, and opened again here.
            if entries[key]?.number == number { return page }
        }
    }

    /// Returns the messages of a query's page for a viewer, and opens the page first if necessary.
    ///
    /// The page has the viewer until the messages are released, or until ``LiveMessages/end()`` is called. The messages
    /// don't keep the page: they end if the page can't be updated.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - id: The id of the last message that the viewer has received; see ``LiveFeed/messages(after:)``.
    ///   - client: The client whose pages are limited, such as an account or a network address.
    /// - Throws: The error of the opening, or ``LiveRefusal``. The code is `tooManyPages`, with the status 503, if all
    ///   pages have viewers. The code is `tooManyPagesOfClient`, with the status 429, if the client has too many.
    public func messages(
        of query: Query, after id: String?, for client: some Hashable & Sendable
    ) async throws -> LiveMessages {
        let query = PageKey(query)
        // The viewers of a page share the memory of one query.
        let key = entries.index(forKey: query).map { entries[$0].key } ?? query
        guard uses.begin(key, for: client, limit: limitPerClient) else {
            throw LiveRefusal(429, "tooManyPagesOfClient") { $0.refusals.tooManyPagesOfClient }
        }
        do {
            let (page, number) = try await use(key)
            return page.feed.messages(after: id) { [uses] in
                uses.end(number)
                uses.end(key, for: client)
            }
        } catch {
            uses.end(key, for: client)
            throw error
        }
    }

    /// Ends the messages of all viewers, now and later, for example when the program stops.
    ///
    /// Pages can still be opened and updated, so that the program can answer its last requests.
    public nonisolated func end() { uses.endFeeds() }

    /// Whether the pages may be out of date, for example because the database does not answer.
    ///
    /// This sets ``LiveFeed/isStale`` of all pages, including the pages that are opened later.
    public nonisolated var isStale: Bool {
        get { uses.isStale }
        set { uses.isStale = newValue }
    }

    // MARK: Opening

    /// Begins a use of a query's page, which the caller ends by its number.
    private func use(_ key: PageKey<Query>) async throws -> (page: Page, number: Int) {
        let entry = try entry(of: key)
        uses.begin(entry.number)
        // If the opening fails, the page is removed together with its uses.
        return (try await entry.opening.value, entry.number)
    }

    private func entry(of key: PageKey<Query>) throws -> Entry {
        if let entry = entries[key] { return entry }
        if entries.count >= limit {
            let idle = uses.idle
            let oldest = entries.compactMap { key, entry in idle[entry.number].map { (key, entry, $0) } }
                .min { $0.2 < $1.2 }
            guard let (key, entry, _) = oldest else {
                throw LiveRefusal(503, "tooManyPages") { $0.refusals.tooManyPages }
            }
            remove(entry.number, of: key)
        }
        lastNumber += 1
        let number = lastNumber
        let opening = Task { @concurrent [open] in
            do {
                let page = try await open(key.query)
                self.uses.opened(number, page.feed)
                return page
            } catch {
                await self.remove(number, of: key)
                throw error
            }
        }
        let entry = Entry(number: number, opening: opening)
        entries[key] = entry
        return entry
    }

    private func remove(_ number: Int, of key: PageKey<Query>) {
        guard entries[key]?.number == number else { return }
        entries[key] = nil
        uses.remove(number)
    }

    // MARK: Updates

    /// Begins the updates of all pages that have viewers. Call this method after a change is committed.
    ///
    /// The caller need not wait: ``page(of:)`` waits for the updates of its page that have begun before the call. A page
    /// has one update at a time. Changes that arrive during the update share the page's next one. A slow page delays no
    /// other page. A page that is being opened is updated after that, because it may have read its data before the change.
    ///
    /// ```swift
    /// await pages.update(after: change)               // before the response to the event
    /// await pages.update(after: change).value         // until all viewers can receive the change
    /// ```
    ///
    /// - Returns: A task that ends when all pages show the change.
    @discardableResult
    public func update(after change: Page.Change) -> Task<Void, Never> {
        let idle = uses.idle
        for (key, entry) in entries where idle[entry.number] != nil { remove(entry.number, of: key) }
        let updates = entries.keys.compactMap { beginUpdate(of: $0, after: change) }
        return Task { for update in updates { await update.value } }
    }

    /// Returns the update of a page that contains a change.
    private func beginUpdate(of key: PageKey<Query>, after change: Page.Change) -> Task<Void, Never>? {
        entries[key]?.changes.append(change)
        guard let entry = entries[key], entry.next == nil else { return entries[key]?.next }
        let update = Task {
            await entry.current?.value
            await self.update(entry.number, of: key)
        }
        entries[key]?.next = update
        return update
    }

    private func update(_ number: Int, of key: PageKey<Query>) async {
        guard var entry = entries[key], entry.number == number else { return }
        let changes = entry.changes
        entry.changes = []
        entry.current = entry.next
        entry.next = nil
        entries[key] = entry
        // The callers that wait for the page receive the error of the opening.
        guard let page = try? await entry.opening.value else { return }
        do {
            try await page.update(after: changes)
        } catch {
            remove(number, of: key)
            page.feed.end()
            onFailure(key.query, error)
        }
    }
}

/// A query that is the same only if the bytes of its address are the same. Strings are equal if they are canonically
/// equivalent, such as “é” and “e” with a combining accent, but a database may tell them apart.
private struct PageKey<Query: Hashable & Sendable>: Hashable {
    let query: Query
    private let address: [UInt8]

    init(_ query: Query) {
        self.query = query
        address = (query as? any LiveQuery).map { Array($0.address.utf8) } ?? []
    }
}
