/// An item that handles the events of its rows, heads, and feet before other listeners, and whose rows, heads, and feet
/// offer actions.
///
/// ```swift
/// enum StepperLine: GridLineItem, EventItem {
///     static func handle(_ event: CellEvent, with counter: Counter) -> Bool {
///         guard let step = event.payload(of: .step) else { return false }     // the delegate receives it
///         counter.value += step
///         return true
///     }
///
///     static func actions(_ placement: RowAction.Placement, for counter: Counter) -> [RowAction] {
///         placement == .trailing ? [RowAction("Add one", .step, 1)] : []
///     }
/// }
/// ```
public protocol EventItem<Data, View>: TableItem {
    /// Handles an event of a row. The default does not handle any event.
    ///
    /// - Returns: Whether the event was handled. If not, the delegate and the other listeners receive the
    ///   event.
    static func handle(_ event: CellEvent, with data: Data) -> Bool

    /// Handles an event of a head or foot. The default does not handle any event.
    ///
    /// - Returns: Whether the event was handled.
    static func handle(_ event: SectionEvent, with data: Data) -> Bool

    /// Handles an event of the foot of the table. The default does not handle any event.
    ///
    /// - Returns: Whether the event was handled.
    static func handle(_ event: TableEvent, with data: Data) -> Bool

    /// Returns the actions of a row, head, or foot, in their order. The default returns an empty array.
    ///
    /// The head of a section can offer to add a row, and the foot of the table an action of the whole table. Pages of HTML
    /// show the actions of heads and feet as buttons. Other surfaces show only the actions of rows.
    static func actions(_ placement: RowAction.Placement, for data: Data) -> [RowAction]

    /// Returns the actions that edit cells of a row: ``RowAction/init(editing:_:asking:payload:)``. The default returns an
    /// empty array.
    ///
    /// A page and a terminal offer them at the cells. An app shows cells of its own.
    static func edits(for data: Data) -> [RowAction]

    /// Handles an event of a row of a ``ContextItem``. The default ignores the context.
    static func handle(_ event: CellEvent, with data: Data, context: Context) -> Bool

    /// Handles an event of a head or foot of a ``ContextItem``. The default ignores the context.
    static func handle(_ event: SectionEvent, with data: Data, context: Context) -> Bool

    /// Handles an event of the foot of the table, if it is a ``ContextItem``. The default ignores the context.
    static func handle(_ event: TableEvent, with data: Data, context: Context) -> Bool

    /// Returns the actions of a row, head, or foot of a ``ContextItem``. The default ignores the context.
    static func actions(_ placement: RowAction.Placement, for data: Data, context: Context) -> [RowAction]

    /// Returns the actions that edit cells of a row of a ``ContextItem``, for example for a person who may edit. The default
    /// ignores the context.
    static func edits(for data: Data, context: Context) -> [RowAction]
}

extension EventItem {
    /// Default implementation. Handles nothing.
    public static func handle(_ event: CellEvent, with data: Data) -> Bool { false }

    /// Default implementation. Handles nothing.
    public static func handle(_ event: SectionEvent, with data: Data) -> Bool { false }

    /// Default implementation. Handles nothing.
    public static func handle(_ event: TableEvent, with data: Data) -> Bool { false }

    /// Default implementation. Returns no actions.
    public static func actions(_ placement: RowAction.Placement, for data: Data) -> [RowAction] { [] }

    /// Default implementation. Ignores the context.
    public static func handle(_ event: CellEvent, with data: Data, context: Context) -> Bool {
        handle(event, with: data)
    }

    /// Default implementation. Ignores the context.
    public static func handle(_ event: SectionEvent, with data: Data, context: Context) -> Bool {
        handle(event, with: data)
    }

    /// Default implementation. Ignores the context.
    public static func handle(_ event: TableEvent, with data: Data, context: Context) -> Bool {
        handle(event, with: data)
    }

    /// Default implementation. Ignores the context.
    public static func actions(
        _ placement: RowAction.Placement, for data: Data, context: Context
    ) -> [RowAction] {
        actions(placement, for: data)
    }

    /// Default implementation. Returns no actions.
    public static func edits(for data: Data) -> [RowAction] { [] }

    /// Default implementation. Ignores the context.
    public static func edits(for data: Data, context: Context) -> [RowAction] { edits(for: data) }
}

extension AgentEvent {
    /// Delivers the event to the item of the row, head, or foot.
    ///
    /// - Returns: Whether the item handled the event.
    func deliverToItem() -> Bool {
        func isHandled<Item: EventItem>(by item: Item.Type) -> Bool {
            guard let data = data(as: Item.Data.self),
                let context = content.row?.context(as: Item.Context.self)
            else { return false }
            return switch self {
            case .cell(let event): item.handle(event, with: data, context: context)
            case .section(let event): item.handle(event, with: data, context: context)
            case .table(let event): item.handle(event, with: data, context: context)
            }
        }
        return (content.row?.item as? any EventItem.Type).map { isHandled(by: $0) } ?? false
    }
}

extension Row {
    /// Returns the actions of the row, head, or foot, or an empty array if its item is not an ``EventItem``.
    public func actions(_ placement: RowAction.Placement) -> [RowAction] {
        func actions<Item: EventItem>(of item: Item.Type) -> [RowAction] {
            guard let data = data(as: Item.Data.self), let context = context(as: Item.Context.self)
            else { return [] }
            return item.actions(placement, for: data, context: context)
        }
        return (item as? any EventItem.Type).map { actions(of: $0) } ?? []
    }

    /// The actions that edit cells of the row; empty if its item is not an ``EventItem``.
    public var edits: [RowAction] {
        func edits<Item: EventItem>(of item: Item.Type) -> [RowAction] {
            guard let data = data(as: Item.Data.self), let context = context(as: Item.Context.self)
            else { return [] }
            return item.edits(for: data, context: context)
        }
        return (item as? any EventItem.Type).map { edits(of: $0) } ?? []
    }

    /// Returns a chosen action as the row offers it now.
    ///
    /// A surface calls this method before it performs the action, because the row may have changed while the surface showed
    /// its menu. An action with another amount, or with another question, is another action.
    ///
    /// - Parameters:
    ///   - chosen: The action that the user chose.
    ///   - placement: The placement of the action. An action that edits a cell has none, so it is ignored.
    /// - Returns: The action; `nil` if the row does not offer the same action any more, or has disabled it.
    public func currentAction(_ chosen: RowAction, at placement: RowAction.Placement) -> RowAction? {
        let offered = chosen.column == nil ? actions(placement) : edits
        let current = offered.first { $0.isSame(as: chosen) }
        return current?.isEnabled == true ? current : nil
    }
}
