import Foundation
import TableAgent

extension EventName<Decimal> {
    /// A person pays an amount from within a row.
    static var pay: Self { Self("pay") }
}

extension EventName<Void> {
    /// A person taps a customer's title, to hide or show the orders.
    static var fold: Self { Self("fold") }

    /// A person deletes an order.
    static var delete: Self { Self("delete") }
}

/// What the business makes of events: it books, opens and deletes, and writes down what it heard.
final class LedgerController: EventDelegate {
    private let agent: Agent<Ledger>
    /// What the person does of whom it hears next.
    private var deed = ""
    private(set) var log: [LedgerStep] = []

    init(_ agent: Agent<Ledger>) {
        self.agent = agent
        agent.eventHandler.delegate = self
    }

    /// Lets a person do something, and hears of it.
    func hear(of deed: String, _ action: () throws -> Void) rethrows {
        self.deed = deed
        try action()
    }

    func shouldSelect(_ event: CellEvent) -> Bool {
        guard event.data(as: Ledger.Order.self)?.status == .paid else { return true }
        note("select?", event.rowID, event.position, "refuses, the order is paid")
        return false
    }

    func didReceive(_ event: CellEvent) {
        guard let order = event.data(as: Ledger.Order.self) else { return }
        if let amount = event.payload(of: .pay) {
            note("pay", event.rowID, event.position, "books \(money(amount))")
            edit { try $0.replaceData(ofRow: .id(order.id), with: order.paid) }
        } else if event.isNamed(.select) {
            note("select", event.rowID, event.position, "opens \(order.quantity) × \(order.article)")
        } else if event.isNamed(.delete) {
            note("delete", event.rowID, event.position, "removes the row")
            edit { try $0.removeRow(.id(order.id), animation: .left) }
        } else if event.isNamed(.didEndDisplay), event.isGone {
            note(event.name, event.rowID, event.position, "lets go of its picture")
        }
    }

    func didReceive(_ event: SectionEvent) {
        let section = SectionReference.id(event.sectionID)
        if event.isNamed(.fold) {
            let isCollapsed = event.index.map { agent.tableInfo.sections[$0].isCollapsed } ?? false
            note("fold", event.sectionID, event.index, isCollapsed ? "expands it" : "collapses it")
            edit { isCollapsed ? try $0.expandSection(section) : try $0.collapseSection(section) }
        } else if event.isNamed(.collapse) || event.isNamed(.expand) {
            let count = event.index.map { agent.tableInfo.sections[$0].visibleRowCount } ?? 0
            note(event.name, event.sectionID, event.index, "\(count == 0 ? "no" : "\(count)") orders on show")
        }
    }

    private func edit(_ change: (inout TableEdit) throws -> Void) {
        do {
            try agent.edit(change)
        } catch {
            log.append(LedgerStep(deed: deed, event: "error", sender: "", place: "", outcome: "\(error)"))
        }
    }

    private func note(
        _ event: String, _ sender: AnyID, _ place: (some CustomStringConvertible)?, _ outcome: String
    ) {
        let isFirst = log.last?.deed != deed
        log.append(
            LedgerStep(
                deed: deed, event: event, sender: "\(sender)",
                place: place.map { $0 is Int ? "section \($0)" : "\($0)" } ?? "gone", outcome: outcome,
                isFirst: isFirst))
    }
}

extension Ledger.Order {
    /// The same order, paid.
    fileprivate var paid: Ledger.Order {
        var order = self
        order.status = .paid
        return order
    }
}
