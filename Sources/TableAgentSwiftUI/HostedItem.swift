#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
    public import SwiftUI
    import TableAgent

    #if canImport(ShimmedTableAgentUIKit)
        public import ShimmedTableAgentUIKit
    #else
        public import TableAgentUIKit
    #endif

    /// An item that shows its data in a view of SwiftUI.
    ///
    /// ```swift
    /// @MainActor
    /// enum OrderRow: @MainActor HostedItem {
    ///     static func body(for order: Order, in context: ContentContext) -> some SwiftUI.View {
    ///         HStack {
    ///             Text(order.customer)
    ///             Spacer()
    ///             Button("Pay") { context.source?.post(.pay) }.buttonStyle(.borderless)
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Both containers of UIKit show the item, and so do ``AgentTable`` and ``AgentCollection``. The state of the view, such as
    /// whether a disclosure is open, belongs to the row until the row scrolls off the screen or the view reloads. `Body` and `View`
    /// are names of the item, so name a view of SwiftUI with its module.
    public protocol HostedItem<Data>: ContentItem where View == UIHostingConfiguration<Body, EmptyView> {
        // Restated, so that the compiler infers them from the method.
        associatedtype Data
        associatedtype Body: SwiftUI.View
        associatedtype View = UIHostingConfiguration<Body, EmptyView>

        /// Returns the view of a row, head, or foot.
        ///
        /// - Parameters:
        ///   - data: The data.
        ///   - context: The event source, and the state of the section.
        @ViewBuilder static func body(for data: Data, in context: ContentContext) -> Body
    }

    extension HostedItem {
        /// Default implementation. Hosts the view.
        public static func content(
            for data: Data, in context: ContentContext
        ) -> UIHostingConfiguration<Body, EmptyView> {
            UIHostingConfiguration { body(for: data, in: context) }
        }
    }
#endif
