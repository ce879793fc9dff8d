import TableAgent

/// What a person does with the ledger on a screen, and what the business hears of it.
enum LedgerFlow {
    /// Plays the flow.
    ///
    /// - Returns: What the business heard, in order.
    static func play(_ ledger: Ledger) throws -> [LedgerStep] {
        let screen = LedgerScreen(room: 6)
        let agent = try Agent(screen, rawData: ledger, reformer: LedgerReformer.self)
        let controller = LedgerController(agent)
        func row(_ id: String) throws -> RowSource {
            guard let panel = screen.panel, let position = agent.tableInfo.position(ofRow: id) else {
                throw TableError(.rowNotFound, "The ledger has no order \(id); the flow needs it.")
            }
            return try panel.source(at: position)
        }
        func touch(_ id: String) throws {
            if let position = try row(id).position { try screen.touch(position) }
        }
        func foldSecondCustomer() throws { try screen.panel?.post(.fold, from: .head, ofSection: 1) }

        try controller.hear(of: "touches a paid order") { try touch("A-1001") }
        try controller.hear(of: "touches an open one") { try touch("A-1015") }
        try controller.hear(of: "pays within a row") {
            let order = try agent.tableInfo.data(ofRow: "A-1012", as: Ledger.Order.self)
            try row("A-1012").post(.pay, order.amount)
        }
        try controller.hear(of: "taps a title") { try foldSecondCustomer() }
        try controller.hear(of: "taps it again") { try foldSecondCustomer() }
        try controller.hear(of: "deletes an order") { try row("A-1009").post(.delete) }
        return controller.log
    }
}
