/// The sender of an event: a row, a section's head or foot, the table, or the table's foot.
///
/// ```swift
/// try agent.post(.pay, payment, from: .row(order.id))
/// try panel.source(.head(.at(0))).post(.toggle)
/// ```
public enum EventPlace: Hashable, Sendable {
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
    public static func row(_ id: some Hashable & Sendable, in section: SectionReference? = nil) -> EventPlace
    {
        .row(RowReference.id(id, in: section))
    }

    /// The head of the first section with an id.
    public static func head(_ id: some Hashable & Sendable) -> EventPlace {
        .head(SectionReference.id(id))
    }

    /// The foot of the first section with an id.
    public static func foot(_ id: some Hashable & Sendable) -> EventPlace {
        .foot(SectionReference.id(id))
    }
}

// The compiler prefers these overloads to the generic functions, and warns, as for `RowReference`.
extension EventPlace {
    /// Warns that an optional is not an id: no row has an optional as its id.
    @available(*, deprecated, message: "An optional is not an id; unwrap it.")
    public static func row<ID: Hashable & Sendable>(_ id: ID?, in section: SectionReference? = nil)
        -> EventPlace
    {
        .row(AnyID(id), in: section)
    }

    /// Warns that a position is not an id.
    @available(*, deprecated, message: "A position is not an id; use row(.at(position)).")
    public static func row(_ position: RowPosition, in section: SectionReference? = nil) -> EventPlace {
        .row(AnyID(position), in: section)
    }

    /// Warns that an optional is not an id: no section has an optional as its id.
    @available(*, deprecated, message: "An optional is not an id; unwrap it.")
    public static func head<ID: Hashable & Sendable>(_ id: ID?) -> EventPlace { .head(AnyID(id)) }

    /// Warns that an optional is not an id: no section has an optional as its id.
    @available(*, deprecated, message: "An optional is not an id; unwrap it.")
    public static func foot<ID: Hashable & Sendable>(_ id: ID?) -> EventPlace { .foot(AnyID(id)) }
}

/// The panel as the sources of events know it.
protocol EventPanel: AnyObject {
    /// The visible table, or `nil` while the panel is detached. A detached panel sends no events.
    var attachedTable: TableInfo? { get }

    /// The number of containers that the panel has released. A view of a released container sends no events.
    var attachment: Int { get }

    /// The moves of rows to other sections.
    var moves: RowMoves { get }

    /// Whether a listener may receive events, apart from the items themselves.
    var hasListeners: Bool { get }

    /// Returns whether a row may send an event; see ``EventHandler/allows(_:)``.
    func allows(_ event: CellEvent) -> Bool

    /// Delivers an event; see ``EventHandler/deliver(_:isHeard:)``.
    func deliver(_ event: AgentEvent<EventOrigin>, isHeard: Bool)
}

/// A sender of events: a row, head, foot, or table, which the source finds again after any change.
///
/// A container creates a source when it fills a view, and passes the source to the part that sends the view's
/// events, such as a button. A source keeps neither the panel nor the container alive. It sends nothing after
/// the panel is detached. A source keeps the data of its own row alive, but not the other data of the table.
///
/// ```swift
/// let source = try panel.source(.row(.at(position)))
/// button.onTap = { source.post(.pay, amount) }
/// ```
public struct EventSource {
    private enum Sender {
        /// The position is `nil` if the row was removed.
        case row(Row, sectionID: AnyID, near: RowPosition?, time: Int)
        /// The index is `nil` if the section was removed.
        case section(HeadFootKind, Row?, sectionID: AnyID, near: Int?)
        case table
        case tableFoot(Row?)
    }

    private weak var panel: (any EventPanel)?
    private let attachment: Int
    private var sender: Sender

    /// - Throws: ``TableError`` if there is no such row or section.
    init(_ panel: any EventPanel, _ place: EventPlace, in table: TableInfo) throws(TableError) {
        (self.panel, attachment) = (panel, panel.attachment)
        func section(_ kind: HeadFootKind, _ reference: SectionReference) throws(TableError) -> Sender {
            let index = try table.index(of: reference)
            let section = table.sections[index]
            return .section(kind, section.row(kind), sectionID: section.id, near: index)
        }
        switch place {
        case .row(let row):
            let position = try table.position(of: row)
            let section = table.sections[position.section]
            sender = .row(
                section.rows[position.row].alone, sectionID: section.id, near: position,
                time: panel.moves.time)
        case .head(let reference): sender = try section(.head, reference)
        case .foot(let reference): sender = try section(.foot, reference)
        case .table: sender = .table
        case .tableFoot: sender = .tableFoot(table.foot)
        }
    }

    /// The source of a row, head, or foot that was removed from the table. Its events carry the last data, and no position.
    ///
    /// A container that knows the removed rows from the changes sends their last events, such as `didEndDisplay`, from this
    /// source. The row is then not searched for in the table.
    public var ofRemoved: EventSource {
        var removed = self
        switch sender {
        case .row(let row, let sectionID, _, let time):
            removed.sender = .row(row, sectionID: sectionID, near: nil, time: time)
        case .section(let kind, let row, let sectionID, _):
            removed.sender = .section(kind, row, sectionID: sectionID, near: nil)
        case .table, .tableFoot: break
        }
        return removed
    }

    /// The sender with its current position.
    ///
    /// - Complexity: O(1) while the row is near the position where the source was created; otherwise the
    ///   complexity of ``TableInfo/position(ofRowWithID:)``.
    public var origin: EventOrigin { find(in: table).origin }

    /// The sender in the section where the source was created. A row that moved to another section has no position.
    ///
    /// `willDisplay` and `didEndDisplay` have this origin, so that the two events of a display have the same ids. A
    /// container that reports which rows are visible needs this origin to find the rows that are no longer visible.
    ///
    /// - Complexity: The complexity of ``origin``.
    public var displayOrigin: EventOrigin { find(in: table, followsMoves: false).origin }

    /// The row's current position; `nil` if the row was removed or the sender is not a row.
    ///
    /// - Complexity: The complexity of ``origin``.
    public var position: RowPosition? {
        if case .row(let row) = origin { row.position } else { nil }
    }

    /// Sends an event.
    ///
    /// The event carries the current data of the row, head, or foot. If the row or section was removed, and
    /// for `didEndDisplay`, the event carries the data from the creation of the source. A container creates a
    /// new source whenever it fills a view, so `didEndDisplay` carries the data that was visible.
    ///
    /// If the row moved to another section, the event names the new section. Only `willDisplay` and `didEndDisplay`
    /// name the section where the row was visible; see ``displayOrigin``.
    ///
    /// - Complexity: The complexity of ``origin``, or O(1) for a routine event without a listener.
    public func post<Payload>(_ name: EventName<Payload>, _ payload: Payload) {
        guard !name.isRoutine || panel?.hasListeners == true || isEventItem else { return }
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
    ///   inputs throws no error.
    public func perform(_ action: RowAction, inputs: [String: String] = [:]) throws(TableError) {
        send(event(try action.message(inputs)))
    }

    /// Selects the row: asks the delegate for permission and, if the answer is yes, sends `select`.
    ///
    /// A surface that asks before a selection calls ``shouldSelect()`` first, and posts `select` later.
    ///
    /// - Returns: Whether the row was selected.
    @discardableResult
    public func select() -> Bool {
        allowed(.select).map { send($0) } != nil
    }

    /// Deselects the row: asks the delegate for permission and, if the answer is yes, sends `deselect`.
    ///
    /// - Returns: Whether the row was deselected.
    @discardableResult
    public func deselect() -> Bool {
        allowed(.deselect).map { send($0) } != nil
    }

    /// Asks the delegate whether the row may be selected.
    ///
    /// - Returns: The delegate's answer. Without a delegate it is `true`; for a removed row or another sender
    ///   it is `false`.
    public func shouldSelect() -> Bool {
        allowed(.select) != nil
    }

    /// Asks the delegate whether the row may be deselected.
    ///
    /// - Returns: The delegate's answer. Without a delegate it is `true`; for a removed row or another sender
    ///   it is `false`.
    public func shouldDeselect() -> Bool {
        allowed(.deselect) != nil
    }

    /// Returns an event of the row if the row may send the event and is still in the table afterwards.
    private func allowed(_ name: EventName<Void>) -> AgentEvent<EventOrigin>? {
        let message = EventMessage(name, ())
        guard let asked = rowEvent(message), panel?.allows(asked.ofRow) == true else { return nil }
        // The delegate may have removed the row, or detached the panel.
        return rowEvent(message)?.event
    }

    /// Returns an event of the row, or `nil` if the row was removed or the sender is not a row.
    private func rowEvent(_ message: EventMessage) -> (event: AgentEvent<EventOrigin>, ofRow: CellEvent)? {
        let event = event(message)
        guard case .row(let row) = event.origin, row.position != nil else { return nil }
        return (event, event.with(row))
    }

    private func send(_ event: AgentEvent<EventOrigin>, isHeard: Bool = false) {
        guard table != nil else { return }
        panel?.deliver(event, isHeard: isHeard)
    }

    /// Sends an event for a caller that handles the event, too.
    ///
    /// - Returns: The event as its listeners received it, or `nil` if the row was removed or the sender is
    ///   not a row.
    package func send<Payload>(_ name: EventName<Payload>, _ payload: Payload) -> CellEvent? {
        send(EventMessage(name, payload))
    }

    /// Sends the event of an action for a caller that handles the event, too.
    package func send(_ action: RowAction, inputs: [String: String]) throws(TableError) -> CellEvent? {
        send(try action.message(inputs))
    }

    private func send(_ message: EventMessage) -> CellEvent? {
        guard let sent = rowEvent(message) else { return nil }
        send(sent.event, isHeard: true)
        return sent.ofRow
    }

    /// Whether the sender's item handles events itself.
    private var isEventItem: Bool {
        switch sender {
        case .row(let row, _, _, _): row.item is any EventItem.Type
        case .section(_, let row, _, _), .tableFoot(let row): row?.item is any EventItem.Type
        case .table: false
        }
    }

    /// The table of the sender, or `nil` once its container is detached.
    private var table: TableInfo? {
        panel.flatMap { $0.attachment == attachment ? $0.attachedTable : nil }
    }

    /// Creates an event with the sender's current position. The sender of `removed` has no position.
    ///
    /// - Parameter last: The row when the event was posted, if the event is delivered later.
    func event(_ message: EventMessage, last: Row? = nil) -> AgentEvent<EventOrigin> {
        let (origin, old, current) = find(
            in: message.isNamed(.removed) ? nil : table,
            followsMoves: !message.beginsDisplay && !message.endsDisplay)
        let row = message.endsDisplay ? old : current ?? last ?? old
        return AgentEvent(message: message, row: row, source: self, origin: origin)
    }

    /// Finds the sender, its old row, and its current row. The current row is `nil` if the row or section was
    /// removed, and `.some(nil)` if the section has no such head or foot.
    ///
    /// - Parameter followsMoves: Whether a row that moved to another section is found there.
    private func find(
        in table: TableInfo?, followsMoves: Bool = true
    ) -> (origin: EventOrigin, old: Row?, current: Row??) {
        switch sender {
        case .row(let row, let sectionID, nil, _):
            return (.row(RowOrigin(rowID: row.id, sectionID: sectionID, position: nil)), row, nil)
        case .section(let kind, let row, let sectionID, nil):
            return (.section(SectionOrigin(kind: kind, sectionID: sectionID, index: nil)), row, nil)
        case .row(let row, var sectionID, let near?, let time):
            let id = row.id
            var position = table?.position(ofRow: id, inSection: sectionID, near: near)
            // After a reload of the surface, a row may be back in the section that it left.
            if followsMoves, let table, let panel,
                case let target = panel.moves.section(ofRow: id, in: sectionID, since: time),
                target != sectionID,
                case let moved = table.position(ofRow: id, inSection: target, near: near),
                moved != nil || position == nil
            {
                (position, sectionID) = (moved, target)
            }
            let origin = RowOrigin(rowID: id, sectionID: sectionID, position: position)
            return (.row(origin), row, position.map { table?.row(at: $0) })
        case .section(let kind, let row, let sectionID, let near?):
            let index = table?.index(ofSectionWithID: sectionID, with: row, near: near)
            let origin = SectionOrigin(kind: kind, sectionID: sectionID, index: index)
            return (.section(origin), row, index.map { table?.sections[$0].row(kind) })
        case .table:
            return (.table, nil, nil)
        case .tableFoot(let row):
            return (.table, row, table.map(\.foot))
        }
    }
}
