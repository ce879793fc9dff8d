import Foundation
import Orders
import OrdersService
import TableAgent

/// Compares the commits a second of 16 writers without services, with two services, and with viewers of 190 queries.
enum Commits {
    static func measure() async throws -> [Figure] {
        let address = try PostgreSQL.newDatabase()
        // A store has eight connections.
        let stores = [
            try await OrderStore.open(address, sampleCount: 20_000),
            try await OrderStore.open(address, sampleCount: 20_000),
        ]
        var orders: [Order.ID] = []
        let paid = TableQuery(filters: [.column("status", .isOneOf(["paid"]))])
        for try await batch in stores[0].batches(of: OrderQuery(paid)) {
            orders += batch.filter { $0.received > 10_000 }.map(\.id)
        }
        var rates: [[Double]] = [[], [], []]
        for _ in 0..<3 {
            rates[0].append(try await rate(stores, orders))
            let services = try (0..<2).map { _ in try ServiceProcess(database: address) }
            defer { for service in services { service.stop() } }
            rates[1].append(try await rate(stores, orders))
            let viewers = services.flatMap { service in
                (0..<95).map { Viewer(port: service.port, query: SmallLoads.query($0)) }
            }
            defer { viewers.close() }
            _ = try await viewers.wait(10) { !$0.version.isEmpty }
            rates[2].append(try await rate(stores, orders))
        }
        let (alone, attached, open) = (rates[0].median, rates[1].median, rates[2].median)
        func text(_ rate: Double) -> String {
            String(format: "%.0f a second, %.0f %% of the rate without services", rate, rate / alone * 100)
        }
        return [
            Figure("commits of 16 writers, alone", String(format: "%.0f a second", alone)),
            Figure(
                "with two services without viewers", text(attached), goal: "90 %",
                isMet: attached >= 0.9 * alone),
            Figure("with viewers of 190 queries", text(open)),
        ]
    }

    /// Returns the commits a second of 16 writers, who refund one cent of any paid order.
    private static func rate(_ stores: [OrderStore], _ orders: [Order.ID]) async throws -> Double {
        let start = ContinuousClock.now
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<16 {
                group.addTask { @concurrent in
                    var count = 0
                    while ContinuousClock.now - start < .seconds(3) {
                        let order = orders.randomElement() ?? 0
                        try await stores[number % 2].carryOut(OrderCommand(.refund(cents: 1), order: order))
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    }
}
