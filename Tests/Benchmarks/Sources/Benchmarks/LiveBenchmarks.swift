import TableAgent
import TableLive
import TableSurfaces

/// A live table: one edited row, the whole markup after an edit, and a reload. All of them against writing the table.
///
/// A fresh page of 10,000 rows takes about 10 ms, so a hundredth of it is 0.1 ms; of 100,000 rows, a thousandth.
enum LiveBenchmarks {
    static var all: [Benchmark] {
        [
            benchmark("live/one edited row of 10k", rows: 10_000, goal: 0.01, repetitions: 100) { page in
                page.edit()
            },
            benchmark("live/one edited row of 100k", rows: 100_000, goal: 0.001, repetitions: 100) { page in
                page.edit()
            },
            benchmark(
                "live/one edited row of 10k with bars", rows: 10_000, hasBars: true, goal: 0.01,
                repetitions: 100
            ) { page in
                page.edit()
            },
            benchmark(
                "live/one edited row of 10k, sorted and filtered", rows: 10_000,
                query: TableQuery(
                    filters: [.column("Quantity", .above("0"))], sorts: [.descending("Total")]),
                goal: 0.015, repetitions: 100
            ) { page in
                page.edit()
            },
            benchmark("live/joined after an edit of 10k", rows: 10_000) { page in
                page.edit()
                return page.container.feed.page("Orders", address: "/live").isEmpty ? 0 : page.orders.count
            },
            benchmark("live/reload of 10k", rows: 10_000) { page in page.reload() },
        ]
    }

    private static func benchmark(
        _ name: String, rows: Int, hasBars: Bool = false, query: TableQuery = TableQuery(),
        goal: Double? = nil,
        repetitions: Int = 1,
        _ work: @escaping (LivePage) -> Int
    ) -> Benchmark {
        Benchmark(name: name, baselineName: "writing the table", goal: goal, repetitions: repetitions) {
            let page = try LivePage(rows: rows, hasBars: hasBars, query: query)
            let format = HTMLFormat(isKeyed: true)
            let sink = CountingSink()
            let table = Order.table(page.orders)
            return (
                baseline: {
                    do {
                        try format.write(table, to: sink)
                    } catch {
                        preconditionFailure("\(error)")
                    }
                    return sink.takeCount()
                },
                measured: { work(page) }
            )
        }
    }

    /// A live table that viewers see.
    private final class LivePage {
        let orders: [Order]
        let container = LiveContainer(heartbeat: nil)
        private let agent: Agent<TableInfo>
        private var edits = 0

        init(rows count: Int, hasBars: Bool, query: TableQuery) throws {
            orders = Order.sample(count)
            let table = Order.table(orders)
            agent = try Agent(
                container, rawData: hasBars ? Order.withBars(table) : table, reformer: Given())
            try agent.show(query)
        }

        /// Gives a row another customer, and checks that there is a version.
        @discardableResult
        func edit() -> Int {
            edits += 1
            let order = orders[edits * 7919 % orders.count]
            let id = container.feed.id
            do {
                try agent.edit {
                    try $0.replaceData(ofRow: .id(order.id), with: order.ordered(by: "\(edits)"))
                }
            } catch {
                preconditionFailure("\(error)")
            }
            precondition(container.feed.id != id, "An edited row makes a version.")
            return 1
        }

        /// Shows the table with another caption, which makes it another table.
        func reload() -> Int {
            edits += 1
            var table = Order.table(orders)
            table.caption = "\(edits)"
            do { try agent.reload(table) } catch { preconditionFailure("\(error)") }
            return table.rowCount
        }
    }
}

private struct Given: StatelessReformer {
    func reform(_ table: TableInfo) -> TableInfo { table }
}
