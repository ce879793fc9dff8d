import Crypto
import TableAgentTesting
import TableLive
import Testing

@testable import Tickets

struct TicketTests {
    @Test func `Tickets are assigned and closed`() async throws {
        let store = TicketStore(sampleCount: 100)
        let key = SymmetricKey(size: .bits256)
        let tokens = LiveTokens { HMAC<SHA256>.authenticationCode(for: $0, using: key) }
        let service = TicketsService(
            store: store, tokens: tokens,
            pages: LivePages { try await TicketsPage($0, in: store, tokens: tokens) },
            origin: LiveOrigin(hosts: ["tickets.example"]))
        var viewer = try await LiveViewer("/?status=open&sort=id", host: "tickets.example") {
            await service.response(to: $0)
        }
        let ids = await store.tickets.filter(\.isOpen).map(\.id)
        try await viewer.press("Assign", in: "\(ids[0])")
        try await viewer.press("Assign", inputs: ["person": "Mei"])
        #expect(await store.tickets[ids[0] - 1].assignee == "Mei")
        try await viewer.press("Act on checked rows", checking: ["\(ids[0])", "\(ids[1])"])
        try await viewer.press("Close 2")
        try await viewer.press("Close 2")
        #expect(await store.tickets.filter(\.isOpen).count == ids.count - 2)
    }
}
