#if canImport(SwiftUI) && !canImport(ShimmedTableAgentUIKit)
    import SwiftUI
    import TableAgent
    import TableAgentSwiftUI
    import TableAgentUIKit

    /// A table in SwiftUI, with a search field, a menu of orders, and the edit mode.
    struct OrdersView: SwiftUI.View {
        @State private var orders = (1...50).map { Order($0) }
        @State private var query = TableQuery()

        var body: some SwiftUI.View {
            NavigationStack {
                AgentTable(orders, reformer: ColumnsReformer()) { container in
                    container.register(OrderRow.self, for: ColumnsLine.self)
                    container.tableView.allowsMultipleSelectionDuringEditing = true
                }
                .onEvent(.pay, of: Order.self) { pay($0) }
                .tableQuery(query)
                .ignoresSafeArea()
                .navigationTitle("SwiftUI")
                .searchable(text: $query.search)
                .refreshable { orders = orders.shuffled() }
                .toolbar {
                    EditButton()
                    Menu("Sort") {
                        Button("As they came") { sort([]) }
                        Button("By customer") { sort([.ascending("Customer")]) }
                        Button("Highest total first") { sort([.descending("Total")]) }
                    }
                }
            }
        }

        private func pay(_ order: Order) {
            guard let index = orders.firstIndex(where: { $0.id == order.id }) else { return }
            withAnimation { orders[index].isPaid = true }
        }

        private func sort(_ sorts: [TableQuery.Sort]) { withAnimation { query.sorts = sorts } }
    }

    /// A row of the table.
    enum OrderRow: HostedItem {
        static func body(for order: Order, in context: ContentContext) -> some SwiftUI.View {
            HStack {
                VStack(alignment: .leading) {
                    Text(order.customer)
                    Text("Order \(order.id)").foregroundStyle(.secondary)
                }
                Spacer()
                Text(order.total.formatted())
                Button(order.isPaid ? "Paid" : "Pay") { context.source?.post(.pay) }
                    .buttonStyle(.borderless)
                    .disabled(order.isPaid)
            }
        }
    }
#endif
