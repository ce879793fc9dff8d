/// Names what sends an event: a row, a section's head or foot, or the table.
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

/// What a source of events knows of the panel.
protocol EventPanel: AnyObject {
    var eventHandler: EventHandler { get }

    /// The visible table; `nil` while the panel is detached, and then it sends no events.
    var attachedTable: TableInfo? { get }

    /// Counts the containers that the panel had; a view of an earlier one sends no events.
    var attachment: Int { get }

    /// Deselects a row whose selection has been delivered, if it is to be.
    func didSelect(_ source: EventSource)
}

/// A row, head, foot, or table as the sender of events, which finds itself again wherever it stands by then.
///
/// A container makes one when it fills a view, and gives it to whatever sends the view's events, such as a
/// button. It keeps neither panel nor container alive, and sends nothing once the panel is detached.
///
/// ```swift
/// let source = try panel.source(.row(.at(position)))
/// button.onTap = { source.post(.pay, amount) }
/// ```
public struct EventSource {
    private enum Sender {
        case row(Row, sectionID: AnyID, near: RowPosition)
        case section(HeadFootKind, Row?, sectionID: AnyID, near: Int)
        case table
    }

    private weak var panel: (any EventPanel)?
    private let attachment: Int
    private let sender: Sender

    /// - Throws: ``TableError`` when there is no such row or section.
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
            sender = .row(section.rows[position.row], sectionID: section.id, near: position)
        case .head(let reference): sender = try section(.head, reference)
        case .foot(let reference): sender = try section(.foot, reference)
        case .table: sender = .table
        }
    }

    /// The row, head, or foot where it stands now.
    ///
    /// - Complexity: O(1) while a row stands near the position where the source was made; else that of
    ///   ``TableInfo/position(ofRow:)``.
    public var origin: EventOrigin { event(EventMessage(.select, ())).origin }

    /// The row's position now; `nil` when the row is gone or when no row is the sender.
    ///
    /// - Complexity: That of ``origin``.
    public var position: RowPosition? {
        if case .row(let row) = origin { row.position } else { nil }
    }

    /// Sends an event.
    ///
    /// It carries the current data of the row, head, or foot; the data when the source was made if that is
    /// gone, and for `didEndDisplay`. A container makes a new source whenever it fills a view, so that the
    /// end of a display tells what was visible.
    public func post<Payload>(_ name: EventName<Payload>, _ payload: Payload) {
        send(event(EventMessage(name, payload)))
    }

    /// Sends an event that carries nothing but its origin.
    public func post(_ name: EventName<Void>) {
        post(name, ())
    }

    /// Sends the event of an action that was chosen.
    public func perform(_ action: RowAction) {
        send(event(EventMessage(action.message)))
    }

    /// Selects the row as a touch does: asks whether it may be selected and, if so, sends `select`.
    ///
    /// - Returns: Whether the row was selected.
    @discardableResult
    public func select() -> Bool {
        sendIfAllowed(.select) { $0.shouldSelect($1) }
    }

    /// Deselects the row as a touch does: asks whether it may be deselected and, if so, sends `deselect`.
    ///
    /// - Returns: Whether the row was deselected.
    @discardableResult
    public func deselect() -> Bool {
        sendIfAllowed(.deselect) { $0.shouldDeselect($1) }
    }

    /// Asks the delegate whether the row may be selected.
    ///
    /// - Returns: The delegate's answer; `true` without a delegate, `false` when the row is gone.
    public func shouldSelect() -> Bool {
        delegateAllows(.select) { $0.shouldSelect($1) } && position != nil
    }

    /// Asks the delegate whether the row may be deselected.
    ///
    /// - Returns: The delegate's answer; `true` without a delegate, `false` when the row is gone.
    public func shouldDeselect() -> Bool {
        delegateAllows(.deselect) { $0.shouldDeselect($1) } && position != nil
    }

    private typealias Question = (any EventDelegate, CellEvent) -> Bool

    private func delegateAllows(_ name: EventName<Void>, _ question: Question) -> Bool {
        let event = event(EventMessage(name, ()))
        guard let panel, case .row(let row) = event.origin, row.position != nil else { return false }
        return panel.eventHandler.delegate.map { question($0, event.with(row)) } ?? true
    }

    private func sendIfAllowed(_ name: EventName<Void>, _ question: Question) -> Bool {
        guard delegateAllows(name, question) else { return false }
        // The delegate may have removed the row, or detached the panel.
        let event = event(EventMessage(name, ()))
        guard case .row(let row) = event.origin, row.position != nil else { return false }
        send(event)
        return true
    }

    private func send(_ event: AgentEvent<EventOrigin>) {
        guard let panel, table != nil else { return }
        panel.eventHandler.deliver(event)
        if event.isNamed(.select) { panel.didSelect(self) }
    }

    /// The table that the sender belongs to; `nil` once its container is detached.
    private var table: TableInfo? {
        panel.flatMap { $0.attachment == attachment ? $0.attachedTable : nil }
    }

    /// An event of the sender where it stands now: the one place that finds positions of events.
    ///
    /// - Parameter last: The row as it was when the event was posted, for one that is delivered later.
    func event(_ message: EventMessage, last: Row? = nil) -> AgentEvent<EventOrigin> {
        let table = table
        let isOld = message.isNamed(.didEndDisplay)
        func event(_ origin: EventOrigin, _ row: Row?) -> AgentEvent<EventOrigin> {
            AgentEvent(message: message, row: row, source: self, origin: origin)
        }
        switch sender {
        case .row(let row, let sectionID, let near):
            let position = table?.position(of: row, inSection: sectionID, near: near)
            let section = position.flatMap { table?.sections[$0.section] }
            let current = position.flatMap { section?.rows[$0.row] }
            let origin = RowOrigin(rowID: row.id, sectionID: section?.id ?? sectionID, position: position)
            return event(.row(origin), isOld ? row : current ?? last ?? row)
        case .section(let kind, let row, let sectionID, let near):
            let index = table?.index(ofSection: sectionID, with: row, kind, near: near)
            let current = index.flatMap { table?.sections[$0].row(kind) }
            let origin = SectionOrigin(kind: kind, sectionID: sectionID, index: index)
            return event(.section(origin), isOld ? row : index == nil ? last ?? row : current)
        case .table:
            return event(.table, nil)
        }
    }
}

extension TableInfo {
    /// The index of a section with an id; of several the one with a head or foot, or else the one at an index.
    fileprivate func index(
        ofSection id: AnyID, with row: Row?, _ kind: HeadFootKind, near index: Int
    ) -> Int? {
        let near = section(at: index).flatMap { $0.id == id ? index : nil }
        if let row {
            if let near, sections[near].row(kind)?.run === row.run { return near }
            if let other = self.index(ofSectionWith: row), sections[other].id == id { return other }
        }
        return near ?? self.index(ofSection: id)
    }
}
