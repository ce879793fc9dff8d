/// An action that a row offers by a swipe or in a context menu.
///
/// Choosing it sends an event of the row.
///
/// ```swift
/// RowAction("Pay", .pay, order.total)
/// RowAction("Delete", .delete, isDestructive: true)
/// ```
public struct RowAction {
    /// The title.
    public let title: String

    /// The name of a symbol or image beside the title, as the surface knows it.
    public let symbol: String?

    /// A Boolean value that indicates whether the action removes something, which a surface may show in red.
    public let isDestructive: Bool

    let message: EventMessage

    /// Creates an action.
    public init<Payload>(
        _ title: String, _ name: EventName<Payload>, _ payload: Payload, symbol: String? = nil,
        isDestructive: Bool = false
    ) {
        self.title = title
        self.symbol = symbol
        self.isDestructive = isDestructive
        message = EventMessage(name, payload)
    }

    /// Creates an action whose event carries nothing.
    public init(_ title: String, _ name: EventName<Void>, symbol: String? = nil, isDestructive: Bool = false)
    {
        self.init(title, name, (), symbol: symbol, isDestructive: isDestructive)
    }
}

/// Where the actions of a row are offered.
public enum RowActionPlace: Hashable, Sendable, CaseIterable {
    /// By a swipe from the leading edge.
    case leading
    /// By a swipe from the trailing edge.
    case trailing
    /// In a context menu.
    case menu
}

/// An item whose rows offer actions.
///
/// ```swift
/// enum OrderLine: GridLineItem, ActionItem {
///     static func actions(_ place: RowActionPlace, for order: Order) -> [RowAction] {
///         place == .trailing ? [RowAction("Pay", .pay, order.total)] : []
///     }
/// }
/// ```
public protocol ActionItem<Data, View>: TableItem {
    /// Returns the actions of a row.
    ///
    /// - Returns: The actions, in their order.
    static func actions(_ place: RowActionPlace, for data: Data) -> [RowAction]
}

extension Row {
    /// Returns the actions that the row offers; none when its item has none.
    public func actions(_ place: RowActionPlace) -> [RowAction] {
        func actions(of item: (some ActionItem).Type) -> [RowAction] {
            Self.actions(of: item, place, self)
        }
        guard let item = item as? any ActionItem.Type else { return [] }
        return actions(of: item)
    }

    private static func actions<Item: ActionItem>(
        of item: Item.Type, _ place: RowActionPlace, _ row: Row
    ) -> [RowAction] {
        row.data(as: Item.Data.self).map { item.actions(place, for: $0) } ?? []
    }
}
