import TextTable

/// Another library for text tables, for comparison with the row `text/100k x 6`. It is slower, so it gets
/// fewer rows.
enum TextTableBenchmarks {
    static var all: [Benchmark] {
        [
            Benchmark(name: "text/10k x 6 by ordo-one/TextTable", baselineName: "a loop written by hand") {
                let orders = Order.sample(10_000)
                let table = TextTable<Order> { order in
                    [
                        Column(title: Order.titles[0], value: order.id, align: .right),
                        Column(title: Order.titles[1], value: order.customer),
                        Column(title: Order.titles[2], value: order.region),
                        Column(title: Order.titles[3], value: order.quantity, align: .right),
                        Column(title: Order.titles[4], value: order.total, align: .right),
                        Column(title: Order.titles[5], value: order.note),
                    ]
                }
                let sink = CountingSink()
                return (
                    baseline: {
                        var blocks = Blocks(to: sink)
                        HandWritten.text(orders, &blocks)
                        return blocks.finish()
                    },
                    measured: { table.string(for: orders, style: Style.fancy)?.utf8.count ?? 0 }
                )
            }
        ]
    }
}
