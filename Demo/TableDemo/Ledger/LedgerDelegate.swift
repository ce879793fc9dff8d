import TableAgent

/// What the business does with events; here it only tells of them.
final class LedgerDelegate: EventDelegate {
    private(set) var log: [String] = []

    func didReceive(_ event: CellEvent) {
        guard event.isNamed(.select), let order = event.data(as: Ledger.Order.self),
            let position = event.position
        else { return }
        log.append(
            """
            event     \(event.name)
            row       \(event.rowID) of section \(event.sectionID), at \(position)
            data      \(order.quantity) × \(order.article), \(order.status.rawValue)
            """)
    }
}
