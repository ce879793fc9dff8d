/// An item that handles events of its rows, heads and feet before anyone else hears of them.
///
/// ```swift
/// enum StepperLine: GridLineItem, EventItem {
///     static func handle(_ event: CellEvent, with counter: Counter) -> Bool {
///         guard let step = event.payload(of: .step) else { return false }     // goes on to the delegate
///         counter.value += step
///         return true
///     }
/// }
/// ```
public protocol EventItem<Data, View>: TableItem {
    /// Handles an event of a row. The default handles none.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - data: The row's business data.
    /// - Returns: Whether that was all: an event that is not handled goes on to the delegate and the others.
    static func handle(_ event: CellEvent, with data: Data) -> Bool

    /// Handles an event of a head or foot. The default handles none.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - data: The business data of the head or foot.
    /// - Returns: Whether that was all.
    static func handle(_ event: SectionEvent, with data: Data) -> Bool
}

extension EventItem {
    /// Default implementation. Handles nothing.
    public static func handle(_ event: CellEvent, with data: Data) -> Bool { false }

    /// Default implementation. Handles nothing.
    public static func handle(_ event: SectionEvent, with data: Data) -> Bool { false }

    fileprivate static func offer(_ event: CellEvent) -> Bool {
        event.data(as: Data.self).map { handle(event, with: $0) } ?? false
    }

    fileprivate static func offer(_ event: SectionEvent) -> Bool {
        event.data(as: Data.self).map { handle(event, with: $0) } ?? false
    }
}

extension CellEvent {
    /// Whether the row's item handled the event.
    var isHandledByItem: Bool {
        (row.item.item as? any EventItem.Type)?.offer(self) ?? false
    }
}

extension SectionEvent {
    /// Whether the item of the head or foot handled the event.
    var isHandledByItem: Bool {
        (entry?.item.item as? any EventItem.Type)?.offer(self) ?? false
    }
}
