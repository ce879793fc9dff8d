/// An item that handles events of its rows, heads, and feet before anything else does, and whose rows offer
/// actions.
///
/// ```swift
/// enum StepperLine: GridLineItem, EventItem {
///     static func handle(_ event: CellEvent, with counter: Counter) -> Bool {
///         guard let step = event.payload(of: .step) else { return false }     // goes on to the delegate
///         counter.value += step
///         return true
///     }
///
///     static func actions(_ place: RowActionPlace, for counter: Counter) -> [RowAction] {
///         place == .trailing ? [RowAction("Add one", .step, 1)] : []
///     }
/// }
/// ```
public protocol EventItem<Data, View>: TableItem {
    /// Handles an event of a row. The default handles none.
    ///
    /// - Returns: Whether the event was handled; if not, it goes on to the delegate and the other listeners.
    static func handle(_ event: CellEvent, with data: Data) -> Bool

    /// Handles an event of a head or foot. The default handles none.
    ///
    /// - Returns: Whether the event was handled.
    static func handle(_ event: SectionEvent, with data: Data) -> Bool

    /// Handles an event of the foot of the table. The default handles none.
    ///
    /// - Returns: Whether the event was handled.
    static func handle(_ event: TableEvent, with data: Data) -> Bool

    /// Returns the actions of a row, in their order. The default has none.
    static func actions(_ place: RowActionPlace, for data: Data) -> [RowAction]
}

extension EventItem {
    /// Default implementation. Handles nothing.
    public static func handle(_ event: CellEvent, with data: Data) -> Bool { false }

    /// Default implementation. Handles nothing.
    public static func handle(_ event: SectionEvent, with data: Data) -> Bool { false }

    /// Default implementation. Handles nothing.
    public static func handle(_ event: TableEvent, with data: Data) -> Bool { false }

    /// Default implementation. Returns no actions.
    public static func actions(_ place: RowActionPlace, for data: Data) -> [RowAction] { [] }
}

extension AgentEvent<EventOrigin> {
    /// A Boolean value that indicates whether the item of the row, head, or foot handled the event.
    var isHandledByItem: Bool {
        func isHandled<Item: EventItem>(by item: Item.Type) -> Bool {
            guard let data = data(as: Item.Data.self) else { return false }
            return switch origin {
            case .row(let row): item.handle(with(row), with: data)
            case .section(let section): item.handle(with(section), with: data)
            case .table: item.handle(with(()), with: data)
            }
        }
        return (row?.item as? any EventItem.Type).map { isHandled(by: $0) } ?? false
    }
}

extension Row {
    /// Returns the actions that the row offers; none when its item is no ``EventItem``.
    public func actions(_ place: RowActionPlace) -> [RowAction] {
        func actions<Item: EventItem>(of item: Item.Type) -> [RowAction] {
            data(as: Item.Data.self).map { item.actions(place, for: $0) } ?? []
        }
        return (item as? any EventItem.Type).map { actions(of: $0) } ?? []
    }
}

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

    /// The name of its event, in text.
    public var name: String { message.name }

    /// What its event carries, `()` for nothing.
    public var payload: Any { message.payload }

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
