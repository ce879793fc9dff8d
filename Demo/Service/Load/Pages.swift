import Foundation
import Hummingbird
import Logging
import Mustache
import NIOCore
import Orders
import OrdersService
import TableAgent
import TableSurfaces

/// Compares pages of 100 orders from SQLite, written by the library and by a template, in one service.
enum Pages {
    static func compare() async throws -> [Figure] {
        let directory = FileManager.default.temporaryDirectory.appending(path: "load-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "orders.sqlite").path(percentEncoded: false)
        let store = try await OrderStore.open(path, sampleCount: 20_000)
        var logger = Logger(label: "load")
        // The server logs an error if it is stopped immediately.
        logger.logLevel = .critical
        let orders = OrdersService(store: store, logger: logger).responder
        let query = OrderQuery(TableQuery(page: TableQuery.Page(size: 100)))
        let template = try MustacheTemplate(string: Self.template)
        let responder = CallbackResponder { (request: Request, context: BasicRequestContext) in
            guard request.uri.path == "/mustache" else {
                return try await orders.respond(to: request, context: context)
            }
            let html = template.render(Page(try await store.page(query)))
            return Response(
                status: .ok, headers: [.contentType: HTMLFormat().mediaType],
                body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
        }
        let ports = AsyncStream<Int>.makeStream()
        let application = Application(
            responder: responder,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { ports.continuation.yield($0.localAddress?.port ?? 0) }, logger: logger)
        return try await withThrowingTaskGroup { group in
            group.addTask { try await application.run() }
            defer { group.cancelAll() }
            guard let port = await ports.stream.first(where: { _ in true }) else { return [] }
            return [try await compare(port: port)]
        }
    }

    private static func compare(port: Int) async throws -> Figure {
        let paths = ["/?format=html&size=100", "/mustache"]
        var pages: [String] = []
        for path in paths { pages.append(try await page(path, port: port)) }
        for (one, other) in zip(pages[0].split(separator: "\n"), pages[1].split(separator: "\n"))
        where one != other {
            throw LoadError(
                "The page of the library has another line than that of the template:\n\(one)\n\(other)")
        }
        var rates: [[Double]] = [[], []]
        for _ in 0..<7 {
            for (index, path) in paths.enumerated() {
                rates[index].append(try await rate(path, port: port))
            }
        }
        let (library, template) = (rates[0].median, rates[1].median)
        let rate = String(format: "%.0f a second; by swift-mustache %.0f", library, template)
        return Figure(
            "pages of 100 orders, from SQLite", rate, goal: "4 × the template", isMet: library >= 4 * template
        )
    }

    /// Returns the body of a page.
    private static func page(_ path: String, port: Int) async throws -> String {
        let answer = try await Wire.get(path, port: port)
        guard let end = answer.range(of: "\r\n\r\n") else { throw LoadError("There is no page at \(path).") }
        return String(answer[end.upperBound...])
    }

    private static func request(_ path: String, _ port: Int) -> String {
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
    }

    /// Returns the pages per second for four connections, measured for half a second.
    private static func rate(_ path: String, port: Int) async throws -> Double {
        let start = ContinuousClock.now
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let wire = try await Wire.open(port: port, request: request(path, port))
                    var count = 0
                    while true {
                        try await wire.wait(for: "</html>\n")
                        count += 1
                        guard ContinuousClock.now - start < .seconds(0.5) else { break }
                        try await wire.send(request(path, port))
                    }
                    wire.close()
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    }

    /// The data for the template.
    private struct Page {
        struct Group {
            let title: String
            let orders: [Line]
            let total: Amounts
        }

        struct Line {
            let id: Int
            let address, placed, name, note, city, bar, total, received, receivedClass, status,
                statusClass: String
        }

        struct Amounts {
            let title, total, received: String

            init(_ orders: [Order], _ title: String) {
                self.title = title
                total = euros(orders.reduce(0) { $0 + $1.total })
                received = euros(orders.reduce(0) { $0 + $1.received })
            }
        }

        let groups: [Group]
        let total: Amounts

        init(_ page: OrdersPage) {
            let orders = Dictionary(grouping: page.orders, by: \.status)
            let scale = Self.scale(page.orders.reduce(0) { max($0, $1.total) })
            groups = OrderStatus.allCases.compactMap { status in
                orders[status].map { orders in
                    Group(
                        title: "\(status.title) · \(orders.count) \(orders.count == 1 ? "order" : "orders")",
                        orders: orders.map { Self.line($0, scale) }, total: Amounts(orders, "Total \(status)")
                    )
                }
            }
            total = Amounts(page.orders, "Total of this page")
        }

        /// Returns the end of a scale that holds an amount.
        private static func scale(_ largest: Int) -> Int {
            var unit = 1
            while 80 * unit < largest { unit *= 10 }
            return [10, 12, 15, 20, 25, 30, 40, 50, 60, 80].map { $0 * unit }.first { $0 >= largest } ?? 1
        }

        private static func line(_ order: Order, _ scale: Int) -> Line {
            let role =
                switch order.status {
                case .open: " class=\"warning\""
                case .paid: " class=\"positive\""
                case .shipped: ""
                case .refunded: " class=\"negative\""
                case .cancelled: " class=\"muted\""
                }
            let length = max(Int((Double(80 * order.total) / Double(scale)).rounded()), 1)
            return Line(
                id: order.id, address: order.customer.address(in: .english), placed: order.placed,
                name: order.customer.name,
                note: order.note, city: order.customer.city, bar: "<path d=\"M0 0h\(length)v8h-\(length)\"/>",
                total: euros(order.total), received: euros(order.received),
                receivedClass: order.received == order.total ? "right" : "right muted",
                status: order.status.rawValue, statusClass: role)
        }
    }

    private static let template = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, minimum-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Orders</title>
        <link rel="stylesheet" href="/table.css">
        </head>
        <body>
        <table>
        <caption dir="auto">Orders</caption>
        <colgroup><col class="right"><col><col><col><col class="right"><col class="right"><col><col></colgroup>
        <thead>
        <tr><th scope="col" class="right" dir="auto">Order</th><th scope="col" dir="auto">Placed</th>\
        <th scope="col" dir="auto">Customer</th><th scope="col" dir="auto">City</th>\
        <th scope="col" class="right" dir="auto">Total</th><th scope="col" class="right" dir="auto">Received</th>\
        <th scope="col" dir="auto">Status</th><th scope="col" dir="auto">Note</th></tr>
        </thead>
        {{#groups}}<tbody>
        <tr class="head"><th scope="rowgroup" colspan="8" class="strong" dir="auto">{{title}}</th></tr>
        {{#orders}}<tr><th scope="row" class="right">{{id}}</th><td dir="auto">{{placed}}</td>\
        <td dir="auto"><a href="{{address}}">{{name}}</a></td><td dir="auto">{{city}}</td>\
        <td class="right" dir="auto"><svg class="bar" aria-hidden="true" width="80" height="8">{{{bar}}}</svg>\
        {{total}}</td><td class="{{receivedClass}}" dir="auto">{{received}}</td>\
        <td{{{statusClass}}} dir="auto">{{status}}</td><td dir="auto">{{note}}</td></tr>
        {{/orders}}{{#total}}<tr class="foot"><td class="right"></td><td></td><th scope="row" dir="auto">{{title}}</th>\
        <td></td><td class="right" dir="auto">{{total}}</td><td class="right" dir="auto">{{received}}</td><td></td><td></td></tr>
        {{/total}}</tbody>
        {{/groups}}<tfoot>
        {{#total}}<tr class="foot"><td class="right"></td><td></td><th scope="row" dir="auto">{{title}}</th>\
        <td></td><td class="right" dir="auto">{{total}}</td><td class="right" dir="auto">{{received}}</td><td></td><td></td></tr>
        {{/total}}</tfoot>
        </table>
        </body>
        </html>

        """
}
