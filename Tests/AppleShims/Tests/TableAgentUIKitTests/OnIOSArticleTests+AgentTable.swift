import ShimmedTableAgentSwiftUI
import ShimmedTableAgentUIKit
import SwiftUI
import TableAgent
import Testing

// An example of the article "On iOS".
extension OnIOSArticleTests {
    @Test func `A table is a view of SwiftUI`() {
        var opened: [Int] = []
        func open(_ order: OnIOS.Order) { opened.append(order.id) }
        func content(_ orders: [OnIOS.Order], search: String, isLoading: Bool) -> some SwiftUI.View {
            // block: SwiftUI
            AgentTable(orders, reformer: OnIOS.OrdersReformer())
                .onEvent(.primaryAction, of: OnIOS.Order.self) { open($0) }
                .tableQuery(TableQuery(search: search))
                .tableState(isLoading ? .loading : .table)
            // end of block
        }
        let view = content([], search: "Ada", isLoading: false)
        #expect(view is AgentTable && opened == [])
    }
}
