import TableAgent

/// Records the events and questions of a container, and computes the visible lines from them.
final class EventRecord: EventDelegate {
    /// A Boolean value that indicates whether no row may be selected or deselected.
    var refuses = false
    /// The questions whether rows may be selected or deselected, as texts.
    var questions: [String] = []
    /// The row events as texts, without display events and the other events that touches and updates cause.
    var events: [String] = []
    /// The events of selecting and deselecting.
    var selections: [String] { events.filter { $0.hasPrefix("select ") || $0.hasPrefix("deselect ") } }

    /// The visible rows, heads, and feet as texts. The texts do not name a section, because a row can move to
    /// another section and keep its view.
    private(set) var visibleLines: Set<String> = []
    /// The data of each row at its last `didEndDisplay`, if the data is a name.
    private(set) var lastNames: [AnyID: String] = [:]
    /// Whether the delegate received the event of a head.
    private(set) var hasShownHead = false
    /// The display events that contradict earlier display events.
    private(set) var displayProblems: [String] = []

    /// Forgets the questions and the events of rows.
    func clear() {
        questions = []
        events = []
    }

    func isVisible(_ id: AnyID) -> Bool { visibleLines.contains("row \(id)") }

    func shouldSelect(_ event: CellEvent) -> Bool { answer(event) }
    func shouldDeselect(_ event: CellEvent) -> Bool { answer(event) }

    private func answer(_ event: CellEvent) -> Bool {
        questions.append(words(event))
        return !refuses
    }

    func didReceive(_ event: CellEvent) {
        if event.isNamed(.didEndDisplay) { lastNames[event.rowID] = event.data(as: String.self) }
        let others: [EventName<Void>] = [
            .willDisplay, .didEndDisplay, .highlight, .unhighlight, .removed, .primaryAction,
        ]
        if !others.contains(where: event.isNamed) { events.append(words(event)) }
        recordDisplay(.cell(event), of: "row \(event.rowID)", isGone: event.position == nil)
    }

    func didReceive(_ event: SectionEvent) {
        if event.isNamed(.willDisplay), event.part == .head { hasShownHead = true }
        recordDisplay(
            .section(event), of: "the \(event.part.rawValue) of section \(event.sectionID)",
            isGone: event.index == nil)
    }

    func didReceive(_ event: TableEvent) {
        recordDisplay(.table(event), of: "the foot of the table", isGone: false)
    }

    private func words(_ event: CellEvent) -> String {
        "\(event.name) of row \(event.rowID) at \(event.position?.description ?? "no position")"
    }

    private func recordDisplay(_ event: AgentEvent, of line: String, isGone: Bool) {
        if event.isNamed(.willDisplay) {
            if !visibleLines.insert(line).inserted {
                displayProblems.append(
                    "It told twice that \(line) becomes visible, and not that it ceased to be.")
            }
            if isGone {
                displayProblems.append("It told that \(line) becomes visible, which is not in the table.")
            }
        } else if event.isNamed(.didEndDisplay), visibleLines.remove(line) == nil {
            displayProblems.append("It told that \(line) is no longer visible, and not that it became so.")
        }
    }
}
