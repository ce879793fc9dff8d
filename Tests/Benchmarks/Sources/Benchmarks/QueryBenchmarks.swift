import TableAgent

/// Sorting, filtering, and searching a table of a million rows with six columns through an agent. The baseline sorts or filters
/// an array of the same orders with the standard library, by one property.
enum QueryBenchmarks {
    static var all: [Benchmark] {
        [
            benchmark(
                "query/sort 1M by a number", baselineName: "sorted(by:) of 1M",
                queries: [.ascending("Total"), .descending("Total")].map { TableQuery(sorts: [$0]) }
            ) { orders in
                let totals = orders.map(\.total)
                return { orders.indices.sorted { totals[$0] < totals[$1] }.count }
            },
            benchmark(
                "query/sort 1M by a text", baselineName: "sorted(by:) of 1M",
                queries: [.ascending("Customer"), .descending("Customer")].map { TableQuery(sorts: [$0]) }
            ) { orders in
                let customers = orders.map(\.customer)
                return { orders.indices.sorted { customers[$0] < customers[$1] }.count }
            },
            benchmark(
                "query/filter 1M by a part of a text", baselineName: "filter of 1M",
                queries: ["fragile", "keep"].map {
                    TableQuery(filters: [.column("Note", .contains($0))])
                }
            ) { orders in { orders.filter { $0.note.contains("fragile") }.count } },
            benchmark(
                "query/search 1M in all columns", baselineName: "filter of 1M",
                queries: ["fragile", "keep"].map { TableQuery(search: $0) }
            ) { orders in { orders.filter { $0.note.contains("fragile") }.count } },
            edit("query/edit one row of 1M, sorted and filtered", goal: 0.4),
        ]
    }

    /// Shows two queries in turn, which find equally many rows.
    private static func benchmark(
        _ name: String, baselineName: String, queries: [TableQuery],
        baseline: @escaping ([Order]) -> Benchmark.Work
    ) -> Benchmark {
        Benchmark(name: name, baselineName: baselineName) {
            let orders = Order.sample(1_000_000)
            let agent = try agent(orders)
            var count = 0
            return (
                baseline: baseline(orders),
                measured: {
                    count += 1
                    do { try agent.show(queries[count % 2]) } catch { preconditionFailure("\(error)") }
                    return agent.queryResult.matchingRowCount
                }
            )
        }
    }

    private static func edit(_ name: String, goal: Double) -> Benchmark {
        Benchmark(name: name, baselineName: "one pass comparing 1M ids", goal: goal, repetitions: 100) {
            let orders = Order.sample(1_000_000)
            let agent = try agent(orders)
            try agent.show(
                TableQuery(filters: [.column("Quantity", .above("99"))], sorts: [.descending("Total")]))
            var edits = 0
            return (
                baseline: { orders.indices.count { orders[$0].id == 100_000 + $0 } },
                measured: {
                    edits += 1
                    let order = orders[edits * 7_919 % orders.count].ordered(by: "\(edits)")
                    do {
                        try agent.edit { try $0.replaceData(ofRow: .id(order.id), with: order) }
                    } catch { preconditionFailure("\(error)") }
                    return agent.wholeTable.rowCount
                }
            )
        }
    }

    private static func agent(_ orders: [Order]) throws -> Agent<[Order]> {
        try Agent(
            CountingContainer(), list: orders, as: OrderLine.self,
            columns: Order.titles.map { GridColumn($0) })
    }
}
