import TableAgent
import TableBrowser
import TableSurfaces

/// One line for an event that the business received, and its effect.
struct LedgerStep: Identifiable, GridLineItem {
    static let columns: [GridColumn] = ["A person", "Event", "From", "Where it is", "The business"]

    let id: Int
    /// The user's action, or an empty text if the previous step has the same action.
    let deed: String
    let event, sender, place, outcome: String

    static func fill(_ line: inout GridLine, with step: LedgerStep) {
        line.text(step.deed)
        line.text(step.event, role: .strong)
        line.text(step.sender)
        line.text(step.place, role: .muted)
        line.text(step.outcome)
    }
}

/// The event handling of the business: it books, opens, and deletes orders, and records the events.
final class LedgerController: EventDelegate {
    private let agent: Agent<Ledger>
    /// The user's current action, until an event reports it.
    private var deed = ""
    private var log: [LedgerStep] = []
    /// Receives each step.
    private let onStep: (LedgerStep) -> Void

    private init(_ agent: Agent<Ledger>, onStep: @escaping (LedgerStep) -> Void = { _ in }) {
        self.agent = agent
        self.onStep = onStep
        agent.eventDelegate = self
    }

    /// Lets a person browse the ledger in the terminal, and returns the events that the business received, in order.
    static func browse(_ ledger: Ledger) async throws -> [LedgerStep] {
        let browser = TableBrowser()
        let agent = try Agent(browser, rawData: ledger, reformer: LedgerReformer.self)
        let controller = LedgerController(agent) { step in
            if step.event != "didEndDisplay" { browser.show("\(step.sender): \(step.outcome)") }
        }
        controller.deed = "browses the ledger"
        try await browser.run()
        return controller.log
    }

    /// Simulates a user of the ledger on a screen, and returns the events that the business received, in
    /// order.
    static func play(_ ledger: Ledger) throws -> [LedgerStep] {
        let agent = try Agent(
            GridContainer(.text, to: MemorySink()), rawData: ledger, reformer: LedgerReformer.self)
        let controller = LedgerController(agent)
        controller.deed = "touches a paid order"
        try agent.select(.id("A-1001"))
        controller.deed = "touches an open one"
        try agent.select(.id("A-1015"))
        controller.deed = "pays within a row"
        if let order = agent.tableInfo.row(.id("A-1012"))?.data(as: Ledger.Order.self) {
            try agent.post(.pay, order.amount, from: .row("A-1012"))
        }
        controller.deed = "taps a title"
        try agent.post(.fold, from: .head("C-23"))
        controller.deed = "taps it again"
        try agent.post(.fold, from: .head("C-23"))
        controller.deed = "deletes an order"
        // A screen keeps the event source of each visible row. A source also knows whether its row was
        // removed.
        let row = try agent.panel.source(.row("A-1009"))
        row.post(.delete)
        row.post(.didEndDisplay)
        return controller.log
    }

    func shouldSelect(_ event: CellEvent) -> Bool {
        guard event.data(as: Ledger.Order.self)?.status == .paid else { return true }
        note(event, as: "select?", "refuses, the order is paid")
        return false
    }

    func didReceive(_ event: CellEvent) {
        guard var order = event.data(as: Ledger.Order.self) else { return }
        switch event.name {
        case .pay:
            guard let amount = event.payload(of: .pay) else { return }
            note(event, "books \(money(amount))")
            order.status = .paid
            edit { try $0.replaceData(ofRow: .id(order.id), with: order) }
        case .select: note(event, "opens \(order.quantity) × \(order.article)")
        case .delete:
            note(event, "removes the row")
            edit { try $0.removeRow(.id(order.id), animation: .left) }
        case .didEndDisplay where event.position == nil: note(event, "releases its image")
        default: break
        }
    }

    func didReceive(_ event: SectionEvent) {
        let id = SectionReference.id(event.sectionID)
        guard let index = event.index else { return }
        let section = agent.tableInfo.sections[index]
        switch event.name {
        case .fold:
            note(event, section.isCollapsed ? "expands it" : "collapses it")
            edit { section.isCollapsed ? try $0.expandSection(id) : try $0.collapseSection(id) }
        case .collapse, .expand:
            let orders = section.isCollapsed ? "no orders" : counted(section.visibleRows.count, "order")
            note(event, "\(orders) visible")
        default: break
        }
    }

    private func edit(_ change: (inout TableEdit) throws -> Void) {
        do { try agent.edit(change) } catch { note("error", from: "", at: "", outcome: "\(error)") }
    }

    private func note(_ event: CellEvent, as name: String? = nil, _ outcome: String) {
        note(
            name ?? event.name.text, from: "\(event.rowID)",
            at: event.position.map { "\($0)" } ?? "gone", outcome: outcome)
    }

    private func note(_ event: SectionEvent, _ outcome: String) {
        let place = event.index.map { "section \($0)" } ?? "gone"
        note(event.name.text, from: "\(event.sectionID)", at: place, outcome: outcome)
    }

    private func note(_ event: String, from sender: String, at place: String, outcome: String) {
        let step = LedgerStep(
            id: log.count, deed: deed, event: event, sender: sender, place: place, outcome: outcome)
        log.append(step)
        onStep(step)
        deed = ""
    }
}
