import TableAgent

/// Follows what is on show by what a container tells, and lists what it tells twice or in vain.
final class DisplayAudit: EventDelegate {
    /// The rows, heads and feet on show.
    private(set) var shown: Set<String> = []
    private(set) var problems: [String] = []

    func didReceive(_ event: CellEvent) {
        note(
            event.isNamed(.willDisplay), event.isNamed(.didEndDisplay),
            "\(event.sectionID)/\(Self.name(event))")
        if event.isNamed(.willDisplay), event.isGone { problems.append("\(event.rowID) came and is gone") }
    }

    func didReceive(_ event: SectionEvent) {
        note(
            event.isNamed(.willDisplay), event.isNamed(.didEndDisplay),
            "\(event.sectionID)/\(event.kind.rawValue)")
    }

    /// Ids of several types may look alike.
    private static func name(_ event: CellEvent) -> String { String(reflecting: event.rowID.base) }

    private func note(_ begins: Bool, _ ends: Bool, _ key: String) {
        if begins, !shown.insert(key).inserted { problems.append("\(key) came twice") }
        if ends, shown.remove(key) == nil { problems.append("\(key) went and was not there") }
    }
}
