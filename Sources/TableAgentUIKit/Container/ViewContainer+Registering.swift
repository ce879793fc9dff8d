#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    extension ViewContainer {
        /// How grid items look that have neither a style nor a view of their own. The default is
        /// ``GridStyle/value``.
        public var gridStyle: GridStyle {
            get { registry.gridStyle }
            set {
                registry.gridStyle = newValue
                hasOtherViews = true
            }
        }

        /// Shows an item by the views of another one that takes the same data.
        ///
        /// So a reformer that knows only grid items, and serves a server too, gets the app's own cells here:
        ///
        /// ```swift
        /// container.register(OrderCell.self, for: OrderLine.self)
        /// ```
        ///
        /// Register before the agent is attached; what is on show stays until it is loaded again.
        ///
        /// - Parameters:
        ///   - view: An item with a view of UIKit, such as a cell class that fills itself.
        ///   - item: The item that stands in the table.
        public func register<View: TableItem, Item: TableItem>(_ view: View.Type, for item: Item.Type)
        where View.Data == Item.Data, View.View: UIView {
            hasOtherViews = true
            registry.register(
                ViewSource(view, View.View.self) { content, target in
                    guard var target = target as? View.View, let data = content.data(as: View.Data.self)
                    else { return false }
                    View.fill(&target, with: data, in: content.section)
                    return true
                }, for: ItemType(item))
        }

        /// Shows a grid item in a style of its own.
        ///
        /// ```swift
        /// container.register(.subtitle, for: CustomerLine.self)
        /// ```
        ///
        /// - Parameters:
        ///   - style: How its rows look.
        ///   - item: The item.
        public func register<Item: GridLineItem>(_ style: GridStyle, for item: Item.Type) {
            hasOtherViews = true
            registry.register(ViewSource(style), for: ItemType(item))
        }
    }
#endif
