import ArticleTesting
import Foundation
import TableAgent
import TableBrowser
import TableLive
import TableSurfaces
import Testing

/// The examples of the article about other languages.
struct LanguageArticleTests {
    struct Order: Identifiable, Sendable {
        let id: Int
        let city: String
    }

    enum OrderLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.integer(order.id)
            line.text(order.city)
        }
    }

    struct OrdersReformer: StatelessReformer {
        func reform(_ orders: [Order]) -> TableInfo {
            TableInfo(columns: ["Nummer", "Stadt"]) {
                TableSection(id: "orders") { Rows(orders, as: OrderLine.self) }
            }
        }
    }

    private static let orders = (1...1860).map { Order(id: $0, city: "Jena") }

    @Test func `A text table is German`() throws {
        let table = OrdersReformer().reform(Self.orders)
        // block: use
        let text = try TextFormat(rows: .ends(1), words: .german).string(of: table)
        let page = HTMLFormat(page: HTMLPage("Bestellungen", language: "de"), words: .german)
        let browser = TableBrowser()
        browser.words = .german
        // end of block
        #expect(text.contains("… 1.858") && text.hasSuffix("1.860 Zeilen, 2 Spalten\n"))
        #expect(try page.string(of: table).hasPrefix("<!DOCTYPE html>\n<html lang=\"de\">"))
        #expect(browser.words.language == "de")
    }

    // block: query
    struct OrderQuery: LiveQuery {
        var language = "en"

        init(_ fields: [String: String]) {}

        var fields: [String: String] { ["language": language] }
        var words: TableWords { language == "de" ? .german : .english }
    }
    // end of block

    actor OrdersPage: LivePage {
        nonisolated let feed: LiveFeed
        private let agent = Agent<[Order]>()
        private let container: LiveContainer
        private let query: OrderQuery

        init(_ query: OrderQuery, _ orders: [Order], tokens: LiveTokens) throws {
            self.query = query
            // block: container
            container = LiveContainer(HTMLFormat(actions: query.actions(tokens), words: query.words))
            // end of block
            feed = container.feed
            try agent.attach(container, dataSource: DataSource(orders, reformer: OrdersReformer()))
        }

        func update(after changes: [Int]) {}

        func html(_ notice: LiveNotice?) -> LiveMarkup {
            let title = query.language == "de" ? "Bestellungen" : "Orders"
            let page = HTMLPage(title, language: query.language)
            let markup = feed.page(page, of: query, notice: notice)
            return LiveMarkup(markup, tokens: LanguageArticleTests.tokens)
        }

        func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }
    }

    struct OrdersService: LiveService {
        let pages: LivePages<OrderQuery, OrdersPage>
        let tokens = LanguageArticleTests.tokens
        let origin = LiveOrigin(hosts: ["orders.example"])

        init() {
            pages = LivePages {
                try OrdersPage($0, [Order(id: 7, city: "Jena")], tokens: LanguageArticleTests.tokens)
            }
        }

        func storedFingerprint(of key: IdempotencyKey) -> String? { nil }

        func report(_ error: any Error) { Issue.record(error) }

        // block: languages
        var languages: [TableWords] { [.english, .german] }

        func query(_ fields: [String: String], for request: LiveRequest) throws -> OrderQuery {
            var query = OrderQuery(fields)
            query.language = words(for: request).language
            return query
        }
        // end of block
    }

    static let tokens = LiveTokens { bytes in bytes + [UInt8](repeating: 7, count: 24) }

    @Test func `The examples are compiled unchanged and in order, and the demo has the same words`() throws {
        let article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Show-tables-in-another-language.md", test: #filePath
        )
        #expect(
            ["use", "query", "container", "languages", "refusal", "german", "german browser"]
                .map { article.compiled[$0] } == article.swift)
        let demo = URL(fileURLWithPath: #filePath).appendingPathComponent(
            "../../../Demo/Service/Sources/OrdersService/GermanWords.swift")
        let words = try DocumentedCode(document: "README.md", test: demo.standardizedFileURL.path)
        // The demo does not contain the terminal browser.
        let browser = "        words.browser = germanBrowser\n"
        #expect(words.compiled["german"] == article.compiled["german"]?.replacing(browser, with: ""))
    }

    // MARK: Languages of a service

    private func get(_ target: String, language: String = "") async -> LiveResponse {
        await OrdersService().response(
            to: LiveRequest(
                method: "GET", target: target, host: "orders.example",
                headers: [("Accept", "text/html"), ("Accept-Language", language)]))
    }

    @Test(arguments: [
        ("/", "", "en"), ("/", "de", "de"), ("/", "fr, de-AT;q=0.5, en;q=0.3", "de"), ("/", "en, de", "en"),
        ("/", "fr", "en"), ("/?language=de", "en", "de"), ("/?language=en", "de", "en"),
        ("/?language=fr", "de", "en"), ("/?status=open", "de", "en"), ("/?format=html", "de", "de"),
    ])
    func `The address names the language, and the client chooses the language of an address without fields`(
        target: String, accepted: String, language: String
    ) async throws {
        let response = await get(target, language: accepted)
        #expect(response["Vary"] == "Accept, Accept-Language")
        let text = try await response.text
        #expect(text.contains("<html lang=\"\(language)\">"))
        #expect(text.contains("data-live=\"/live?language=\(language)\""))
        #expect(text.contains("Die Verbindung ist unterbrochen.") == (language == "de"))
        #expect(text.contains("The connection is lost.") == (language == "en"))
    }

    @Test(arguments: [
        ("de", "de"), ("DE-at", "de"), ("zh-Hant-TW, zh;q=0.5", "zh-Hant"), ("*", "en"), ("de;q=0", nil),
        ("en;q=0.1, de;q=0.2", "de"), ("", nil), ("d", nil), ("de;q=x, fr", nil), (";;,-,", nil),
    ])
    func `The preferred language is the one with the highest quality`(header: String, language: String?) {
        let request = LiveRequest(method: "GET", target: "/", headers: [("Accept-Language", header)])
        #expect(request.preferredLanguage(of: ["en", "de", "zh-Hant"]) == language)
    }

    @Test(arguments: [
        ("GET", "/x?language=de", "text/html", 404, TableWords.german.refusals.notFound),
        ("PUT", "/?language=de", "text/html", 405, TableWords.german.refusals.methodNotAllowed),
        ("GET", "/?language=de&a=1&a=2", "text/html", 400, TableWords.german.refusals.repeatedField),
        ("GET", "/?language=de&a=%FF", "text/html", 400, TableWords.german.refusals.invalidText),
        ("GET", "/?language=de", "image/png", 406, TableWords.german.refusals.notAcceptable),
        ("GET", "/?language=de&format=zip", "text/html", 400, "Das Format muss eines davon sein: "),
        ("POST", "/events?language=de", "text/html", 403, TableWords.german.refusals.invalidToken),
        ("POST", "/events?language=de", "application/json", 403, TableWords.german.refusals.invalidToken),
    ])
    func `A refusal has the language of the address`(
        method: String, target: String, accept: String, status: Int, message: String
    ) async throws {
        let response = await OrdersService().response(
            to: LiveRequest(
                method: method, target: target, host: "orders.example",
                headers: [("Accept", accept), ("Content-Type", "application/x-www-form-urlencoded")],
                body: "action=pay".utf8))
        #expect(response.status == status)
        let text = try await response.text
        #expect(text.contains(message))
        if response["Content-Type"]?.hasPrefix("text/html") == true {
            #expect(text.contains("<html lang=\"de\">"))
        }
    }

    @Test func `A refusal of another host or site has the language of the address`() async throws {
        for (host, origin) in [("a", nil), ("orders.example", "https://b"), ("a, b", nil)] {
            let headers = origin.map { [("Origin", $0)] } ?? []
            let response = await OrdersService().response(
                to: LiveRequest(
                    method: "POST", target: "/events?language=de", host: host, headers: headers))
            let words = TableWords.german.refusals
            let text = try await response.text
            #expect([words.otherHost, words.otherOrigin, words.repeatedHost].contains { text.contains($0) })
        }
    }

    @Test func `A business chooses the sentence of its refusal when the refusal is shown`() {
        func refusal(_ id: Int) -> LiveRefusal {
            // block: refusal
            LiveRefusal(409, "orderIsPaid") { words in
                words.language == "de"
                    ? "Bestellung \(id) ist schon bezahlt." : "Order \(id) is paid already."
            }
            // end of block
        }
        let german = "Bestellung 7 ist schon bezahlt."
        #expect(refusal(7).message(in: .german) == german)
        #expect(String(decoding: refusal(7).json(in: .german), as: UTF8.self).contains(german))
        let same = LiveRefusal(409, "orderIsPaid", "Order 7 is paid already.")
        #expect(refusal(7) == same && refusal(7).hashValue == same.hashValue && refusal(8) != same)
        let event = LiveRefusal(TableError(.eventNotOffered, TableWords.english.refusals.eventNotOffered))
        #expect(event?.message(in: .german) == TableWords.german.refusals.eventNotOffered)
        #expect(LiveRefusal(TableError(.eventNotOffered, "No."))?.message(in: .german) == "No.")
    }
}
