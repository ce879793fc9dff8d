import Foundation
import Orders
import OrdersService
import TableAgent

/// Measures the statements of queries: the first page by each sort beside the page in the middle, and pages of filters.
enum Sorts {
    static func measure(orders count: Int) async throws -> [Figure] {
        let directory = FileManager.default.temporaryDirectory.appending(path: "load-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "orders.sqlite").path(percentEncoded: false)
        var figures = try await measure(path, "SQLite", count)
        if PostgreSQL.isAvailable {
            figures += try await measure(PostgreSQL.newDatabase(), "PostgreSQL", count)
        }
        return figures
    }

    private static func measure(_ address: String, _ name: String, _ count: Int) async throws -> [Figure] {
        let store = try await OrderStore.open(address, sampleCount: count)
        var figures: [Figure] = []
        for column in ["", "id", "placed", "customer", "city", "total", "received", "status"] {
            for isDescending in column.isEmpty ? [true] : [false, true] {
                var query = OrderQuery()
                if !column.isEmpty {
                    query.table.sorts = [TableQuery.Sort(column, isDescending: isDescending)]
                }
                let order = column.isEmpty ? "no sort" : "\(column)\(isDescending ? " descending" : "")"
                Load.report("\(name), \(order)")
                let first = try await time(query, store)
                let half = try await place(count / 2, query, store)
                query.table.page?.start = half
                let middle = try await time(query, store)
                figures.append(
                    Figure(
                        "\(name), \(order): the page in the middle",
                        String(format: "%.2f ms; page 1 %.2f ms: %.2f", middle, first, middle / first),
                        goal: "2 × page 1", isMet: middle <= 2 * first))
            }
        }
        for filters in Self.filters {
            var query = OrderQuery()
            query.table.filters = filters.filters
            query.table.search = filters.search
            query.table.sorts = filters.sorts
            Load.report("\(name), \(filters.name)")
            let median = try await time(query, store)
            let page = try await store.page(query)
            let matching =
                page.count > page.countLimit ? "more than \(page.countLimit)" : "\(page.count)"
            figures.append(
                Figure("\(name), \(filters.name)", String(format: "%.1f ms; %@", median, matching)))
        }
        return figures
    }

    private static let customer = SampleOrders(count: 0).customers[7].name

    private static let filters:
        [(name: String, filters: [TableQuery.Filter], search: String, sorts: [TableQuery.Sort])] = [
            ("one status", [.column("status", .isOneOf(["open"]))], "", []),
            ("two statuses", [.column("status", .isOneOf(["open", "paid"]))], "", []),
            ("one status by total", [.column("status", .isOneOf(["open"]))], "", [.descending("total")]),
            ("one customer", [.column("customer", .isOneOf([customer]))], "", []),
            (
                "one customer by total", [.column("customer", .isOneOf([customer]))], "",
                [.descending("total")]
            ),
            ("a city", [.column("city", .contains("malmo"))], "", []),
            ("a word of many customers", [], "a", []), ("a word of one customer", [], "kovacs keramik", []),
            ("a word of many customers by city", [], "a", [.ascending("city")]),
            ("a number", [], "471147", []), ("digits", [], "4711", []), ("few digits", [], "47", []),
            ("a word of nobody", [], "nobody", []),
            (
                "a small range of totals",
                [.column("total", .from("1000")), .column("total", .through("1000.50"))], "", []
            ),
            ("a large range of totals", [.column("total", .from("1000"))], "", []),
            (
                "a range of totals, a status, and a customer",
                [
                    .column("total", .from("4000")), .column("status", .isOneOf(["cancelled"])),
                    .column("customer", .isOneOf([customer])),
                ], "", []
            ),
            (
                "a rare total of refunded orders by date",
                [.column("total", .from("4600")), .column("status", .isOneOf(["refunded"]))], "",
                [.ascending("placed")]
            ),
            ("a month", [.column("placed", .isOneOf(["2025-06"]))], "", []),
            ("a month by total", [.column("placed", .isOneOf(["2025-06"]))], "", [.descending("total")]),
            ("a part of a number by total", [.column("id", .contains("99999"))], "", [.descending("total")]),
            ("status and total", [], "", [.ascending("status"), .descending("total")]),
        ]

    /// Returns the text of the order after which the second half of the orders begins.
    private static func place(
        _ count: Int, _ query: OrderQuery, _ store: OrderStore
    ) async throws -> TableQuery.Page.Start {
        var query = query
        query.table.page = TableQuery.Page(size: 1_000)
        for _ in 0..<max(1, count / 1_000) {
            guard let next = try await store.page(query).next else { break }
            query.table.page?.start = .after(next)
        }
        return query.table.page?.start ?? .first
    }

    /// Returns the median time to read a page.
    private static func time(_ query: OrderQuery, _ store: OrderStore) async throws -> Double {
        _ = try await store.page(query)
        var times: [Double] = []
        for _ in 0..<15 {
            let start = ContinuousClock.now
            _ = try await store.page(query)
            times.append((.now - start) / .milliseconds(1))
        }
        return times.median
    }
}
