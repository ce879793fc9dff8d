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
        func touch(_ id: String) throws { try agent.panel.source(.row(id)).select() }
        func foldSecondCustomer() throws { try agent.post(.fold, from: .head(at: 1)) }

        try controller.hear(of: "touches a paid order") { try touch("A-1001") }
        try controller.hear(of: "touches an open one") { try touch("A-1015") }
        try controller.hear(of: "pays within a row") {
            let order = try agent.tableInfo.data(ofRow: "A-1012", as: Ledger.Order.self)
            try agent.post(.pay, order.amount, from: .row("A-1012"))
        }
        try controller.hear(of: "taps a title") { try foldSecondCustomer() }
        try controller.hear(of: "taps it again") { try foldSecondCustomer() }
        try controller.hear(of: "deletes an order") { try agent.post(.delete, from: .row("A-1009")) }
        return controller.log
    }
}
