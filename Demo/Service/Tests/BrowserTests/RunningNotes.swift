import Logging
import ServiceLifecycle
import TableAgent
import TableAgentTesting
import TableLive
import TableSurfaces
import Testing

@testable import Tickets

/// A note with cells that people edit, and with details.
struct Note: Identifiable, Hashable, Sendable {
    let id: Int
    var title: String
    var hours = 100
    var isDone = false
}

enum NoteLine: GridLineItem, EventItem, DetailItem {
    static func fill(_ line: inout GridLine, with note: Note) {
        line.integer(note.id)
        line.text(note.title)
        line.decimal(note.hours, scale: 2)
    }

    static func fill(_ details: inout RowDetails, with note: Note) {
        details.add("Letters") { $0.integer(note.title.count) }
    }

    static func actions(_ place: RowAction.Placement, for note: Note) -> [RowAction] {
        guard place == .trailing, !note.isDone else { return [] }
        return [RowAction("Done", .close, allowsMany: true)]
    }

    static func edits(for note: Note) -> [RowAction] {
        let hours = ActionField.amount("hours", label: "Hours", in: 0...999, scale: 2, initial: note.hours)
        return [
            RowAction(
                editing: "title", .setTitle, asking: .text("title", label: "Title", initial: note.title)),
            RowAction(editing: "hours", .setHours, asking: hours),
        ]
    }
}

extension EventName<String> {
    static var setTitle: Self { Self("setTitle") }
}

extension EventName<Int> {
    static var setHours: Self { Self("setHours") }
}

struct NotesReformer: StatelessReformer {
    static let columns = [
        GridColumn("Note", key: "id", alignment: .right), GridColumn("Title", key: "title"),
        GridColumn("Hours", key: "hours", alignment: .right),
    ]

    func reform(_ notes: [Note]) -> TableInfo {
        TableInfo(caption: "Notes", columns: Self.columns) {
            for (id, isDone) in [("to do", false), ("done", true)] {
                TableSection(id: id) {
                    Head(id, as: GridTitle.self)
                    Rows(notes.filter { $0.isDone == isDone }, as: NoteLine.self)
                }
            }
        }
    }
}

struct NoteQuery: LiveQuery {
    let table: TableQuery

    init(_ fields: [String: String]) throws {
        table = try TableQuery(fields: fields, columns: NotesReformer.columns)
    }

    var fields: [String: String] { table.fields() }
}

actor NoteStore {
    private(set) var notes: [Note]
    private var fingerprints: [String: String] = [:]

    init(_ notes: [Note]) { self.notes = notes }

    func fingerprint(of key: IdempotencyKey) -> String? { fingerprints[key.id] }

    func change(_ id: Int, once key: IdempotencyKey? = nil, _ change: @Sendable (inout Note) -> Void) throws {
        if let key {
            if try key.isRepetition(of: fingerprints[key.id]) { return }
            fingerprints[key.id] = key.fingerprint
        }
        if let index = notes.firstIndex(where: { $0.id == id }) { change(&notes[index]) }
    }

    func remove(_ id: Int) { notes.removeAll { $0.id == id } }
}

actor NotesPage: LivePage {
    nonisolated let feed: LiveFeed
    private let agent = Agent<[Note]>()
    private let container: LiveContainer
    private let query: NoteQuery
    private let store: NoteStore
    private let tokens: LiveTokens

    init(_ query: NoteQuery, in store: NoteStore, tokens: LiveTokens) async throws {
        self.query = query
        self.store = store
        self.tokens = tokens
        let controls = try query.controls(query.table)
        let actions = query.actions(tokens, allowsMany: true)
        container = LiveContainer(HTMLFormat(actions: actions, controls: controls), heartbeat: .seconds(1))
        feed = container.feed
        let source = DataSource(await store.notes, reformer: NotesReformer())
        try agent.attach(container, dataSource: source, query: query.table)
    }

    func update(after changes: [Int]) async throws { try agent.reload(await store.notes) }

    func html(_ notice: LiveNotice?) throws -> LiveMarkup {
        let page = HTMLPage("Notes", language: "en", top: try container.controls())
        return LiveMarkup(feed.page(page, of: query, notice: notice), tokens: tokens)
    }

    func details(ofRowWithKey key: String) throws -> String { try container.details(ofRowWithKey: key) }

    func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }

    func carryOut(_ form: LiveForm) async throws -> Int? {
        let event = try container.receive(form)
        guard let note = event.data(as: Note.self) else { return nil }
        let (title, hours) = (event.payload(of: .setTitle), event.payload(of: .setHours))
        if title == "taken" { throw LiveRefusal(422, "titleTaken", "Another note has this title.") }
        try await store.change(note.id, once: form.idempotencyKey) { note in
            if let title { note.title = title }
            if let hours { note.hours = hours }
            if title == nil, hours == nil { note.isDone = true }
        }
        return note.id
    }
}

/// A service of notes.
struct RunningNotes: LiveService {
    let store: NoteStore
    let tokens: LiveTokens
    let pages: LivePages<NoteQuery, NotesPage>
    let origin = LiveOrigin(hosts: ["127.0.0.1"], scheme: "http")

    func storedFingerprint(of key: IdempotencyKey) async -> String? { await store.fingerprint(of: key) }

    func carryOut(_ form: LiveForm, on page: NotesPage) async throws -> Int? { try await page.carryOut(form) }

    func report(_ error: any Error) { Issue.record(error) }

    /// Changes a note as another person does.
    func change(_ id: Int, _ change: @Sendable (inout Note) -> Void) async throws {
        try await store.change(id, change)
        await pages.update(after: id).value
    }

    /// Runs a test with a service of 30 notes and pages. The pages must not complain, except about refused requests.
    static func run(
        _ test: (_ service: Self, _ address: String, _ tabs: Tabs) async throws -> Void
    ) async throws {
        let store = NoteStore((1...30).map { Note(id: $0, title: "Note \($0)", isDone: $0 > 20) })
        let tokens = LiveTokens(isSecure: false) { bytes in
            (0..<24).map { UInt8(truncatingIfNeeded: bytes.reduce(Int($0)) { $0 &* 31 &+ Int($1) }) }
        }
        let service = Self(
            store: store, tokens: tokens,
            pages: LivePages { try await NotesPage($0, in: store, tokens: tokens) })
        try await Browser.withService(service) { address, tabs in
            try await test(service, address, tabs)
            let complaints = await tabs.complaints.filter { !$0.contains("404") && !$0.contains("422") }
            #expect(complaints == [])
        }
    }
}

extension Browser {
    /// Runs a test with a service, and pages.
    static func withService(
        _ service: some LiveService, _ test: (_ address: String, _ tabs: Tabs) async throws -> Void
    ) async throws {
        let (ports, source) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "service") { _ in SwiftLogNoOpLogHandler() }
        let group = ServiceGroup(
            services: [service.application(port: 0) { source.yield($0) }], logger: logger)
        let end = Task { try await group.run() }
        let port = try #require(await ports.first { _ in true })
        let result: Result<Void, any Error>
        do {
            try await Browser.shared.value.withTabs { try await test("http://127.0.0.1:\(port)/", $0) }
            result = .success(())
        } catch { result = .failure(error) }
        await group.triggerGracefulShutdown()
        try await end.value
        try result.get()
    }
}
