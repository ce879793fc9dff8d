import TableAgent
public import TableSurfaces

/// An actor that shows the table of one query to all of its viewers; see ``LivePages``.
///
/// ```swift
/// actor OrdersPage: LivePage {
///     nonisolated let feed: LiveFeed
///     private let agent = Agent<[Order]>()
///     private let container = LiveContainer()
///     private let query: OrderQuery
///     private let store: OrderStore
///     private let tokens: LiveTokens
///
///     init(_ query: OrderQuery, in store: OrderStore, tokens: LiveTokens) async throws {
///         (self.query, self.store, self.tokens) = (query, store, tokens)
///         feed = container.feed
///         let orders = try await store.orders(of: query)
///         try agent.attach(container, dataSource: DataSource(orders, reformer: OrdersReformer()))
///     }
///
///     func update(after changes: [Order]) async throws {
///         guard changes.contains(where: query.contains) else { return }
///         try agent.reload(try await store.orders(of: query))
///     }
///
///     func html(_ notice: LiveNotice?) -> LiveMarkup {
///         tokens.shared(feed.page("Orders", of: query, notice: notice))
///     }
///
///     func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }
/// }
/// ```
public protocol LivePage: Actor {
    /// A change of the business data, such as the ids of the changed orders.
    associatedtype Change: Sendable

    /// The messages for the viewers: ``LiveContainer/feed``.
    nonisolated var feed: LiveFeed { get }

    /// Shows the business data after changes. ``LivePages`` calls this method again only after it has returned.
    ///
    /// Return without reading if the changes can't touch the query.
    ///
    /// - Parameter changes: The changes since the last call, or since the page was opened. The page may already show
    ///   some of them.
    /// - Throws: An error if the page can't show the changes. The page is then removed.
    func update(after changes: [Change]) async throws

    /// Returns the page for browsers, as ``LiveFeed/page(_:of:notice:)`` does.
    ///
    /// - Parameter notice: A question or an alert for a browser without the script.
    func html(_ notice: LiveNotice?) throws -> LiveMarkup

    /// Returns the table in a format, for programs and downloads.
    func bytes(in format: any GridFormat) throws -> [UInt8]

    /// Carries out the event of a form.
    ///
    /// By default, the page accepts no events. If the method throws after its change may have been committed, begin the
    /// updates of the pages first.
    ///
    /// - Parameter form: The form, with its fields for ``LiveContainer/receive(_:)``.
    /// - Returns: The change, for ``LivePages/update(after:)``, or `nil` without a change.
    /// - Throws: The errors of ``LiveContainer/receive(_:)``, and errors of the business.
    func carryOut(_ form: LiveForm) async throws -> Change?
}

extension LivePage {
    /// Refuses the event.
    public func carryOut(_ form: LiveForm) async throws -> Change? {
        throw LiveRefusal(409, "eventNotOffered") { $0.refusals.noEvents }
    }
}

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
    private let uses = PageUses<Query>()
    private var entries: [Query: Entry] = [:]
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
        (self.limit, self.limitPerClient) = (limit, limitPerClient)
        (self.onFailure, self.open) = (onFailure, open)
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
        while true {
            let (page, number) = try await use(query)
            defer { uses.end(number) }
            let entry = entries[query]
            guard entry?.number == number, let update = entry?.next ?? entry?.current else { return page }
            await update.value
            // A page whose update fails is removed, and opened again here.
            if entries[query]?.number == number { return page }
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
    ///   - client: The client whose pages are limited, such as a ``LiveSession`` or a network address.
    /// - Throws: The error of the opening, or ``LiveRefusal``. The code is `tooManyPages`, with the status 503, if all
    ///   pages have viewers. The code is `tooManyPagesOfClient`, with the status 429, if the client has too many.
    public func messages(
        of query: Query, after id: String?, for client: some Hashable & Sendable
    ) async throws -> LiveMessages {
        guard uses.begin(query, for: client, limit: limitPerClient) else {
            throw LiveRefusal(429, "tooManyPagesOfClient") { $0.refusals.tooManyPagesOfClient }
        }
        do {
            let (page, number) = try await use(query)
            return page.feed.messages(after: id) { [uses] in
                uses.end(number)
                uses.end(query, for: client)
            }
        } catch {
            uses.end(query, for: client)
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
    private func use(_ query: Query) async throws -> (page: Page, number: Int) {
        let entry = try entry(of: query)
        uses.begin(entry.number)
        // If the opening fails, the page is removed together with its uses.
        return (try await entry.opening.value, entry.number)
    }

    private func entry(of query: Query) throws -> Entry {
        if let entry = entries[query] { return entry }
        if entries.count >= limit {
            let idle = uses.idle
            let oldest = entries.compactMap { query, entry in idle[entry.number].map { (query, entry, $0) } }
                .min { $0.2 < $1.2 }
            guard let (query, entry, _) = oldest else {
                throw LiveRefusal(503, "tooManyPages") { $0.refusals.tooManyPages }
            }
            remove(entry.number, of: query)
        }
        lastNumber += 1
        let number = lastNumber
        let opening = Task { @concurrent [open] in
            do {
                let page = try await open(query)
                self.uses.opened(number, page.feed)
                return page
            } catch {
                await self.remove(number, of: query)
                throw error
            }
        }
        let entry = Entry(number: number, opening: opening)
        entries[query] = entry
        return entry
    }

    private func remove(_ number: Int, of query: Query) {
        guard entries[query]?.number == number else { return }
        entries[query] = nil
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
        for (query, entry) in entries where idle[entry.number] != nil { remove(entry.number, of: query) }
        let updates = entries.keys.compactMap { beginUpdate(of: $0, after: change) }
        return Task { for update in updates { await update.value } }
    }

    /// Returns the update of a page that contains a change.
    private func beginUpdate(of query: Query, after change: Page.Change) -> Task<Void, Never>? {
        entries[query]?.changes.append(change)
        guard let entry = entries[query], entry.next == nil else { return entries[query]?.next }
        let update = Task {
            await entry.current?.value
            await self.update(entry.number, of: query)
        }
        entries[query]?.next = update
        return update
    }

    private func update(_ number: Int, of query: Query) async {
        guard var entry = entries[query], entry.number == number else { return }
        let changes = entry.changes
        (entry.changes, entry.current, entry.next) = ([], entry.next, nil)
        entries[query] = entry
        // The callers that wait for the page receive the error of the opening.
        guard let page = try? await entry.opening.value else { return }
        do {
            try await page.update(after: changes)
        } catch {
            remove(number, of: query)
            page.feed.end()
            onFailure(query, error)
        }
    }
}

/// The uses and the feeds of pages. A page is in use while it has a viewer, and while a call waits until it is open.
///
/// Uses begin on the actor of the pages, but viewers leave on any thread, and programs stop on any thread.
private final class PageUses<Query: Hashable & Sendable>: Sendable {
    private struct State: Sendable {
        /// The uses of each page by the page's number.
        var pages: [Int: Page] = [:]
        /// The viewers of each client by query.
        var clients: [Client: [Query: Int]] = [:]
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

    /// Begins a viewer of a client, unless the query would exceed the limit of the client's queries.
    func begin(_ query: Query, for client: some Hashable & Sendable, limit: Int) -> Bool {
        state.withLock { state in
            let client = Client(client)
            let queries = state.clients[client, default: [:]]
            guard queries[query] != nil || queries.count < limit else { return false }
            state.clients[client, default: [:]][query, default: 0] += 1
            return true
        }
    }

    func end(_ query: Query, for client: some Hashable & Sendable) {
        state.withLock { state in
            let client = Client(client)
            guard let count = state.clients[client]?[query] else { return }
            state.clients[client]?[query] = count > 1 ? count - 1 : nil
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
