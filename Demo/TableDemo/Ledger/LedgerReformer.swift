import TableAgent

/// The one adapter between the ledger and any surface: a section for each customer.
struct LedgerReformer: StatelessReformer {
    func reform(_ ledger: Ledger) -> TableInfo {
        TableInfo(columns: [
            GridColumn("Order", width: 6...Int.max), GridColumn("Date", width: 10...10), "Article",
            GridColumn("Qty", alignment: .right), GridColumn("Amount", alignment: .right),
            GridColumn("Status", width: 7...Int.max),
        ]) {
            for customer in ledger.customers {
                TableSection(id: customer.id) {
                    Head(customer, as: CustomerTitle.self)
                    Rows(customer.orders, as: OrderLine.self)
                    Foot(customer, as: TotalLine.self)
                }
            }
        }
    }
}
