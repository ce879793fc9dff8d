/// The sender of an event: a row, a section's head or foot, the table, or the table's foot.
///
/// ```swift
/// try agent.post(.pay, payment, from: .row(order.id))
/// try panel.source(.head(.at(0))).post(.toggle)
/// ```
public enum EventSender: Hashable, Sendable {
    /// A row.
    case row(RowReference)
    /// The head of a section.
    case head(SectionReference)
    /// The foot of a section.
    case foot(SectionReference)
    /// The table as a whole.
    case table
    /// The foot of the table. Its events are events of the table, with the data of the foot.
    case tableFoot

    /// The first row with an id, in one section or in all of them from the top.
    public static func row(_ id: some Hashable & Sendable, in section: SectionReference? = nil) -> EventSender
    {
        .row(RowReference.id(id, in: section))
    }

    /// The head of the first section with an id.
    public static func head(_ id: some Hashable & Sendable) -> EventSender {
        .head(SectionReference.id(id))
    }

    /// The foot of the first section with an id.
    public static func foot(_ id: some Hashable & Sendable) -> EventSender {
        .foot(SectionReference.id(id))
    }
}

/// The panel as the sources of events know it.
protocol EventPanel: AnyObject {
    /// The visible table, or `nil` while the panel is detached. A detached panel sends no events.
    var attachedTable: TableInfo? { get }

    /// The number of containers that the panel has released. A view of a released container sends no events.
    var generation: Int { get }

    /// Whether events are delivered to anybody, apart from the items themselves.
    var deliversEvents: Bool { get }

    /// Returns whether a row may send an event; see ``EventHandler/allows(_:)``.
    func allows(_ event: CellEvent) -> Bool

    /// Delivers an event; see ``EventHandler/deliver(_:)``.
    func deliver(_ event: AgentEvent)

    /// Delivers events of several rows; see ``EventHandler/deliver(together:)``.
    func deliver(together events: [AgentEvent])
}

/// A source of the events of a row, head, foot, or table, which it finds again after any change.
///
/// A container creates a source when it fills a view, and passes the source to the part that sends the view's
/// events, such as a button. A source keeps neither the panel nor the container alive. It sends nothing after
/// the panel is detached. A source keeps the data of its own row alive, but not the other data of the table.
///
/// ```swift
/// let source = try panel.source(.row(.at(position)))
/// button.onTap = { source.post(.pay, amount) }
/// ```
///
/// A source follows its row within its section. When a row moves to another section, its view receives a new source, and
/// the old source says that the row is gone.
///
/// Sources of the same row of one panel are equal. So an image that arrives late can be matched to its row:
///
/// ```swift
/// let source = view.source
/// loadImage { image in if view.source == source { view.image = image } }
/// ```
public struct EventSource {
    private enum Sender {
        /// The position is `nil` if the row was removed.
        case row(Row, sectionID: AnyID, near: RowPosition?)
        /// The index is `nil` if the section was removed.
        case section(TablePart, Row?, sectionID: AnyID, near: Int?)
        case table
        case tableFoot(Row?)
    }

    private weak var panel: (any EventPanel)?
    /// The identity of the panel, which stays when the panel is released.
    private let panelID: ObjectIdentifier
    private let generation: Int
    private let sender: Sender

    /// - Throws: ``TableError`` if there is no such row or section.
    init(_ panel: any EventPanel, of sender: EventSender, in table: TableInfo) throws(TableError) {
        func section(_ part: TablePart, _ reference: SectionReference) throws(TableError) -> Sender {
            let index = try table.resolve(reference)
            let section = table.sections[index]
            return .section(part, section.sender(of: part), sectionID: section.id, near: index)
        }
        let found: Sender
        switch sender {
        case .row(let row):
            let position = try table.resolve(row)
            let section = table.sections[position.section]
            found = .row(section.rows[position.row].alone, sectionID: section.id, near: position)
        case .head(let reference): found = try section(.head, reference)
        case .foot(let reference): found = try section(.foot, reference)
        case .table: found = .table
        case .tableFoot: found = .tableFoot(table.footSender)
        }
        self.panel = panel
        panelID = ObjectIdentifier(panel)
        generation = panel.generation
        self.sender = found
    }

    private init(_ source: EventSource, sender: Sender) {
        panel = source.panel
        panelID = source.panelID
        generation = source.generation
        self.sender = sender
    }

    /// The source of a row, head, or foot that was removed from the table. Its events carry the last data, and no position.
    ///
    /// A container that knows the removed rows from the changes sends their last events, such as `didEndDisplay`, from this
    /// source. The row is then not searched for in the table.
    public var ofRemoved: EventSource {
        let removed: Sender
        switch sender {
        case .row(let row, let sectionID, _): removed = .row(row, sectionID: sectionID, near: nil)
        case .section(let part, let row, let sectionID, _):
            removed = .section(part, row, sectionID: sectionID, near: nil)
        case .table, .tableFoot: removed = sender
        }
        return EventSource(self, sender: removed)
    }

    // MARK: The sender

    /// The row's id; `nil` if the sender is not a row.
    public var rowID: AnyID? {
        if case .row(let row, _, _) = sender { row.id } else { nil }
    }

    /// The id of the section of the row, head, or foot; `nil` for the table and its foot.
    public var sectionID: AnyID? {
        switch sender {
        case .row(_, let sectionID, _), .section(_, _, let sectionID, _): sectionID
        case .table, .tableFoot: nil
        }
    }

    /// The row's current position; `nil` if the row has left its section or the sender is not a row.
    ///
    /// - Complexity: O(1) while the row is near the position where the source was created; otherwise the
    ///   complexity of ``TableInfo/position(of:)``.
    public var position: RowPosition? { position(in: table) }

    /// Whether the row has left its section, or the section of the head or foot was removed.
    ///
    /// - Complexity: The complexity of ``position``.
    public var isGone: Bool {
        switch sender {
        case .row: position == nil
        case .section: index(in: table) == nil
        case .table, .tableFoot: false
        }
    }

    private func position(in table: TableInfo?) -> RowPosition? {
        guard case .row(let row, let sectionID, let near?) = sender else { return nil }
        return table?.position(ofRow: row.id, inSection: sectionID, near: near)
    }

    private func index(in table: TableInfo?) -> Int? {
        guard case .section(_, let row, let sectionID, let near?) = sender else { return nil }
        return table?.index(ofSectionWithID: sectionID, with: row, near: near)
    }

    /// The table of the sender, or `nil` once its container is detached.
    private var table: TableInfo? {
        panel.flatMap { $0.generation == generation ? $0.attachedTable : nil }
    }

    /// Whether the sender's item handles events itself.
    private var isEventItem: Bool {
        switch sender {
        case .row(let row, _, _): row.item is any EventItem.Type
        case .section(_, let row, _, _), .tableFoot(let row): row?.item is any EventItem.Type
        case .table: false
        }
    }

    // MARK: Sending

    /// Sends an event.
    ///
    /// The event carries the current data of the row, head, or foot. If the row or section is gone, and
    /// for `didEndDisplay`, the event carries the data from the creation of the source. A container creates a
    /// new source whenever it fills a view, so `didEndDisplay` carries the data that was visible.
    ///
    /// - Complexity: The complexity of ``position``, or O(1) without a listener.
    public func post<Payload>(_ name: EventName<Payload>, _ payload: Payload) {
        guard panel?.deliversEvents == true || isEventItem else { return }
        send(event(EventMessage(name, payload)))
    }

    /// Sends an event without a payload.
    public func post(_ name: EventName<Void>) {
        post(name, ())
    }

    /// Sends the event of a chosen action. If the action has a confirmation, ask for it first.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - inputs: The texts of the action's inputs, by the names of the inputs.
    /// - Throws: ``TableError`` with the code ``TableError/Code/inputInvalid``, without an event, if an input of the
    ///   action is missing or not valid, or with the code ``TableError/Code/actionDisabled``. An enabled action without
    ///   inputs throws no error. An action that edits a cell also throws an error with the code ``TableError/Code/valueChanged``,
    ///   without an event, if the cell has another value now than the action.
    public func perform(_ action: RowAction, inputs: [String: String] = [:]) throws(TableError) {
        let event = event(try action.message(inputs))
        if let column = action.column, let row = event.content.row,
            row.currentAction(action, at: .menu) == nil
        {
            let value = row.edits.first { $0.column == column }?.inputs.first?.initialText
            throw .valueChanged(action.title, value == action.inputs.first?.initialText ? nil : value)
        }
        send(event)
    }

    /// Selects the row: asks the delegate for permission and, if the answer is yes, sends `select`.
    ///
    /// A surface that asks before a selection calls ``shouldSelect()`` first, and posts `select` later.
    ///
    /// - Returns: Whether the row was selected.
    @discardableResult
    public func select() -> Bool {
        allowed(.select).map { send(.cell($0)) } != nil
    }

    /// Deselects the row: asks the delegate for permission and, if the answer is yes, sends `deselect`.
    ///
    /// - Returns: Whether the row was deselected.
    @discardableResult
    public func deselect() -> Bool {
        allowed(.deselect).map { send(.cell($0)) } != nil
    }

    /// Asks the delegate whether the row may be selected.
    ///
    /// - Returns: The delegate's answer. Without a delegate it is `true`; for a row that is gone or another sender
    ///   it is `false`.
    public func shouldSelect() -> Bool {
        allowed(.select) != nil
    }

    /// Asks the delegate whether the row may be deselected.
    ///
    /// - Returns: The delegate's answer. Without a delegate it is `true`; for a row that is gone or another sender
    ///   it is `false`.
    public func shouldDeselect() -> Bool {
        allowed(.deselect) != nil
    }

    /// Returns an event of the row if the row may send the event and is still in the table afterwards.
    private func allowed(_ name: EventName<Void>) -> CellEvent? {
        let message = EventMessage(name, ())
        guard let asked = rowEvent(message), panel?.allows(asked) == true else { return nil }
        // The delegate may have removed the row, or detached the panel.
        return rowEvent(message)
    }

    /// Returns an event of the row, or `nil` if the row is gone or the sender is not a row.
    private func rowEvent(_ message: EventMessage) -> CellEvent? {
        guard case .cell(let event) = event(message), event.position != nil else { return nil }
        return event
    }

    private func send(_ event: AgentEvent) {
        guard table != nil else { return }
        panel?.deliver(event)
    }

    /// Sends an event for a caller that handles the event, too.
    ///
    /// - Returns: The event as its listeners received it, or `nil` if the row or section is gone.
    package func send<Payload>(_ name: EventName<Payload>, _ payload: Payload) -> AgentEvent? {
        send(EventMessage(name, payload))
    }

    /// Sends the event of an action for a caller that handles the event, too.
    package func send(_ action: RowAction, inputs: [String: String]) throws(TableError) -> AgentEvent? {
        send(try action.message(inputs))
    }

    /// Sends the events of one action on several rows, for a caller that handles the events, too.
    ///
    /// - Parameter inputs: The texts of the action's inputs, by the names of the inputs.
    /// - Returns: The events as their listeners received them.
    package static func send(
        _ actions: [(source: EventSource, action: RowAction)], inputs: [String: String]
    ) throws(TableError) -> [AgentEvent] {
        var events: [AgentEvent] = []
        for (source, action) in actions { events.append(source.event(try action.message(inputs))) }
        actions.first?.source.panel?.deliver(together: events)
        return events
    }

    /// Sends an event of several rows, which listeners of many rows receive at once.
    static func post<Payload>(_ name: EventName<Payload>, _ payload: Payload, from sources: [EventSource]) {
        let events = sources.map { $0.event(EventMessage(name, payload)) }
        sources.first?.panel?.deliver(together: events)
    }

    private func send(_ message: EventMessage) -> AgentEvent? {
        guard !isGone else { return nil }
        let sent = event(message)
        send(sent)
        return sent
    }

    /// Creates an event with the sender's current position. The sender of `removed` has no position.
    ///
    /// - Parameter last: The row when the event was posted, if the event is delivered later.
    func event(_ message: EventMessage, last: Row? = nil) -> AgentEvent {
        let table = message.isNamed(.removed) ? nil : self.table
        func content(_ old: Row?, _ current: Row??) -> EventContent {
            let row = message.endsDisplay ? old : current ?? last ?? old
            return EventContent(message: message, row: row, source: self)
        }
        switch sender {
        case .row(let row, let sectionID, _):
            let position = position(in: table)
            let current = position.map { table?.row(.at($0)) }
            return .cell(
                CellEvent(
                    content: content(row, current), rowID: row.id, sectionID: sectionID, position: position))
        case .section(let part, let row, let sectionID, _):
            let index = index(in: table)
            // A section that is still there may have no such head or foot any more.
            let current = index.map { table?.sections[$0].sender(of: part) }
            return .section(
                SectionEvent(content: content(row, current), part: part, sectionID: sectionID, index: index))
        case .table: return .table(TableEvent(content: content(nil, nil)))
        case .tableFoot(let row): return .table(TableEvent(content: content(row, table.map(\.footSender))))
        }
    }
}

extension EventSource: Hashable {
    /// The panel, the generation of its container, and the ids of the sender.
    private struct Identity: Hashable {
        let panelID: ObjectIdentifier
        let generation: Int
        let part: TablePart?
        let sectionID: AnyID?
        let rowID: AnyID?
    }

    private var identity: Identity {
        func identity(_ part: TablePart?, section: AnyID? = nil, row: AnyID? = nil) -> Identity {
            Identity(
                panelID: panelID, generation: generation, part: part, sectionID: section, rowID: row)
        }
        return switch sender {
        case .row(let row, let sectionID, _): identity(.row, section: sectionID, row: row.id)
        case .section(let part, _, let sectionID, _): identity(part, section: sectionID)
        case .table: identity(nil)
        case .tableFoot: identity(.tableFoot)
        }
    }

    /// Returns whether two sources have the same row, head, foot, or table of the same panel.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.identity == rhs.identity }

    /// Hashes the ids of the sender.
    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
