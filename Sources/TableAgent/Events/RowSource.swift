/// A row as the sender of events: it finds the row again wherever it stands by then.
///
/// A container makes one when it fills a view for a row, and gives it to whatever sends the row's events, such
/// as a button. It keeps neither panel nor container alive.
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

    /// The id of the row's section.
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
    /// - Complexity: O(1) while the row stands near its former place; else as of ``TableInfo/position(ofRow:)``.
    public var position: RowPosition? {
        panel?.tableInfo.position(ofRow: row.id, inSection: sectionID, near: formerPosition)
    }

    /// Sends an event of the row, which carries its data as it is now; if the row is gone, and for
    /// `didEndDisplay`, as it was when the source was made.
    ///
    /// A container makes a new source whenever it fills a view, so that the end of a display tells what was on
    /// show.
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
        guard let panel else { return }
        panel.eventHandler.handle(event(content, on: panel))
        guard panel.eventHandler.deselectsAutomatically, content.isNamed(.select), let position else {
            return
        }
        panel.container.deselect(position)
    }

    func event(_ content: EventContent, on panel: any Panel) -> CellEvent {
        let position = position
        let isFormer = content.isNamed(.didEndDisplay)
        let current = isFormer ? nil : position.flatMap { panel.tableInfo.row(at: $0) }
        return CellEvent(content: content, row: current ?? row, sectionID: sectionID, position: position)
    }
}
