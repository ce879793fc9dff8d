/// A head or foot as the sender of events: it finds its section again wherever that stands by then.
///
/// It falls silent when the panel is detached.
///
/// ```swift
/// let source = try panel.source(of: .head, ofSection: number)
/// view.onTap = { source.post(.toggle) }
/// ```
public struct EntrySource {
    private weak var panel: (any Panel)?
    private let entry: Row?
    /// Where the section stood.
    private let formerNumber: Int

    /// Whether it is the head or the foot.
    public let kind: HeadFootKind

    /// The id of the section.
    public let sectionID: AnyID

    init(_ panel: any Panel, kind: HeadFootKind, section: TableSection, number: Int) {
        self.panel = panel
        self.kind = kind
        entry = section.row(kind)
        sectionID = section.id
        formerNumber = number
    }

    /// The number that the section has now, from 0; `nil` when it is gone.
    public var index: Int? {
        guard let table = panel?.attached?.tableInfo else { return nil }
        let former = table.section(at: formerNumber)
        if let entry {
            // Of sections with one id, it tells which one it is.
            if former?.row(kind)?.run === entry.run { return formerNumber }
            if let number = table.index(ofSectionWith: entry) { return number }
        }
        return former?.id == sectionID ? formerNumber : table.index(ofSection: sectionID)
    }

    /// Sends an event of the head or foot, which carries its data as it is now; if the section is gone, and
    /// for `didEndDisplay`, as it was when the source was made.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - payload: What the event carries.
    public func post<Payload>(_ name: EventName<Payload>, _ payload: Payload) {
        panel?.attached?.eventHandler.handle(event(EventContent(name, payload)))
    }

    /// Sends an event of the head or foot that carries nothing but its place.
    ///
    /// - Parameter name: The event's name.
    public func post(_ name: EventName<Void>) {
        post(name, ())
    }

    /// An event of the head or foot as it is now.
    func event(_ content: EventContent) -> SectionEvent {
        let index = index
        let isFormer = index == nil || content.isNamed(.didEndDisplay)
        let current = index.flatMap { panel?.attached?.tableInfo.section(at: $0)?.row(kind) }
        return SectionEvent(
            content: content, kind: kind, entry: isFormer ? entry : current, sectionID: sectionID,
            index: index, source: self)
    }
}
