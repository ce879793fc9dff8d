import ArgumentParser
import Crypto
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import TableLive
import UnixSignals

@main
struct Tickets: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows tickets in browsers, and takes events.")

    @Option(help: "The port.")
    var port = 8080

    @Option(help: "The number of sample tickets.")
    var seed = 10_000

    func run() async throws {
        // Tokens are valid until the service stops. Store the key to keep them valid.
        let key = SymmetricKey(size: .bits256)
        let tokens = LiveTokens(isSecure: false) { HMAC<SHA256>.authenticationCode(for: $0, using: key) }
        let store = TicketStore(sampleCount: seed)
        let service = TicketsService(
            store: store, tokens: tokens,
            pages: LivePages { try await TicketsPage($0, in: store, tokens: tokens) },
            origin: LiveOrigin(hosts: ["127.0.0.1", "localhost"], scheme: "http"))
        let application = service.application(port: port) { print("listening on http://127.0.0.1:\($0)") }
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: application.logger)
        configuration.maximumGracefulShutdownDuration = .seconds(4)
        try await ServiceGroup(configuration: configuration).run()
    }
}

extension LiveService {
    /// Returns the service as an application of Hummingbird.
    func application(
        port: Int, onRunning: @escaping @Sendable (Int) -> Void
    ) -> some ApplicationProtocol {
        let responder = CallbackResponder { (request: Request, _: BasicRequestContext) in
            let body = try? await request.body.collect(upTo: 262_144).readableBytesView
            let answer = await response(
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
        return Application(
            responder: responder, configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { onRunning($0.localAddress?.port ?? port) })
    }
}
