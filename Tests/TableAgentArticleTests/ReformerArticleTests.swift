import ArticleTesting
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// The examples of the article about reformers.
enum ReformerExample {
    // block: data
    struct Message: Identifiable {
        let id: Int
        var sender: String
        var subject: String?
    }

    struct Inbox {
        var unread: [Message] = []
        var read: [Message] = []
    }
    // end of block

    // block: reformer
    enum MessageLine: GridLineItem {
        static func fill(_ line: inout GridLine, with message: Message) {
            line.text(message.sender)
            line.text(message.subject)
        }
    }

    struct InboxReformer: StatelessReformer {
        func reform(_ inbox: Inbox) -> TableInfo {
            TableInfo(columns: ["From", GridColumn("Subject", width: 10...40, overflow: .cut)]) {
                if !inbox.unread.isEmpty {
                    TableSection(id: "unread") {
                        Head("\(inbox.unread.count) unread", as: GridTitle.self)
                        Rows(inbox.unread, as: MessageLine.self)
                    }
                }
                TableSection(id: "read", isCollapsed: !inbox.unread.isEmpty, empty: "Nothing yet") {
                    Head("Read", as: GridTitle.self)
                    Rows(inbox.read, as: MessageLine.self)
                }
            }
        }
    }
    // end of block

    // block: dependencies
    struct MissingSubject: Error {
        let message: Int
    }

    struct MutingReformer: Reformer {
        let muted: Set<String>

        func reform(_ inbox: Inbox) throws -> TableInfo {
            var inbox = inbox
            inbox.unread.removeAll { muted.contains($0.sender) }
            for message in inbox.unread where message.subject == nil {
                throw MissingSubject(message: message.id)
            }
            return InboxReformer().reform(inbox)
        }
    }
    // end of block
}

struct ReformerArticleTests {
    typealias Message = ReformerExample.Message
    typealias Inbox = ReformerExample.Inbox
    typealias InboxReformer = ReformerExample.InboxReformer
    typealias MutingReformer = ReformerExample.MutingReformer
    typealias MessageLine = ReformerExample.MessageLine

    private let article: DocumentedCode
    private let ada = Message(id: 7, sender: "Ada", subject: "Engines")
    private let bob = Message(id: 8, sender: "Bob", subject: nil)

    init() throws {
        article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Write-a-reformer.md", test: #filePath)
    }

    @Test func `The article's examples are the compiled code, in order`() {
        let names = ["data", "reformer", "ids", "dependencies", "attach", "list", "concurrently", "test"]
        #expect(names.map { article.compiled[$0] } == article.swift)
    }

    @Test func `The article shows the table that the reformer makes`() throws {
        let text = try TextFormat().string(of: InboxReformer().reform(Inbox(unread: [ada], read: [bob])))
        let documented = try #require(article.blocks.first { $0.language == "text" })
        #expect(text == documented.code + "\n")
    }

    @Test func `An inbox without read messages has a sentence for people`() throws {
        let inbox = Inbox()
        // block: test
        let table = InboxReformer().reform(inbox)
        #expect(table.sections.map(\.id) == ["read"])
        #expect(table.section(.id("read"))?.emptyText == "Nothing yet")
        // end of block
        #expect(try TextFormat(border: .none).string(of: table).contains("Nothing yet"))
        #expect(try CSVFormat().string(of: table) == "From,Subject\r\n")
    }

    @Test func `Rows have ids of three kinds`() {
        let (messages, lines) = ([ada, bob], ["a", "b"])
        let section = TableSection(id: "section") {
            // swift-format-ignore
            // block: ids
            Rows(messages, as: MessageLine.self)                    // the ids of Identifiable data
            Rows(messages, id: \.sender, as: MessageLine.self)  // an id read from the data
            Rows(byPosition: lines, as: GridTitle.self)  // the index in the array
            // end of block
        }
        #expect(section.rows.map(\.id) == [7, 8, "Ada", "Bob", 0, 1])
    }

    @Test func `A reformer with dependencies is passed as an instance, and its error keeps the table`() throws
    {
        let container = RecordingContainer()
        let inbox = Inbox(unread: [ada, bob])
        // block: attach
        let agent = try Agent(container, rawData: inbox, reformer: MutingReformer(muted: ["Bob"]))
        // end of block
        #expect(container.sections.map(\.rows.count) == [1, 0])
        let error = #expect(throws: ReformerExample.MissingSubject.self) {
            try agent.reload(Inbox(unread: [Message(id: 9, sender: "Eve", subject: nil)]))
        }
        #expect(error?.message == 9)
        #expect(container.sections.map(\.rows.count) == [1, 0])
    }

    @Test func `A plain list needs no reformer`() throws {
        let container = RecordingContainer()
        let messages = [ada, bob]
        // block: list
        let agent = try Agent(container, list: messages, as: MessageLine.self, columns: ["From", "Subject"])
        // end of block
        #expect(agent.tableInfo.columns == ["From", "Subject"])
        #expect(container.sections[0].texts == [["Ada", "Engines"], ["Bob", ""]])
    }

    @Test func `A concurrent reload reforms off the caller's actor`() async throws {
        let container = RecordingContainer()
        let agent = try Agent(container, rawData: Inbox(), reformer: InboxReformer.self)
        func loadInbox() async -> sending Inbox { Inbox(unread: [Message(id: 1, sender: "Ada")]) }
        // block: concurrently
        try await agent.reload(concurrently: await loadInbox(), by: InboxReformer())
        // end of block
        #expect(container.sections[0].texts == [["Ada", ""]])
    }
}
