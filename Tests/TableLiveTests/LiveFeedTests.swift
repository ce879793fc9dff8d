import TableAgent
import TableLive
import TableSurfaces
import Testing

struct LiveFeedTests {
    private struct Item: Identifiable, Equatable {
        let id: Int
        var text = "text"
        var isHidden = false
    }

    private enum ItemLine: GridLineItem {
        static func fill(_ line: inout GridLine, with item: Item) { line.text(item.text) }
    }

    private struct ItemsReformer: StatelessReformer {
        func reform(_ items: [Item]) -> TableInfo {
            TableInfo(columns: [GridColumn("Text", alignment: .left)]) {
                TableSection(id: "all") { Rows(items, as: ItemLine.self) }
            }
        }
    }

    private let container = LiveContainer()
    private let agent: Agent<[Item]>

    init() throws {
        agent = try Agent(container, rawData: (0..<50).map { Item(id: $0) }, reformer: ItemsReformer())
    }

    private func change(_ count: Int = 1, text: String = "new") throws {
        for number in 0..<count {
            try agent.edit {
                try $0.replaceData(
                    ofRow: .id(number % 50), with: Item(id: number % 50, text: "\(text) \(number)"))
            }
        }
    }

    private func next(after id: String?) async -> LiveMessage? {
        var messages = container.feed.messages(after: id).makeAsyncIterator()
        return await messages.next()
    }

    @Test func `A viewer receives the table first, and then patches`() async throws {
        var messages = container.feed.messages(after: nil).makeAsyncIterator()
        let first = try #require(await messages.next())
        #expect(first == container.feed.table && first.kind == .table)
        try change()
        let second = try #require(await messages.next())
        #expect(second.kind == .patches && second.id == container.feed.id)
        #expect(second.data.contains(#""key":"all/0""#) && second.data.contains("new 0"))
    }

    @Test func `A viewer that was away receives all changes at once`() async throws {
        let id = container.feed.id
        try change(3)
        let message = try #require(await next(after: id))
        #expect(message.kind == .patches && message.id == container.feed.id)
        for number in 0..<3 { #expect(message.data.contains("new \(number)<")) }
    }

    @Test func `A viewer that was away for too long receives the table`() async throws {
        let id = container.feed.id
        try change(200)
        #expect(await next(after: id)?.kind == .table)
        #expect(await next(after: id)?.data == container.feed.table.data)
    }

    @Test(arguments: ["", "x", ".", "1", "a.1", "-1", "9999999999999999999999", "\n"])
    func `A viewer with an invalid id receives the table`(id: String) async throws {
        #expect(await next(after: id)?.kind == .table)
    }

    @Test func `A viewer with an unknown version receives the table`() async throws {
        for id in ["0", "\(container.feed.id)0", String(UInt64.max, radix: 36)] {
            #expect(await next(after: id)?.kind == .table)
        }
    }

    @Test func `Two feeds with the same table have the same version and the same patches`() async throws {
        let other = LiveContainer()
        let otherAgent = try Agent(other, rawData: (0..<50).map { Item(id: $0) }, reformer: ItemsReformer())
        #expect(other.feed.id == container.feed.id)
        let id = other.feed.id
        try change()
        #expect(other.feed.id != container.feed.id)
        try otherAgent.edit { try $0.replaceData(ofRow: .id(0), with: Item(id: 0, text: "new 0")) }
        var messages = other.feed.messages(after: id).makeAsyncIterator()
        #expect(await messages.next() == (await next(after: id)))
    }

    @Test func `Undoing a change restores the version, and viewers receive the patches`() async throws {
        let id = container.feed.id
        try change()
        let changed = container.feed.id
        try agent.edit { try $0.replaceData(ofRow: .id(0), with: Item(id: 0)) }
        #expect(container.feed.id == id && changed != id)
        let message = try #require(await next(after: changed))
        #expect(message.kind == .patches && message.id == id && message.data.contains(#""key":"all/0""#))
    }

    @Test func `All waiting viewers receive a change`() async throws {
        let feed = container.feed
        let id = feed.id
        let viewers = (0..<20).map { _ in
            Task {
                var messages = feed.messages(after: id).makeAsyncIterator()
                return await messages.next()?.id
            }
        }
        try change()
        for viewer in viewers { #expect(await viewer.value == feed.id) }
    }

    @Test func `Cancellation ends the wait of one viewer, and the end of the container ends all`()
        async throws
    {
        let own = self.container.feed
        let gone = Task {
            var messages = own.messages(after: own.id).makeAsyncIterator()
            return await messages.next()
        }
        gone.cancel()
        #expect(await gone.value == nil)
        var container: LiveContainer? = LiveContainer()
        let feed = try #require(container?.feed)
        let waiting = Task {
            var messages = feed.messages(after: nil).makeAsyncIterator()
            return await messages.next()
        }
        container = nil
        #expect(await waiting.value == nil)
        _ = container
    }

    @Test func `A closed connection ends the messages of one viewer and no other`() async throws {
        let feed = container.feed
        let (left, stays) = (feed.messages(after: feed.id), feed.messages(after: feed.id))
        let viewers = [left, stays].map { messages in
            Task {
                for await message in messages { return message.kind }
                return .heartbeat
            }
        }
        left.end()
        #expect(await viewers[0].value == .heartbeat)
        try change()
        #expect(await viewers[1].value == .patches)
        for await _ in left { Issue.record("The sequence has ended.") }
    }

    @Test func `The whole table is sent if its patches are longer`() async throws {
        let id = container.feed.id
        try agent.reload((100..<150).map { Item(id: $0) })
        #expect(await next(after: id)?.kind == .table)
    }

    @Test func `A message with any line breaks is a valid server-sent event`() async throws {
        try change(text: "a\nb\r\nc")
        let table = container.feed.table
        let lines = String(decoding: table.serverSentEvent, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "id: \(table.id)" && lines[1] == "event: table" && lines.suffix(2) == ["", ""])
        #expect(lines[2...].dropLast(2).allSatisfy { $0.hasPrefix("data: ") })
        #expect(lines[2...].dropLast(2).map { $0.dropFirst(6) }.joined(separator: "\n") == table.data)
    }

    @Test func `A change that does not change the page sends no message`() async throws {
        let id = container.feed.id
        try agent.edit { try $0.replaceData(ofRow: .id(7), with: Item(id: 7, isHidden: true)) }
        #expect(agent.tableInfo.row(.id(7))?.data(as: Item.self)?.isHidden == true)
        #expect(container.feed.id == id)
    }

    @Test func `A change to or from rows with equal keys is sent with the whole table`()
        async throws
    {
        struct Twins: StatelessReformer {
            func reform(_ count: Int) -> TableInfo {
                TableInfo(columns: [GridColumn("Text", alignment: .left)]) {
                    TableSection(id: "all") {
                        Rows((0..<50).map { Item(id: $0) }, as: ItemLine.self)
                        Row(Item(id: 50, text: "first"), id: true, as: ItemLine.self)
                        if count > 1 { Row(Item(id: 51, text: "second"), id: "true", as: ItemLine.self) }
                        Rows((52..<52 + count).map { Item(id: $0) }, as: ItemLine.self)
                    }
                }
            }
        }
        let container = LiveContainer()
        let agent = try Agent(container, rawData: 4, reformer: Twins())
        for (count, kind) in [(3, LiveMessage.Kind.table), (1, .table), (0, .patches)] {
            let id = container.feed.id
            try agent.reload(count)
            var messages = container.feed.messages(after: id).makeAsyncIterator()
            #expect(await messages.next()?.kind == kind)
        }
    }

    @Test func `A viewer of an unchanged table receives heartbeats`() async throws {
        let container = LiveContainer(heartbeat: .milliseconds(1))
        let agent = try Agent(container, rawData: [Item(id: 0)], reformer: ItemsReformer())
        let id = container.feed.id
        var messages = container.feed.messages(after: id).makeAsyncIterator()
        for _ in 0..<3 {
            let message = try #require(await messages.next())
            #expect(message.kind == .heartbeat && message.id == id)
            #expect(String(decoding: message.serverSentEvent, as: UTF8.self) == "event: heartbeat\ndata:\n\n")
        }
        try agent.reload([Item(id: 0), Item(id: 1)])
        while let message = await messages.next() {
            guard message.kind == .heartbeat else {
                #expect(message.kind == .patches && message.id == container.feed.id)
                break
            }
        }
    }

    @Test func `A viewer learns once that the table may be out of date, and once that it is not`()
        async throws
    {
        let feed = container.feed
        let id = feed.id
        var messages = feed.messages(after: id).makeAsyncIterator()
        feed.isStale = true
        #expect(feed.isStale)
        let stale = try #require(await messages.next())
        #expect(stale.kind == .stale && stale.id == id)
        #expect(String(decoding: stale.serverSentEvent, as: UTF8.self) == "event: stale\ndata:\n\n")
        // The next message is a change, so the viewer was not told twice.
        try change()
        #expect(await messages.next()?.kind == .patches)
        feed.isStale = false
        #expect(await messages.next()?.kind == .heartbeat)
        try change(text: "again")
        #expect(await messages.next()?.kind == .patches)
        // A new viewer receives the table first.
        feed.isStale = true
        var new = feed.messages(after: nil).makeAsyncIterator()
        #expect(await new.next()?.kind == .table)
        #expect(await new.next()?.kind == .stale)
    }

    @Test func `A stale table sends stale messages instead of heartbeats`()
        async throws
    {
        let container = LiveContainer(heartbeat: .milliseconds(1))
        let agent = try Agent(container, rawData: [Item(id: 0)], reformer: ItemsReformer())
        let feed = container.feed
        let viewer = Task {
            var (kinds, staleCount) = ([LiveMessage.Kind](), 0)
            for await message in feed.messages(after: feed.id) {
                kinds.append(message.kind)
                if message.kind == .stale { staleCount += 1 }
                if staleCount == 3 { feed.isStale = false }
                if staleCount > 0, message.kind == .heartbeat { break }
            }
            return kinds
        }
        feed.isStale = true
        let kinds = await viewer.value
        #expect(Array(kinds.drop { $0 == .heartbeat }.prefix(3)) == [.stale, .stale, .stale])
        #expect(agent.tableInfo.rowCount == 1)
    }

    @Test func `A feed that has ended sends no table and no change`() async throws {
        let container = LiveContainer()
        let agent = try Agent(container, rawData: [Item(id: 0)], reformer: ItemsReformer())
        var waiting = container.feed.messages(after: container.feed.id).makeAsyncIterator()
        var slow = container.feed.messages(after: nil).makeAsyncIterator()
        #expect(await slow.next()?.kind == .table)
        container.feed.end()
        try agent.reload([Item(id: 1)])
        #expect(await waiting.next() == nil)
        #expect(await slow.next() == nil)
        var new = container.feed.messages(after: nil).makeAsyncIterator()
        #expect(await new.next() == nil)
    }

    @Test func `A page from before the first table receives the first table`() async throws {
        let container = LiveContainer()
        let page = container.feed.page("Orders", address: "/live")
        #expect(
            page.contains(
                " data-version=\"\(container.feed.id)\" data-heartbeat=\"15000\" data-texts=\"{&quot;"))
        #expect(page.contains("&quot;}\">\n</table>\n</body>"))
        var messages = container.feed.messages(after: container.feed.id).makeAsyncIterator()
        let agent = try Agent(container, rawData: [Item(id: 0)], reformer: ItemsReformer())
        #expect(await messages.next()?.data == container.feed.table.data)
        #expect(agent.tableInfo.rowCount == 1)
    }

    @Test func `A page has the table, its version, and the address of its messages`() throws {
        let page = container.feed.page(
            HTMLPage("A & B", head: "<script src=\"/live.js\" defer></script>"), address: "/live?q=\"<&")
        let table = container.feed.table
        let start =
            "<table data-live=\"/live?q=&quot;&lt;&amp;\" data-version=\"\(table.id)\" data-heartbeat=\"15000\" data-texts="
        #expect(page.contains(start))
        #expect(page.contains("&quot;}\">" + table.data.dropFirst("<table>".count) + "</body>"))
        #expect(page.contains("<title>A &amp; B</title>") && page.contains("<script src=\"/live.js\" defer>"))
    }
}
