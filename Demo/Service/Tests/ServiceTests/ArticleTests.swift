import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Orders
import ServiceLifecycle
import TableLive
import Testing
import UnixSignals

@testable import OrdersService

/// The server of the article "In a service", with the service of this package.
struct ArticleTests {
    @Test func `The server of the article answers requests and streams`() async throws {
        let fixture = try await Fixture(count: 100)
        let (service, port) = (fixture.service, 0)
        // block: server
        let responder = CallbackResponder { (request: Request, _: BasicRequestContext) in
            let body = try? await request.body.collect(upTo: 262_144).readableBytesView
            let answer = await service.response(
                to: LiveRequest(
                    method: request.method.rawValue, target: request.uri.string, host: request.head.authority,
                    headers: request.headers.map { ($0.name.rawName, $0.value) }, body: body))
            var headers = HTTPFields()
            for (name, value) in answer.headers {
                if let name = HTTPField.Name(name) { headers[name] = value }
            }
            let content = ResponseBody(contentLength: answer.body.count) { writer in
                try await withGracefulShutdownHandler {
                    for try await block in answer.body { try await writer.write(ByteBuffer(bytes: block)) }
                } onGracefulShutdown: {
                    answer.body.end()
                }
                try await writer.finish(nil)
            }
            return Response(status: .init(code: answer.status), headers: headers, body: content)
        }
        let application = Application(
            responder: responder, configuration: .init(address: .hostname("127.0.0.1", port: port)))
        // end of block
        let order = try await fixture.order(.open)
        try await application.test(.live) { client in
            let visitor = try await Visitor(client, "/?status=open")
            #expect(visitor.page.headers[.contentLength] == "\(visitor.page.body.readableBytes)")
            let head = try await client.execute(uri: "/?status=open", method: .head)
            #expect(head.status == .ok && head.body.readableBytes == 0)
            #expect(try await visitor.post(["action": "pay/open/\(order.id)"]).status == .noContent)
            let long = try await visitor.post(["action": String(repeating: "a", count: 300_000)])
            #expect((long.status, long.code) == (.contentTooLarge, "contentTooLarge"))
            service.pages.end()
            let messages = try await client.execute(uri: "/live?status=open", method: .get)
            #expect(messages.headers[.contentType] == "text/event-stream; charset=utf-8")
            #expect(messages.text.wholeMatch(of: /retry: [1-5]\d{3}\n\n/) != nil)
        }
        #expect(try await fixture.order(order.id).status == .paid)
    }

    /// Only compiled: it ends with a signal.
    private func run(_ application: some ApplicationProtocol) async throws {
        // block: run
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: application.logger)
        configuration.maximumGracefulShutdownDuration = .seconds(4)
        try await ServiceGroup(configuration: configuration).run()
        // end of block
    }
}
