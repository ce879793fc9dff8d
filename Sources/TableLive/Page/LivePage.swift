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
///         LiveMarkup(feed.page("Orders", of: query, notice: notice), tokens: tokens)
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
    /// - Parameter notice: A question or an alert for a browser without the script, or the details of a row.
    func html(_ notice: LiveNotice?) throws -> LiveMarkup

    /// Returns the markup of the details of a row: ``LiveContainer/details(ofRowWithKey:)``.
    ///
    /// A page whose item is a `DetailItem` implements this method. The default throws a refusal: the page shows no details.
    func details(ofRowWithKey key: String) throws -> String

    /// Returns the table in a format, for programs and downloads.
    func bytes(in format: any GridFormat) throws -> [UInt8]
}

extension LivePage {
    /// Default implementation. Throws a refusal with the code `noDetails`.
    public func details(ofRowWithKey key: String) throws -> String {
        throw LiveRefusal(404, "noDetails") { $0.refusals.noDetails }
    }
}

/// What a page shows besides its table, for one viewer.
public enum LiveNotice: Hashable, Sendable {
    /// The action needs an answer. The question's form takes the place of the table.
    case question(HTMLQuestion)
    /// The event was refused. The message is directly above the table.
    case refusal(LiveRefusal)
    /// The details of a row, which are beside the table: their markup.
    case details(String)
}
