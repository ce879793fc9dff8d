/// A row as the sender of events: it finds the row again wherever it stands by then.
///
/// A container makes one when it fills a view for a row, and gives it to whatever sends the row's events,
/// such as a button. It keeps neither panel nor container alive, and falls silent when the panel is detached.
///
/// ```swift
/// let source = try panel.source(at: position)
/// button.onTap = { source.post(.pay, amount) }
/// ```
public struct RowSource {
    private weak var panel: (any Panel)?
    private let row: Row
    /// Where the row stood.
    private let formerPosition: RowPosition

    /// The id of the row's section when the source was made.
    public let sectionID: AnyID

    init(_ panel: any Panel, row: Row, sectionID: AnyID, position: RowPosition) {
        self.panel = panel
        self.row = row
        self.sectionID = sectionID
        formerPosition = position
    }

    /// The row's id.
    public var rowID: AnyID { row.id }

    /// The position at which the row is on show now; `nil` when it is gone.
    ///
    /// - Complexity: O(1) while the row stands near its former place; else as of
    ///   ``TableInfo/position(ofRow:)``.
    public var position: RowPosition? {
        panel?.attached?.tableInfo.position(of: row, inSection: sectionID, near: formerPosition)
    }

    /// Sends an event of the row, which carries its data as it is now; if the row is gone, and for
    /// `didEndDisplay`, as it was when the source was made.
    ///
    /// A container makes a new source whenever it fills a view, so that the end of a display tells what was
    /// on show.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - payload: What the event carries.
    public func post<Payload>(_ name: EventName<Payload>, _ payload: Payload) {
        post(EventContent(name, payload))
    }

    /// Sends an event of the row that carries nothing but its place.
    ///
    /// - Parameter name: The event's name.
    public func post(_ name: EventName<Void>) {
        post(name, ())
    }

    /// Sends the event of an action that was chosen.
    ///
    /// - Parameter action: One of the row's actions.
    public func perform(_ action: RowAction) {
        post(action.content)
    }

    private func post(_ content: EventContent) {
        guard let handler = panel?.attached?.eventHandler else { return }
        handler.handle(event(content))
        // Its listeners may have let the row, the panel or the agent go.
        guard handler.deselectsAutomatically, content.isNamed(.select), let panel = panel?.attached,
            let position, !panel.tableInfo.sections[position.section].isCollapsed
        else { return }
        panel.container.deselect(position)
    }

    /// An event of the row as it is now.
    func event(_ content: EventContent) -> CellEvent {
        let position = position
        let isFormer = content.isNamed(.didEndDisplay)
        let table = panel?.attached?.tableInfo
        let current = isFormer ? nil : position.flatMap { table?.row(at: $0) }
        let section = position.flatMap { table?.section(at: $0.section)?.id }
        return CellEvent(
            content: content, row: current ?? row, sectionID: section ?? sectionID, position: position,
            source: self)
    }
}

extension RowSource {
    /// Asks the delegate whether the row may be selected; yes without one, no when the row is gone by then.
    public func shouldSelect() -> Bool {
        ask { $0.shouldSelect(event(EventContent(EventName.select, ()))) }
    }

    /// Asks the delegate whether the row may be deselected; yes without one, no when the row is gone by then.
    public func shouldDeselect() -> Bool {
        ask { $0.shouldDeselect(event(EventContent(EventName.deselect, ()))) }
    }

    /// Selects the row as a touch does: asks whether it may be selected, and if so, sends `select`.
    ///
    /// - Returns: Whether the row was selected.
    @discardableResult
    public func select() -> Bool {
        guard shouldSelect() else { return false }
        post(.select)
        return true
    }

    /// Deselects the row as a touch does: asks whether it may be deselected, and if so, sends `deselect`.
    ///
    /// - Returns: Whether the row was deselected.
    @discardableResult
    public func deselect() -> Bool {
        guard shouldDeselect() else { return false }
        post(.deselect)
        return true
    }

    private func ask(_ question: (any EventDelegate) -> Bool) -> Bool {
        guard let handler = panel?.attached?.eventHandler else { return false }
        let answer = handler.delegate.map(question) ?? true
        return answer && position != nil
    }
}
