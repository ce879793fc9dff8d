import Foundation
import Hummingbird
import Logging
import Orders
import OrdersService
import ServiceLifecycle
import TableAgent
import Testing

/// A database file that is deleted after the test.
final class Store: Sendable {
    let orders: OrderStore
    private let path: String

    init() async throws {
        path = FileManager.default.temporaryDirectory.appending(path: "orders-\(UUID()).sqlite")
            .path(percentEncoded: false)
        orders = try await OrderStore.open(path, sampleCount: 500)
    }

    /// The newest order with a status.
    func first(_ status: OrderStatus) async throws -> Order {
        let query = OrderQuery(
            TableQuery(
                filters: [.column("status", .isOneOf([status.rawValue]))], page: TableQuery.Page(size: 1)))
        return try #require(try await orders.page(query).orders.first)
    }

    /// An order as it is now.
    func order(_ id: Order.ID) async throws -> Order {
        try #require(try await orders.orders([id]).first)
    }

    deinit {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
}

extension Order {
    /// The full name of an action.
    func title(_ action: String) -> String { "\(action) order \(id), \(customer.name)" }
}

/// Returns an amount as the text of an input.
func amount(_ cents: Int) -> String { "\(cents / 100)." + String(100 + cents % 100).dropFirst() }

/// A running service.
struct RunningService {
    let port: Int
    var address: String { "http://127.0.0.1:\(port)/" }
    private let store: Store
    private let group: ServiceGroup
    private let end: Task<Void, any Error>

    /// Starts a service.
    ///
    /// - Parameter watch: Records and delays the answers to forms, or `nil` for the service's own application.
    init(_ store: Store, port: Int = 0, watch: FormWatch? = nil) async throws {
        let (ports, source) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "service") { _ in SwiftLogNoOpLogHandler() }
        let service = OrdersService(store: store.orders, logger: logger)
        let application: any ApplicationProtocol
        if let watch {
            let responder = service.responder
            application = Application(
                responder: CallbackResponder { request, context in
                    try await watch.respond(to: request, context, by: responder)
                },
                configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
                onServerRunning: { source.yield($0.localAddress?.port ?? 0) }, logger: logger)
        } else {
            application = service.application(port: port) { source.yield($0) }
        }
        let group = ServiceGroup(services: [application], logger: logger)
        end = Task {
            try await group.run()
            source.finish()
        }
        guard let running = await ports.first(where: { _ in true }) else {
            throw Browser.Failure(description: "The service did not start.")
        }
        (self.port, self.store, self.group) = (running, store, group)
    }

    /// Changes an order without the pages.
    func carryOut(_ action: OrderCommand.Action, order: String) async throws {
        try await store.orders.carryOut(OrderCommand(action, order: Int(order) ?? 0))
    }

    func stop() async throws {
        await group.triggerGracefulShutdown()
        try await end.value
    }
}

/// Records the forms that a service receives. The service carries out each form, and the watch can hold its answer back.
actor FormWatch {
    private(set) var forms: [[String: String]] = []
    private var holds = false

    /// The forms that confirm an action.
    var confirmed: [[String: String]] { forms.filter { $0["confirmed"] != nil } }

    /// Holds all answers back until it is called with `false`.
    func hold(_ isHolding: Bool) { holds = isHolding }

    /// Waits until the service has answered a number of forms.
    func wait(forForms count: Int) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while forms.count < count {
            guard ContinuousClock.now < end else {
                throw Browser.Failure(description: "Instead of \(count) forms, there are \(forms.count).")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @concurrent nonisolated func respond<Responder: HTTPResponder>(
        to request: Request, _ context: Responder.Context, by responder: Responder
    ) async throws -> Response {
        guard request.method == .post else {
            return try await responder.respond(to: request, context: context)
        }
        var request = request
        let body = String(buffer: try await request.collectBody(upTo: 1 << 16))
        let response = try await responder.respond(to: request, context: context)
        await record(body)
        while await holds { try await Task.sleep(for: .milliseconds(5)) }
        return response
    }

    private func record(_ body: String) {
        let items = URLComponents(string: "?" + body)?.queryItems ?? []
        forms.append(Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 })
    }
}

extension Tab {
    /// The number of the first order that can be paid.
    var firstOpenOrder: String {
        get async throws {
            let key = try await evaluate("document.querySelector('[data-row^=\"open/\"]').dataset.row")
            return String(key.text?.dropFirst("open/".count) ?? "")
        }
    }

    /// Waits until an expression is true on a whole page without scripts.
    ///
    /// A page that is being left has no answer, and a page that is being read has its address before its elements.
    func poll(_ condition: String) async throws {
        let isReached = "document.readyState === 'complete' && (\(condition))"
        for _ in 0..<1000 {
            if (try? await evaluate(isReached)) == true { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("This did not come true: \(condition)")
    }

    /// Presses the Tab key until a control with a title has the focus.
    func tab(to title: String) async throws {
        for _ in 0..<50 {
            if try await evaluate("document.activeElement.textContent") == .string(title) { return }
            try await press("Tab", code: 9)
        }
        Issue.record("No \(title) can be reached by keyboard.")
    }
}
