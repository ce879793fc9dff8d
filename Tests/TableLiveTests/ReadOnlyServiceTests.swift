import TableLive
import TableSurfaces
import Testing

/// A service at a path of its own, whose pages accept no events.
struct ReadOnlyServiceTests {
    private struct Query: LiveQuery {
        static let path = "/numbers/"
        var fields: [String: String] { [:] }

        init(_ fields: [String: String]) {}
    }

    private struct Service: LiveService {
        let pages: LivePages<Query, NumberPage>
        let tokens = LiveTokens { bytes in bytes + [UInt8](repeating: 7, count: 24) }
        let origin = LiveOrigin(hosts: nil)

        init() {
            let numbers = Numbers()
            pages = LivePages { _ in try await NumberPage(1, in: numbers) }
        }

        func storedFingerprint(of key: IdempotencyKey) -> String? { nil }

        func report(_ error: any Error) { Issue.record(error) }
    }

    @Test func `A page has a path of its own, and accepts no events by default`() async throws {
        let service = Service()
        func request(_ target: String, _ method: String = "GET") -> LiveRequest {
            LiveRequest(method: method, target: target, host: "a")
        }
        #expect(await service.response(to: request("/")).status == 404)
        let page = await service.response(to: request("/numbers/"))
        #expect(page.status == 200)
        #expect(await service.response(to: request("/numbers/live.js")).status == 200)
        #expect(Query([:]).actions(service.tokens).address == "/numbers/events")
        let shell = try await service.pages.page(of: Query([:])).feed.page("Numbers", of: Query([:]))
        #expect(shell.contains("<script src=\"/numbers/live.js\" defer>"))
        #expect(shell.contains("data-live=\"/numbers/live\""))

        let cookie = try #require(page["Set-Cookie"]?.prefix { $0 != ";" })
        let session = service.tokens.session(cookies: String(cookie))
        let mark = LiveMarkup("token=" + service.tokens.mark, tokens: service.tokens)
        let form = LiveRequest(
            method: "POST", target: "/numbers/events",
            headers: [
                ("Host", "a"), ("Cookie", String(cookie)),
                ("Content-Type", "application/x-www-form-urlencoded"),
            ], body: mark.bytes(for: session))
        let response = await service.response(to: form)
        #expect(response.status == 409)
        #expect(try await response.text.contains("eventNotOffered"))
    }
}
