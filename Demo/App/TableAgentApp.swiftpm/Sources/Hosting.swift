#if canImport(SwiftUI) && !canImport(ShimmedTableAgentUIKit)
    import SwiftUI
    import TableAgent
    import TableAgentSwiftUI
    import TableAgentUIKit

    // An example of the article "On iOS". Only Apple's platforms compile it.

    // block: hosting
    @MainActor
    enum OrderHosting: @MainActor HostedItem {
        static func body(for order: Order, in context: ContentContext) -> some SwiftUI.View {
            VStack(alignment: .leading) {
                Text(order.customer)
                DisclosureGroup("Details") { Text("Order \(order.id) is ready. It can be paid now.") }
                Button("Pay") { context.source?.post(.pay) }
                    .buttonStyle(.borderless)
            }
        }
    }
// end of block
#endif
